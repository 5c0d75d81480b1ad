"""Machines by the memory they have: of all their chips, or of each where that is said."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.machines.at_least import MachinesWith, NoneWith


@pytest.mark.parametrize(
    ("text", "gb", "cloud"),
    [
        ("Need 96GB+ VRAM for a 45B model in bf16, cheapest option?", 96, None),
        ("at least 48 GB GPU memory on GCP, cheapest per hour?", 48, "gcp"),
        ("machines with >= 640 GB of GPU memory on Azure", 640, "azure"),
        ("mindestens 48 GB VRAM auf AWS, was ist am billigsten?", 48, "aws"),
        ("instances with 192+ GB of VRAM in us-east-1, by price", 192, None),
        ("至少 80GB 显存的最便宜的实例", 80, None),
    ],
)
def test_ten_machines_at_most_with_so_much_in_all_the_cheapest_first(
    text: str, gb: float, cloud: str | None, advisor: Advisor
) -> None:
    """As makers write gigabytes: 22.35 GiB are a card of 24 GB, so that 1.5% less and GiB for GB are no less."""
    answer = advisor.ask(text)
    first, table = answer.facts.headline, answer.facts.table
    assert answer.form.id == "price" and isinstance(first, MachinesWith) and first.gb == gb and not first.each
    assert table is not None and 0 < len(table.rows) <= 10
    rows = [dict(zip(table.columns, row.cells, strict=True)) for row in table.rows]
    assert [row["usd"] for row in rows] == sorted(float(str(row["usd"])) for row in rows)
    assert all(float(str(row["gib_all"])) * 1.0738 >= gb * 0.985 for row in rows)
    assert cloud is None or {row["cloud"] for row in rows} == {cloud}


def test_said_of_each_card_it_is_of_each(advisor: Advisor) -> None:
    """An L4 has 24 GB: four of them are no machine with 80 GB a card."""
    answer = advisor.ask("cheapest AWS machine with at least 80 GB VRAM per GPU")
    first = answer.facts.headline
    assert isinstance(first, MachinesWith) and first.each and first.gib / first.count >= 79


def test_what_no_machine_has_is_said_with_the_most(advisor: Advisor) -> None:
    """Eight MI300X of 192 GB."""
    first = advisor.ask("cheapest machine with at least 2 TB of GPU memory on Azure").facts.headline
    assert isinstance(first, NoneWith) and first.gib == 8 * 192


@pytest.mark.parametrize(
    "text",
    [
        "Is 24GB VRAM enough for a 13B LoRA?",
        "I need at least 24GB VRAM to fine-tune a 7B, right?",
        "need a server with 128 GB RAM and a T4",
        "cheapest H100 machine with at least 640 GB",
    ],
)
def test_other_questions_of_memory_stay_what_they_are(text: str, advisor: Advisor) -> None:
    assert not isinstance(advisor.ask(text).facts.headline, MachinesWith | NoneWith)
