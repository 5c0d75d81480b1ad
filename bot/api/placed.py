"""The machines of a config's estimate, as choices of the brief contract."""

from __future__ import annotations

from typing import Any

from bot.brief.contract import MOST_CHOICES
from bot.brief.made import figure, range_of
from bot.brief.shorten import without_empty
from engine.estimates.estimate import Estimate
from engine.estimates.machines import Placed

Json = dict[str, Any]


def placed(made: Estimate) -> Json:
    """What the run is placed on, then the cheaper one and the others."""
    others = [made.cheaper, *made.named, *made.others]
    seen = {_key(made.chosen)} if made.chosen else set()
    kept = []
    for other in others:
        if other is not None and other.instance is not None and _key(other) not in seen:
            seen.add(_key(other))
            kept.append(_choice(other, made))
    return {
        "option": _choice(made.chosen, made) if made.chosen and made.chosen.instance else None,
        "choices": kept[:MOST_CHOICES],
    }


def _key(placed: Placed) -> tuple[str, int, str]:
    return placed.id, placed.machines, placed.quote.purchase if placed.quote else ""


def _choice(placed: Placed, made: Estimate) -> Json:
    costs, quote = placed.costs if not made.missing else None, placed.quote
    return without_empty(
        {
            "instance": placed.id,
            "cloud": placed.cloud,
            "accelerator": placed.chip.id,
            "count": placed.machines,
            "hours": figure(costs.billed.likely) if costs else None,
            "purchase": quote.purchase if quote else None,
            "region": quote.region if quote else None,
            "usd_per_hour": figure(quote.usd_per_hour.likely, 6) if quote else None,
            "price_as_of": quote.observed_on.isoformat() if quote else None,
            "price_is_own": True if quote and quote.own else None,
            "usd_per_run": figure(costs.usd.likely) if costs else None,
            "usd_per_run_range": range_of(costs.usd) if costs else None,
            "evidence": placed.speed.grade if placed.speed else None,
            "not_recommended_because": None,
            "cites": list(placed.cites[:3]),
        }
    )
