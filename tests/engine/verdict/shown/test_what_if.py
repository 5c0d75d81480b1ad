"""A flip with one click: saying what it says turns the sum, as the card promises."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.verdict.flips import Flip
from engine.verdict.shown.what_if import applied, nearest, values_of
from engine.workload.profile import Reading

ASKED = (
    "repeated Llama fine-tune, PyTorch, tight region capacity",
    "trn2.48xlarge or p5en.48xlarge for a Llama 8B fine-tune, 1B tokens a run, 150 runs, PyTorch, AWS",
    "tpu or gpu or trainium for a repeated 70B fine-tune on H100 us-west-2",
)


def test_the_value_said_is_that_of_the_flip() -> None:
    assert values_of(Flip(slot="runs", now=52.0, at=124.0, lean="trainium")) == {"runs": 124.0}


@pytest.mark.parametrize("text", ASKED)
def test_every_what_if_turns_the_verdict_as_promised(advisor: Advisor, text: str) -> None:
    answer = advisor.ask(text)
    assert answer.verdict is not None
    offered = nearest(answer.verdict.flips)
    assert offered
    for flip in offered:
        after = advisor.answer(text, applied(answer.reading, values_of(flip)), before=answer.reading)
        assert after.verdict is not None and after.verdict.lean == flip.lean, flip
        assert after.changed is not None and flip.slot in {change.slot for change in after.changed.slots}


def test_three_are_offered_and_none_that_cannot_be_said(advisor: Advisor) -> None:
    verdict = advisor.ask(ASKED[1]).verdict
    assert verdict is not None
    number, *choices = nearest(verdict.flips)
    assert number.ratio is not None
    assert [flip.slot for flip in choices] == ["custom_kernels", "framework"]
    assert all(flip in verdict.flips for flip in nearest(verdict.flips))


def test_saying_a_value_lifts_its_exclusion() -> None:
    reading = Reading(ruled_out={"purchase": ("spot", "capacity_block")})
    assert applied(reading, {"purchase": "spot"}).ruled_out == {"purchase": ("capacity_block",)}


@pytest.mark.parametrize("values", [{"colour": "red"}, {"runs": "many"}])
def test_what_is_no_slot_or_no_value_is_refused(values: dict[str, str]) -> None:
    with pytest.raises(ValueError):
        applied(Reading(), values)
