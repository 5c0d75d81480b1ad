"""What a thread keeps of the first line of an answer."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.advice.thread.first_line import first_words


@pytest.mark.parametrize(
    ("question", "instance", "chips"),
    [
        ("price of g5.12xlarge", "g5.12xlarge", 4),
        ("can I LoRA a 13B on one 24GB card?", "g6e.xlarge", 1),
        ("will qwen2.5-14b full ft fit on 8x L40S", "", 8),
    ],
)
def test_it_is_kept_with_what_it_is_about(advisor: Advisor, question: str, instance: str, chips: int) -> None:
    answer = advisor.ask(question)
    kept = answer.goes_on_from.first
    assert kept.words == first_words(answer)
    assert (kept.about[0].instance, kept.about[0].chips) == (instance, chips)


def test_a_line_that_says_that_nothing_changes_leaves_the_one_before(advisor: Advisor) -> None:
    before = advisor.ask("can I LoRA a 13B on one 24GB card?")
    after = advisor.ask("by how many unicorns", before=before.goes_on_from)
    assert after.goes_on_from.first == before.goes_on_from.first
