"""A form of an answer is one module and one line: nothing else has to know of it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_json import answer_json
from bot.card.as_text import card_text
from bot.wording.words import environment
from engine.answers import FactAnswer
from engine.answers.passages import passages
from engine.forms import FORMS, Asked, Form, form_named, form_of
from engine.forms.choose import CHOOSE
from engine.workload.profile import Profile
from engine.workload.question import FormCues
from knowledge.facts import Facts, Hit, Term
from tests.day import DAY

OTHERS: dict[str, list[str]] = tomllib.loads(
    (Path(__file__).parent / "asked_others.toml").read_text(encoding="utf-8")
)

# What the module of a new form holds: when a text asks it, what answers it.


def is_asked(seen: FormCues) -> bool:
    return seen.has("released") and seen.hardware_named > 0


def answer(asked: Asked) -> FactAnswer:
    chips = (Hit(kind="accelerator", id=name, score=1.0) for name in asked.profile.candidates)
    return FactAnswer(passages=passages(chips, asked.facts, asked.day))


RELEASE_DATE = Form(id="release_date", is_asked=is_asked, answer=answer)


@pytest.fixture(scope="module")
def advisor_that_knows_it(facts: Facts) -> Advisor:
    """The real facts, the words of the new form, and its line in the registry."""
    words = Term(slot="cue", value="released", words=("released", "launch date"))
    return Advisor(facts.model_copy(update={"terms": (*facts.terms, words)}), DAY, forms=(RELEASE_DATE, *FORMS))


def test_a_form_that_is_added_is_answered_on_a_card(advisor_that_knows_it: Advisor) -> None:
    asked = advisor_that_knows_it.ask("on which day was trainium2 released?")
    assert asked.reading.form == "release_date"
    assert asked.verdict is None
    assert "released 2024-12" in card_text(asked).splitlines()[0]
    assert answer_json(asked)["verdict"]["kind"] == "answer"


def test_a_form_that_is_added_answers_within_a_thread(advisor_that_knows_it: Advisor) -> None:
    before = advisor_that_knows_it.ask("repeated Llama 8B fine-tune, 20 runs, PyTorch, AWS").reading
    asked = advisor_that_knows_it.ask("and the launch date of trainium2?", before=before)
    assert asked.reading.form == "release_date"
    assert asked.reading.profile.runs == 20, "the workload of the thread is kept"


def test_the_other_forms_are_asked_as_before(advisor_that_knows_it: Advisor) -> None:
    assert advisor_that_knows_it.ask("price of p5.48xlarge in us-east-1").form.id == "price"


def test_without_its_line_the_same_text_is_of_another_form(advisor: Advisor) -> None:
    assert advisor.ask("on which day was trainium2 released?").form.id != "release_date"


def test_a_form_that_cannot_answer_leaves_it_to_the_next(facts: Facts) -> None:
    silent = Form(id="silent", is_asked=lambda _seen: True, answer=lambda _asked: None)
    advisor = Advisor(facts, DAY, forms=(silent, *FORMS))
    text = "price of p5.48xlarge in us-east-1"
    assert advisor.parse(text).form == "silent"
    asked = advisor.ask(text)
    assert asked.form.id == asked.reading.form == "price"


def test_a_reading_stored_without_a_form_has_that_of_its_topic(advisor: Advisor) -> None:
    for text in ("price of p5.48xlarge", "repeated Llama 8B fine-tune, 20 runs, AWS", "what is a NeuronCore?"):
        fresh = advisor.ask(text)
        stored = fresh.reading.model_copy(update={"form": "", "other_forms": ()})
        assert advisor.answer(text, stored).form is fresh.form
        assert advisor.ask("on AWS", before=stored).form is advisor.ask("on AWS", before=fresh.reading).form


def test_every_form_and_every_intent_has_an_id_of_its_own() -> None:
    assert len({form.id for form in FORMS}) == len(FORMS)
    intents = [form.intent for form in FORMS if form.intent]
    assert len(set(intents)) == len(intents)


def test_every_text_has_some_form() -> None:
    """The last form takes what no other does."""
    nothing = FormCues(
        cues=frozenset(), profile=Profile(), workload_slots=0, own_slots=0, instances=0, specific=0, generic=0,
        asks_fact=False, joined=False, places=False, signals=False,
    )  # fmt: skip
    assert FORMS[-1] is CHOOSE
    assert CHOOSE.is_intent(nothing)


@pytest.mark.parametrize("form", [form for form in FORMS if form is not CHOOSE], ids=lambda form: form.id)
def test_the_first_line_of_a_form_is_worded(form: Form) -> None:
    assert hasattr(environment().get_template("words/answers/answers.j2").module, form.first_line)


def test_an_id_that_no_form_has_means_advice() -> None:
    """A thread may have been kept by another version."""
    assert form_named("astrology") is CHOOSE
    assert form_of("astrology") is CHOOSE
    assert form_of("off_topic").id == "decline"


@pytest.mark.parametrize(("form", "text"), [(form, text) for form, texts in OTHERS.items() for text in texts])
def test_a_plain_question_in_any_of_these_languages_has_its_form(form: str, text: str, advisor: Advisor) -> None:
    assert advisor.ask(text).form.id == form
