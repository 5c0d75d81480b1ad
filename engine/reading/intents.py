"""What a text wants: advice, a price, a comparison, an explanation, a commitment, carbon, or nothing of ours.

The decision weighs a few kinds of evidence: how much of somebody's own work is described, how many things are
named, whether a sentence asks for a fact or for a choice, and which words of price, comparison, commitment or
emissions there are. `DECISIONS` tries the kinds in order of how telling they are; advice is what is left.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from engine.reading.document import Document
from engine.workload.profile import Intent, Profile

_PASSING_MENTIONS = frozenset({"clouds", "priority", "region"})
_PASSING = _PASSING_MENTIONS | {
    "budget_usd", "deadline_days", "run_hours", "team_engineers", "cadence", "runs_per_month", "latency_ms",
}  # fmt: skip
_ANYBODYS = _PASSING | {"instance_count", "capacity", "checkpointing", "managed", "runs", "accelerator_count"}
_THINGS = frozenset({
    "candidates", "instances", "clouds", "region", "purchase", "instance_count", "priority", "accelerator_count",
})  # fmt: skip
_OWN = frozenset({
    "parameters", "tokens", "cadence", "runs", "runs_per_month", "deadline_days", "budget_usd", "team_engineers",
    "tokens_per_day", "latency_ms", "capacity",
})  # fmt: skip
_GENERIC = frozenset({"gpu", "trainium", "tpu", "inferentia2"})
_LONG = ("reserved_1yr", "reserved_3yr", "savings_plan", "capacity_block", None)


@dataclass(frozen=True, slots=True)
class IntentCues:
    """What the decision rests on. `work` counts slots about a workload, `own` those only a real one has."""

    cues: frozenset[str]
    profile: Profile
    work: int
    own: int
    instances: int
    specific: int  # chips of one generation
    generic: int
    asks_fact: bool  # a sentence asks about something other than us
    joined: bool  # two things with "or", "/" or "," between them
    places: bool
    signals: bool

    def has(self, *names: str) -> bool:
        return not self.cues.isdisjoint(names)

    @property
    def things(self) -> int:
        return self.instances + self.specific + self.generic

    @property
    def decides(self) -> bool:
        """Whether a choice of ours is asked for: its words, or a described workload and no question for a fact."""
        return self.has("keep") or (self.own > 0 and not self.asks_fact)


def cues(scene: Document) -> frozenset[str]:
    """The kinds of cue the text shows."""
    return frozenset(str(m.value) for m in scene.matches if m.slot == "cue")


def intent(scene: Document, profile: Profile) -> Intent:
    """The intent of a text read on its own."""
    if _is_off_topic(scene, profile):
        return "off_topic"
    evidence = weigh(scene, profile)
    return next((kind for kind, holds in DECISIONS if holds(evidence)), "advise")


def weigh(scene: Document, profile: Profile) -> IntentCues:
    """The evidence of one text."""
    said = set(profile.said())
    generic = sum(c in _GENERIC for c in profile.candidates)
    return IntentCues(
        cues=cues(scene),
        profile=profile,
        work=len(said - _THINGS),
        own=len(said & _OWN),
        instances=len(profile.instances),
        specific=len(profile.candidates) - generic,
        generic=generic,
        asks_fact=_asks_fact(scene),
        joined=_joined(scene),
        places=any(m.slot in ("region", "place") for m in scene.matches),
        signals=bool(scene.signals),
    )


def _is_off_topic(scene: Document, profile: Profile) -> bool:
    """Nothing of ours, or only things anybody may mention beside words of something else."""
    seen, said = cues(scene), set(profile.said())
    if "elsewhere" in seen and "ours" not in seen and not said - _ANYBODYS:
        return True
    ours = bool(scene.signals) or not seen.isdisjoint({"domain", "commit_strong"})
    if not said and (not ours or "off_topic" in seen):
        return True
    passing = "off_topic" in seen or (not ours and "carbon" not in seen)
    return passing and not said - (_PASSING if "domain" not in seen else _PASSING_MENTIONS)


def speaks_of_others(scene: Document) -> bool:
    """Whether the words of something else are there, not only none of ours."""
    return not cues(scene).isdisjoint({"elsewhere", "off_topic"})


def _asks_fact(scene: Document) -> bool:
    """Whether a sentence opens as a question whose subject is not the asker ("does trn2 ...", "why is ...")."""
    for at, opening in scene.classes.get("asks", {}).items():
        if not _opens(scene, at):
            continue
        if opening.value == "plain" or scene.at("pronoun_own", opening.last) is None:
            return True
    return False


def asks(scene: Document) -> bool:
    """Whether a text asks at all: a question mark, or a sentence that opens as a question."""
    return any(token.norm == "?" for token in scene.tokens) or any(
        _opens(scene, at) for at in scene.classes.get("asks", {})
    )


def _opens(scene: Document, at: int) -> bool:
    """Whether a sentence begins here, greetings and "so" aside."""
    while at > 0 and not scene.starts_sentence(at):
        before = scene.ending("opener", at, 0)
        if before is None:
            return False
        at = before.first
    return True


def _joined(scene: Document) -> bool:
    """Two things named with nothing but "or" or a mark of a list between them."""
    spots = sorted((m.first, m.last) for m in scene.matches if m.slot in ("candidates", "instances"))
    spots += [(at, at + 1) for at, token in enumerate(scene.tokens) if token.kind == "instance"]
    spots.sort()
    return any(
        0 < second[0] - first[1] <= 2 and scene.tokens[first[1]].norm in ("or", "/", ",", "and", "&")
        for first, second in pairwise(spots)
    )


def _carbon(seen: IntentCues) -> bool:
    if seen.has("carbon_strong") and (seen.things or seen.places or seen.profile.priority == "carbon"):
        return True
    return seen.has("carbon") and seen.profile.priority == "carbon" and not (seen.has("weighed") and seen.own)


def _commitment(seen: IntentCues) -> bool:
    if not seen.has("commit_strong") or (seen.has("price_strong") and not seen.has("commit_asked")):
        return False
    if (seen.asks_fact or seen.has("explain_strong")) and not seen.own and not seen.has("commit_asked", "keep"):
        return False
    asked = seen.work <= 5 or (seen.has("commit_asked") and seen.things <= 1)
    return asked and seen.profile.purchase in (*_LONG, "on_demand")


def _compare(seen: IntentCues) -> bool:
    """Two or more things beside each other. For a described workload only where whole instances are named."""
    if seen.things < 2:
        return False
    exact = seen.specific + seen.instances >= 2
    if seen.has("compare"):
        return True
    if seen.own and seen.instances < 2:
        return False
    if seen.instances >= 2 and not seen.has("keep"):
        return True
    if seen.has("keep", "about_pricing") or (seen.has("price_strong") and not seen.has("figures", "vs", "better")):
        return False
    if exact and seen.has("figures", "vs", "better"):
        return True
    return (seen.has("vs") and not seen.work) or (exact and seen.joined and not seen.has("advise") and not seen.work)


def _price(seen: IntentCues) -> bool:
    named = bool(seen.things or seen.profile.purchase)
    if seen.has("about_pricing") and seen.asks_fact:
        return False
    short = seen.has("price_short") and not seen.asks_fact
    if (seen.has("price_strong") or short) and named:
        return seen.work <= 3 and not (seen.has("keep") and seen.work > 0)
    if seen.has("figures", "better") and not seen.has("price_strong"):
        return False
    return (
        seen.has("price")
        and seen.things > 0
        and seen.work <= 1
        and not seen.has("advise", "keep")
        and not (seen.has("vs") and seen.things > 1)
    )


def _explain(seen: IntentCues) -> bool:
    """Asked as a fact, of a thing and not of a workload; softer cues only where nothing else is asked."""
    if seen.has("keep"):
        return False
    if seen.has("explain_strong") and seen.work <= 2:
        return True
    sized = seen.profile.parameters is not None and seen.work <= 3 and not seen.has("first_person", "advise")
    if seen.asks_fact and seen.own <= sized:  # the size of a model may be part of a fact
        return not seen.has("first_person") or not seen.work
    nothing = not seen.profile.said() and not seen.signals
    return not seen.has("advise") and (nothing or (seen.has("explain") and seen.work <= 1))


DECISIONS: tuple[tuple[Intent, Callable[[IntentCues], bool]], ...] = (
    ("carbon", _carbon),
    ("commitment", _commitment),
    ("compare", _compare),
    ("price_lookup", _price),
    ("explain", _explain),
)
