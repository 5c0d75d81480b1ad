"""A turn that asks one thing of what the answer before it was about, and whose answer does not tell that: what the
same machines cost otherwise, where they are sold, what they emit; and a turn after which the same line would stand."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from bot.advice.answer import Answer
from bot.advice.asked_whole import NONE
from bot.advice.thread.first_line import first_words
from bot.wording.words import say
from engine.answers import FactAnswer
from engine.forms.again.reckoned import below
from engine.forms.again.unfollowed import ABOUT_NOTHING, WRITTEN, unread
from engine.forms.explain import EXPLAIN
from engine.forms.price import PRICE
from engine.forms.turned.turn_bought import PLAIN, OneBought, Terms, TurnBought, regions_of, turn_bought
from engine.forms.turned.turn_same import same_again
from engine.library import Library
from engine.reading.asking.wants import Wants, wants
from engine.reading.document import lay_out
from engine.reading.vocabulary import Vocabulary
from engine.reading.words.quotes import own_words
from engine.workload.profile import Profile, Reading
from engine.workload.subject import Subject
from engine.workload.told_sums import ToldSum
from knowledge.facts import COMPARED, Cloud, Facts, Purchase

NAMES, QUESTIONS = "words/names.j2", "words/turn_questions.j2"
WHY = frozenset({"asks_why", "doubts", "was_that", "closing", "thanks"})  # cues of turns about the answer itself
EMITTED, LESS, WHERE, RECLAIMED = "emitted", "less", "where", "reclaimed"  # what is asked
OF_EMITTED = ("CO2", "kWh")  # units of what is emitted and drawn
SPOT: Purchase = "spot"
SHORT = 200  # characters of such a turn
SENTENCE = ". "
SILENT = frozenset({"same_again", "turn_unread", "unfollowed", "noted_turn", "turn_bought"})  # codes


def turned(
    answer: Answer,
    before: Reading,
    text: str,
    library: Library,
    vocabulary: Vocabulary,
    parse: Callable[..., Reading],
    ask: Callable[[str], Answer],
) -> Answer:
    """The answer, unless it does not tell what the turn asks. `ask` answers a question by itself."""
    if not before.first.words or before.form in ABOUT_NOTHING or answer.parts or len(text) > SHORT:
        return answer
    if answer.form.asks_nothing or not WHY.isdisjoint(answer.reading.cues):
        return answer
    turn = lay_out(own_words(text), vocabulary, Profile(), in_thread=True)
    wanted = wants(turn, parse(text), answer.reading)
    if wanted is not None and before.first.about and not heeds(answer, before, wanted, library):
        made = _of_subject(answer, before, wanted, library, ask, answer.as_of)
        if made is not None:
            return made.model_copy(update={"question": text, "before": before})
    return _unlike(answer, before, text, parse)


def heeds(answer: Answer, before: Reading, wanted: Wants, library: Library) -> bool:
    """Whether the first sentence tells what the turn says: the way to buy, the place, the cloud, and what is asked."""
    words = first_words(answer)
    first = answer.facts.headline
    if words == before.first.words or (first is not None and first.code in NONE):
        return False
    line = words.partition(SENTENCE)[0]
    option = answer.verdict.option if answer.verdict is not None and first is None else None
    facts = library.facts
    if wanted.free or LESS in wanted.asks:
        return option is None and not wanted.free
    if RECLAIMED in wanted.asks:
        return first is not None and first.code in WRITTEN
    if EMITTED in wanted.asks:
        return any(unit in line for unit in OF_EMITTED)
    if WHERE in wanted.asks and not any(name in line for name in facts.regions):
        return False
    if option is not None:
        in_place = wanted.place is None or option.region in regions_of(wanted.place, (option.cloud,), library)
        in_way = wanted.way is None or option.purchase == wanted.way
        return in_place and in_way and (not wanted.clouds or option.cloud in wanted.clouds)
    return (
        (wanted.way is None or say(NAMES, "by", wanted.way) in line)
        and (wanted.place is None or _is_there(line, wanted.place, library))
        and (not wanted.clouds or any(_is_of(line, cloud, facts) for cloud in wanted.clouds))
    )


def _is_there(line: str, place: str, library: Library) -> bool:
    named = say(NAMES, "in_region", place)
    return named in line or any(name in line for name in regions_of(place, COMPARED, library))


def _is_of(line: str, cloud: Cloud, facts: Facts) -> bool:
    return say(NAMES, "cloud", cloud) in line or any(
        one.id in line for one in facts.instances.values() if one.cloud == cloud
    )


def _of_subject(
    answer: Answer, before: Reading, wanted: Wants, library: Library, ask: Callable[[str], Answer], day: date
) -> Answer | None:
    about = before.first.about
    said = before.turn or before.profile
    place, clouds = wanted.place or said.region, wanted.clouds or said.clouds
    for name in (EMITTED, WHERE, RECLAIMED):
        if name in wanted.asks and (asked := _question(name, about[0], place, clouds, before, library.facts)):
            whole = ask(asked)
            first = whole.facts.headline
            if first is not None and first.code not in NONE:
                return whole.model_copy(update={"reading": before.model_copy(update={"text": answer.reading.text})})
    if not wanted.buys and LESS not in wanted.asks:
        return None
    terms = Terms(
        way=SPOT if LESS in wanted.asks and not wanted.way else wanted.way,
        place=wanted.place,
        clouds=wanted.clouds,
        was_way=said.purchase or PLAIN,
        was_place=said.region,
        was_clouds=said.clouds,
    )
    told = turn_bought(about, terms, library, library.prices(day), free=wanted.free)
    if told is None:
        return None
    return _told(answer, told, library)


def _question(
    name: str, about: Subject, place: str | None, clouds: tuple[Cloud, ...], before: Reading, facts: Facts
) -> str | None:
    """None where no chip is known, or the hours of no run."""
    chip = facts.accelerators.get(about.chip)
    if chip is None:
        return None
    hours = about.hours or before.profile.run_hours or 0.0
    timed = about.model_copy(update={"hours": hours})
    return say(QUESTIONS, name, timed, chip.name, ",".join(clouds[:1]), place or "")


def _told(answer: Answer, told: TurnBought, library: Library) -> Answer:
    """The thread goes on as it was, with what was bought as the last of its sums."""
    sums = tuple(_sum(one, library) for one in reversed(told.each))
    reading = answer.reading.model_copy(
        update={"sums": (*answer.reading.sums, *sums)[-SHORT:], "sum_view": None, "sums_told": len(sums)}
    )
    facts: FactAnswer = below(told)
    kept: dict[str, object] = {"verdict": None, "changed": None, "earlier": None, "parts": (), "left_out": ()}
    return answer.model_copy(
        update=kept | {"facts": facts, "form": PRICE, "reading": reading, "unheeded": (), "unheeded_decides": False}
    )


def _sum(one: OneBought, library: Library) -> ToldSum:
    now = one.now
    usd = one.usd_run or now.usd / now.machines
    return ToldSum(
        usd=usd, low=usd, high=usd, unit="run" if one.usd_run else "hour", thing=now.instance, chip=now.chip,
        machines=now.machines, chips=now.count * (now.machines if one.usd_run else 1), hours=one.hours or 0.0,
        purchase=now.purchase, cloud=now.cloud, region=now.region, day=now.day,
    )  # fmt: skip


def _unlike(answer: Answer, before: Reading, text: str, parse: Callable[..., Reading]) -> Answer:
    """The answer; where its first line is the one before, that nothing changes, or what was not understood."""
    first = answer.facts.headline
    if first_words(answer) != before.first.words or (first is not None and first.code in SILENT):
        return answer
    if text.strip() == before.text.strip():
        return answer
    alone = parse(text)
    if alone.profile.stated() or answer.reading.profile != before.profile:
        facts = same_again(answer.facts, text)
        return answer.model_copy(update={"facts": facts})
    told = {"facts": unread(answer.facts, answer.reading), "form": EXPLAIN, "verdict": None, "changed": None}
    return answer.model_copy(update=told)
