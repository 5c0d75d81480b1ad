"""Carbon of what was named: chips x hours x power x host x PUE x grid, worked out by hand."""

from __future__ import annotations

import pytest

from bot.advisor import Advisor
from engine.options import Why


def said(advisor: Advisor, question: str) -> dict[str, Why]:
    answer = advisor.ask(question)
    assert answer.facts is not None
    found: dict[str, Why] = {}
    for entry in answer.facts.sentences:
        found.setdefault(entry.code, entry)
    return found


def test_the_chips_and_hours_said_in_the_region_said(advisor: Advisor) -> None:
    emits = said(advisor, "What are the emissions of 100 H100s for 5 days in us-west-2?")["emits"]
    # 12,000 chip-hours x 0.7 kW x 0.8 x 1.35 host x PUE 1.12 x 0.11976 kg/kWh
    assert emits.values["likely"] == pytest.approx(1216.8, abs=0.1)
    assert 0 < float(emits.values["low"]) < float(emits.values["likely"]) < float(emits.values["high"])
    assert "carbon-gsf-real-time-cloud" in emits.cites


def test_the_greenest_region_that_sells_it_has_its_price(advisor: Advisor) -> None:
    best = said(advisor, "which region is greenest for a week on 64 H100s?")["greenest"]
    assert best.values["region"] == "eu-north-1"
    assert best.values["usd"] == 58.8928
    assert best.values["total"] == pytest.approx(79_151.92, abs=0.01)  # 8 machines x 168 h x 58.8928
    assert best.values["more"] == pytest.approx(5_178.16, abs=0.01)  # over 55.04 in us-east-1


def test_a_chip_without_a_power_figure_gets_none_invented(advisor: Advisor) -> None:
    found = said(advisor, "what is the carbon footprint of 16 trn1.32xlarge for a day?")
    assert "emits" not in found
    assert {"no_power", "no_power_place"} & set(found)


def test_advice_beside_carbon_only_where_a_workload_or_a_rule_speaks(advisor: Advisor) -> None:
    assert advisor.ask("which region is greenest for a week on 64 H100s?").verdict is None
    shifted = "JAX on Google Cloud, jobs can be shifted in time to wherever the grid is clean. Lowest carbon setup?"
    held = advisor.ask(shifted).verdict
    assert held is not None and held.rule_lean == "tpu"
