"""What is said where what would stand first is not what is asked."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.unsure.support import RENTED


def test_what_is_meant_is_not_held_and_the_matter_is_named_with_one_question_back(advisor: Advisor) -> None:
    answer = advisor.ask("Fine-tuning Llama 3.1 8B on p4d.24xlarge. What does the d in its name mean?")
    said = card_text(answer)
    assert said.startswith("You ask what something means about Llama 3.1 8B, p4d.24xlarge: I hold nothing")
    assert len(answer.facts.questions) == 1 and answer.facts.table is None and answer.verdict is None


def test_what_is_slow_gets_what_tells_the_cause_of_anything_slow(advisor: Advisor) -> None:
    said = card_text(advisor.ask("Inference of Llama 3 70B on inf2.48xlarge is very poor. Why is that?"))
    assert "nvidia-smi" in said and "$" not in said


def test_no_machine_to_rent_stands_where_nobody_asks_for_one(advisor: Advisor) -> None:
    answer = advisor.ask("Is an RTX 2080 Ti enough memory to train a segmentation network?")
    parts = answer.parts or (answer,)
    assert not any(line.code in RENTED for part in parts for line in part.facts.sentences)
