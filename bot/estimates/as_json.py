"""Estimates and their comparison for scripts."""

from __future__ import annotations

from typing import Any

from bot.card.as_json import SCHEMA_VERSION, answer_json
from bot.estimates.estimator import Estimated
from engine.base.interval import Interval
from engine.configs.keys.reading import ConfigReading
from engine.estimates.comparison import Comparison
from engine.estimates.estimate import Estimate
from engine.estimates.machines import Placed
from engine.estimates.ported import Ported
from engine.estimates.read import read_keys
from engine.estimates.work import Factor

Json = dict[str, Any]  # the edge: this is what json.dumps is given


def estimates_json(runs: list[Estimated]) -> Json:
    """Every run of the files."""
    return {
        "schema_version": SCHEMA_VERSION,
        "as_of": runs[0].answer.as_of.isoformat(),
        "runs": [
            {"name": run.job.name, "form": "estimate"}
            | estimate_json(run.made)
            | {"port": _port(run.port)}
            | _files(run.job.reading)
            | {"answer": answer_json(run.answer) | {"form": "estimate"}}
            for run in runs
        ],
    }


def estimate_json(made: Estimate) -> Json:
    """Fit, hours, dollars, and what they rest on."""
    per = made.per_million
    return {
        "fits": made.fits,
        "hours": _range(made.chosen.costs.hours) if made.chosen and made.chosen.costs and not made.missing else None,
        "usd": _range(made.chosen.costs.usd) if made.chosen and made.chosen.costs and not made.missing else None,
        "per_million_tokens": {"tokens": per.tokens, "hours": per.hours, "usd": per.usd} if per else None,
        "missing": list(made.missing),
        "tokens": made.work.tokens,
        "tokens_from": _factors(made.work.factors),
        "global_batch": made.batch.sequences,
        "global_batch_from": _factors(made.batch.factors),
        "machine": _placed(made.chosen, made) if made.chosen else None,
        "cheaper": _placed(made.cheaper, made) if made.cheaper else None,
        "others": [_placed(other, made) for other in made.others],
        "remedies": list(made.remedies),
        "limit_hours": made.limit_hours,
        "limit_usd": made.limit_usd,
    }


def comparison_json(name: str, found: Comparison) -> Json:
    """Before, after, and which changed parts explain the difference."""
    before, after = found.usd
    return {
        "name": name,
        "verdict": found.verdict,
        "unit": found.unit,
        "usd_before": before,
        "usd_after": after,
        "difference_usd": found.difference,
        "causes": [
            {"part": cause.part, "before": _plain(cause.before), "after": _plain(cause.after), "usd": cause.usd}
            for cause in found.causes
        ],
        "together_usd": found.together,
        "no_longer_fits": found.no_longer_fits,
        "before": estimate_json(found.before) if found.before else None,
        "after": estimate_json(found.after) if found.after else None,
    }


def _files(reading: ConfigReading) -> Json:
    return {
        "files": [file for file in reading.files if file],
        "formats": list(reading.formats),
        "read": [{"slot": entry.name, "value": entry.value, "key": entry.key} for entry in read_keys(reading)],
        "unused": list(reading.unused),
        "left_open": list(reading.left_open),
    }


def _port(port: Ported | None) -> Json | None:
    """What has to change for the chip, and the one-time cost that `usd` leaves out."""
    if port is None:
        return None
    return {
        "weeks": _range(port.weeks) if port.weeks else None,
        "usd": _range(port.usd) if port.usd else None,
        "pieces": [{"feature": each.feature, "key": each.key, "level": each.level} for each in port.pieces],
    }


def _placed(placed: Placed, made: Estimate) -> Json:
    costs, quote = placed.costs, placed.quote
    sized = costs is not None and not made.missing
    return {
        "cloud": placed.cloud,
        "instance": placed.instance.id if placed.instance else None,
        "accelerator": placed.chip.id,
        "count": placed.machines,
        "chips": placed.devices,
        "processes": placed.devices * placed.chip.workers,
        "region": quote.region if quote else None,
        "purchase": quote.purchase if quote else None,
        "usd_per_hour": quote.usd_per_hour.likely if quote else None,
        "price_as_of": quote.observed_on.isoformat() if quote else None,
        "hours_per_run": _range(costs.hours) if costs and sized else None,
        "billed_hours": _range(costs.billed) if costs and sized else None,
        "usd_per_run": _range(costs.usd) if costs and sized else None,
        "chip_gib": placed.holds.core_gib,
        "usable_gib": placed.holds.usable_gib,
        "fits": placed.holds.fits,
        "named": placed.is_named,
        "evidence": placed.speed.grade if placed.speed else None,
        "cites": list(placed.cites),
    }


def _factors(factors: tuple[Factor, ...]) -> list[Json]:
    return [{"slot": factor.name, "value": factor.value} for factor in factors]


def _plain(values: dict[str, Any]) -> Json:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def _range(spread: Interval) -> Json:
    return {"low": spread.low, "likely": spread.likely, "high": spread.high}
