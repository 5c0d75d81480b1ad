"""A kind of question is one module and one line: nothing else has to know of it."""

from __future__ import annotations

from datetime import date

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_json import answer_json
from bot.card.as_text import card_text
from bot.wording.words import environment
from engine.answers import KINDS, FactAnswer, QuestionKind, kind_named
from engine.answers.advise import ADVISE
from engine.answers.passages import passages
from engine.library import Library
from engine.workload.profile import Profile, Reading
from engine.workload.question import IntentCues
from knowledge.facts import Facts, Hit, Term
from tests.day import DAY

# What the module of a new kind holds: when a text asks it, what answers it.


def is_asked(seen: IntentCues) -> bool:
    return seen.has("released") and seen.hardware_named > 0


def answer(reading: Reading, library: Library, day: date, _hits: tuple[Hit, ...]) -> FactAnswer:
    chips = (Hit(kind="accelerator", id=name, score=1.0) for name in reading.profile.candidates)
    return FactAnswer(passages=passages(chips, library.facts, day))


RELEASE_DATE = QuestionKind(id="release_date", is_asked=is_asked, answer=answer)


@pytest.fixture(scope="module")
def advisor_that_knows_it(facts: Facts) -> Advisor:
    """The real facts, the words of the new kind, and its line in the registry."""
    words = Term(slot="cue", value="released", words=("released", "launch date"))
    return Advisor(facts.model_copy(update={"terms": (*facts.terms, words)}), DAY, kinds=(RELEASE_DATE, *KINDS))


def test_a_kind_that_is_added_is_answered_on_a_card(advisor_that_knows_it: Advisor) -> None:
    asked = advisor_that_knows_it.ask("on which day was trainium2 released?")
    assert asked.reading.intent == "release_date"
    assert asked.verdict is None
    assert "released 2024-12" in card_text(asked).splitlines()[0]
    assert answer_json(asked)["verdict"]["kind"] == "answer"


def test_a_kind_that_is_added_answers_within_a_thread(advisor_that_knows_it: Advisor) -> None:
    before = advisor_that_knows_it.ask("repeated Llama 8B fine-tune, 20 runs, PyTorch, AWS").reading
    asked = advisor_that_knows_it.ask("and the launch date of trainium2?", before=before)
    assert asked.reading.intent == "release_date"
    assert asked.reading.profile.runs == 20, "the workload of the thread is kept"


def test_the_other_kinds_are_asked_as_before(advisor_that_knows_it: Advisor) -> None:
    assert advisor_that_knows_it.ask("price of p5.48xlarge in us-east-1").reading.intent == "price_lookup"


def test_without_its_line_the_same_text_is_of_another_kind(advisor: Advisor) -> None:
    assert advisor.ask("on which day was trainium2 released?").reading.intent == "advise"


def test_every_kind_has_an_id_of_its_own() -> None:
    assert len({kind.id for kind in KINDS}) == len(KINDS)


def test_every_text_is_of_some_kind() -> None:
    """The last kind takes what no other does."""
    nothing = IntentCues(frozenset(), Profile(), 0, 0, 0, 0, 0, False, False, False, False)
    assert KINDS[-1] is ADVISE
    assert ADVISE.is_asked(nothing)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind is not ADVISE], ids=lambda kind: kind.id)
def test_the_headline_of_a_kind_is_worded(kind: QuestionKind) -> None:
    assert hasattr(environment().get_template("words/answers/answers.j2").module, kind.headline)


def test_an_id_that_no_kind_has_means_advice() -> None:
    """A thread may have been kept by another version, or have begun with something off topic."""
    assert kind_named("off_topic") is ADVISE
    assert kind_named("astrology") is ADVISE
