"""The question that a turn completes, and what its own sentences want to know."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.reading.asking.turn import turned, whole
from engine.workload.profile import Reading
from tests.engine.reading.test_read import vocabulary


def after(advisor: Advisor, *turns: str) -> Reading:
    """The reading of the last turn, with the forms that answered those before it."""
    before: Reading | None = None
    for turn in turns[:-1]:
        before = advisor.ask(turn, before=before).goes_on_from
    assert before is not None
    return turned(before, turns[-1], vocabulary())


def test_a_turn_that_says_what_was_asked_back_for_completes_the_question(advisor: Advisor) -> None:
    reading = after(advisor, "I get CUDA out of memory when training. What can I do?", "It's a 7B, batch size 4")
    assert reading.text == reading.question and "out of memory" in reading.text
    assert (reading.profile.parameters, reading.profile.batch_size) == (7e9, 4)
    assert "memory_error" in reading.cues and "fit" in reading.sought.predicates


@pytest.mark.parametrize("turn", ["what about a 7B?", "thanks, it is a 7B", "which card for a 7B?"])
def test_a_turn_that_asks_or_takes_leave_completes_nothing(advisor: Advisor, turn: str) -> None:
    assert after(advisor, "I get CUDA out of memory when training. What can I do?", turn).text == turn


def test_nothing_is_completed_that_was_said_already(advisor: Advisor) -> None:
    reading = after(advisor, "Does a 7B fit on one T4 for training?", "it is a 13B")
    assert reading.text == "Does a 13B fit on one T4 for training?" and reading.profile.parameters == 13e9


def test_a_turn_without_a_predicate_has_that_of_its_thread() -> None:
    before = whole("Does Llama 8B fit on one L4?", vocabulary())
    assert turned(before, "and on a T4?", vocabulary()).sought == before.sought
    assert turned(before, "how fast is it there?", vocabulary()).sought.predicates == ("rate",)


@pytest.mark.parametrize(
    ("turn", "failed"),
    [("and LoRA on my two?", False), ("with QLoRA then", False), ("with LoRA it goes OOM, too", True)],
)
def test_a_failure_stays_with_the_work_it_was_told_of(advisor: Advisor, turn: str, failed: bool) -> None:
    before = advisor.ask("full fine-tuning of llama2-13b on 2x A800 80G goes OOM. How many do I need?").goes_on_from
    assert ("memory_error" in advisor.parse(turn, before=before).cues) is failed
