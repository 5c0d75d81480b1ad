"""What is named and not priced is said, with the nearest thing that is."""

from __future__ import annotations

from datetime import date

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import headline
from engine.answers.unpriced import not_priced
from engine.library import Library
from engine.workload.profile import Profile
from knowledge.facts import Facts
from tests.day import DAY


@pytest.mark.parametrize(
    ("profile", "names", "instance"),
    [
        (Profile(candidates=("gb300",)), "NVIDIA GB300 NVL72 (per GPU)", "p6-b300.48xlarge"),
        (Profile(candidates=("trainium3",)), "AWS Trainium3", "trn2.48xlarge"),
        (Profile(candidates=("h800",), accelerator_count=8), "NVIDIA H800", "p5.48xlarge"),
        (Profile(current_instances=("a40",)), "NVIDIA A40", "g6e.xlarge"),
        (Profile(candidates=("h100",), providers=("coreweave",)), "CoreWeave", "p5.48xlarge"),
        (Profile(providers=("runpod",)), "RunPod", None),
    ],
)
def test_the_nearest_on_sale_is_named(facts: Facts, profile: Profile, names: str, instance: str | None) -> None:
    (reason,) = not_priced(profile, Library(facts), DAY)
    assert (reason.names, reason.instance) == (names, instance)


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
        ("We train a 7B on Lambda Labs", "Lambda is not among what I price: those are AWS, Google Cloud and Azure."),
    ],
)
def test_the_first_line_of_advice_says_so(advisor: Advisor, text: str, begins: str) -> None:
    assert headline(advisor.ask(text)).startswith(begins)
