"""The trade-offs that apply to a verdict, and where sources disagree about what is on its card."""

from __future__ import annotations

from engine.library import Library
from engine.options.option import leading
from engine.verdict.forks import Case
from engine.workload.conditions import holds
from knowledge.facts import Condition, Conflict, Tradeoff


def tradeoffs(case: Case, library: Library) -> tuple[Tradeoff, ...]:
    """The axes that matter to this workload and to the families on the card."""
    shown = {option.family for option in leading(case.options)}
    return tuple(
        entry
        for entry in library.facts.tradeoffs.values()
        if (not entry.options or shown & set(entry.options))
        and all(_holds(condition, case, library) for condition in entry.when)
        and not any(_holds(condition, case, library) for condition in entry.unless)
    )


def conflicts(case: Case, library: Library) -> tuple[Conflict, ...]:
    """Disagreements about what leads first, then about what is merely offered."""
    contenders = leading(case.options)
    deciding = (
        {option.instance for option in (case.sum.winner, case.sum.rival, case.sum.reference) if option}
        if (case.sum)
        else set()
    )
    types = {option.instance for option in contenders} | set(case.filled.profile.instances)
    chips = {option.accelerator for option in contenders}
    matching = [
        entry
        for entry in library.facts.conflicts.values()
        if _on_card(entry, types, chips) and all(_holds(condition, case, library) for condition in entry.when)
    ]
    named = set(case.filled.profile.instances)
    return tuple(
        sorted(matching, key=lambda entry: (not set(entry.instances) & named, not set(entry.instances) & deciding))
    )


def _on_card(entry: Conflict, types: set[str], chips: set[str]) -> bool:
    """Whether what it is about is there; one about nothing that is rented is shown for its conditions alone."""
    if entry.instances or entry.accelerators:
        return bool(set(entry.instances) & types or set(entry.accelerators) & chips)
    return bool(entry.when)


def _holds(condition: Condition, case: Case, library: Library) -> bool:
    return holds(condition, case.filled.profile, case.filled.reading.signals, library.families)
