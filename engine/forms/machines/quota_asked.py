"""How many vCPUs to ask for: the machines that are counted, summed by the quota each of them counts against."""

from __future__ import annotations

import re

from engine.answers.model import FactAnswer
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.forms.machines.rungs import quota_of
from engine.forms.per_unit.rates import Question
from engine.workload.question import FormCues
from knowledge.facts import Facts, Instance, Quota

QUOTA = "quota_word"  # a cue
_ASKS = re.compile(
    r"\bhow (?:many|much|large|big|high)\b|\bwhat (?:quota|limit|number|vcpu)|\bsame (?:quota|bucket|limit)\b"
    r"|\b(?:i|we|to) (?:ask for|request)\b|\bwie ?viele?\b|多少",
    re.IGNORECASE,
)
_TIMES = r"(?<![\w.])(\d{1,4})\s*[x×*]?\s*"
_WORDS = {"one": 1, "two": 2, "three": 3, "four": 4, "six": 6, "eight": 8}
_SPELLED = r"\b(one|two|three|four|six|eight)\s+"


class Counted(Computed):
    """So many of one type, and the vCPUs of each."""

    instance: str
    count: int
    vcpu: int


class Bucket(Computed):
    """What counts against one quota: the vCPUs of all machines of it."""

    quota: str
    vcpu: int
    machines: tuple[Counted, ...]


class QuotaAsked(Reason, code="quota_asked"):
    """The vCPUs to ask for, by quota."""

    buckets: tuple[Bucket, ...]


def asks_quota(seen: FormCues) -> bool:
    """Whether it is asked how large a quota machines take that are named by their type."""
    return not seen.before and seen.has(QUOTA) and seen.instances > 0 and _ASKS.search(seen.text) is not None


def quota_asked(asked: Question) -> FactAnswer | None:
    """None where a quota is told and not asked for, or no machine that is named counts in vCPUs."""
    reading, facts = asked.reading, asked.library.facts
    if reading.unavailable or QUOTA not in reading.cues or _ASKS.search(reading.text) is None:
        return None
    found: dict[str, tuple[Quota, list[Counted]]] = {}
    for name in asked.said.instances:
        thing = facts.instances.get(name)
        quota = quota_of(thing, facts) if thing else None
        if thing is None or quota is None or quota.unit != "vcpu" or not thing.vcpu:
            continue
        count = _count(thing, reading.text)
        found.setdefault(quota.id, (quota, []))[1].append(Counted(instance=name, count=count, vcpu=thing.vcpu))
    if not found:
        return None
    buckets = tuple(
        Bucket(quota=quota.name, vcpu=sum(one.count * one.vcpu for one in each), machines=tuple(each))
        for quota, each in found.values()
    )
    cites = tuple(dict.fromkeys((*(quota.source for quota, _ in found.values()), *_sources(found, facts))))
    return FactAnswer(headline=QuotaAsked(buckets=buckets, cites=cites), of_told=True)


def _sources(found: dict[str, tuple[Quota, list[Counted]]], facts: Facts) -> tuple[str, ...]:
    return tuple(facts.instances[one.instance].source for _, each in found.values() for one in each)


def _count(thing: Instance, text: str) -> int:
    """How many of a type a text counts; one where none are."""
    name = re.escape(thing.id)
    if match := re.search(_TIMES + name, text, re.IGNORECASE):
        return max(1, int(match[1]))
    if match := re.search(_SPELLED + name, text, re.IGNORECASE):
        return _WORDS[match[1].casefold()]
    return 1
