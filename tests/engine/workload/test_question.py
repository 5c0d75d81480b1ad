"""What tells one question from another."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.advice.advisor import Advisor
from engine.workload.profile import Profile
from engine.workload.question import AskedForm, FormCues


def cues(*names: str, instances: int = 0, specific: int = 0, generic: int = 0) -> FormCues:
    return FormCues(
        cues=frozenset(names), profile=Profile(), workload_slots=0, own_slots=0, instances=instances,
        specific=specific, generic=generic, asks_fact=False, joined=False, places=False, signals=False,
    )  # fmt: skip


def test_has_is_true_if_any_of_the_cues_is_shown() -> None:
    seen = cues("price", "vs")
    assert seen.has("price") and seen.has("compare", "vs")
    assert not seen.has("carbon")
    assert not seen.has()


def test_hardware_named_counts_types_and_specific_and_generic_chips() -> None:
    assert cues(instances=1, specific=2, generic=3).hardware_named == 6


def test_slots_are_said_where_all_of_them_are() -> None:
    seen = replace(cues(), profile=Profile(task="inference", parameters=8e9))
    assert seen.says("task", "parameters") and not seen.says("task", "tokens")


def test_a_form_asks_for_facts_lasts_and_is_asked_by_no_cue_unless_it_says_otherwise() -> None:
    form = AskedForm(id="weather", is_intent=lambda seen: seen.has("weather"))
    assert form.is_intent(cues("weather")) and not form.is_intent(cues())
    assert not form.is_asked(cues("weather"))
    assert form.asks_for_facts and form.lasts
    assert not (form.needs_question_mark or form.needs_several_words)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("any trn2 in europe?", True),
        ("nur frankfurt erlaubt, gibts da p5?", True),
        ("p4d in Stockholm?", True),
        ("is H100 good in EU?", False),
        ("train on H100 in Frankfurt", False),
    ],
)
def test_whether_there_is_any_in_a_place_is_told_from_work_there(text: str, asked: bool, advisor: Advisor) -> None:
    assert (advisor.ask(text).form.id == "price") is asked
