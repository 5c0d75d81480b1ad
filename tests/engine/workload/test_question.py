"""What tells one kind of question from another."""

from __future__ import annotations

from engine.workload.profile import Profile
from engine.workload.question import AskedKind, IntentCues


def cues(*names: str, instances: int = 0, specific: int = 0, generic: int = 0) -> IntentCues:
    return IntentCues(
        cues=frozenset(names), profile=Profile(), work=0, own=0, instances=instances, specific=specific,
        generic=generic, asks_fact=False, joined=False, places=False, signals=False,
    )  # fmt: skip


def test_a_text_has_a_cue_where_it_shows_any_of_those_named() -> None:
    seen = cues("price", "vs")
    assert seen.has("price") and seen.has("compare", "vs")
    assert not seen.has("carbon")
    assert not seen.has()


def test_things_are_types_and_chips_of_one_generation_or_any() -> None:
    assert cues(instances=1, specific=2, generic=3).things == 6


def test_a_kind_asks_for_facts_and_answers_within_a_thread_unless_it_says_otherwise() -> None:
    kind = AskedKind(id="weather", is_asked=lambda seen: seen.has("weather"))
    assert kind.is_asked(cues("weather")) and not kind.is_asked(cues())
    assert kind.asks_for_facts
    assert not (kind.needs_question_mark or kind.needs_several_words)
