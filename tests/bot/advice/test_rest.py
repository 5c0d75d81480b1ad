"""What a message asked for beyond its answer is answered in a line, or named in the asker's words."""

from __future__ import annotations

import itertools

import pytest

from bot.advice.advisor import Advisor
from bot.advice.rest import distinct
from bot.card.as_json import answer_json
from bot.card.as_text import card_text
from engine.forms import Asked
from engine.forms.explain import held_nearby
from engine.forms.faqs.written import written_instead

FITS = "Does a 70B LoRA fit on 4 A100?"


def said(text: str, advisor: Advisor) -> str:
    return " ".join(card_text(advisor.ask(text)).split())


def test_what_no_sentence_tells_is_named_in_the_words_of_the_asker(advisor: Advisor) -> None:
    answer = advisor.ask(f"{FITS} Can we resume the training the next day?")
    assert answer.form.id == "fit"
    assert answer.left_out == ("Can we resume the training the next day?",) or len(answer.parts) > 1
    assert said(FITS, advisor).count("Not answered here") == 0


def test_what_an_answer_tells_is_not_named(advisor: Advisor) -> None:
    text = "How long does a LoRA of 8B on 100M tokens take on one A100, and how much does it cost?"
    assert advisor.ask(text).left_out == ()


JOINED = {
    "memory": ("How much VRAM does LoRA of 13B take?", "GiB"),
    "hours": ("How long does a LoRA of 8B on 100M tokens take on one A100?", " h "),
    "price": ("What does p5.48xlarge cost in Ohio?", "$"),
}


@pytest.mark.parametrize(("one", "other"), [*itertools.permutations(JOINED, 2)])
def test_two_questions_give_both_answers_in_any_order_or_name_what_remains(
    one: str, other: str, advisor: Advisor
) -> None:
    text = f"{JOINED[one][0]} {JOINED[other][0]}"
    shown, left = said(text, advisor), advisor.ask(text).left_out
    for question, mark in (JOINED[one], JOINED[other]):
        assert mark in shown or any(question in words for words in left)


def test_what_is_named_is_in_json_too(advisor: Advisor) -> None:
    answer = advisor.ask(f"{FITS} Should I increase the dataset?")
    assert answer_json(answer)["unanswered"] == list(answer.left_out) != []


def test_talk_and_questions_back_name_nothing(advisor: Advisor) -> None:
    assert advisor.ask("hello, how long have you been here?").left_out == ()


def test_what_holds_for_any_work_is_told_in_a_line_below(advisor: Advisor) -> None:
    answer = advisor.ask(f"{FITS} Can we resume the training the next day?")
    assert [part.form.id for part in answer.parts] == ["fit", "explain"]
    below = answer.parts[1]
    assert below.question == "Can we resume the training the next day?" and below.facts.table is None
    assert answer.left_out == ()


def test_it_comes_first_where_the_rest_was_not_understood(advisor: Advisor) -> None:
    shown = said(
        "How much does electricity cost you when running local LLMs? Always doing back-of-envelope math when trying "
        "new hardware. For a 4090 at full tilt (~350W inference load): you're paying ~$0.10/hr in electricity on "
        "top. For a small cluster, monthly power alone is about 5,600 kWh, a few hundred bucks. Does anyone here "
        "actually factor electricity or carbon into their compute decisions?",
        advisor,
    )
    assert shown.startswith("Electricity costs watts / 1,000 x hours")


def test_what_others_did_never_comes_first(advisor: Advisor) -> None:
    answer = advisor.ask(f"Could you tell me how many samples have you trained on? {FITS}")
    assert answer.form.id == "fit"


def test_a_further_part_does_not_repeat_how_the_message_was_read(advisor: Advisor) -> None:
    assert said(f"{FITS} Can we resume the training the next day?", advisor).count("Understood") == 1


def test_each_kind_of_thing_has_one_written_answer_at_most(advisor: Advisor) -> None:
    kinds = [kind for faq in advisor.facts.faqs.values() for kind in faq.instead]
    assert len(kinds) == len(set(kinds))
    known = {str(term.value) for term in advisor.facts.terms if term.slot == "asked"}
    assert set(kinds) <= known == {str(term.value) for term in advisor.facts.terms if term.slot == "told"}
    assert written_instead(frozenset({"nvlink"}), advisor.facts) is not None
    assert written_instead(frozenset({"memory"}), advisor.facts) is None


def test_a_part_that_says_the_same_again_is_left_out_and_one_that_holds_nothing_is_named(advisor: Advisor) -> None:
    answers = [advisor.ask(FITS), advisor.ask(FITS), advisor.ask("Who tuned the kettle of the orchestra's landlord?")]
    open_question = advisor.parse("What do people see with Llama-3.1-70B on 4 x H100?")
    nothing = held_nearby(Asked(open_question, advisor.library(), advisor.today()))
    empty = answers[2].model_copy(update={"facts": nothing})
    kept, left = distinct([*answers[:2], empty])
    assert [part.form.id for part in kept] == ["fit"] and left == (answers[2].question,)
    assert distinct([empty]) == ([empty], ())
