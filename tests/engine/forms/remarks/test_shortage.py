"""A machine that is not to be had gets where it is sold and the ways round, and no small GPU to try on."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.remarks.shortage import NoneToBeHad, WaysRound
from tests.day import DAY

SHORT = (
    "I can't get p4d.24xlarge in eu-west-1, always InsufficientInstanceCapacity",
    "Launching a p4d.24xlarge in eu-west-1 keeps failing, no capacity. What can I do?",
    "p4d.24xlarge in Ireland: insufficient instance capacity for two days now",
)


@pytest.mark.parametrize("text", SHORT)
def test_where_it_is_sold_and_the_ways_round_come_first(text: str, advisor: Advisor) -> None:
    told = advisor.ask(text).facts
    assert isinstance(told.headline, NoneToBeHad)
    assert (told.headline.instance, told.headline.region, told.headline.there) == ("p4d.24xlarge", "eu-west-1", True)
    ways = next(one for one in told.sentences if isinstance(one, WaysRound))
    assert isinstance(ways, WaysRound) and ways.block and ways.spot
    assert "p4de.24xlarge" in ways.others, "the sister with 80 GB cards"


def test_no_machine_for_beginners_is_offered_instead(advisor: Advisor) -> None:
    card = card_text(advisor.ask(SHORT[0]))
    assert "g4dn" not in card and "what is free right now I cannot see" in " ".join(card.split())


def test_absence_from_our_list_is_not_told_as_a_fact_of_the_market(advisor: Advisor) -> None:
    sold = advisor.library().prices(DAY).sold_in(advisor.facts.instances["a3-highgpu-8g"])
    region = next(one.id for one in advisor.facts.regions.values() if one.cloud == "gcp" and one.id not in sold)
    text = f"a3-highgpu-8g keeps failing with ZONE_RESOURCE_POOL_EXHAUSTED in {region}, what can I do?"
    said = " ".join(card_text(advisor.ask(text)).split())
    assert f"whether in {region} I do not hold" in said


def test_work_that_was_described_is_still_placed(advisor: Advisor) -> None:
    text = "we can't get p4d; weekly LoRA of Llama 3 8B on 1B tokens, PyTorch, AWS"
    assert advisor.ask(text).form.id != "remark"


@pytest.mark.parametrize(
    "text",
    [
        "Can the model run on several 4090s? I can't get H100 or H200",
        "The same setup on H100 and H200 shows no gain at all, why would the H200 not be faster?",
    ],
)
def test_a_question_about_other_chips_is_no_shortage(text: str, advisor: Advisor) -> None:
    assert not isinstance(advisor.ask(text).facts.headline, NoneToBeHad)


@pytest.mark.parametrize(
    ("text", "instance"),
    [
        ("tpu-v5p-8 failed to create and says 'Insufficient reserved capacity' when no reservation is used", "v5p-8"),
        ("Standard_NC24ads_A100_v4 is currently not available in eastus", "Standard_NC24ads_A100_v4"),
        (
            "Can't deploy A100 in westus2. The requested resource is not available in the location",
            "Standard_ND96asr_v4",
        ),
        ("unable to provision p5.48xlarge", "p5.48xlarge"),
    ],
)
def test_what_cannot_be_created_is_not_to_be_had(text: str, instance: str, advisor: Advisor) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, NoneToBeHad) and told.instance == instance


def test_a_cloud_that_is_not_known_to_have_the_chip_is_named(advisor: Advisor) -> None:
    told = " ".join(card_text(advisor.ask("Can't deploy V100 in westus2, it is not available there")).split())
    assert told.startswith("I know no machine on Azure with NVIDIA V100")
