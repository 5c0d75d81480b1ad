"""Prices as a table."""

from __future__ import annotations

from datetime import date

import pytest

from bot.advice.advisor import Advisor
from bot.wording.words import say
from engine.answers.rank_prices import instances_asked, ranked
from engine.forms.parts.price_table import COLUMNS, COUNTED, price_table
from engine.forms.sold.counted import in_all
from engine.workload.profile import Profile
from knowledge.facts import Facts
from tests.day import DAY


def test_a_row_is_one_price_and_the_chip_stands_where_several_are_told(advisor: Advisor) -> None:
    types = instances_asked(Profile(candidates=("h200",)), set(), advisor.facts)
    rows = ranked(types, advisor.library(), DAY, None, "on_demand")
    one, several = price_table(rows, best=rows[0]), price_table(rows, chip=True)
    assert one is not None and several is not None
    assert one.columns == COLUMNS and several.columns == ("chip", *COLUMNS)
    assert [row.is_best for row in one.rows] == [True] + [False] * (len(rows) - 1)
    cells = dict(zip(one.columns, one.rows[0].cells, strict=True))
    assert cells["usd_chip"] == rows[0].quote.seen.likely / rows[0].instance.count


def test_without_prices_there_is_no_table() -> None:
    assert price_table([]) is None


def test_several_machines_stand_with_what_they_cost_in_all(advisor: Advisor) -> None:
    types = instances_asked(Profile(candidates=("h200",)), set(), advisor.facts)
    rows = in_all(ranked(types, advisor.library(), DAY, None, "on_demand"), 32)
    table = price_table(rows)
    assert table is not None and set(COUNTED) <= set(table.columns) and "usd" not in table.columns
    cells = dict(zip(table.columns, table.rows[0].cells, strict=True))
    assert cells["usd_all"] == rows[0].quote.seen.likely * 4 and cells["machines"] == 4


@pytest.mark.parametrize(
    ("text", "instance"),
    [
        ("cheapest 3 year reserved v5e TPU", "v5e-1"),
        ("cheapest 1 year reserved v6e TPU", "v6e-1"),
        ("cheapest GPU in South Africa", "g4dn.2xlarge"),
        ("H100 for 3 years reserved on Azure, how much per year?", "Standard_ND96isr_H100_v5"),
    ],
)
@pytest.mark.parametrize("day", [DAY, date(2026, 11, 28)])
def test_what_was_seen_long_ago_is_told_as_old_in_whatever_place(
    text: str, instance: str, day: date, facts: Facts
) -> None:
    """Seen 304 days ago and more; half a year is what is told without a note."""
    table = Advisor(facts, day).ask(text).facts.table
    assert table is not None
    rows = [dict(zip(table.columns, row.cells, strict=True)) for row in table.rows]
    told = [row for row in rows if row["instance"] == instance]
    assert told and all("old" in str(row["aside"]).split() for row in told)
    aged = [row for row in rows if row["age"] is not None]
    assert all(("old" in str(row["aside"]).split()) == (int(str(row["age"])) > 183) for row in aged)


@pytest.mark.parametrize(
    ("text", "instance", "notes", "shown"),
    [
        (
            "cheapest A100 reserved 3 years",
            "p4d.24xlarge",
            ["from before the June 2025 cut", "old"],
            "a claim: from before the June 2025 cut, old",
        ),
        ("cheapest B200", "gpu-b200-sxm-a_8gpu-160vcpu-1792gb", ["twin_rose", "old"], "its twin rose, old"),
        ("cheapest H200 in Europe", "gpu-h200-sxm_1gpu-16vcpu-200gb", ["one_list"], "one list"),
    ],
)
def test_all_that_is_to_be_known_of_a_price_stands_in_its_note(
    text: str, instance: str, notes: list[str], shown: str, facts: Facts
) -> None:
    table = Advisor(facts, date(2027, 2, 1)).ask(text).facts.table
    assert table is not None
    rows = [dict(zip(table.columns, row.cells, strict=True)) for row in table.rows]
    told = [str(row["aside"] or "") for row in rows if row["instance"] == instance]
    assert notes in [note.split("\n") for note in told]
    assert shown in [say("words/forms/price.j2", "cell_aside", note) for note in told]
