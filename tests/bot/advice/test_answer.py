"""One answered question: what the next turn goes on from."""

from __future__ import annotations

from bot.advice.advisor import Advisor


def test_a_turn_goes_on_from_the_work_where_a_fact_was_asked_last(advisor: Advisor) -> None:
    answer = advisor.ask("Does a 70B LoRA fit on one p4d? And what does p5 cost in Ohio?")
    assert answer.parts[-1].form.id == "price"
    assert answer.goes_on_from.work is not None and answer.goes_on_from.work.parameters == 70e9
