"""The facts as documents to search: what each is called, what it is asked by, what it says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from knowledge.facts import Claim, Conflict, EntryKind, Facts

LINES = {
    "trn": "trainium", "trainium": "trainium", "neuron": "trainium", "inf": "inferentia", "tpu": "tpu", "gpu": "gpu",
    "p4": "gpu", "p5": "gpu", "g5": "gpu",
}  # fmt: skip


class Document(NamedTuple):
    """One entry to find. `answers` is what it stands for: itself, or a topic's entries."""

    kind: str
    answers: tuple[tuple[EntryKind, str], ...]
    names: str
    asks: str
    body: str
    kin: frozenset[str] = frozenset()
    quiet: tuple[str, ...] = ()


def documents(facts: Facts) -> Iterator[Document]:
    """Every entry that says something to people."""
    quiet = {entry.subject: entry.words for entry in facts.promotions}
    for claim in facts.claims.values():
        words = (words for name, words in quiet.items() if claim.subject.startswith(name))
        yield _claim(facts, claim, next(words, ()))
    for conflict in facts.conflicts.values():
        yield _conflict(facts, conflict)
    for topic in facts.topics.values():
        answers = tuple(held for name in topic.answers for held in entries(facts, name))
        yield Document("topic", answers, _words(topic.id), " . ".join(topic.asks), "")
    yield from _texts(facts)
    yield from _things(facts)


def entries(facts: Facts, name: str) -> Iterator[tuple[EntryKind, str]]:
    """What a topic may name as its answer."""
    tables: dict[EntryKind, Iterable[str]] = {
        "claim": facts.claims,
        "conflict": facts.conflicts,
        "rule": facts.rules,
        "tradeoff": facts.tradeoffs,
        "capacity": facts.capacity,
        "constant": facts.constants,
    }
    yield from ((kind, name) for kind, table in tables.items() if name in table)


def kin(facts: Facts, named: Iterable[str]) -> Iterator[str]:
    """What a chip, a type or a line of chips belongs to: the chips it means and their families."""
    for name in named:
        instance = facts.instances.get(name)
        chip = facts.accelerators.get(instance.accelerator if instance else name)
        if chip:
            yield from (chip.id, chip.family)
            continue
        yield from (family for start, family in LINES.items() if name.startswith(start))
        for held in facts.accelerators.values():
            if held.id.startswith(f"{name}-"):
                yield from (held.id, held.family)


def _claim(facts: Facts, claim: Claim, quiet: tuple[str, ...]) -> Document:
    return Document(
        "claim",
        (("claim", claim.id),),
        names=f"{_words(claim.subject)} {_called(facts, claim.subject)}",
        asks=_words(claim.attribute),
        body=f"{claim.statement} {claim.value} {claim.conditions or ''}",
        kin=frozenset(kin(facts, (claim.subject,))),
        quiet=quiet,
    )


def _conflict(facts: Facts, entry: Conflict) -> Document:
    """With the words of the claims it settles: who asks about one of them is answered with what holds."""
    said = " ".join(facts.claims[part.claim].statement for part in entry.said if part.claim in facts.claims)
    about = (*entry.instances, *entry.accelerators, entry.subject.split()[0].lower())
    return Document(
        "conflict",
        (("conflict", entry.id),),
        names=f"{entry.subject} {_words(entry.id)}",
        asks=entry.about,
        body=f"{entry.used} {entry.why} {said}",
        kin=frozenset(kin(facts, about)),
    )


def _texts(facts: Facts) -> Iterator[Document]:
    for rule in facts.rules.values():
        yield Document("rule", (("rule", rule.id),), _words(rule.id), rule.title, rule.because)
    for tradeoff in facts.tradeoffs.values():
        about = frozenset[str](tradeoff.options)
        yield Document("tradeoff", (("tradeoff", tradeoff.id),), tradeoff.axis, "", tradeoff.text, about)
    for report in facts.capacity.values():
        about = frozenset(kin(facts, (report.accelerator,)))
        names = f"{report.accelerator} {report.region or ''}"
        yield Document("capacity", (("capacity", report.id),), names, "capacity availability", report.text, about)
    for constant in facts.constants.values():
        yield Document("constant", (("constant", constant.id),), _words(constant.id), "", constant.because)
    for row in facts.support:
        about = frozenset(
            kin(facts, (chip.id for chip in facts.accelerators.values() if chip.software == row.software))
        )
        key = f"{row.software}/{row.feature}"
        names = f"{_words(row.software)} {_words(row.feature)}"
        yield Document("support", (("support", key),), names, "support work run use", row.evidence, about)
    for source in facts.sources.values():
        body = f"{source.title} {source.note or ''}"
        yield Document("source", (("source", source.id),), "", "source document page", body)


def _things(facts: Facts) -> Iterator[Document]:
    for chip in facts.accelerators.values():
        asks = "specs memory hbm bandwidth tflops what is"
        names = f"{chip.name} {' '.join(chip.aliases)}"
        about = _about(facts, chip.id)
        yield Document("accelerator", (("accelerator", chip.id),), names, asks, chip.note or "", about)
    for instance in facts.instances.values():
        asks = "instance type network vcpu host memory regions"
        names = f"{instance.id} {' '.join(instance.aliases)}"
        about = _about(facts, instance.id)
        yield Document("instance", (("instance", instance.id),), names, asks, instance.note or "", about)


def _about(facts: Facts, name: str) -> frozenset[str]:
    return frozenset(kin(facts, (name,)))


def _called(facts: Facts, subject: str) -> str:
    """The names a subject goes by."""
    chip, instance = facts.accelerators.get(subject), facts.instances.get(subject)
    if chip:
        return f"{chip.name} {' '.join(chip.aliases[:4])}"
    return facts.accelerators[instance.accelerator].name if instance else ""


def _words(name: str) -> str:
    return name.replace("_", " ").replace("-", " ").replace(":", " ")
