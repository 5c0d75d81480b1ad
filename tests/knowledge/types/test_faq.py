"""A recurring question: a subject and what is asked of it, with an answer and its sources."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from knowledge.types.faq import Faq, FaqCue

STOPPED = {
    "id": "stopped",
    "says": "A stopped machine costs no compute.",
    "more": "Its disks do.",
    "cues": [["stopped"], ["bill"]],
    "sources": ["somebody"],
    "checked_on": "2026-11-22",
    "examples": ["am I billed for a stopped machine?"],
}


@pytest.mark.parametrize("missing", ["says", "cues", "sources", "checked_on", "examples"])
def test_a_question_needs_an_answer_cues_a_source_a_day_and_an_example(missing: str) -> None:
    with pytest.raises(ValidationError, match=missing):
        Faq.model_validate({key: value for key, value in STOPPED.items() if key != missing})


def test_a_subject_alone_is_no_question() -> None:
    with pytest.raises(ValidationError, match="cues"):
        Faq.model_validate(STOPPED | {"cues": [["stopped"]]})


def test_figures_are_those_the_engine_works_out() -> None:
    assert Faq.model_validate(STOPPED | {"figures": "memory"}).figures == "memory"
    with pytest.raises(ValidationError, match="figures"):
        Faq.model_validate(STOPPED | {"figures": "weather"})


def test_a_shared_cue_has_phrases() -> None:
    with pytest.raises(ValidationError, match="words"):
        FaqCue(id="oom", words=())


def test_a_question_is_no_term_unless_it_says_so() -> None:
    plain = Faq.model_validate(STOPPED)
    assert not plain.is_term and not plain.of_value
    assert Faq.model_validate(STOPPED | {"is_term": True, "of_value": True}).of_value
