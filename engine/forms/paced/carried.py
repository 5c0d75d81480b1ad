"""The hours of a whole run on other machines: "8 V100 took 31 h, how long do 2 take?", in whatever order.

The same facts make the same sum: `timed` binds the hours to the machine they were told of, and every other machine
that is named is asked about. What the chips differ by is bounded in `there`.
"""

from __future__ import annotations

import re

from engine.answers.model import FactAnswer
from engine.forms.form import Asked
from engine.forms.joined.there import carried_to
from engine.forms.joined.timed import WHOLE, Machine, Timed, Told, asks_of, sentence_at, told_of

ASKS_TIME, NORMAL, HOURS, DOLLARS = "asks_time", "is_normal", "hours", "dollars"  # cues, predicates
# Predicates of who asks for another thing of these machines.
ELSE = frozenset({"which", "commit", "carbon", "meaning", "slow", "why", "compare", "judge", "rate", "used"})
SUPPORT = "support"  # with which hours have to be asked, too
# Slots of a load, of a rhythm, of a limit, of money, of a run that is under way and of work counted in parts.
OF_ELSE = frozenset({
    "runs_per_month", "tokens_per_day", "requests_per_second", "share_done", "elapsed_hours", "budget_usd",
    "credits_usd", "utilization", "concurrent_users", "seconds_per_step", "steps", "horizon_months", "tokens",
    "runs", "cadence", "samples", "batch_size", "priority", "capacity",
})  # fmt: skip
SHORT = 10  # words of a question that is nothing but a machine: "What would it be on a single RTX 4090?"
MINE = re.compile(r"\b(?:my|this|an?)\s+(?:own |old |new |local |nvidia |rtx |geforce |tesla )*$", re.IGNORECASE)
MOST = 3  # machines asked about


def carried(asked: Asked) -> FactAnswer | None:
    """None unless the hours of one counted machine are told, others are named, and the time there is asked."""
    if not OF_ELSE.isdisjoint(asked.profile.stated()) or not _asks_time(asked):
        return None
    told = _of_mine(_of_one_chip(told_of(asked)), asked.reading.text)
    times = [one for one in told.times if not (one.hoped or one.wished)]
    source = _source(times)
    if source is None or source.on is None or len(times) < len(told.times):
        return None
    own = source.on
    others: dict[tuple[str, int | None], Machine] = {}
    for one in told.machines:
        if one.chip is not None and one.key != own.key and (one.cards is not None or one.chip != own.chip):
            others.setdefault(one.key, one)
    if not _names_time(asked):  # nothing but a machine, behind what was told
        behind = sentence_at(asked.reading.text, source.first)[1]
        others = {key: one for key, one in others.items() if one.first >= behind}
    wanted = [one for one in others.values() if asks_of(one, asked.reading.text)] or list(others.values())
    if not 1 <= len(wanted) <= MOST or any(one.cards is None for one in wanted):
        return None
    return carried_to(source, wanted, asked)


def _of_one_chip(told: Told) -> Told:
    """With the chip of all where one is named and numbers stand apart from it: "1 GPU ... 64 GPUs (A100)"."""
    kinds = {one.chip.id: one.chip for one in told.machines if one.chip is not None}
    if len(kinds) != 1:
        return told
    (chip,) = kinds.values()
    times = tuple(
        one._replace(on=one.on._replace(chip=chip)) if one.on is not None and one.on.chip is None else one
        for one in told.times
    )
    machines = tuple(one if one.chip is not None else one._replace(chip=chip) for one in told.machines)
    return told._replace(machines=machines, times=times)


def _of_mine(told: Told, text: str) -> Told:
    """With one of each that is had in the singular: "my 3090"."""
    machines = tuple(
        one._replace(cards=1) if one.cards is None and MINE.search(text[: one.first]) else one
        for one in told.machines
    )
    return told._replace(machines=machines)


def _asks_time(asked: Asked) -> bool:
    """Whether hours are asked, and no dollars without them; or nothing but another machine."""
    sought, cues = frozenset(asked.reading.sought.predicates), asked.reading.cues
    if NORMAL in cues or not sought.isdisjoint(ELSE) or (DOLLARS in sought and ASKS_TIME not in cues):
        return False
    if _names_time(asked):
        return True
    last = asked.reading.text.rstrip(" ?？").replace("!", ".").rpartition(".")[2].split()
    return not sought and asked.reading.text.rstrip().endswith(("?", "？")) and len(last) <= SHORT


def _names_time(asked: Asked) -> bool:
    sought = asked.reading.sought.predicates
    return HOURS in sought or (ASKS_TIME in asked.reading.cues and SUPPORT not in sought)


def _source(times: list[Timed]) -> Timed | None:
    """The one time that is told, of a whole run on a machine whose number is known."""
    if not times or any(one.unit != WHOLE or one.rate is not None or one.content for one in times):
        return None
    first = times[0]
    of_one = first.on is not None and first.on.chip is not None and first.on.cards is not None
    same = all(one.on == first.on or (one.on and first.on and one.on.key == first.on.key) for one in times)
    return first if of_one and same and len({round(one.hours, 6) for one in times}) == 1 else None


def told_in(asked: Asked) -> str:
    """The sentences in which a text tells of a whole run and its machine; "" where it tells of none, or asks."""
    told = _of_one_chip(told_of(asked))
    source = _source([one for one in told.times if not (one.hoped or one.wished)])
    if source is None or source.on is None:
        return ""
    text = asked.reading.text
    first = sentence_at(text, min(source.first, source.on.first))[0]
    part = text[first : sentence_at(text, max(source.first, source.on.first))[1]].strip()
    if part.endswith(("?", "？")):
        return ""  # "and for a month?"
    return part if part.endswith((".", "!", "。")) else f"{part.rstrip(',;:?')}."
