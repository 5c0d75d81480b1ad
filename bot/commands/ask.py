"""`chipscout ask` and `chipscout parse`."""

from __future__ import annotations

import codecs
import json
import sys
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import click

from bot.advice.advisor import Advisor, Answer
from bot.advice.team import TeamData
from bot.card.as_json import answer_json, parse_json, trace_json
from bot.card.as_text import WIDTH, card_text, math_text
from bot.commands.common import Day, advisor_of, local_team, settings_of
from bot.environment.output import drawing
from bot.wording.errors import UserError
from bot.wording.printable import printable
from bot.wording.words import error, say
from engine.workload.profile import Reading
from knowledge import bounded_json

UNREAD = frozenset({"empty", "no_words", "too_long"})  # of a text; anything else is about the command
Shape = Callable[[str, Answer], str]


class BatchLine(NamedTuple):
    """One line of a batch file: a question, or the turns of a thread."""

    id: str
    turns: tuple[str, ...]
    threaded: bool
    number: int


@click.command(help=say("help.j2", "ask"))
@click.argument("text", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help=say("help.j2", "as_json"))
@click.option("--brief", "as_brief", is_flag=True, help=say("help.j2", "as_brief"))
@click.option("--as-of", type=Day(), default=None, help=say("help.j2", "as_of"))
@click.option("--set", "pairs", multiple=True, metavar="SLOT=VALUE", help=say("help.j2", "set_slot"))
@click.option("--full", is_flag=True, help=say("help.j2", "full"))
@click.option("--math", is_flag=True, help=say("help.j2", "math"))
@click.option("--chart", type=click.Path(path_type=Path), default=None, metavar="FILE", help=say("help.j2", "chart"))
@click.option("--batch", type=click.Path(path_type=Path), default=None, help=say("help.j2", "batch"))
def ask(
    text: tuple[str, ...],
    as_json: bool,
    as_brief: bool,
    as_of: date | None,
    pairs: tuple[str, ...],
    full: bool,
    math: bool,
    chart: Path | None,
    batch: Path | None,
) -> None:
    advisor = advisor_of(as_of)
    settings, team = settings_of(pairs), local_team()
    if batch is not None:
        _batch(advisor, batch, settings, team, _brief_line if as_brief else _full_line)
        return
    asked = " ".join(text)
    answer = None if math or chart else _of_config(advisor, asked, settings, team)
    answer = answer or advisor.ask(_in_words(advisor, asked), settings=settings, team=team)
    if as_brief:
        from bot.brief.made import brief
        from bot.brief.shorten import text_of

        click.echo(text_of(brief(answer)))
        return
    drawn = _draw(answer, chart) if chart is not None else None
    if math:
        click.echo(_math_json(answer) if as_json else math_text(answer), nl=as_json)
    elif as_json:
        click.echo(json.dumps(answer_json(answer), ensure_ascii=False, indent=1))
    else:
        show(answer, full=full)
    if drawn and not as_json:
        click.echo(f"\n{drawn}")


def _of_config(advisor: Advisor, text: str, settings: dict[str, str], team: TeamData) -> Answer | None:
    """What the first config in the code of a question comes to, with what the question says beside it."""
    if "`" not in text:
        return None
    from bot.estimates.estimator import estimated
    from bot.estimates.pasted import beside, pasted

    found = pasted(text, advisor.facts)
    if not found.jobs:
        return None
    said = beside(found.words, advisor)
    if said.chip_memory_gb:
        return None  # a card named by its memory alone is none to place a run on: the question is answered as one
    return estimated(advisor, found.jobs[0], settings=settings, beside=said, team=team).shown


def _in_words(advisor: Advisor, text: str) -> str:
    """A server's command in the code of a question is the question it stands for."""
    if "`" not in text:
        return text
    from bot.estimates.served import spelled_out

    return spelled_out(text, advisor.facts)


def _math_json(answer: Answer) -> str:
    """Each offering's steps; without an offering, the sums that the answer tells, as agents get them."""
    from bot.api.traced import trace

    return json.dumps(trace_json(answer) or trace(answer).model_dump(mode="json"), indent=1)


def _brief_line(key: str, answer: Answer) -> str:
    from bot.brief.made import brief
    from bot.brief.shorten import text_of

    return text_of({"id": key} | brief(answer))


def _full_line(key: str, answer: Answer) -> str:
    return _dumped({"id": key} | answer_json(answer))


def _dumped(body: dict[str, Any]) -> str:
    return json.dumps(body, ensure_ascii=False)


def _draw(answer: Answer, file: Path) -> str:
    """The file name, and the chart in words. Drawn before anything is printed, so that an error stands alone."""
    from bot.card.as_picture import break_even_chart

    in_words = break_even_chart(answer, file)
    return f"{say('words/card/chart.j2', 'written', file)} {in_words}"


@click.command(help=say("help.j2", "parse"))
@click.argument("text", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help=say("help.j2", "as_json"))
@click.option("--batch", type=click.Path(path_type=Path), default=None, help=say("help.j2", "batch"))
def parse(text: tuple[str, ...], as_json: bool, batch: Path | None) -> None:
    advisor = advisor_of()
    if batch is not None:
        _batch(advisor, batch, {}, TeamData(), lambda key, answer: _dumped(parse_json(key, answer) | _lean(answer)))
        return
    body = parse_json("1", advisor.ask(" ".join(text)))
    click.echo(json.dumps(body, ensure_ascii=False, indent=1 if not as_json else None))


def _lean(answer: Answer) -> dict[str, Any]:
    return {"rule_lean": answer.rule_lean}


def show(answer: Answer, *, full: bool = False) -> None:
    """Prints the card: styled in a terminal, plain in a pipe."""
    if not sys.stdout.isatty():
        click.echo(card_text(answer, full=full), nl=False)
        return
    from rich.console import Console

    console = Console(file=drawing(sys.stdout), highlight=False, soft_wrap=True)
    width = min(console.width, 140)
    text = card_text(answer, max(60, width) if width else WIDTH, styled=True, full=full)
    console.print(printable(text), end="")


def _batch(
    advisor: Advisor,
    path: Path,
    settings: dict[str, str],
    team: TeamData,
    shape: Shape,
) -> None:
    """Prints one JSON object per line; a thread gives one for each turn, with ids "<id>#<n>" from 1."""
    for entry in list(_lines(path)):
        before: Reading | None = None
        for number, turn in enumerate(entry.turns, 1):
            try:
                answer = advisor.ask(turn, before=before, settings=settings, team=team)
            except UserError as problem:
                if problem.code not in UNREAD:
                    raise
                raise UserError("batch_line", path=str(path), number=entry.number, because=error(problem)) from None
            before = answer.goes_on_from
            key = f"{entry.id}#{number}" if entry.threaded else entry.id
            click.echo(shape(key, answer))


def _lines(path: Path) -> Iterator[BatchLine]:
    try:
        content = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    except OSError as problem:
        raise UserError("unreadable_file", path=str(path), reason=problem.strerror or "") from None
    for number, written in enumerate(content.removeprefix(codecs.BOM_UTF8).split(b"\n"), 1):
        try:
            line = written.decode()
        except UnicodeDecodeError:
            raise UserError("bad_batch_text", path=str(path), number=number) from None
        if not line.strip():
            continue
        try:
            entry = bounded_json.loads(line)
            yield _entry(entry, number)
        except (ValueError, KeyError, TypeError, AttributeError):
            raise UserError("bad_batch_line", path=str(path), number=number) from None


def _entry(entry: dict[str, Any], number: int) -> BatchLine:
    """
    Raises:
        ValueError, KeyError, TypeError, AttributeError: it is not such a line.
    """
    turns = entry.get("turns")
    texts = [turn["text"] if isinstance(turn, dict) else turn for turn in turns] if turns else [entry["text"]]
    known = isinstance(turns, list) or (turns is None and "text" in entry)
    if not known or not isinstance(entry["id"], str | int) or not all(isinstance(text, str) for text in texts):
        raise ValueError
    for text in (str(entry["id"]), *texts):
        text.encode()  # raises UnicodeEncodeError, a ValueError: half of a surrogate pair
    return BatchLine(str(entry["id"]), tuple(texts), turns is not None, number)
