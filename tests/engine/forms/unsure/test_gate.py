"""When too little of a question was understood to answer it with figures."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_json import answer_json

LONG = (
    "Hello everybody, my colleague Zbigniew shouted across the corridor that renting 8 A100 was throwing pearls "
    "before swine: his grandfather's Llama 13B chatbot dawdled at 3.7 sighs, the landlord grumbled, the kettle "
    "whistled tunelessly. Which accelerator should his nephew's orchestra choose for that melancholy episode?"
)
PLAIN = "Can I serve Llama 13B on 8 A100?"


def test_a_question_mostly_not_understood_gets_no_figure_and_no_advice(advisor: Advisor) -> None:
    answer = advisor.ask(LONG)
    told = answer_json(answer)
    assert answer.facts.unsure and answer.verdict is None
    assert (told["verdict"]["kind"], told["verdict"]["lean"], told["options"]) == ("need_more", None, [])
    assert told["form"] == answer.form.id != "ask_back"  # which question was read stays told
    assert len(told["verdict"]["ask_back"]) == 1


def test_a_question_that_is_understood_is_answered(advisor: Advisor) -> None:
    assert not advisor.ask(PLAIN).facts.unsure


def test_talk_around_a_question_that_is_understood_changes_nothing(advisor: Advisor) -> None:
    """What lies outside the sentence that asks may be anything."""
    around = (
        "Zbigniew shouted. The kettle whistled, landlords grumbled, orchestras dawdled, nephews wept, swine sighed."
    )
    assert len(advisor.parse(f"{around} {PLAIN}").unread) >= 6
    assert not advisor.ask(f"{around} {PLAIN}").facts.unsure


@pytest.mark.parametrize("slot", [("task", "inference"), ("parameters", "13e9")])
def test_slots_set_by_hand_state_the_work_exactly(slot: tuple[str, str], advisor: Advisor) -> None:
    assert not advisor.ask(LONG, settings=dict([slot])).facts.unsure


def test_what_memory_says_is_answered_whatever_is_told_beside_it(advisor: Advisor) -> None:
    """A sum with its assumptions shown invents nothing."""
    for asked in ("Does Llama 13B fit on 8 A100 40 GB, and which lesson should", "How much VRAM does 13B take, and"):
        answer = advisor.ask(LONG.replace("Which accelerator should", asked))
        assert answer.form.id == "fit" and not answer.facts.unsure


def test_two_chips_that_were_named_are_set_side_by_side(advisor: Advisor) -> None:
    around = LONG.rpartition(". ")[0]
    answer = advisor.ask(f"{around}. How do the H100 and the A100 compare for melancholy orchestras?")
    assert answer.form.id == "compare" and not answer.facts.unsure


def test_no_estimate_rests_on_an_amount_nobody_said(advisor: Advisor) -> None:
    cost = "What does it cost to fine-tune it, when"
    assert advisor.ask(LONG.replace("Which accelerator should", cost)).facts.unsure
    counted = cost.replace("it,", "it on 20M tokens,")
    assert not advisor.ask(LONG.replace("Which accelerator should", counted)).facts.unsure


def test_plain_words_are_not_counted(advisor: Advisor) -> None:
    talk = "However, I wanted more, I was getting nowhere, trying hard, and it seems like I read nothing. " * 4
    assert not advisor.ask(f"{talk} Which accelerator should I rent to serve Llama 13B?").facts.unsure


def test_a_long_letter_that_says_what_is_done_and_how_much_is_answered(advisor: Advisor) -> None:
    work = "We fine-tune Llama 13B weekly with PyTorch on AWS, 2B tokens a run, budget $40k. "
    answer = advisor.ask(work + LONG)
    assert len(answer.reading.profile.stated()) >= 8 and not answer.facts.unsure


def test_a_first_line_that_only_says_what_is_missing_misleads_nobody(advisor: Advisor) -> None:
    """It is what was asked: how long. What the card holds would answer another question."""
    around = LONG.rpartition(". ")[0].replace("Llama 13B ", "")
    answer = advisor.ask(
        f"{around}. How long would it take to train his nephew's melancholy voice, and is there a way"
    )
    assert answer.form.id == "estimate" and not answer.facts.unsure
    assert answer.facts.headline is not None and answer.facts.headline.code == "work_unknown"
