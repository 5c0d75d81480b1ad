"""`chipscout watch`: verdicts that are re-evaluated when prices change."""

from __future__ import annotations

import json
import time
from datetime import UTC, date, datetime
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

import click

from bot.commands.common import Day, advisor_of, open_store
from bot.commands.terminal import table
from bot.wording.errors import UserError
from bot.wording.words import say

if TYPE_CHECKING:
    from bot.watch.history import DatedFigures
    from bot.watch.watching import WatchedVerdict
    from knowledge.store.store import Store
    from knowledge.store.verdicts import KeptVerdict

WORDS = "words/watch.j2"


@click.group(help=say("help.j2", "watch"))
def watch() -> None:
    pass


@watch.command(name="list", help=say("help.j2", "watch_list"))
@click.option("--as-of", type=Day(), default=None, help=say("help.j2", "as_of"))
@click.option("--json", "as_json", is_flag=True, help=say("help.j2", "as_json"))
def list_(as_of: date | None, as_json: bool) -> None:
    from bot.watch.message import is_serving
    from bot.watch.watching import VerdictWatch

    day = as_of or datetime.now(UTC).date()
    with open_store() as store:
        watching = VerdictWatch(advisor_of(day), store, Lock())
        watched = [(kept, watching.look(kept, day)) for kept in store.verdicts.watched()]
        reports = {kept.id: len(store.watch_reports.of_verdict(kept.team, kept.id)) for kept, _ in watched}
    if as_json:
        click.echo(json.dumps([_flat(kept, seen) for kept, seen in watched], ensure_ascii=False, indent=1))
        return
    for kept, seen in watched:
        moved = seen.moved if seen else None
        serving = seen is not None and is_serving(seen.now)
        click.echo(say(WORDS, "listed", kept, reports[kept.id]))
        if moved:
            click.echo(f"  {say(WORDS, 'headline', moved, serving)}.")
    if not watched:
        click.echo(say(WORDS, "nobody"))


@watch.command(help=say("help.j2", "watch_show"))
@click.argument("number", metavar="ID")
@click.option("--chart", type=click.Path(path_type=Path), default=None, help=say("help.j2", "watch_chart"))
@click.option("--as-of", type=Day(), default=None, help=say("help.j2", "as_of"))
@click.option("--json", "as_json", is_flag=True, help=say("help.j2", "as_json"))
def show(number: str, chart: Path | None, as_of: date | None, as_json: bool) -> None:
    from bot.watch.history import through_time
    from bot.watch.watching import VerdictWatch

    day = as_of or datetime.now(UTC).date()
    advisor = advisor_of(day)
    with open_store() as store:
        kept = _kept(store, number)
        seen = VerdictWatch(advisor, store, Lock()).look(kept, day)
        points = through_time(advisor, store, kept, day)
    if seen is None or not points:
        raise UserError("watch_other_version", number=number)
    in_words = _drawn(seen, points, chart) if chart else None
    if as_json:
        click.echo(json.dumps(_flat(kept, seen) | {"history": _history(points)}, ensure_ascii=False, indent=1))
        return
    for line in _lines(kept, seen, points):
        click.echo(line)
    if in_words:
        click.echo(f"\n{say('words/card/chart.j2', 'written', str(chart))} {in_words}")


@watch.command(help=say("help.j2", "watch_rejudge"))
@click.option("--post", "posts", is_flag=True, help=say("help.j2", "watch_post"))
def rejudge(posts: bool) -> None:
    from bot.watch.watching import VerdictWatch

    today = datetime.now(UTC).date()
    advisor = advisor_of()
    with open_store() as store:
        watching = VerdictWatch(advisor, store, Lock())
        if posts:
            from bot.environment.settings import load
            from bot.slack.clients import Clients, one_client
            from bot.watch.reporter import WatchReporter

            settings = load()
            clients = Clients(settings, store, one_client(settings))
            summary = WatchReporter(advisor, store, watching, clients.of, time.time).round()
            click.echo(
                f"{say(WORDS, 'rejudged', summary.judged, summary.moved)} {say(WORDS, 'posted', summary.posted)}"
            )
            return
        seen = [verdict for kept in watching.verdicts(today) if (verdict := watching.look(kept, today))]
    moved = [verdict for verdict in seen if verdict.moved]
    click.echo(say(WORDS, "rejudged", len(seen), len(moved)))
    for verdict in moved:
        for line in _lines(verdict.kept, verdict, ()):
            click.echo(line)


def _kept(store: Store, number: str) -> KeptVerdict:
    for team in store.verdicts.teams():
        if kept := store.verdicts.get(team, number):
            return kept
    raise UserError("watch_unknown", number=number)


def _lines(kept: KeptVerdict, seen: WatchedVerdict, points: tuple[DatedFigures, ...]) -> list[str]:
    from bot.watch.history import turning_points
    from bot.watch.message import is_serving, rows, sources

    serving = is_serving(seen.now)
    lines = [say(WORDS, "listed", kept, 0)]
    if seen.moved is None:
        lines.append(say(WORDS, "stands", seen.now.as_of))
    else:
        heads = say(WORDS, "columns", seen.last_reported.as_of, seen.now.as_of).split("|")
        lines += [f"{say(WORDS, 'headline', seen.moved, serving)}.", say(WORDS, "did", seen.moved)]
        lines += [f"  {say(WORDS, 'thing', cause)}: {say(WORDS, 'price', cause)}" for cause in seen.moved.because]
        lines += ["", table([tuple(heads), *rows(seen.moved, serving)]), ""]
        lines += [
            f"  {say(WORDS, 'source', source)}"
            for source in sources(seen.last_reported, seen.now, seen.moved.because)
        ]
    if points:
        heads = say(WORDS, "history_columns").split("|")
        lines += [
            "",
            table([tuple(heads), *(_row(point, serving) for point in turning_points(points))], right={3, 4}),
        ]
    return lines


def _row(point: DatedFigures, serving: bool) -> tuple[str, ...]:
    names = ("lean", "option", "break_even_runs", "saving_usd")
    return (str(point.day), *(say(WORDS, "cell", name, point.figures, serving) for name in names))


def _drawn(seen: WatchedVerdict, points: tuple[DatedFigures, ...], path: Path) -> str:
    from bot.watch.chart import chart
    from bot.watch.message import is_serving

    runs = seen.now.verdict.case.runs if seen.now.verdict else 1.0
    return chart(points, runs, is_serving(seen.now), path)


def _flat(kept: KeptVerdict, seen: WatchedVerdict | None) -> dict[str, Any]:
    moved = seen.moved if seen else None
    return {
        "id": kept.id,
        "question": kept.question,
        "as_of": kept.as_of.isoformat(),
        "lean": kept.lean,
        "moved": None
        if moved is None
        else {
            "kinds": moved.kinds,
            "before": moved.before._asdict(),
            "after": moved.after._asdict(),
            "because": [
                move.thing._asdict()
                | {
                    "before": float(move.before.usd_per_hour) if move.before else None,
                    "after": float(move.after.usd_per_hour) if move.after else None,
                    "percent": None if move.share is None else round(move.share * 100, 2),
                }
                for move in moved.because
            ],
        },
    }


def _history(points: tuple[DatedFigures, ...]) -> list[dict[str, Any]]:
    return [{"day": point.day.isoformat()} | point.figures._asdict() for point in points]
