"""`chipscout backtest`: predict throughput for each row of a table and report the error."""

from __future__ import annotations

import json
from pathlib import Path

import click

from bot.card.sentences import why
from bot.commands.common import load_facts
from bot.inputs.benchmark_table import Reader
from bot.wording.errors import UserError
from bot.wording.words import environment, say
from engine.library import Library
from engine.speed.backtest import UNITS, BacktestReport, Outcome, Score, backtest, parts, score, worst

DIGITS = 6


@click.command("backtest", help=say("help.j2", "backtest"))
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--json", "as_json", is_flag=True, help=say("help.j2", "as_json"))
def command(file: str, as_json: bool) -> None:
    facts = load_facts()
    try:
        text = Path(file).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else "not UTF-8 text"
        raise UserError("unreadable_file", path=file, reason=reason or "") from None
    report = backtest(Reader(facts).rows(text, file), Library(facts))
    click.echo(json.dumps(body(report), ensure_ascii=False) if as_json else card(report))


def body(report: BacktestReport) -> dict[str, object]:
    """The report as JSON; its keys are a contract."""
    return {
        "rows": [_row(outcome) for outcome in report.outcomes],
        "skipped": [{"id": row.id, "because": why(row.because)} for row in report.skipped],
        "summary": {
            "rows": len(report.outcomes),
            "skipped": len(report.skipped),
            "all": _score(score(report.outcomes)),
            "seen": _score(score(outcome for outcome in report.outcomes if outcome.seen)),
            "unseen": _score(score(outcome for outcome in report.outcomes if not outcome.seen)),
            "parts": [
                {"accelerator": chip, "kind": kind, **(_score(part) or {})}
                for (chip, kind), part in parts(report.outcomes).items()
            ],
        },
    }


def card(report: BacktestReport) -> str:
    """The report as text."""
    because: dict[str, list[str]] = {}
    for row in report.skipped:
        because.setdefault(why(row.because), []).append(row.id)
    text = (
        environment()
        .get_template("terminal/backtest.txt.j2")
        .render(
            rows=report.outcomes,
            skipped=because,
            scores={
                "all": score(report.outcomes),
                "seen": score(outcome for outcome in report.outcomes if outcome.seen),
                "unseen": score(outcome for outcome in report.outcomes if not outcome.seen),
            },
            parts=parts(report.outcomes),
            worst=worst(report.outcomes),
        )
    )
    return text.rstrip()


def _row(outcome: Outcome) -> dict[str, object]:
    speed = outcome.speed
    return {
        "id": outcome.id,
        "kind": outcome.config.kind,
        "unit": UNITS[outcome.config.kind],
        "predicted": _digits(speed.likely),
        "low": _digits(speed.low),
        "high": _digits(speed.high),
        "measured": outcome.measured,
        "seen": outcome.seen,
        "extrapolated": outcome.extrapolated,
    }


def _score(summary: Score | None) -> dict[str, object] | None:
    if summary is None:
        return None
    return {name: round(value, 4) if isinstance(value, float) else value for name, value in summary._asdict().items()}


def _digits(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")
