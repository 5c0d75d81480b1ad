"""The first screen, read as a person reads it: its sums come out, its first row is the answer, and it is short.

Every labelled text that asks for advice on some amount of work is asked; of other work a rule decides, a unit is
costed, or its size is asked. The rendered table is parsed back from its characters.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bot.advice.advisor import Advisor, Answer
from bot.card.as_json import answer_json
from bot.card.as_text import card_text
from bot.card.blocks.message import card_blocks
from bot.card.shown_options import shown_options
from bot.wording.errors import UserError
from engine.answers.model import FactAnswer
from engine.forms.choose import SIZES
from engine.forms.per_unit.rates import BOUNDS
from engine.verdict.headline import AMOUNTS
from engine.workload.question import PLANNED

TEXTS = Path(__file__).parents[2] / "engine" / "reading" / "texts"
FILES = ("plain", "fresh", "independent", "unlearnt")
MOST = 50
COUNTS = frozenset({"accelerator_count", "instance_count"})
LINES = 46  # about forty; two more where a text also asks for facts
WIDE = 400  # so wide that every row is one line
CLOSE = 0.01
SCALES = {"": 1.0, "k": 1e3, "M": 1e6, "B": 1e9}
MONEY = re.compile(r"-?\$([\d,.]*\d)([kMB]?)")
RANGE = re.compile(r"(\$[\d,.]+[kMB]?) \((\$[\d,.]+[kMB]?)-(\$[\d,.]+[kMB]?)\)")


class Row(NamedTuple):
    mark: str
    cells: dict[str, str]


def texts() -> list[Any]:
    rows = [row for name in FILES for row in tomllib.loads((TEXTS / f"{name}.toml").read_text())["text"]]
    asked = (row for row in rows if row.get("intent") == "advise" and row.get("form", "choose") == "choose")
    sized = (row for row in asked if not SIZES.isdisjoint(row["expect"]))
    counted = (row for row in sized if not (AMOUNTS - BOUNDS).isdisjoint(row["expect"]))
    # one run on so many machines is costed alone: no verdict on many stands below it
    advice = (row for row in counted if COUNTS.isdisjoint(row["expect"]) or not PLANNED.isdisjoint(row["expect"]))
    return [pytest.param(row["text"], id=row["id"]) for row in islice(advice, MOST)]


@cache
def _asked(advisor: Advisor, text: str) -> Answer | None:
    try:
        return advisor.ask(text)
    except UserError:
        return None


@pytest.fixture
def answer(request: pytest.FixtureRequest, advisor: Advisor) -> Answer:
    """The verdict in full: of work put on one machine by name, what it takes there stands above it."""
    made = _asked(advisor, request.param)
    assert made is not None and made.verdict is not None
    if made.facts.headline is None:
        return made
    assert made.facts.headline.code in ("run_estimate", "month_estimate")
    return made.model_copy(update={"facts": FactAnswer(verdict_below=True)})


def usd(text: str) -> float | None:
    """What an amount of money says; None for a dash."""
    match = MONEY.fullmatch(text)
    assert match or text == "-", text
    return float(match[1].replace(",", "")) * SCALES[match[2]] if match else None


def table(text: str) -> list[Row]:
    """The table of a card: its columns stand at least two spaces apart."""
    lines = text.split("\n")
    starts = [at for at, line in enumerate(lines) if line.startswith("  instance ")]
    if not starts:
        return []
    heads = re.split(r" {2,}", lines[starts[0]].strip())
    rows = []
    for line in lines[starts[0] + 1 :]:
        if not re.match(r"[ >-] \S", line):
            break
        rows.append(Row(line[0].strip(), dict(zip(heads, re.split(r" {2,}", line[2:].strip()), strict=False))))
    return rows


def amounts(cell: str) -> list[float | None]:
    return [usd(part) for part in cell.split(" / ")]


def counted(cell: str) -> Iterator[tuple[float, float] | None]:
    """The instances and hours of each size: "1 x 2.59 / 24.3" has one number of instances for both."""
    count = ""
    for part in cell.split(" / "):
        if part == "-":
            yield None
            continue
        head, _, hours = part.rpartition(" x ")
        count = head or count
        yield float(count.replace(",", "")), float(hours.replace(",", ""))


def of_head(row: Row, start: str) -> str:
    return next(cell for head, cell in row.cells.items() if head.startswith(start))


def is_runs(head: str) -> bool:
    return re.match(r"[\d,.]+[kM]? (run|month)s?\b", head) is not None


ASKED = pytest.mark.parametrize("answer", texts(), indirect=True)


@ASKED
def test_every_row_can_be_done_again_by_eye(answer: Answer) -> None:
    """Instances x hours x $/h = $ a run, and $ a run x runs + migration = the total, as printed, within 1 %."""
    assert answer.verdict is not None
    runs = answer.verdict.case.runs
    rows = table(card_text(answer, WIDE))
    is_asked_back = answer.verdict.kind == "need_more"
    assert len(rows) == (0 if is_asked_back else len(shown_options(answer.verdict).rows))
    for row in rows:
        rate, port = usd(row.cells["$/h"]), usd(row.cells["migration"])
        assert rate and port is not None
        totals = amounts(next(cell for head, cell in row.cells.items() if is_runs(head)))
        each = amounts(of_head(row, "$ a "))
        for sum_of, run, total in zip(counted(of_head(row, "n x hours")), each, totals, strict=True):
            if sum_of is None or run is None or total is None:
                assert (sum_of, run, total) == (None, None, None)
                continue
            assert sum_of[0] * sum_of[1] * rate == pytest.approx(run, rel=CLOSE)
            assert run * runs + port == pytest.approx(total, rel=CLOSE)


@ASKED
def test_the_first_row_is_the_recommended_one_everywhere(answer: Answer) -> None:
    assert answer.verdict is not None
    body, rows = answer_json(answer), table(card_text(answer, WIDE))
    option = answer.verdict.option
    if option is None:
        assert not any(row.mark == ">" for row in rows)
        return
    assert [row.mark for row in rows].count(">") == 1 and rows[0].mark == ">"
    assert rows[0].cells["instance"] == option.instance.removeprefix("Standard_")
    assert body["verdict"]["option"] == body["options"][0]["id"] == option.id
    assert body["verdict"]["lean"] in (option.family, "hybrid", "pilot_both")


@ASKED
def test_slack_has_the_rows_of_the_terminal(answer: Answer) -> None:
    rows = table(card_text(answer, WIDE))
    tables = [block for block in card_blocks(answer) if block["type"] == "data_table"]
    shown = [[cell.get("text", "") for cell in row] for made in tables for row in made["rows"][1:]]
    marked = [("✓ " if row.mark == ">" else "") + f"{row.cells['instance']}, {row.cells['buy']}" for row in rows]
    assert marked == [cells[0] for cells in shown]
    for row, cells in zip(rows, shown, strict=True):
        assert {row.cells["$/h"], of_head(row, "$ a ")} <= set(cells)
        migration = "none" if row.cells["migration"] == "$0" else row.cells["migration"]
        assert any(cell.startswith(migration) for cell in cells)


@ASKED
def test_a_card_is_short(answer: Answer) -> None:
    assert len(card_text(answer).splitlines()) <= LINES


@ASKED
def test_what_is_likely_lies_within_its_range_as_printed(answer: Answer) -> None:
    text = card_text(answer, WIDE, full=True)
    for likely, low, high in RANGE.findall(text):
        middle, bottom, top = usd(likely), usd(low), usd(high)
        assert middle is not None and bottom is not None and top is not None
        assert bottom <= middle <= top


@ASKED
def test_what_is_cheaper_and_not_recommended_is_there_with_what_holds_it_back(answer: Answer) -> None:
    rows = table(card_text(answer, WIDE))
    heads = [head for head in (rows[0].cells if rows else {}) if is_runs(head)]
    for row in rows:
        total = amounts(row.cells[heads[0]])[-1]
        first = amounts(rows[0].cells[heads[0]])[-1]
        if rows[0].mark and " / " not in row.cells[heads[0]] and total and first and total < first * (1 - CLOSE):
            line = next(
                line
                for line in card_text(answer, WIDE).split("\n")
                if line.startswith(f"{row.mark or ' '} {row.cells['instance']} ") and row.cells["buy"] in line
            )
            assert line.split(row.cells["source"])[-1].strip(), line


def test_the_texts_ask_for_much_and_the_parser_finds_what_is_printed() -> None:
    assert len(texts()) == MOST
    assert list(counted("1 x 2.59 / 24.3")) == [(1.0, 2.59), (1.0, 24.3)]
    assert list(counted("1 x 3.51 / 2 x 1,016.6")) == [(1.0, 3.51), (2.0, 1016.6)]
    assert amounts("$93.10 / $20.8k") == [93.1, 20_800.0] and usd("-") is None
