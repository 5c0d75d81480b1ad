"""Reports held against a card: enough, less than its authors state, where it ran out, less than anybody reports."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.reported.reported_reasons import ReportedRoom
from knowledge.facts import Facts, ProjectReport
from tests.engine.forms.reported.projects import report, told_by

RAN, OUT = report(memory_gb=24, memory_is="enough", said_by="user"), report(memory_gb=16, memory_is="too_little")
NEEDED = report(memory_gb=32, memory_is="needed")
READ_OFF = report(
    memory_gb=25.7, memory_is="needed", said_by="authors"
)  # 24 GiB are 25.8 GB, of which a program has 22 to 23


@pytest.mark.parametrize(
    ("reports", "card", "level"),
    [
        ((RAN,), "RTX 3090", "enough"),
        ((RAN,), "RTX 4080", "nobody"),
        ((RAN, OUT), "RTX 4080", "ran_out"),
        ((NEEDED,), "RTX 3090", "needs_more"),
        ((RAN, NEEDED), "RTX 3090", "enough"),  # somebody did it on less
        ((READ_OFF,), "RTX 3090", "needs_more"),
        ((report(chips=8, chip="v100", chip_gb=32),), "RTX 3090", "nobody"),
        ((report(chips=8, chip="v100", chip_gb=32),), "RTX 5090", "enough"),
    ],
)
def test_what_decides(facts: Facts, reports: tuple[ProjectReport, ...], card: str, level: str) -> None:
    first = told_by(facts, *reports).ask(f"can I train ZoraMesh on one {card}?").facts.headline
    assert first is not None and first.code == "reported_room"
    assert first.values["level"] == level


def test_without_a_card_the_memory_and_the_cheapest_machine_with_it(facts: Facts) -> None:
    told = told_by(facts, RAN).ask("how much GPU memory does training ZoraMesh take?").facts
    assert told.headline is not None and told.headline.code == "reported_memory"
    machine = next(line for line in told.sentences if line.code == "reported_machine")
    assert float(machine.values["gib"]) >= 21.6  # 24 GB cards report 22.35 GiB


@pytest.mark.parametrize(
    ("reports", "gib"),
    [
        ((report(memory_gb=23, memory_is="used", chips=1),), 44.7),  # not an L4, which reports 22.35 GiB
        ((report(memory_gb=47, memory_is="used", chips=8),), None),  # of eight that may have shared the model
        ((report(memory_gb=40, memory_is="needed", chips=8),), 44.7),
        ((report(memory_gb=40, memory_is="used", chips=1), report(memory_gb=48, memory_is="too_little")), 95.6),
    ],
)
def test_a_machine_with_one_card_has_all_that_was_used(
    facts: Facts, reports: tuple[ProjectReport, ...], gib: float | None
) -> None:
    told = told_by(facts, *reports).ask("how much GPU memory does training ZoraMesh take?").facts
    machine = next((line for line in told.sentences if line.code == "reported_machine"), None)
    assert (machine and machine.values["gib"]) == gib


@pytest.mark.parametrize(
    ("reports", "card", "level"),
    [
        ((RAN,), "A100 80GB", "not_needed"),  # 24 GB are less than 0.7 x 80
        ((RAN, OUT), "RTX 4090", "as_much"),  # ran on 24, ran out on 16
        ((RAN,), "RTX 4080", "nobody"),  # that is whether it is enough: nobody did with so little
        ((report(chips=8, chip="a100"),), "A100 80GB", "enough"),  # it may have had 40 or 80 GB
    ],
)
def test_whether_a_card_is_needed(facts: Facts, reports: tuple[ProjectReport, ...], card: str, level: str) -> None:
    first = told_by(facts, *reports).ask(f"does training ZoraMesh require one {card}?").facts.headline
    assert isinstance(first, ReportedRoom)
    assert first.level == level
    assert (first.failed is not None) is (level == "as_much")


def test_of_two_cards_the_one_that_is_reported_to_do_leads(facts: Facts) -> None:
    told = told_by(facts, RAN, OUT).ask("training ZoraMesh, one RTX 4080 or one RTX 3090?").facts
    found = [line for line in (told.headline, *told.sentences) if isinstance(line, ReportedRoom)]
    assert [(line.card, line.level) for line in found] == [
        ("NVIDIA RTX 3090", "enough"),
        ("NVIDIA RTX 4080", "ran_out"),
    ]


def test_a_figure_told_of_each_card_decides_over_a_smaller_report(advisor: Advisor) -> None:
    first = advisor.ask("openvla-oft fine-tuning takes ~26 GB at bs 1. Does it fit on 8x A5000 24GB?").facts.headline
    assert isinstance(first, ReportedRoom)
    assert (first.level, first.told_gb, first.said) == ("told", 26.0, 8)  # 26e9 / 2**30 = 24.2 GiB of 24


def test_of_reports_that_hold_the_one_within_the_card_is_told(advisor: Advisor) -> None:
    first = advisor.ask("nnU-Net: is an RTX 3080 with 10 GB enough for training?").facts.headline
    assert isinstance(first, ReportedRoom)
    assert (first.level, first.report.gb) == ("enough", 10.0)  # not the card of 11 GB that others had


def test_so_many_cards_are_not_needed_where_it_ran_on_fewer(facts: Facts) -> None:
    first = told_by(facts, report(chips=1, chip="a100")).ask("does training ZoraMesh require 8 A100?").facts.headline
    assert isinstance(first, ReportedRoom)
    assert (first.level, first.said, first.report.chips) == ("not_needed", 8, 1)
