"""What a turn asks of the machines that the answer before it was about, by any words: how they are bought, where, on
which cloud, where they are sold, how often they are taken away, for less, or what they emit."""

from __future__ import annotations

from typing import NamedTuple

from engine.reading.document import Document
from engine.workload.profile import Profile, Reading
from knowledge.facts import Cloud, Purchase

MOST, UNKNOWN = 18, 1  # tokens of such a turn; words of it that may be strange
SAID = frozenset({"purchase", "region", "place", "clouds", "providers"})  # classes of what is said of them
PLACES = frozenset({"region", "place"})  # of these
BOUGHT = SAID | {"priority", "instance_count", "jax_native"}  # slots that such a turn may state
YEARS: dict[str, Purchase] = {
    "way_1yr": "reserved_1yr", "term_1yr": "reserved_1yr", "way_3yr": "reserved_3yr", "term_3yr": "reserved_3yr",
}  # fmt: skip
TERM: Purchase = "reserved_1yr"  # of who says "reserved" alone
WAYS: dict[str, Purchase] = {
    "way_spot": "spot", "way_on_demand": "on_demand", "way_block": "capacity_block", "way_reserved": TERM,
}  # fmt: skip
BETWEEN = frozenset({"choice", "commit_asked"})  # cues
FREE = "term_no_upfront"  # a cue: nothing is paid before
ASKS = {"where_sold": "where", "money_reclaimed": "reclaimed", "carbon": "emitted", "carbon_strong": "emitted"}
WEIGHED, STATES = "weighed", "turn_states"  # a cue; a class
NOTHING_BEFORE = "free"  # a value
PAID_LATER: Purchase = "on_demand"
LESS = frozenset({"other", "cheaper"})  # values of terms on sums
SUMS, WANTS = "sum_turn", "turn_wants"  # classes
TERMS = frozenset({"run_hours", "deadline_days"})  # slots that the years of a term are read as, too


class Wants(NamedTuple):
    """`way`, `place`, `clouds`: what is said of them anew; `asks`: what is asked."""

    way: Purchase | None = None
    place: str | None = None
    clouds: tuple[Cloud, ...] = ()
    asks: frozenset[str] = frozenset()
    free: bool = False  # nothing may be paid before

    @property
    def buys(self) -> bool:
        """Whether it says how, where or of whom they are bought."""
        return bool(self.way or self.place or self.clouds)


def wants(turn: Document, alone: Reading, merged: Reading) -> Wants | None:
    """`alone`: the turn read by itself, `merged`: with its thread. None for one that says other things, or nothing of
    this."""
    if len(turn.tokens) > MOST:
        return None
    said = [one for one in turn.matches if one.slot in SAID or one.slot == WANTS]
    cues = {str(one.value): one for one in turn.matches if one.slot == "cue"}
    told = [one for name, one in cues.items() if name in YEARS or name in WAYS or name in ASKS]
    less = [one for one in turn.matches if one.slot == SUMS and one.value in LESS]
    inside = {at for one in (*said, *told, *less) for at in range(one.first, one.last)}
    carrying = {at for at, token in enumerate(turn.tokens) if token.kind != "mark"} - turn.plain_words
    if len(carrying - inside) > UNKNOWN or any(turn.tokens[at].kind == "number" for at in carrying - inside):
        return None
    if cues.keys() >= BETWEEN:
        return None  # "the compute plan or the EC2 one": which of two terms, and no price
    way = _way(cues.keys(), [str(one.value) for one in said if one.slot == "purchase"])
    if _says_else(alone.profile, term=way is not None):
        return None
    asks = {name for cue, name in ASKS.items() if cue in cues} | {str(one.value) for one in said if one.slot == WANTS}
    asks |= {"less"} if less else set()
    if WEIGHED in cues or any(one.slot == STATES for one in turn.matches):
        asks -= {"emitted"}  # what is wished
    free = FREE in cues or NOTHING_BEFORE in asks
    way = PAID_LATER if free and way not in YEARS.values() else way
    placed = any(one.slot in PLACES for one in said)
    place = alone.profile.region or ((merged.turn or merged.profile).region if placed else None)
    made = Wants(way, place, alone.profile.clouds, frozenset(asks - {NOTHING_BEFORE}), free)
    return made if made.buys or made.asks else None


def _way(cues: object, named: list[str]) -> Purchase | None:
    """The way that is said last; the years of a term where they are told."""
    held = frozenset(cues)  # type: ignore[call-overload]
    for cue, way in YEARS.items():
        if cue in held:
            return way
    if named:
        return TERM if named[-1] == "reserved" else named[-1]  # type: ignore[return-value]
    return next((way for cue, way in WAYS.items() if cue in held), None)


def _says_else(said: Profile, *, term: bool) -> bool:
    return not said.stated().keys() <= BOUGHT | (TERMS if term else frozenset())
