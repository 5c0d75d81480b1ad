"""A job of so many things at a pace that the asker timed: its hours, the cards that a deadline takes, and dollars.

hours of one = number x hours of each; cards = hours of one / hours that are left, rounded up. All three are told,
since whoever asks for one decides by the others.
"""

from __future__ import annotations

import re
from math import isclose
from typing import Literal, NamedTuple

from engine.answers.model import FactAnswer
from engine.base.measures import Measure, Unit, in_whole, unit
from engine.base.reason import Reason
from engine.forms.form import Asked, question_of
from engine.forms.joined.amounts import InProportion
from engine.forms.machines.need import need_of
from engine.forms.machines.rungs import Rung, clouds_of, machines_with, place_of
from engine.forms.own.figures import bare_hours, limit, sentence, window
from engine.forms.own.machines import Machine, hour_of
from engine.forms.worked.factors import DAY, HARDWARE, HOUR, MONTH, is_count
from engine.forms.worked.prices import Prices
from engine.workload.conditions import FAMILIES
from engine.workload.phases import TRAINS
from knowledge.facts import COMPARED
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH, SECONDS_PER_HOUR

# Of these no job is made: what is learnt from, who asks, and what other sums count.
ELSE = HARDWARE | {
    "token", "step", "epoch", "person", "run", "repeat", "usd", "labor", "day", "h", "camera", "stream", "at_once",
    "dim", "answer", "prompt", "row", "event", "candidate", "letter",
}  # fmt: skip
USED_UP = frozenset({"unit"})  # what a service takes for its hours, where one is named: "50 compute units left"
ASKS = frozenset({"count", "hours", "days", "chip_hours", "usd"})
PACES = 2
MANY = 100  # of a thing, below which it is no job
SECONDS, TIMES_REAL = "job_seconds_each", "job_times_real_time"  # constants
JOBS = frozenset({"job_over", "job_reads", "job_labels", "job_rewrites", "job_writes"})  # cues
# First lines that tell no hours of a job that is run over things, though they are on its model or its kind.
GUESSES = frozenset({
    "run_estimate", "usual_hours", "reported_room", "domain_decides", "domain_taken", "domain_room", "memory_needed",
    "hours_of_what", "which_cloud", "nothing_held", "usual_room", "share_within", "model_unnamed", "load_unknown",
    "needs_size", "no_size_of", "work_unknown", "project_time", "domain_time", "asks_what",
})  # fmt: skip
NEAR = 40  # characters between one of a thing and its time
SAME = 0.1  # share by which a figure that somebody rounded differs
_ONE = r"(?:\bper|\bone|\ban?|\bsingle|\beach|\b1 ?x?|/|pro|par|por|每|单)\s*(?:nvidia\s+|tesla\s+)?"
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
Verdict = Literal["yes", "no", ""]


class Timed(NamedTuple):
    """Hours of one of a thing, as the text says it."""

    thing: str
    hours: float
    words: str
    at: int = 0


class Job(Reason, code="whole_job"):
    """`number` of a `thing` at `words` each; `hours` of one machine and `together` of `cards` of them, 0 where no
    number was told; `each`: whether the pace is that of one of these. `within`: hours there are, 0 where none were
    told, `needed` cards in them; `usd` of all hours at `usd_each`, 0 where no price is known.

    `also`: the same at another pace that was told: its words, hours, cards in time, USD.
    """

    many: str
    words: str
    one: float  # hours, where the pace is told of several
    monthly: bool
    machine: str
    hours: float
    cards: int
    together: float
    each: bool
    there: bool  # whether the pace is that of this machine
    within: float
    needed: int
    verdict: Verdict
    usd: float
    usd_each: float
    sign: str
    way: str  # to buy, where one was said
    as_told: bool  # the hours that the asker tells are these
    counts: bool
    also: tuple[tuple[str, float, int, float], ...]


class Unpaced(Reason, code="job_unpaced"):
    """A job whose pace is not known: its hours on one card and dollars at the least, a middle and the most for one.

    `at`: seconds of one, or hours of sound an hour where `sound`; `within` hours there are, 0 where none were told,
    and `rate` a second in them. `named`: whether the machine was; `unpriced`: a card that was named without a price.
    """

    many: str
    model: str
    monthly: bool
    sound: bool
    at: tuple[float, ...]
    hours: tuple[float, ...]
    usd: tuple[float, ...]
    instance: str
    chip: str
    usd_each: float
    within: float
    rate: float
    unpriced: str


def whole_job(asked: Asked, named: list[Machine]) -> FactAnswer | None:
    """None unless all that is told are a number of things, the pace of one, and what these may be done on and by."""
    told, said = asked.reading.measured, asked.profile
    goals = told.goals
    if all(one.id in FAMILIES for one in asked.reading.hardware):
        named = []  # "a GPU" is none that a pace was timed on
    trains = said.method is not None or said.epochs is not None or said.task not in (None, "inference")
    if trains or TRAINS in asked.reading.cues or not told.whole or len({one.chip.id for one in named}) > 1:
        return None
    within = _within(asked)
    wanted = all(one.wants in ASKS and one.per in ("", "month", "week", "day") for one in goals)
    able = not {"able", "fit"}.isdisjoint(asked.reading.sought.predicates)
    if not wanted or not (goals or within or able):
        return None
    measures, done = _with_one(told.measures), {unit(chip=1), unit(machine=1)}
    paces = [pace for one in measures if (pace := _pace(one)) is not None]
    if not 1 <= len(paces) <= PACES or len({pace.thing for pace in paces}) > 1:
        return None
    heard = " ".join(asked.reading.words.get(slot, "") for slot in ("samples_per_second", "samples"))
    if any(pace.words in heard for pace in paces):
        return None  # how long each piece of sound is, and no pace
    thing = paces[0].thing
    if thing in USED_UP and said.providers:
        return None
    amounts = [one for one in measures if one.units[0] in (unit(**{thing: 1}), unit(day=-1, **{thing: 1}))]
    if len(amounts) > 1:  # "16 of them"
        amounts = [one for one in amounts if done.isdisjoint(one.units)]
    rest = [one for one in measures if one not in amounts and _pace(one) is None]
    own = [one for one in rest if one.units[0] in (HOUR, DAY) and not isclose(_hours(one), within, rel_tol=SAME)]
    if (
        len(amounts) != 1
        or len(own) > 1
        or not (goals or within or own)
        or any(not _is_beside(one, thing) for one in rest)
    ):
        return None
    counts = any(one.wants == "count" for one in goals)
    if counts and dict(amounts[0].units[0]).get("day") == -1:
        return None  # what comes day after day is a load, whose cards have slack
    total = paces[0].hours * amounts[0].value
    if (counts or not goals) and not within and own and not isclose(_hours(own[0]), total, rel_tol=SAME):
        within, own = _hours(own[0]), []
    cards = max((round(one.value) for one in rest if is_count(one) or not done.isdisjoint(one.units)), default=0)
    daily = dict(amounts[0].units[0]).get("day") == -1
    monthly = daily or any(one.per == "month" for one in goals)  # "20,000 hours ... what bill a month?"
    if counts and (not (within or monthly) or 0 < (limit(asked.reading.text) or 0.0) < SECONDS_PER_HOUR):
        return None  # how many is another question without a time, or where somebody waits
    number = amounts[0].value * (MONTH if daily else 1.0)
    job = _job(asked, named, paces, number, within, own, many=amounts[0].words, monthly=monthly, cards=cards)
    return FactAnswer(headline=job, sentences=(InProportion(),) if job.one else (), of_told=True, whole=True)


def _with_one(measures: tuple[Measure, ...]) -> list[Measure]:
    """The measures, where "one protein in 14 seconds" is a time of one."""
    ones = [one for one in measures if one.value == 1 and len(one.units[0]) == 1 and one.units[0][0][0] not in ELSE]
    for one in ones:
        time = next(
            (near for near in measures if dict(near.units[0]).get("h") == 1 and 0 < near.at - one.at < NEAR), None
        )
        others = [other for other in measures if other is not one and other.units[0] == one.units[0]]
        if time is not None and len(others) == 1:
            each = time.model_copy(update={"units": (unit(h=1, **{one.units[0][0][0]: -1}),)})
            return [each if two is time else two for two in measures if two is not one]
    return list(measures)


def is_job(answer: FactAnswer | None) -> bool:
    """Whether an answer is such a job."""
    return answer is not None and isinstance(answer.headline, Job)


def _within(asked: Asked) -> float:
    """Hours until all shall be done; 0 where none are told."""
    said, text, goals = asked.profile.deadline_days, asked.reading.text, asked.reading.measured.goals
    counts = not goals or any(one.wants == "count" for one in goals)
    return (said or 0.0) * HOURS_PER_DAY or ((window(text) or bare_hours(text) or 0.0) if counts else 0.0)


def _pace(one: Measure) -> Timed | None:
    """So many of a thing an hour, or hours of one, whatever hardware that is of."""
    powers = {name: power for name, power in one.units[0] if name not in HARDWARE}
    thing = next((name for name in powers if name != "h"), "")
    if len(powers) != 2 or thing in ELSE or one.role or one.value <= 0:
        return None
    if (powers.get("h"), powers[thing]) == (-1, 1):
        return Timed(thing, 1 / one.value, one.words, one.at)
    return Timed(thing, one.value, one.words, one.at) if (powers.get("h"), powers[thing]) == (1, -1) else None


def _is_beside(one: Measure, thing: str) -> bool:
    """Whether it is a number of machines, a time, a price of an hour, all hours, or how large each thing is."""
    own: Unit = one.units[0]
    powers = dict(own)
    of_size = own == unit(repeat=1) and thing not in one.words.lower()
    price = powers.get("usd") == 1 and powers.get("h") == -1
    if not {unit(chip=1), unit(machine=1)}.isdisjoint(one.units):
        return True
    return is_count(one) or own in (HOUR, DAY) or price or of_size or powers.keys() == {"day", "h"}


def _hours(one: Measure) -> float:
    return one.value * (HOURS_PER_DAY if one.units[0] == DAY else 1.0)


def _job(
    asked: Asked, named: list[Machine], paces: list[Timed], number: float, within: float, own: list[Measure],
    *, many: str, monthly: bool, cards: int,
) -> Job:  # fmt: skip
    machine = named[0] if named else None
    hours = number * paces[0].hours
    price = hour_of(machine, asked, named) if machine else None
    cards = max(cards, machine.cards if machine and machine.said else 0)
    text = asked.reading.text
    each = machine is not None and _is_of_one(text, machine)
    there = machine is not None and (each or sentence(text, machine.at) == sentence(text, paces[0].at))
    usd, way, cites = (price.amount, "", price.cites) if price else (0.0, "", ())
    if machine and price and not price.told and asked.profile.purchase:
        prices = Prices(asked, machine)
        row = prices.row(0)
        if row is not None:
            usd, way, cites = row.usd_per_chip_hour, row.quote.purchase, (row.quote.source,)
    together = hours / cards if cards > 1 else 0.0
    counts = any(one.wants == "count" and not one.enough for one in asked.reading.measured.goals)
    within = within or (HOURS_PER_MONTH if monthly and counts else 0.0)
    fits = (together or hours) <= within
    return Job(
        many=many,
        words=paces[0].words,
        one=paces[0].hours if len(_NUMBER.findall(paces[0].words)) > 1 else 0.0,
        monthly=monthly,
        machine=machine.chip.name if machine else "",
        hours=hours,
        cards=cards if cards > 1 else 0,
        together=together,
        each=each,
        there=there,
        within=within,
        needed=_needed(hours, within),
        verdict=("yes" if fits else "no") if within and not counts else "",
        usd=hours * usd,
        usd_each=usd,
        sign=price.sign if price else "$",
        as_told=any(isclose(_hours(one), hours, rel_tol=SAME) for one in own),
        counts=counts,
        also=tuple(
            (pace.words, number * pace.hours, _needed(number * pace.hours, within), number * pace.hours * usd)
            for pace in paces[1:]
        ),
        way=way,
        cites=cites,
    )


def _needed(hours: float, within: float) -> int:
    return in_whole(hours / within) if within else 0


def _is_of_one(text: str, machine: Machine) -> bool:
    """Whether one card is spoken of as such: "per V100", "on one A100"."""
    name = text[machine.at : machine.end].lstrip("0123456789x×* ").split(" ")[0]
    return bool(name) and re.search(_ONE + re.escape(name), text, re.IGNORECASE) is not None


def unpaced(stated: FactAnswer, asked: Asked) -> FactAnswer | None:
    """None unless so much is to be run through, and the first line knows no speed of it."""
    reading, first = asked.reading, stated.headline
    said, goals = asked.profile, reading.measured.goals
    trains = said.method is not None or said.epochs is not None or said.task not in (None, "inference")
    if first is None or first.code not in GUESSES or trains or TRAINS in reading.cues:
        return None
    wants = {one.wants for one in goals}
    if not wants & {"hours", "days", "usd", "chip_hours"} and not ("count" in wants and _within(asked)):
        return None
    amounts = [
        one for one in reading.measured.measures if _is_amount(one) and one.value != said.parameters
    ]  # "70B 모델"
    runs = said.task == "inference" or not JOBS.isdisjoint(reading.cues)
    read = any("page" in dict(one.units[0]) for one in amounts)  # nobody trains on pages
    if len(amounts) != 1 or not (runs or read) or any(_pace(one) for one in reading.measured.measures):
        return None
    family = asked.facts.families.get(said.model or "")
    if family is not None and family.encoder:
        return None  # whose pace is worked out, once the length of a text is said
    powers = dict(amounts[0].units[0])
    sound = "sound" in powers
    daily = powers.get("day") == -1
    number = amounts[0].value * (MONTH if daily else 1.0)
    scale = asked.library.constants.spread(TIMES_REAL if sound else SECONDS)
    at = (scale.low, scale.likely, scale.high)
    hours = tuple(sorted(number / one if sound else number * one / SECONDS_PER_HOUR for one in at))
    machine = _machine(asked)
    within = _within(asked)
    named = (asked.facts.accelerators[one] for one in said.candidates if one in asked.facts.accelerators)
    known = asked.facts.models.get(said.variant or "") or asked.facts.families.get(said.model or "")
    told = Unpaced(
        many=amounts[0].words.replace("(", ""),
        model=known.name if known else "",
        monthly=daily,
        sound=sound,
        at=at if not sound else at[::-1],
        hours=hours,
        usd=tuple(one * machine.usd / machine.thing.count for one in hours) if machine else (),
        instance=machine.thing.id if machine else "",
        chip=machine.chip.name if machine else "",
        usd_each=machine.usd / machine.thing.count if machine else 0.0,
        within=within,
        rate=number / within / SECONDS_PER_HOUR if within and not sound else 0.0,
        unpriced=next((one.name for one in named if not machine or one.id != machine.chip.id), ""),
        cites=machine.quote.cites if machine else (),
    )
    return FactAnswer(headline=told, of_told=True, whole=True)


def _is_amount(one: Measure) -> bool:
    things = [name for name, power in one.units[0] if power == 1 and name not in ELSE]
    return len(things) == 1 and len(dict(one.units[0]).keys() - {"day"}) == 1 and one.value >= MANY


def _machine(asked: Asked) -> Rung | None:
    """The machine or chip that is named, else the smallest that holds the work."""
    question = question_of(asked)
    clouds = clouds_of(question) or COMPARED[:1]
    need = need_of(question, None)
    found = machines_with(question, clouds[:1], need.gib, trains=False, place=place_of(question, clouds[0]))
    said = asked.profile
    named = [one for one in found if one.chip.id in said.candidates or one.thing.id in said.instances]
    gpus = [one for one in found if one.chip.family == "gpu"]
    return next(iter((*named, *gpus)), None)
