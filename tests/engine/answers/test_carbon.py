"""Carbon of what was named: chips x hours x power x host x PUE x grid, worked out by hand."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card import sentences
from engine.base.reason import Reason


def said(advisor: Advisor, question: str) -> dict[str, Reason]:
    answer = advisor.ask(question)
    found: dict[str, Reason] = {}
    for entry in answer.facts.sentences:
        found.setdefault(entry.code, entry)
    return found


def test_the_chips_and_hours_said_in_the_region_said(advisor: Advisor) -> None:
    emits = said(advisor, "What are the emissions of 100 H100s for 5 days in us-west-2?")["emits"]
    # 12,000 chip-hours x 0.7 kW x (0.8 + 0.35 host) x PUE 1.12 = 10,819.2 kWh; x 0.11976 kg/kWh
    assert emits.values["kwh"] == pytest.approx(10_819.2)
    assert emits.values["likely"] == pytest.approx(1295.7, abs=0.1)
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


def test_the_amount_asked_for_leads_the_card_even_beside_a_verdict(advisor: Advisor) -> None:
    """64 x 504 h x 0.7 kW x 1.15 x PUE 1.11 = 28,822 kWh; x 0.4034 kg/kWh = 11,627 kg, printed as 12,000."""
    answer = advisor.ask("how much CO2 for a 70B pretraining on 64 H100 for 3 weeks in Ireland?")
    assert answer.verdict is not None
    line = sentences.lead(answer, answer.verdict)
    assert line.startswith("64 x NVIDIA H100 SXM for 21 days: about 29,000 kWh and 12,000 kgCO2e in eu-west-1")
    assert any(one.values.get("region") == "eu-north-1" for one in answer.facts.sentences)  # the greenest, below


def test_a_region_that_sells_it_at_no_known_price_says_so(advisor: Advisor) -> None:
    best = said(advisor, "how much CO2 for a 70B pretraining on 64 H100 for 3 weeks in Ireland?")["greenest"]
    assert best.values["known_here"] is False
    assert "for eu-west-1 no price is known" in sentences.fact(best)


def test_googles_carbon_free_share_stands_beside_the_figure_and_not_in_it(advisor: Advisor) -> None:
    emits = said(advisor, "carbon of 8 H100 for a day in us-central1")["emits"]
    assert emits.values["cfe"] == 0.88
    # 192 h x 0.7 kW x 1.15 x PUE 1.1 = 170.0 kWh; x 0.50142 kg/kWh = 85.2 kg, nothing subtracted
    assert emits.values["likely"] == pytest.approx(85.25, abs=0.05)
    assert "shown for reference and not in this figure" in sentences.fact(emits)


def test_a_grid_on_another_method_is_not_held_against_the_ranked_ones(advisor: Advisor) -> None:
    best = said(advisor, "carbon of 8 MI300X for a day in norwayeast")["greenest"]
    assert "share" not in best.values


def test_chips_on_for_a_week_are_no_deadline(advisor: Advisor) -> None:
    """64 x 168 h x 0.7 kW x 1.15 x PUE 1.11 = 9,607 kWh; x 0.4034 kg/kWh = 3,876 kg."""
    question = "how much CO2 do 64 H100 emit in a week in Ireland, and where would it be greener?"
    assert advisor.ask(question).verdict is None
    emits = said(advisor, question)["emits"]
    assert (emits.values["hours"], emits.values["said"]) == (168, True)
    assert emits.values["likely"] == pytest.approx(3_876, abs=1)


def test_a_region_not_known_to_sell_it_says_so_and_names_no_dirtier_one_as_greener(advisor: Advisor) -> None:
    answer = advisor.ask("Estimate emissions: one p6-b200.48xlarge for 3 hours, Paris")
    assert "greenest region" not in sentences.answer_line(answer)
    best = said(advisor, "Estimate emissions: one p6-b200.48xlarge for 3 hours, Paris")["greenest"]
    assert "for eu-west-3 no price is known, nor whether it is sold there" in sentences.fact(best)


def test_a_chip_without_power_still_has_the_grid_of_the_region_asked(advisor: Advisor) -> None:
    found = said(advisor, "How many kilograms of CO2 would 64 trn1.32xlarge emit over 10 days in Oregon?")
    assert "emits" not in found
    assert found["grid_of"].values["region"] == "us-west-2"


def test_of_two_regions_the_cleaner_one_leads_the_card(advisor: Advisor) -> None:
    answer = advisor.ask("which is greener for a 1 week 7B pretrain on AWS, Stockholm or Ohio?")
    assert answer.verdict is not None
    line = sentences.lead(answer, answer.verdict)
    assert line.startswith("AWS: eu-north-1 (Europe, Stockholm) is cleaner than us-east-2")


def test_several_runs_are_added_up(advisor: Advisor) -> None:
    """256 x 144 h x 0.4 kW x 1.15 x PUE 1.11 = 18,823 kWh a run, 56,469 for three; x 0.4034 = 22,780 kg."""
    question = "kWh and CO2e of last quarter's 3 pretraining runs, each 6 days on 32 p4d.24xlarge in Dublin"
    emits = said(advisor, question)["emits"]
    assert emits.values["runs"] == 3
    assert emits.values["kwh"] == pytest.approx(18_823, abs=1)
    assert "23,000 kgCO2e and 56,000 kWh for 3 runs" in sentences.answer_line(advisor.ask(question))


def test_a_type_that_is_named_with_its_hours_is_one_machine_and_no_example(advisor: Advisor) -> None:
    """8 chips x 100 h = 800 chip-hours x 0.7 kW x (0.8 + 0.35 host) x PUE 1.12 = 721.28 kWh."""
    answer = advisor.ask("carbon in us-west-2?", settings={"instances": "p5.48xlarge", "run_hours": "100"})
    (emits,) = [entry for entry in answer.facts.sentences if entry.code == "emits"]
    assert emits.values["kwh"] == pytest.approx(721.28) and emits.values["said"]


def test_a_specialist_cloud_that_names_no_region_has_no_grid(advisor: Advisor) -> None:
    answer = advisor.ask("How much carbon does an A100 80GB on RunPod emit in 10 hours?")
    assert answer.form.id == "carbon"
