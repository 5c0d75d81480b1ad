"""Whether an answer tells what a turn says of the machines before it: shown in its first sentence, or worked out."""

from __future__ import annotations

from typing import Literal

from bot.advice.thread.answered import Answered
from bot.advice.thread.first_line import first_words
from bot.wording.words import say
from engine.forms.again.unfollowed import EMPTY, WRITTEN, TurnUnread, Unfollowed
from engine.forms.explain import WhichIsMeant
from engine.forms.parts.fit_reasons import MemoryNeeded, OnNamed
from engine.forms.turned.turn_bought import regions_of
from engine.forms.unsure.half_read import HalfRead
from engine.forms.unsure.unasked import NotHeldOf
from engine.library import Library
from engine.reading.asking.wants import Wants
from engine.workload.profile import Reading
from knowledge.facts import COMPARED, PURCHASES_IN_ORDER, Cloud, Facts

NONE = EMPTY | {one.code for one in (Unfollowed, TurnUnread, HalfRead, WhichIsMeant, NotHeldOf)}  # answer nothing
NAMES = "words/names.j2"
EMITTED, LESS, WHERE, RECLAIMED, FASTER = "emitted", "less", "where", "reclaimed", "faster"  # what is asked
ANYONE = "anyone"
HOUR, DOLLARS, PRICED = "hour", "$", "price"  # the same; the sign; a form
OF_EMITTED = ("CO2", "kWh")  # units of what is emitted and drawn
CHOICE = "choose"  # a form
SUMMED = frozenset({CHOICE, "estimate", "serving"})  # forms that work out what is bought
OF_LESS = ("reckoned", "beats", "why_not", "cheaper", "pair")  # beginnings of codes that set two against each other
SENTENCE = ". "
LEADING = "Standard_"  # of a type's name, which lines leave out
UNTOLD = frozenset({"work_unknown", "half_read", "hours_of_what"})  # codes of first lines that tell no sum
Heeds = Literal["shown", "worked", "no"]


def heeds(answer: Answered, before: Reading, wanted: Wants, library: Library) -> Heeds:
    """`shown`: the way to buy, the place, the cloud and what is asked stand in it; `worked`: a sum of them, which
    does not show that."""
    words, first = first_words(answer), answer.facts.headline
    line = words.partition(SENTENCE)[0]
    if EMITTED in wanted.asks or of_emitted(before, wanted):
        there = wanted.place is None or _is_there(words, wanted.place, library)
        return "shown" if there and any(unit in line for unit in OF_EMITTED) else "no"
    if words == before.first.words and wanted.buys and not wanted.asks and _is_shown(line, wanted, library):
        return "shown"  # it was so already
    asks_back = bool(answer.facts.questions) and DOLLARS not in line
    if words == before.first.words or asks_back or (first is not None and first.code in NONE):
        return "no"
    assumed = getattr(first, "assumed_tokens", None) is not None and not any(one.hours for one in before.first.about)
    if assumed or (answer.form.id == PRICED and not _is_of_subject(line, before, answer, library.facts)):
        return "no"
    if HOUR in wanted.asks and not wanted.buys:
        of_it = _is_of_subject(line, before, answer, library.facts)
        return "shown" if DOLLARS in line and of_it and not advice_of(answer) else "no"
    if RECLAIMED in wanted.asks:
        return "shown" if first is not None and first.code in WRITTEN else "no"
    placed = any(name in line for name in library.facts.regions)
    if WHERE in wanted.asks and (not placed or answer.facts.of_kind):  # of a kind of work: any machine that does
        return "no"
    advice = advice_of(answer)
    if wanted.free or (advice and not before.first.advice):
        return "no"
    if FASTER in wanted.asks or ANYONE in wanted.asks:
        return "no"
    if LESS in wanted.asks:
        as_before = any(one.instance and one.instance.removeprefix(LEADING) in line for one in before.first.about)
        weighs = first is not None and first.code.startswith(OF_LESS)
        return "no" if advice or (as_before and not weighs) else "shown"
    if _is_shown(line, wanted, library):
        return "shown"
    if advice:
        return "worked" if _is_of_option(answer, wanted, library) else "no"
    apart = isinstance(first, OnNamed | MemoryNeeded) or answer.facts.of_kind or first is None
    if apart or answer.form.id not in SUMMED or _shows_else(line, wanted, library):
        return "no"
    return "worked"


def of_emitted(before: Reading, wanted: Wants) -> bool:
    """Whether only another place is said, after a line of what is emitted: "and in Sweden?"."""
    told = all(unit in before.first.words for unit in OF_EMITTED)
    return told and bool(wanted.place) and not (wanted.asks or wanted.way or wanted.clouds)


def advice_of(answer: Answered) -> bool:
    """Whether the first line is advice."""
    return answer.verdict is not None and answer.facts.headline is None


def _is_of_subject(line: str, before: Reading, answer: Answered, facts: Facts) -> bool:
    """Whether a price is one of what the answer before was about, or of what the turn names itself."""
    if answer.reading.named or not before.first.about:
        return True
    for one in before.first.about:
        chip = facts.accelerators.get(one.chip)
        names = [one.instance.removeprefix(LEADING)] if one.instance else []
        names += (
            [chip.name, *(kind.id for kind in facts.instances.values() if kind.accelerator == chip.id)]
            if chip
            else []
        )
        if not names or any(name in line for name in names):
            return True
    return False


def _is_shown(line: str, wanted: Wants, library: Library) -> bool:
    return (
        (wanted.way is None or say(NAMES, "by", wanted.way) in line)
        and (wanted.place is None or _is_there(line, wanted.place, library))
        and (not wanted.clouds or any(_is_of(line, cloud, library.facts) for cloud in wanted.clouds))
    )


def _is_of_option(answer: Answered, wanted: Wants, library: Library) -> bool:
    option = answer.verdict.option if answer.verdict is not None else None
    if option is None:
        return False
    in_place = wanted.place is None or option.region in regions_of(wanted.place, (option.cloud,), library)
    in_way = wanted.way is None or option.purchase == wanted.way
    return in_place and in_way and (not wanted.clouds or option.cloud in wanted.clouds)


def _shows_else(line: str, wanted: Wants, library: Library) -> bool:
    """Whether the line shows another way to buy, or another place, and not the one that was said."""
    ways = [say(NAMES, "by", way) for way in PURCHASES_IN_ORDER if way != wanted.way]
    other_way = wanted.way is not None and any(way in line for way in ways)
    other_cloud = bool(wanted.clouds) and any(
        _is_of(line, cloud, library.facts) for cloud in COMPARED if cloud not in wanted.clouds
    )
    in_place = regions_of(wanted.place, COMPARED, library) if wanted.place else frozenset()
    other_place = bool(in_place) and any(name in line for name in library.facts.regions if name not in in_place)
    return other_way or other_cloud or other_place


def _is_there(line: str, place: str, library: Library) -> bool:
    return say(NAMES, "in_region", place) in line or any(
        name in line for name in regions_of(place, COMPARED, library)
    )


def _is_of(line: str, cloud: Cloud, facts: Facts) -> bool:
    types = (one.id.removeprefix(LEADING) for one in facts.instances.values() if one.cloud == cloud)
    return say(NAMES, "cloud", cloud) in line or any(name in line for name in types)


def is_untold(answer: Answered, before: Reading) -> bool:
    """Whether a turn for a sum got advice on work nobody told, a written answer, or the line before it again."""
    first = answer.facts.headline
    if first is None:
        return not before.first.advice
    if isinstance(first, OnNamed | MemoryNeeded) or answer.facts.questions:
        return True
    told = first.code in NONE | WRITTEN | UNTOLD or first_words(answer) == before.first.words
    return told or getattr(first, "assumed_tokens", None) is not None or answer.facts.of_kind
