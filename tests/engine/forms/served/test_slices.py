"""Several models on one GPU: on slices of MIG, or side by side."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.served.slices import NoSlices, SideBySide, SlicesHold


def test_seven_slices_of_an_h100_hold_an_8b_in_8_bits_and_no_more(advisor: Advisor) -> None:
    """80 GiB x 90% / 8 = 9 GiB; 8e9 parameters are 14.9 GiB in 16 bits and 7.5 in 8, beside a cache."""
    said = advisor.ask("can I split an H100 with MIG to serve seven 8B models?").facts.headline
    assert isinstance(said, SlicesHold)
    assert (said.profile, said.instances, said.wanted, said.enough) == ("1g.10gb", 7, 7, True)
    assert said.usable == pytest.approx(9.0)
    assert [way for way, *_ in said.fits] == ["fp8", "int4"]
    assert [(way, profile) for way, _, profile, _ in said.too_large] == [("bf16", "1g.20gb")]


def test_the_largest_slices_that_are_enough_are_taken(advisor: Advisor) -> None:
    said = advisor.ask("two 7B models on one A100 with MIG").facts.headline
    assert isinstance(said, SlicesHold) and (said.profile, said.instances) == ("3g.40gb", 2)
    assert not said.too_large


def test_a_profile_that_is_named_is_the_one(advisor: Advisor) -> None:
    """Half of 80 GiB x 90%: 36 GiB, of which 13e9 parameters take 24.2 in 16 bits."""
    said = advisor.ask("MIG 3g.40gb for a 13B").facts.headline
    assert isinstance(said, SlicesHold) and said.named and said.wanted is None
    assert said.usable == pytest.approx(36.0) and said.fits[0][0] == "bf16"


def test_more_copies_than_slices_are_too_many(advisor: Advisor) -> None:
    said = advisor.ask("ten 7B models on an H100 with MIG, possible?").facts.headline
    assert isinstance(said, SlicesHold) and not said.enough and said.instances == 7


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("three 8B models on one H100", ["bf16", "fp8", "int4"]),  # 3 x 16 GiB of 72
        ("two Llama 3.1 70B models on one H100", ["int4"]),  # 2 x 33.9 GiB and their cache of 72
    ],
)
def test_without_slices_they_share_the_memory(advisor: Advisor, text: str, ways: list[str]) -> None:
    said = advisor.ask(text).facts.headline
    assert isinstance(said, SideBySide) and said.usable == pytest.approx(72.0)
    assert [way for way, *_ in said.fits] == ways


def test_a_chip_without_profiles_is_said_to_have_none_here(advisor: Advisor) -> None:
    answer = advisor.ask("can I use MIG on an L40S for two 7B models?")
    assert isinstance(answer.facts.headline, NoSlices)
    assert any(isinstance(one, SideBySide) for one in answer.facts.sentences)


@pytest.mark.parametrize("text", ["why does nvidia-smi show only one MIG instance?", "serve a 7B model on 4 A100"])
def test_other_questions_are_answered_as_before(advisor: Advisor, text: str) -> None:
    assert advisor.ask(text).form.id != "serving"
