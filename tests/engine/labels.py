"""Labelled texts and how a reading is held against one. A plain recount of the shared scoring rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from engine.workload.profile import SLOTS, Reading

Value: TypeAlias = str | bool | float | list[str]
FaultKind = Literal["wrong", "missed", "spurious", "forbidden"]
_TOLERANCE = 0.01


class Fault(NamedTuple):
    slot: str
    kind: FaultKind
    got: object


LEARNT = frozenset(SLOTS[SLOTS.index("current_instances") :])  # slots younger than most of the labels


@dataclass(frozen=True)
class Label:
    """One text, the slots it states, what else is allowed, and what it rules out.

    `learnt`: labelled with the youngest slots too, so that one of them that is not listed is spurious.
    """

    id: str
    text: str
    intent: str
    expect: dict[str, Value]
    allow: dict[str, list[Value]] = field(default_factory=dict)
    forbid: dict[str, list[str]] = field(default_factory=dict)
    intent_also: tuple[str, ...] = ()
    form: str = ""  # where it is not the form of its intent
    learnt: bool = False


def from_table(table: dict[str, object]) -> Label:
    """A label from one TOML table; a key it does not know is refused."""
    fields = dict(table)
    fields.setdefault("id", "")
    return Label(**fields)  # type: ignore[arg-type]


def same(got: object, gold: Value) -> bool:
    """Lists compare as sets, numbers within one per cent, "*" is anything."""
    if gold == "*":
        return True
    if isinstance(gold, list):
        return isinstance(got, tuple) and set(got) == set(gold)
    if isinstance(gold, bool) or isinstance(got, bool):
        return got is gold
    if isinstance(gold, int | float):
        return isinstance(got, int | float) and abs(got - gold) <= _TOLERANCE * abs(gold)
    return got == gold


def score(label: Label, reading: Reading) -> list[Fault]:
    """What the reading got wrong."""
    said = reading.profile.stated()
    faults: list[Fault] = []
    for slot, gold in label.expect.items():
        got = said.get(slot)
        if got is None:
            faults.append(Fault(slot, "missed", None))
        elif not _any(got, [gold, *label.allow.get(slot, [])]):
            faults.append(Fault(slot, "wrong", got))
    for slot, got in said.items():
        if slot in label.expect or (slot in LEARNT and not label.learnt):
            continue
        held = got if isinstance(got, tuple) else (got,)
        if set(held) & set(label.forbid.get(slot, [])):
            faults.append(Fault(slot, "forbidden", got))
        elif not _any(got, label.allow.get(slot, [])):
            faults.append(Fault(slot, "spurious", got))
    return faults


def _any(got: object, choices: Iterable[Value]) -> bool:
    return any(same(got, choice) for choice in choices)


@dataclass
class Tally:
    """Counts over many texts."""

    right: int = 0
    false: int = 0
    missed: int = 0
    texts: int = 0
    right_intents: int = 0

    def add(self, label: Label, reading: Reading) -> None:
        faults = score(label, reading)
        absent = sum(f.kind in ("missed", "wrong") for f in faults)
        self.right += len(label.expect) - absent
        self.missed += absent
        self.false += sum(f.kind != "missed" for f in faults)
        self.texts += 1
        self.right_intents += reading.intent in (label.intent, *label.intent_also)

    def f1(self) -> float:
        return 2 * self.right / (2 * self.right + self.false + self.missed)

    def intents(self) -> float:
        return self.right_intents / self.texts
