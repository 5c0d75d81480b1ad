"""What is asked of a kind of work: its memory, its time, several cards, which card, other hardware, an idle GPU."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from engine.forms.kinds.kind import RAN_OUT
from engine.workload.conditions import FAMILIES
from engine.workload.profile import FormId, Reading

Wish = Literal["idle", "pair", "batch", "memory", "time", "several", "card", "elsewhere"]
CUES: dict[Wish, frozenset[str]] = {  # the words of each, what they ask most plainly first
    "idle": frozenset({"of_idle"}),
    "memory": frozenset({"fit_word", "fit_least", "of_memory", *RAN_OUT}),
    "several": frozenset({"of_several", "copied", "splits"}),
    "time": frozenset({"asks_time", "asks_cost", "of_speed"}),
    "elsewhere": frozenset({"of_elsewhere"}),
    "card": frozenset({"shopping", "which_type"}),
}
FORM: dict[FormId, Wish] = {  # what each form asks, whatever its words
    "fit": "memory", "estimate": "time", "support": "elsewhere", "choose": "card", "decline": "card",
}  # fmt: skip
HOW_MUCH, OF_MEMORY, BATCH = "of_compute", "of_memory", "asks_batch"  # cues
MACHINE = "asks_machine"  # the cue
TIMED, CHOSEN = "asks_time", frozenset({"which_hardware", "choice"})  # cues
SIDES = frozenset({"compare", "better", "how_much_faster", "of_pair"})
AGAINST = "vs"  # the cue: "or" as well, which sets two chips against each other and nothing else
TRIED = frozenset({"decline", "explain"})  # forms that say nothing of what is asked, where memory ran out
PAIR, MOST = 2, 3  # chips that are set against each other; wishes answered at once


def wishes(reading: Reading, form: FormId) -> tuple[Wish, ...]:
    """Those of a text, the plainest first; none where it asks none of them."""
    cues = set(reading.cues) - (frozenset() if reading.sought.of_cards else CUES["card"])
    found = tuple(dict.fromkeys(_in_order(reading, cues, form)))[:MOST]
    return found or (("card",) if HOW_MUCH in cues else ())


def _in_order(reading: Reading, cues: set[str], form: FormId) -> Iterator[Wish]:
    chips = set(reading.profile.candidates) - FAMILIES
    tried, buys = ran_out(reading), bool(cues & CUES["card"])
    if "of_idle" in cues and not tried:
        yield "idle"
    if BATCH in cues and TIMED not in cues:
        yield "batch"
        if MACHINE not in cues:
            return
        yield "memory"
    if form == "fit" or (tried and form in TRIED) or (OF_MEMORY in cues and not buys):
        yield "memory"
    if "of_elsewhere" in cues and form in ("explain", "choose", "support", "ask_back", "chat") and not buys:
        yield "elsewhere"
    chosen = len(chips) >= PAIR and (form in ("choose", "compare") or (AGAINST in cues and buys))
    sided = ((chips or "of_pair" in cues) and cues & SIDES) or chosen
    if sided and not tried:
        yield "pair"
        cues = cues - CUES["time"] - CUES["elsewhere"] | (cues & {TIMED})
    if _has_wish_of_its_own(form, cues):
        yield FORM.get(form, "card")
    if TIMED in cues:
        yield "time"
    yield from (wish for wish, words in CUES.items() if cues & words)
    if form == "support":
        yield "elsewhere"
    if cues & CHOSEN and form in ("fit", "explain") and not tried:  # "what can I do?" asks for no card then
        yield "card"


def _has_wish_of_its_own(form: FormId, cues: set[str]) -> bool:
    """Whether the form says by itself what is asked: a choice is asked back where one was asked."""
    if form == "decline":
        return not CUES["card"].isdisjoint(cues)
    if form == "ask_back":
        return not CHOSEN.isdisjoint(cues)
    return form in FORM and (form != "support" or not CUES["elsewhere"].isdisjoint(cues))


def ran_out(reading: Reading) -> bool:
    """Whether somebody tried, and memory ran out."""
    return not RAN_OUT.isdisjoint(reading.cues)
