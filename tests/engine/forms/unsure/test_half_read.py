"""What is said instead: what was surely read of the question, and one question for the rest."""

from __future__ import annotations

import re

import pytest

from bot.advice.advisor import Advisor
from bot.card import sentences
from bot.card.as_text import card_text
from engine.forms.fits.largest import LargestThere
from engine.forms.parts.fit_reasons import FitsThere
from engine.forms.unsure.half_read import AskMissing, HalfRead, NotSure, beyond

NOISE = (
    "The kettle whistled tunelessly, Zbigniew grumbled, orchestras dawdled, grandfathers sighed, landlords wept. "
    "Whatever should melancholy nephews glean from"
)
SERVING = f"{NOISE} serving Llama 3.3 70B with 4 A100 80GB, which accelerator methinks verily?"
TUNING = f"{NOISE} LoRA with 2 g5.12xlarge, which accelerator methinks verily?"
CARBON = f"{NOISE} these emissions in carbonated Iowa, methinks verily?"
COST = f"{NOISE} what pretraining a 13B costs, methinks verily?"


def test_of_a_size_that_was_read_the_memory_it_takes_is_told_first(advisor: Advisor) -> None:
    """140 GB of weights, 2 bytes a parameter, fit on 4 x 80 GB."""
    told = advisor.ask(SERVING).facts
    assert told.unsure and isinstance(told.headline, FitsThere)
    assert told.table is not None and told.filled is None


def test_of_a_machine_without_a_size_what_it_holds_is_told_first(advisor: Advisor) -> None:
    told = advisor.ask(TUNING).facts
    assert told.unsure and isinstance(told.headline, LargestThere)


def test_where_nothing_was_surely_read_there_is_no_figure(advisor: Advisor) -> None:
    answer = advisor.ask(CARBON)
    assert isinstance(answer.facts.headline, NotSure) and answer.facts.table is None and answer.verdict is None


@pytest.mark.parametrize("text", [SERVING, TUNING, CARBON])
def test_what_was_not_understood_comes_behind_what_was(text: str, advisor: Advisor) -> None:
    told = advisor.ask(text).facts
    *before, last = told.sentences
    assert isinstance(last, HalfRead) and not any(isinstance(one, HalfRead) for one in (told.headline, *before))


@pytest.mark.parametrize(
    ("text", "missing"), [(SERVING, "wish"), (TUNING, "size"), (CARBON, "places"), (COST, "amount")]
)
def test_one_question_asks_what_is_missing(text: str, missing: str, advisor: Advisor) -> None:
    (asked,) = advisor.ask(text).facts.questions
    assert isinstance(asked, AskMissing) and asked.missing == missing


def test_the_question_names_no_model_and_no_chip_that_nobody_named(advisor: Advisor) -> None:
    for text in (SERVING, TUNING, CARBON):
        question = sentences.fact(advisor.ask(text).facts.questions[0])
        named = set(re.findall(r"Llama[\w .]*B|[A-Z]\d{2,3}\b", question))
        assert all(name in text for name in named), question


def test_the_question_names_the_model_that_was_read(advisor: Advisor) -> None:
    assert "serving Llama 3.3 70B:" in card_text(advisor.ask(SERVING)).replace("\n", " ").replace("  ", " ")


def test_what_was_read_is_kept_for_the_next_turn(advisor: Advisor) -> None:
    before = advisor.ask(SERVING).goes_on_from
    answer = advisor.ask("does it fit?", before=before)
    assert answer.form.id == "fit" and not answer.facts.unsure
    assert (answer.reading.profile.variant, answer.reading.profile.accelerator_count) == ("llama-3.3-70b", 4)


def test_a_stretch_from_the_question_is_told_first_and_cut_short(advisor: Advisor) -> None:
    last = advisor.ask(SERVING).facts.sentences[-1]
    assert isinstance(last, HalfRead)
    assert last.stretches[0] in SERVING.split(". ")[1] and all(len(s) <= 60 for s in last.stretches)


def test_a_question_that_nothing_answers_is_quoted() -> None:
    told = beyond(("does the kettle whistle?",)).headline
    assert told is not None and '"does the kettle whistle?"' in sentences.fact(told)
