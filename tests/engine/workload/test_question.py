"""What tells one kind of question from another."""

from __future__ import annotations

from engine.workload.profile import Profile
from engine.workload.question import AskedKind, IntentCues


def cues(*names: str, instances: int = 0, specific: int = 0, generic: int = 0) -> IntentCues:
    return IntentCues(
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


def test_a_kind_asks_for_facts_by_default_and_is_recognized_in_a_thread() -> None:
    kind = AskedKind(id="weather", is_asked=lambda seen: seen.has("weather"))
    assert kind.is_asked(cues("weather")) and not kind.is_asked(cues())
    assert kind.asks_for_facts
    assert not (kind.needs_question_mark or kind.needs_several_words)
