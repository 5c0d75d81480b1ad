"""The machines of a text: what runs today ("we run on 4 p4d.24xlarge"), how many of each and in what role."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Protocol

from engine.reading.chains.recounted import recounted
from engine.reading.document import Document, Mention
from engine.reading.entities import count_beside
from engine.reading.figures import hourly_at
from engine.reading.sentences import asked_alone, sentence_start, since
from engine.reading.words.patterns import Match
from engine.reading.words.tokens import SENTENCE_ENDS
from engine.workload.profile import BOUGHT_TODAY, Equipment, Profile, Role, Unavailable
from engine.workload.roles import in_their_roles

_OTHER = "other_count"  # the class of phrases
_UPON = frozenset({"on", "auf", "sur", "en", "em", "su", "на", "在"})
_OFTEN, _MACHINES = ("schedule", "every"), ("instances", "candidates")  # classes
_DOUBTS = 4  # tokens before those words that take it back ("should we train on p5")
_BEFORE = 4  # tokens between the words that say so and the machine
_AFTER = 3
_FAR = 300  # tokens ahead that its end is looked for
_OR = frozenset({"or", "and", "/", "vs"})  # before the last of several numbers
_LISTED = _OR | {","}
_PLUS = frozenset({"+", "plus", "&"})
_ADDED = _PLUS | {"(", ")", "gb", "g", "gib", "x", "a", "an", "one", "my", "nvidia", "geforce", "vram"}
_TIMES = frozenset({"x", "times"})
_SPEEDS = ("current_tokens_per_second", "chip_tokens_per_second", "seconds_per_step", "share_done")
_SEVERAL_SPEEDS = 2
_ON = frozenset(
    {"on", "with", "using", "for", "a", "an", "one", "the", "my", "our", "single", "x", "two", "four", "eight"}
)
_BOUGHT = 3  # tokens behind a machine within which a way to buy is its own
_FRAME, _NEAR = 6, 1  # tokens between a machine and the words that say who names it; that ask whether it helps
_ASKING = frozenset({"many", "number", "which", "what"})
_LINK, _LINKING = 5, frozenset({"of", "nvidia", "amd", "tesla", "geforce", "cards", "gpus", "gpu", "(", ")", "-"})
_GIGABYTES = re.compile(r"(?:\d+)?(?:g|gb|gib|vram|memory|ram)")
_RAN_OUT = frozenset({"no_room", "memory_error"})  # cues
_TOLD_AS: dict[str, Role] = {"compared": "compared", "remedy": "remedy", "yardstick": "yardstick"}
TOLD = (*_SPEEDS, "current_usd_per_month")  # what shows that the machine beside it is in use


def at_hand(
    document: Document, machines: list[Mention], counted: list[Mention], told: list[Mention]
) -> list[Mention]:
    """The machines in use today as `current_instances`, and their number as `current_count`.

    What a bill is paid for is in use ("$38k a month for 4 p4d.24xlarge"), and so is what a speed was measured on.
    """
    bills = [mention for mention in told if mention.slot == "current_usd_per_month"]
    speeds = [mention for mention in told if mention.slot in _SPEEDS]
    mentions: list[Mention] = []
    for machine in machines:
        count = count_beside(document, machine, counted)
        first = min(machine.first, count.first) if count else machine.first
        in_use = any(_is_paid_for(document, bill, first, machine.last) for bill in bills) or any(
            machine is _nearest(machines, speed) and _same_sentence(document, speed, first) for speed in speeds
        )
        if not in_use and not _is_at_hand(document, first, machine.last, owned=count is not None):
            continue
        kind = document.at("machine_of", machine.first)
        name = str(kind.value) if kind and machine.slot == "candidates" else str(machine.value)
        mentions.append(Mention("current_instances", name, first, machine.last))
        way = document.ending("purchase", first, 0) or next(filter(None, _ways_behind(document, machine.last)), None)
        if way is not None:
            document.signals.append(way._replace(slot="signal", value=f"{BOUGHT_TODAY}{way.value}"))
        if (where := _on_premises(document, first, machine.last)) is not None:
            mentions.append(Mention("on_premises", True, where.first, where.last))
        if count:
            mentions.append(Mention("current_count", count.value, count.first, count.last))
        if (rate := hourly_at(document, machine.last)) is not None:
            mentions.append(rate)
    return mentions


def _ways_behind(document: Document, last: int) -> Iterator[Match | None]:
    """The way to buy right behind a machine: "4 p4d on demand", "8 H100 with a reservation"."""
    for at in range(last, min(last + _BOUGHT, len(document.tokens))):
        if document.tokens[at].norm in SENTENCE_ENDS | {","}:
            return
        yield document.at("purchase", at)


def _on_premises(document: Document, first: int, last: int) -> Match | None:
    """The words near a machine that say where it stands: "our on-prem DGX", "8 H100 in our data center"."""
    before = document.ending("stands_here", first, _BEFORE, longest=True)
    if before is not None and not _parted(document, before.last, first):
        return before
    found = (document.at("stands_here", at) for at in range(last, min(last + _BEFORE, len(document.tokens))))
    after = next((match for match in found if match is not None), None)
    return after if after is not None and not _parted(document, last, after.first) else None


def _is_paid_for(document: Document, bill: Mention, first: int, last: int) -> bool:
    """ "$38k a month for 4 p4d", "A100s cost us $38k per month"."""
    if document.at("paid_for", bill.last) is not None and bill.last + 1 == first:
        return True
    return document.value_at("costs_us", last) is not None and 0 < bill.first - last <= _BEFORE


def _nearest(machines: list[Mention], speed: Mention) -> Mention:
    """The machine that stands nearest to a speed: the one it was measured on."""
    return min(machines, key=lambda machine: max(machine.first - speed.last, speed.first - machine.last))


def _same_sentence(document: Document, mention: Mention, at: int) -> bool:
    low, high = sorted((mention.first, at))
    return not any(document.tokens[here].norm in SENTENCE_ENDS for here in range(low, high)) and not document.near(
        "not_at_hand", min(low, max(0, at - _DOUBTS)), at
    )


def _is_at_hand(document: Document, first: int, last: int, *, owned: bool) -> bool:
    here = _on_premises(document, first, last)
    if here is not None and not document.near("not_at_hand", since(document, min(here.first, first), _DOUBTS), first):
        return True
    if _is_moved_off(document, first) or _is_moved_to(document, first, last) or _is_habit(document, first):
        return True
    for name in ("at_hand_before", "at_hand_owned")[: 1 + owned]:
        cue = document.ending(name, first, _BEFORE, longest=True)
        if cue is not None and not _parted(document, cue.last, first):
            return not _is_doubted(document, cue.first)
    for at in range(last, min(last + _AFTER, len(document.tokens))):
        if document.tokens[at].norm in SENTENCE_ENDS:
            return False
        if document.at("at_hand_after", at) is not None:
            return not _is_doubted(document, first) and not _is_asked(document, at)
    return False


def _is_moved_off(document: Document, first: int) -> bool:
    """ "Should we move from g4dn to inf2?", "on A100: is trn2 worth the move?" """
    if first and document.tokens[first - 1].norm == "on" and document.starts_sentence(first - 1):
        return "worth_moving" in document.classes
    found = document.ending("moves_from", first, 0, longest=True)
    return found is not None and document.near("moves", sentence_start(document, found.first), found.first)


def _is_moved_to(document: Document, first: int, last: int) -> bool:
    """ "Is moving our serving (20 req/s, 4x g5.2xlarge) to inf2 worth the port?" """
    if not document.near("moves", sentence_start(document, first), first):
        return False
    for at in range(last, len(document.tokens) - 1):
        if document.tokens[at].norm in SENTENCE_ENDS:
            return False
        if document.tokens[at].norm == "to":
            return any(document.at(name, at + 1) is not None for name in _MACHINES)
    return False


def _is_habit(document: Document, first: int) -> bool:
    """Whether something is done there time and again, and a move is asked about: "every week on p4d"."""
    if not first or document.tokens[first - 1].norm not in _UPON:
        return False
    if "worth_moving" not in document.classes and not asked_alone(document, first + 1, _MACHINES):
        return False
    start = since(document, first - 1, _DOUBTS)
    return any(document.near(name, start, first) for name in _OFTEN) and not _is_doubted(document, first - 1)


def _parted(document: Document, first: int, last: int) -> bool:
    """Whether a sentence or another machine ends between, or a question begins: "on g5, is trn1 cheaper"."""
    commas = [at for at in _openings(document) if at and document.tokens[at - 1].norm == ","]
    asked = any(first < opening < last for opening in commas)
    return asked or ends_between(document, first, last) or document.near("not_at_hand", first, last)


def _openings(document: Document) -> Iterable[int]:
    """Where questions may begin."""
    return document.classes.get("asks", {}).keys()


def _is_asked(document: Document, at: int) -> bool:
    """Whether the sentence asks ("which is cheaper today?")."""
    if not _is_asked_at(document, at):
        return False
    first = sentence_start(document, at)
    return any(first <= opening < at for opening in _openings(document))


def _is_doubted(document: Document, at: int) -> bool:
    return document.near("not_at_hand", since(document, at, _DOUBTS), at)


def equipment(
    document: Document,
    by_slot: Mapping[str, list[Mention]],
    instances: list[Mention],
    values: Mapping[str, object],
    ruled_out: Iterable[str],
    unavailable: Iterable[Unavailable],
) -> tuple[Equipment, ...]:
    """Every machine of the text with how many there are and in what role it is named."""
    named = values.get("candidates", ())
    chips = [m for m in by_slot.get("candidates", []) if isinstance(named, tuple) and m.value in named]
    chips += [
        replace(m, value=meant)
        for m in by_slot.get("candidates", [])
        if isinstance(named, tuple) and m.value not in named and (meant := _narrower(str(m.value), named))
    ]
    every = {(m.first, m.last): m for m in (*instances, *chips, *by_slot.get("instances", []))}
    spots = sorted(every.values(), key=lambda m: m.first)
    out = {*ruled_out, *(entry.id for entry in unavailable)}
    numbers = {slot: by_slot.get(slot, []) for slot in ("accelerator_count", "instance_count", "current_instances")}
    found: list[Equipment] = []
    speeds, failure = _speeds(document, by_slot, spots), _failure(document, spots)
    told: Role | None = None
    for place, machine in enumerate(spots):
        since = spots[place - 1].last if place else 0
        until = spots[place + 1].first if place + 1 < len(spots) else len(document.tokens)
        one = _one(document, machine, numbers, (since, until), out=str(machine.value) in out)
        if place and one.role == "asked" and told == "quoted" and _goes_on(document, spots[place - 1], machine):
            one = one.model_copy(update={"role": "quoted"})
        if place and one.role == "asked" and told == "owned" and _is_added(document, spots[place - 1], machine):
            one = one.model_copy(update={"role": "owned"})
        if machine.first > failure and one.role == "asked":
            one = one.model_copy(update={"role": "remedy"})
        told = one.role
        if not any(other.id == one.id and one.chips in (None, other.chips) for other in found):
            found.append(one.model_copy(update=speeds.get(machine.first, {})))
    found = in_their_roles(found, with_memory=bool(by_slot.get("chip_memory_gb")))
    numbered = {(one.id, one.role) for one in found if one.chips or one.machines}
    return tuple(one for one in found if one.chips or one.machines or (one.id, one.role) not in numbered)


def _is_added(document: Document, before: Mention, machine: Mention) -> bool:
    """Whether the machine stands behind a plus: "I have a 3090 (24GB) + 1080 Ti"."""
    between = [token.norm for token in document.tokens[before.last : machine.first]]
    return not _PLUS.isdisjoint(between) and all(word in _ADDED or word[:1].isdigit() for word in between)


def _goes_on(document: Document, before: Mention, machine: Mention) -> bool:
    """Whether a statement about the machine of others names this one, too: "you trained on 8 L20 or 4 A800"."""
    if ends_between(document, before.last, machine.first) or _is_asked_at(document, machine.last):
        return False
    between = range(before.last, machine.first)
    owned = any((match := document.at("role_before", at)) and match.value == "owned" for at in between)
    spoken = any((m.slot, m.value) == ("cue", "first_person") and m.first in between for m in document.matches)
    return not owned and not spoken


def _speeds(
    document: Document, by_slot: Mapping[str, list[Mention]], spots: list[Mention]
) -> dict[int, dict[str, float]]:
    """Where several speeds are said, that of each machine: the one it is said to be on, else the nearest."""
    told = [m for slot in ("current_tokens_per_second", "seconds_per_step") for m in by_slot.get(slot, [])]
    if len(told) < _SEVERAL_SPEEDS or not spots:
        return {}
    found: dict[int, dict[str, float]] = {}
    for speed in told:
        behind = next((m for m in spots if m.first >= speed.last), None)
        words = {token.norm for token in document.tokens[speed.last : behind.first]} if behind else {"."}
        is_on = behind is not None and all(word in _ON or word.isdecimal() for word in words)
        machine = behind if behind is not None and is_on else _nearest(spots, speed)
        slot = "tokens_per_second" if speed.slot == "current_tokens_per_second" else speed.slot
        found.setdefault(machine.first, {}).setdefault(slot, float(speed.value))
        document.covered.update(range(speed.first, speed.last))
    return found


def _narrower(name: str, named: tuple[str, ...]) -> str | None:
    """The one of the chips named that a broader name means: "A100" beside "A100 80GB"."""
    meant = [one for one in named if one.startswith(f"{name}-")]
    return meant[0] if len(meant) == 1 else None


def _one(
    document: Document,
    machine: Mention,
    numbers: Mapping[str, list[Mention]],
    between: tuple[int, int],
    *,
    out: bool,
) -> Equipment:
    chips = _count(document, machine, numbers["accelerator_count"])
    nodes = _count(document, machine, numbers["instance_count"])
    if nodes is not None and nodes.first > machine.last and document.tokens[machine.last].norm not in _TIMES:
        nodes = None  # "a 3090 and a 4080 in one box"
    first = min(m.first for m in (machine, chips, nodes) if m)
    last = max(m.last for m in (machine, chips, nodes) if m)
    in_use = any(m.first < machine.last and machine.first < m.last for m in numbers["current_instances"])
    role: Role = "out" if out else _role(document, (first, last), between, in_use=in_use)
    return Equipment(
        id=str(machine.value),
        chips=int(chips.value) if chips else None,
        machines=int(nodes.value) if nodes else None,
        others=_others(document, chips.first) if chips else (),
        role=role,
        words=document.slice(first, last),
    )


def _others(document: Document, first: int) -> tuple[int, ...]:
    """The numbers that are listed before the last one: "1, 2 or 4 A10G"."""
    found: list[int] = []
    at, joints = first - 1, _OR
    cards = document.where("candidates")
    while (
        at > 0
        and document.tokens[at].norm in joints
        and document.tokens[at - 1].norm.isdecimal()
        and at - 1 not in cards  # "8 x 4090 or 8 x A6000"
    ):
        found.append(int(document.tokens[at - 1].norm))
        document.covered.update((at - 1, at))
        at, joints = at - 2, _LISTED
    return tuple(reversed(found))


def _count(document: Document, machine: Mention, counts: list[Mention]) -> Mention | None:
    """The number that is said of a machine: around it, right before it, right behind it, or "8 cards of 32G V100"."""
    around = [m for m in counts if m.first <= machine.first < m.last]
    beside = [m for m in counts if m.last == machine.first or 0 <= m.first - machine.last <= 1]
    linked = [m for m in counts if 0 < machine.first - m.last <= _LINK and _links(document, m.last, machine.first)]
    return min(around or beside or linked, key=lambda m: m.last - m.first, default=None)


def _links(document: Document, first: int, last: int) -> bool:
    """Whether nothing but "of", a maker and gigabytes stands between."""
    words = document.tokens[first:last]
    return all(word.norm in _LINKING or word.kind == "number" or _GIGABYTES.fullmatch(word.norm) for word in words)


def _role(document: Document, span: tuple[int, int], between: tuple[int, int], *, in_use: bool) -> Role:
    """`span`: the machine with its count. `between`: up to the machines before and behind it."""
    start, end = between[0], min(between[1], span[1] + _FRAME)
    before = [match for at in range(start, span[0]) if (match := document.at("role_before", at))]
    before = [m for m in before if m.last <= span[0] and not ends_between(document, m.last, span[0])]
    before = [m for m in before if document.tokens[m.last].norm != "to"]  # "do I have to use a V100?"
    told = not _is_asked_at(document, span[1])  # in a statement the words of others hold for all of it
    reach = {"remedy": _NEAR, "quoted": len(document.tokens) if told else _FRAME}
    before = [m for m in before if span[0] - m.last <= reach.get(str(m.value), _FRAME)]
    behind = [match for at in range(span[1], end) if (match := document.at("role_behind", at))]
    behind = [m for m in behind if not ends_between(document, span[1], m.first)]
    if document.ending("role_right_before", span[0], 0) is not None:
        return "quoted"  # "your A100"
    whole = [match for match in before if match.value == "yardstick"]  # "worse than" holds "than", which compares
    for match in (*whole, *reversed(before), *behind):
        if match.value == "quoted" and not _asks_how_many(document, span[0]):
            return "quoted"
        if role := _TOLD_AS.get(str(match.value)):
            return role
    return "owned" if in_use or any(match.value == "owned" for match in before) else "asked"


def _failure(document: Document, spots: Sequence[Mention]) -> int:
    """Where the sentence ends in which memory ran out on a machine; beyond the text where none did.

    What is asked about after it is a way out: "OOM on g5.12xlarge. Would p4d do?"
    """
    tokens = document.tokens
    out = next((m for m in document.matches if m.slot == "cue" and m.value in _RAN_OUT), None)
    if out is None:
        return len(tokens)
    marks = [at for at in range(len(tokens) - 1) if tokens[at].norm in SENTENCE_ENDS and not tokens[at + 1].glued]
    start = max((at for at in marks if at < out.first), default=0)
    end = min((at for at in marks if at >= out.last), default=len(tokens))
    return end if any(start <= machine.first < end for machine in spots) else len(tokens)


def ends_between(document: Document, first: int, last: int) -> bool:
    """Whether a sentence ends between."""
    return any(document.tokens[at].norm in SENTENCE_ENDS for at in range(first, last))


def _is_asked_at(document: Document, at: int) -> bool:
    """Whether the sentence around it ends in a question mark."""
    words = (token.norm for token in islice(document.tokens, at, at + _FAR))
    return next((word for word in words if word in SENTENCE_ENDS), None) == "?"


def _asks_how_many(document: Document, first: int) -> bool:
    """Whether "needed" belongs to a question: "how many H100 are needed"."""
    return any(document.tokens[at].norm in _ASKING for at in range(max(0, first - _BEFORE), first))


class Counted(Protocol):
    """What a text states of its machines."""

    profile: Profile
    hardware: tuple[Equipment, ...]
    ambiguous: dict[str, tuple[str, ...]]


def recount(document: Document, slots: Counted) -> None:
    """The number of machines that is asked about, where another one is told before it."""
    matches = sorted(document.classes.get(_OTHER, {}).items())
    found = [(match, document.tokens[match.first].start) for _, match in matches]
    nodes = [float(one) for one in slots.ambiguous.get("instance_count", ())]
    slots.hardware, phrases = recounted(slots.hardware, found, document.numbers, document.text, nodes)
    for phrase in phrases:
        counts = {"accelerator_count": slots.hardware[0].chips, "instance_count": slots.hardware[0].machines}
        slots.profile = slots.profile.model_copy(update=counts)
        slots.ambiguous = {slot: words for slot, words in slots.ambiguous.items() if slot not in counts}
        document.covered.update(range(phrase.first, phrase.last))
