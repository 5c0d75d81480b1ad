"""The day that is asked about: any of the past, and not far ahead."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

from bot.wording.errors import UserError
from engine.base.constants import Constants
from engine.forms.price import PRICE
from engine.forms.sold.moved import FELL, MOVED, ROSE
from engine.reading.asking.then import Then, then_of
from engine.reading.document import laid_out
from engine.reading.vocabulary import Vocabulary
from engine.workload.profile import Reading
from knowledge.facts import Facts, Offer

DATED = re.compile(
    r"20\d\d|\b(?:ago|last|previous|prior|past|trailing|earlier|back|letzten|vergangenen|derni[eè]re?s|[uú]ltim[oa]s?|ultimi|vor|"
    r"yesterday|this year|year to date|ytd|est[ae] a[ñn]o|neste ano|cette ann|dies(?:es|em) jahr|jahresbeginn|"
    r"quest.anno|pasado|passado|scorso|dernier|letzte[sm]|этом году|прошлом году|"
    r"jan(?:uary)?|feb(?:ruary)?|march|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?|janu?ar|janvier|januar|enero|janeiro|gennaio|februar|f[ée]vrier|febrero|febbraio|"
    r"m[äa]rz|mar[sz]o?|avril|abril|aprile|mai|mayo|maggio|jui[nl]\w*|jun[ih]o?|jul[ih]o?|giugno|luglio|ao[uû]t|agosto|"
    r"sept?iembre|septembre|settembre|setembro|o[ktc]+ober|octobre|octubre|outubro|ottobre|novembre|noviembre|"
    r"d[eé]cembre|dezember|diciembre|dezembro|dicembre|spring|summer|autumn|fall|winter|fr(?:ü|ue)hling|fr(?:ü|ue)hjahr|sommer|herbst|printemps|"
    r"été|automne|hiver|primavera|verano|otoño|invierno|verão|outono|inverno|estate|autunno)\b|[春夏秋冬]|今年|去年|올해|작년|过去|過去|最近|近|直近|지난|최근|последн|весн|лет|осен|зим",
    re.IGNORECASE,
)  # may name a day
BOOKED = re.compile(  # days to come: "reserve one for two weeks in January"
    r"\b(?:reserve|book)\b(?! price)[^?!\n]{0,60}\bfor\b[^?!\n]{0,20}\b(?:days?|weeks?|months?)\b", re.IGNORECASE
)
OWN = "own_past"  # a cue: the day may be that of what the asker did
AGAINST = {"now_cheaper": FELL, "now_dearer": ROSE}  # cues: what it is now, and what it has done since a day
BARE = frozenset({"candidates", "instances", "clouds", "region", "purchase"})  # slots of a thing and where it is sold
LEAD = frozenset({PRICE.id, "explain", "ask_back", "remark"})  # forms of what names a thing, and of what is not read
SHORT = 12  # words of such a question
NOW = "price_moved"  # a cue: it is set against what it costs now


def require_known_day(day: date, facts: Facts, today: date | None = None) -> None:
    """
    Raises:
        UserError: it lies far ahead of `today` (by default that of this machine) and of the newest price.
    """
    now = today or datetime.now(UTC).date()
    newest = max((offer.observed_on for offer in facts.offers), default=now)
    last = max(now, newest) + timedelta(days=Constants(facts).likely("days_ahead"))
    if day > last:
        raise UserError("no_day_ahead", day=day, last=last)


def past_of(
    text: str, vocabulary: Vocabulary, parse: Callable[[str], Reading], today: date
) -> tuple[date, Reading] | None:
    """The day of the past that a text asks a price of, and the reading of the rest of it."""
    if BOOKED.search(text):
        return None
    then = then_of(laid_out(text, vocabulary), text, today) if DATED.search(text) else None
    reading = of_past(then, parse(then.rest), today) if then and then.rest else None
    return (then.day, reading) if then is not None and reading is not None else None


def of_past(then: Then | None, reading: Reading, today: date) -> Reading | None:
    """The reading of a text without the day that it names, where the price of that day is asked, or what it has done
    since; None of any other text."""
    if then is None or then.first >= today:
        return None
    if then.since and (against := [move for cue, move in AGAINST.items() if cue in reading.cues]):
        form = {"form": PRICE.id, "intent": PRICE.intent, "cues": (*reading.cues, *against)}
        reading = reading.model_copy(update=form)  # "is H100 cheaper than a year ago?"
    if reading.form != PRICE.id and _is_moved(then, reading):
        reading = reading.model_copy(update={"form": PRICE.id, "intent": PRICE.intent})
    if reading.form != PRICE.id or (then.window and _is_bill(reading)):
        return None
    now = then.now or NOW in reading.cues
    if then.since or then.ranged or now or MOVED.intersection(reading.cues):
        to_now = then.since or now or then.first == then.day or then.day >= today
        until = None if to_now else then.day
        cues = reading.cues if MOVED.intersection(reading.cues) else (*reading.cues, NOW)
        return reading.model_copy(update={"between": (then.first, until), "cues": cues})
    between = (then.first, then.day) if then.first < then.day else None
    of_day = then.day < today and OWN not in reading.cues
    return reading.model_copy(update={"between": between}) if of_day else None


def _is_moved(then: Then, reading: Reading) -> bool:
    """Whether a thing is named with days from which on, and nothing but its price can be meant: "L4 spot since
    April", or it is asked whether it fell or rose."""
    said = reading.profile
    named, bare = said.candidates or said.instances, said.stated().keys() <= BARE
    if not (named and bare and reading.form in LEAD) or len(then.rest.split()) > SHORT:
        return False
    bought = said.purchase is not None or said.region is not None
    return bool(MOVED.intersection(reading.cues)) or bool(bought and (then.since or then.ranged))


def _is_bill(reading: Reading) -> bool:
    """Whether it is of what somebody paid over a span: no price that moved."""
    counted = reading.profile.instance_count or reading.profile.accelerator_count
    return MOVED.isdisjoint(reading.cues) and (OWN in reading.cues or bool(counted))


def later_than(day: date, today: date, offers: tuple[Offer, ...]) -> tuple[Offer, ...]:
    """What was seen after a day, up to today."""
    return tuple(offer for offer in offers if day < offer.observed_on <= today)
