"""What a reported run costs: its chip-hours at the price of that card, else at that of one in its place."""

from __future__ import annotations

from engine.forms.reported.reported_reasons import ReportedCost
from knowledge.facts import Facts, ProjectReport
from tests.engine.forms.reported.projects import report, told_by


def cost(facts: Facts, row: ProjectReport) -> ReportedCost:
    told = told_by(facts, row).ask("what does it cost to train ZoraMesh?").facts
    lines = (told.headline, *told.sentences)
    return next(line for line in lines if isinstance(line, ReportedCost))


def test_a_card_that_is_rented_out_is_priced_itself(facts: Facts) -> None:
    """4 h x 8 A100 = 32 chip-hours; p4d.24xlarge is $21.957642 for 8: 87.83."""
    found = cost(facts, report(chips=8, chip="a100", chip_gb=40, hours=4, hours_of="run"))
    assert not found.instead and round(found.high, 2) == 87.83


def test_a_card_nobody_rents_out_is_replaced_by_one_with_as_much_memory(facts: Facts) -> None:
    found = cost(facts, report(chips=1, chip="titanrtx", hours=10, hours_of="run"))
    assert found.instead and 0 < found.low < found.high
    other = next(chip for chip in facts.accelerators.values() if chip.name.endswith(found.instead))
    assert other.hbm_gib.value >= 21.6
