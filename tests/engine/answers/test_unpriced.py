"""What is named and not priced is said, with the nearest thing that is."""

from __future__ import annotations

from datetime import date

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text, headline
from engine.answers.unpriced import ListPrices, NotPriced, listed_from, not_priced, of_specialists
from engine.library import Library
from engine.workload.profile import Profile
from knowledge.facts import SPECIALISTS, Facts
from tests.day import DAY


@pytest.mark.parametrize(
    ("profile", "names", "instance"),
    [
        (Profile(candidates=("gb300",)), "NVIDIA GB300 NVL72 (per GPU)", "p6-b300.48xlarge"),
        (Profile(candidates=("trainium3",)), "AWS Trainium3", "trn2.48xlarge"),
        (Profile(candidates=("h800",), accelerator_count=8), "NVIDIA H800", "p5.48xlarge"),
        (Profile(current_instances=("a40",)), "NVIDIA A40", "g6e.xlarge"),
        (Profile(candidates=("h100",), providers=("coreweave",)), "CoreWeave", "p5.48xlarge"),
        (Profile(providers=("vultr",)), "Vultr", None),
    ],
)
def test_the_nearest_on_sale_is_named(facts: Facts, profile: Profile, names: str, instance: str | None) -> None:
    (reason,) = not_priced(profile, Library(facts), DAY)
    assert (reason.names, reason.instance) == (names, instance)


def test_a_provider_whose_price_is_known_is_told_with_it(facts: Facts) -> None:
    profile = Profile(candidates=("h100",), providers=("lambda",), accelerator_count=8)
    told = of_specialists(profile, Library(facts), DAY)
    assert told is not None
    assert (told.providers, told.usd, told.is_named) == (("Lambda",), (31.92,), True)
    assert not_priced(profile, Library(facts), DAY) == ()


def test_a_provider_without_a_price_of_that_chip_is_not_priced(facts: Facts) -> None:
    (reason,) = not_priced(Profile(candidates=("mi300x",), providers=("lambda",)), Library(facts), DAY)
    assert reason.names == "Lambda"


@pytest.mark.parametrize("chips", [("h100",), ("gpu",), ("v100",), ("trainium",), ("a100-40", "tpu"), ()])
def test_nothing_is_said_of_what_is_priced(facts: Facts, chips: tuple[str, ...]) -> None:
    assert not_priced(Profile(candidates=chips), Library(facts), DAY) == ()


def test_before_the_first_price_of_a_chip_it_is_not_priced(facts: Facts) -> None:
    (reason,) = not_priced(
        Profile(candidates=("v100",)), Library(facts), date(2026, 1, 20)
    )  # p3 is priced from January 21
    assert reason.names == "NVIDIA V100 16 GB"


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        (
            "Pretrain a 3B model on GB300",
            "NVIDIA GB300 NVL72 (per GPU) is not among what I price; nearest: ",
        ),
        ("Fine-tune Llama 8B weekly on 4x 4090s", "NVIDIA RTX 4090 is not among what I price; nearest: "),
        (
            "Weekly Llama 8B fine-tunes on H100 at CoreWeave",
            "CoreWeave is not among what I price; nearest: NVIDIA H100",
        ),
        ("Fine-tune Llama 5 weekly on AWS", "I hold nothing on Llama 5: how many parameters does it have?"),
        (
            "We train a 7B at CoreWeave",
            "CoreWeave is not among what I price: those are AWS, Google Cloud, Azure and seven specialist clouds.",
        ),
    ],
)
def test_the_first_line_of_advice_says_so(advisor: Advisor, text: str, begins: str) -> None:
    assert headline(advisor.ask(text)).startswith(begins)


@pytest.mark.parametrize(
    "text",
    [
        "Does a 13B fit on 2 x RTX 4090 or on one A6000 for inference?",
        "Which is faster for training, an RTX 4090 or an A6000?",
        "RTX 4090 vs A6000 for inference of a 7B",
        "Does bitsandbytes run on an RTX 4090 and an A6000?",
        "How long does a LoRA of an 8B on 10M tokens take on an RTX 4090, or an A6000?",
    ],
)
def test_where_no_price_decides_all_of_them_are_one_line(advisor: Advisor, text: str) -> None:
    text = card_text(advisor.ask(text))
    assert "not among what I price" not in text
    assert text.count("I hold no price for") <= 1


def test_cards_with_the_same_nearest_chip_are_one_sentence(advisor: Advisor) -> None:
    asked = advisor.ask("Fine-tune Llama 8B weekly on 2080 Ti or 2070 cards, which machine instead?")
    line = headline(asked)
    assert line.count("nearest:") == 1 and "RTX 2080 Ti and NVIDIA RTX 2070 are not among what I price" in line


@pytest.mark.parametrize(
    "text", ["cheapest H200 in Europe", "cheapest H100 NVL in Canada", "cheapest B200 in Tokyo", "cheapest H100"]
)
def test_what_is_not_known_of_specialists_is_told_of_those_that_are_shown(text: str, advisor: Advisor) -> None:
    facts = advisor.ask(text).facts
    told = {cloud for one in facts.sentences if isinstance(one, ListPrices) for cloud in one.clouds}
    assert facts.table is not None
    at = facts.table.columns.index("cloud")
    assert told == {row.cells[at] for row in facts.table.rows} & set(SPECIALISTS)


def test_of_each_chip_of_a_comparison_the_least_list_price(facts: Facts) -> None:
    types = [thing for thing in facts.instances.values() if thing.accelerator in ("mi300x", "h100-sxm")]
    (told,) = listed_from(Profile(candidates=("mi300x", "h100")), types, Library(facts), DAY)
    listed = dict(zip(told.chips, zip(told.providers, told.usd_chip, strict=True), strict=True))
    assert listed == {"AMD Instinct MI300X": ("RunPod", 2.39), "NVIDIA H100 SXM": ("RunPod", 3.49)}
    assert listed_from(Profile(clouds=("aws",)), types, Library(facts), DAY) == ()


def test_who_is_not_priced_is_answered_with_others_of_its_kind(advisor: Advisor) -> None:
    (told,) = advisor.ask("what does coreweave charge for an H100?").facts.unpriced
    assert isinstance(told, NotPriced) and told.is_cloud
    assert [one.provider for one in told.listed] == ["RunPod", "Lambda", "Nebius"]
