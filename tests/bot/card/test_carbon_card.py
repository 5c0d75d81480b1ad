"""Whatever chip and region are asked about, a question of carbon gets a card, in text and in blocks.

Of the regions of each cloud and of the chips, which stand by vendor and year, every few are asked about.
"""

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_json import answer_json
from bot.card.as_text import card_text
from bot.card.blocks.message import card_blocks
from knowledge.facts import Facts
from tests.share import some

WORK = "Llama 8B fine-tune, 1B tokens, 20 runs, lowest carbon"


@pytest.mark.parametrize("cloud", ["aws", "gcp", "azure"])
def test_every_region_is_answered(advisor: Advisor, facts: Facts, cloud: str) -> None:
    for region in some([one.id for one in facts.regions.values() if one.cloud == cloud], 5):
        answer = advisor.ask(f"{WORK} in {region}")
        assert card_text(answer), region
        assert card_blocks(answer), region


@pytest.mark.parametrize("work", ["carbon of 8 {chip} for a day", "{chip}: serve Llama 8B, lowest carbon"])
def test_every_chip_is_answered(advisor: Advisor, facts: Facts, work: str) -> None:
    rented = {one.accelerator for one in facts.instances.values()}
    named = [chip for chip in facts.accelerators.values() if chip.aliases]  # the others a text cannot name
    for chip in some(named, 5):
        if "serve" in work and chip.id not in rented:
            continue  # nothing to serve on there: the answer is that of the model
        answer = advisor.ask(work.format(chip=chip.aliases[0]))
        assert card_text(answer), chip.id
        assert card_blocks(answer), chip.id


def test_a_region_without_a_gpu_on_sale_is_answered_by_the_dollars(advisor: Advisor) -> None:
    """Only TPUs are priced there beside the GPUs ruled out, and no power of theirs is published."""
    answer = advisor.ask("Llama 8B fine-tune with 1B tokens, lowest carbon, TPU v6e in us-east4, no GPUs")
    assert "Carbon cannot rank" in card_text(answer)


def test_energy_stands_beside_carbon_in_the_json(advisor: Advisor) -> None:
    """Grams are kWh x g/kWh: 396.25 in Virginia, the likely figures exactly."""
    options = answer_json(advisor.ask(f"{WORK} on AWS in us-east-1"))["options"]
    known = [option for option in options if option["gco2e_per_run"] and option["region"] == "us-east-1"]
    assert known
    for option in known:
        grams, kwh = option["gco2e_per_run"], option["kwh_per_run"]
        assert grams["likely"] == pytest.approx(kwh["likely"] * 396.25)
        assert grams["low"] < grams["likely"] < grams["high"]
    unknown = [option for option in options if option["accelerator"] == "trainium1"]
    assert {option["kwh_per_run"] for option in unknown} == {None}
    assert {option["gco2e_per_run"] for option in unknown} == {None}
