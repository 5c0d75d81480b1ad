"""A turn that asks one thing of what the answer before it was about, and whose answer does not tell that: what the
same machines cost otherwise, where they are sold, what they emit; and a turn that leaves the first line as it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from bot.advice.thread.answered import Answered
from bot.advice.thread.first_line import first_words
from bot.advice.thread.heeds import (
    ANYONE,
    EMITTED,
    HOUR,
    LESS,
    NONE,
    RECLAIMED,
    UNTOLD,
    WHERE,
    heeds,
    is_untold,
    of_emitted,
)
from bot.advice.thread.left_out import left_out
from bot.advice.thread.pair import picks, question, sides
from bot.advice.thread.thread import Thread
from bot.advice.thread.unlike import unlike
from bot.wording.words import say
from engine.answers import FactAnswer
from engine.base.reason import Reason
from engine.forms.again.reckoned import below, gap_of, seen
from engine.forms.again.unfollowed import ABOUT_NOTHING, WRITTEN
from engine.forms.price import PRICE
from engine.forms.turned.about import named_in
from engine.forms.turned.fastest import fastest
from engine.forms.turned.in_terms import InTerms
from engine.forms.turned.turn_bought import PLAIN, OneBought, Terms, sum_of, turn_bought
from engine.forms.turned.turn_times import turn_times
from engine.forms.turned.turn_within import turn_within
from engine.library import Library
from engine.reading.asking.spans import allowed, how_many_times
from engine.reading.asking.wants import Wants, wants
from engine.reading.document import lay_out
from engine.reading.turns.summing import summing
from engine.reading.vocabulary import Vocabulary
from engine.reading.words.quotes import own_words
from engine.workload.hours.told_spans import times
from engine.workload.profile import Profile, Reading, Turn
from engine.workload.subject import Subject
from engine.workload.told_sums import MOST, NO_VIEW, SumView, ToldSum
from knowledge.facts import COMPARED, Facts, Purchase
from knowledge.units import HOURS_PER_DAY

A = TypeVar("A", bound=Answered)
QUESTIONS = "words/turn_questions.j2"
WHY = frozenset({"asks_why", "doubts", "was_that", "closing", "thanks", "each_or_all"})  # cues of turns about it
SPOT: Purchase = "spot"
PLAINLY = frozenset[str]()
CARRIED = frozenset({"carried_over", "hours_there"})  # codes
EMITS = "carbon"  # a form
FASTER, PAIR = "faster", frozenset({"compare"})
SHORT, TOLD = 200, 2  # characters of such a turn; sums of a pair
RUN, RECKONED, GAP = "run", "reckoned", "reckoned_gap"  # a unit of a sum; the beginning of codes; one of them
OF_RUNS = "turn_times"  # a class of words
HAS, MONEY = "has", 100.0  # the value of a term; a number from which on it is money of a span
ASKED = ("form", "other_forms", "work_form", "cues", "sought", "question", "faqs", "intent", "topic")  # of a reading
NOTHING: dict[str, object] = {
    "verdict": None, "changed": None, "earlier": None, "parts": (), "left_out": (), "unheeded": (),
    "unheeded_decides": False, "untold": (), "unnamed": (),
}  # fmt: skip


def turned(
    answer: A,
    before: Reading,
    text: str,
    library: Library,
    vocabulary: Vocabulary,
    parse: Callable[..., Reading],
    ask: Callable[..., Any],
    reckoned: Callable[..., tuple[Reason, SumView] | None],
) -> A:
    """The answer, unless it does not tell what the turn asks. `ask` answers a question, by itself or in a thread;
    `reckoned` tells what a turn asks of dollars that were told."""
    if not before.first.words or before.form in ABOUT_NOTHING or answer.parts or len(text) > SHORT:
        return answer
    if not WHY.isdisjoint(answer.reading.cues) or _is_carried(answer, text):
        return answer
    turn = lay_out(own_words(text), vocabulary, Profile(), in_thread=True)
    thread = Thread(before, text, turn, library, parse, ask, reckoned)
    made = _of_two(answer, thread, vocabulary) or _of_subject(answer, thread) if before.first.about else None
    if made is not None:
        return made.model_copy(update={"question": text, "before": before})
    answer = left_out(answer, before, parse(text), ask, library.facts, vocabulary)
    return answer if answer.form.asks_nothing else unlike(answer, thread)


def _is_carried(answer: Answered, text: str) -> bool:
    """Whether the turn stood for a question of hours that are carried to other machines, which its line tells."""
    first, asked = answer.facts.headline, answer.reading.thread
    return first is not None and first.code in CARRIED and len(asked) == 1 and asked[0].text != text


def _of_two(answer: A, thread: Thread, vocabulary: Vocabulary) -> A | None:
    """Which of the last two that the thread was about, where no sums of both tell it."""
    first, decides, before = answer.facts.headline, picks(thread.turn), thread.before
    asked = question(decides, before, thread.library.facts, vocabulary) if decides is not None else None
    if asked is None or (first is not None and first.code == GAP):
        return None
    sums = before.sums[-TOLD:]
    if decides != FASTER and len({(one.unit, one.beside) for one in sums}) == 1 and len(sums) == TOLD:
        gap = gap_of(sums, before.sum_view or NO_VIEW, PAIR, TOLD)
        return _told(answer, thread, gap, sums, TOLD) if gap is not None else None
    whole: A = thread.ask(asked)
    told = whole.facts.headline
    if whole.verdict is None if told is None else told.code in NONE | WRITTEN:
        return None
    if told is None and whole.verdict is not None and whole.verdict.option is None:
        return None if decides == FASTER else _hours(sides(before), answer, thread)  # neither holds it
    reading = whole.reading.model_copy(update={"thread": (Turn(text=asked),), "changed": False})
    return whole.model_copy(update={"reading": reading})


def _of_subject(answer: A, thread: Thread) -> A | None:
    wanted = wants(thread.turn, thread.parse(thread.text), answer.reading)
    if wanted is not None:
        told = "no" if answer.form.asks_nothing else heeds(answer, thread.before, wanted, thread.library)
        if told == "shown":
            return answer
        if told == "worked":
            return _in_terms(answer, wanted)
        return _predicate(answer, wanted, thread)
    return _spanned(answer, thread) or _against(answer, thread) or _summed(answer, thread)


def _in_terms(answer: A, wanted: Wants) -> A:
    """The answer below what the turn said, which its line does not show."""
    line = InTerms(way=wanted.way, place=wanted.place, cloud=wanted.clouds[0] if wanted.clouds else None)
    facts = answer.facts.model_copy(update={"unpriced": (line, *answer.facts.unpriced)})
    return answer.model_copy(update={"facts": facts})


def _predicate(answer: A, wanted: Wants, thread: Thread) -> A | None:
    about, facts = thread.before.first.about, thread.library.facts
    if of_emitted(thread.before, wanted):
        wanted = wanted._replace(asks=frozenset({EMITTED}))
    less = LESS in wanted.asks and not wanted.buys
    if ANYONE in wanted.asks or (less and _terms(Wants(), thread).was_way == SPOT):
        return _anyone(answer, thread)
    if less and len(about) > 1:
        return _hour(answer, thread)
    for name in (EMITTED, WHERE, RECLAIMED):
        if name in wanted.asks and (asked := _question(name, about[0], answer, wanted, thread)):
            whole: A = thread.ask(asked)
            first = whole.facts.headline
            if (first is not None and first.code not in NONE) or whole.form.id == EMITS:
                kept = thread.before.model_copy(update={"text": answer.reading.text})
                return whole.model_copy(update={"reading": kept})
    if (
        FASTER in wanted.asks
        and len(about) == 1
        and (machine := fastest(thread.said.clouds or COMPARED, about[0], facts))
    ):
        faster: A = thread.ask(say(QUESTIONS, "instead", machine), before=thread.before)
        if faster.facts.headline is not None and faster.facts.headline.code not in NONE:
            return faster
    if HOUR in wanted.asks and not wanted.buys:
        return _hour(answer, thread)
    if not wanted.buys and LESS not in wanted.asks:
        return None
    return _bought(answer, wanted, thread)


def _anyone(answer: A, thread: Thread) -> A | None:
    """Who of all clouds sells what the answer before was about for the least, against that."""
    book, terms = thread.library.prices(answer.as_of), _terms(Wants(), thread)._replace(was_clouds=())
    about = [
        one.model_copy(update={"instance": "", "machines": 1}) if one.chip else one
        for one in thread.before.first.about
    ]
    told = turn_bought(about, terms, thread.library, book, anyone=thread.before.first.about)
    return _told(answer, thread, told, tuple(map(sum_of, told.each)), len(told.each)) if told is not None else None


def _hour(answer: A, thread: Thread) -> A | None:
    """What an hour of it costs; of several together which is the less."""
    book, terms = thread.library.prices(answer.as_of), _terms(Wants(), thread)
    told = turn_bought(thread.before.first.about, terms, thread.library, book)
    if told is None:
        return None
    sums = tuple(sum_of(one.model_copy(update={"usd_run": None})) for one in told.each)
    several = gap_of(sums, NO_VIEW, PAIR, len(sums)) if len(sums) > 1 else None
    swapped = told.each[-1].asked or told.each[-1].gb
    made = several or (told if swapped else seen(sums[-1], NO_VIEW, PLAINLY))
    return _told(answer, thread, made, sums, len(sums)) if made is not None else None


def _question(name: str, about: Subject, answer: A, wanted: Wants, thread: Thread) -> str | None:
    """None where no chip is known."""
    said, facts = thread.said, thread.library.facts
    place, clouds = wanted.place or said.region, wanted.clouds or said.clouds
    if not about.chip and (told := _rented(about, wanted, thread, answer)) is not None:
        about = about.model_copy(update={"instance": told.now.instance, "chip": _chip_of(told, facts)})
    chip = facts.accelerators.get(about.chip)
    if chip is None:
        return None
    told_span = [one.hours for one in times(thread.text)]
    timed = about.model_copy(update={"hours": told_span[0] if len(told_span) == 1 else about.hours})
    return say(QUESTIONS, name, timed, chip.name, ",".join(clouds[:1]), place or "")


def _chip_of(told: OneBought, facts: Facts) -> str:
    return facts.instances[told.now.instance].accelerator


def _terms(wanted: Wants, thread: Thread) -> Terms:
    said, told = thread.said, thread.before.sums[-1:] if thread.before.sums_told else ()
    was_way = said.purchase or next((one.purchase for one in told if one.purchase), None)
    less = LESS in wanted.asks and not wanted.buys
    return Terms(
        way=SPOT if less else wanted.way,
        place=wanted.place,
        clouds=wanted.clouds,
        was_way=was_way or PLAIN,
        was_place=said.region,
        was_clouds=said.clouds,
    )


def _rented(about: Subject, wanted: Wants, thread: Thread, answer: A) -> OneBought | None:
    """The cheapest that is what the answer before was about."""
    terms = _terms(wanted, thread)._replace(way=None)
    told = turn_bought((about,), terms, thread.library, thread.library.prices(answer.as_of))
    return told.each[0] if told is not None else None


def _bought(answer: A, wanted: Wants, thread: Thread) -> A | None:
    book = thread.library.prices(answer.as_of)
    terms = _terms(wanted, thread)
    told = turn_bought(thread.before.first.about, terms, thread.library, book, free=wanted.free)
    if told is None:
        return None
    sums = tuple(sum_of(one) for one in reversed(told.each))
    made = _told(answer, thread, told, sums, len(sums))
    said = {"purchase": wanted.way, "region": wanted.place, "clouds": wanted.clouds}
    kept = {slot: value for slot, value in said.items() if value}
    profile = made.reading.profile.model_copy(update=kept)
    return made.model_copy(update={"reading": made.reading.model_copy(update={"profile": profile})})


def _told(
    answer: A,
    thread: Thread,
    first: Reason,
    sums: tuple[ToldSum, ...],
    told: int,
    view: SumView | None = None,
) -> A:
    """The thread goes on as it was, with what was told as the last of its sums."""
    kept = (*(one for one in answer.reading.sums if one.name not in {s.name for s in sums} and not one.beside), *sums)
    looked: dict[str, object] = {"sums": kept[-MOST:], "sum_view": view, "sums_told": told}
    if not answer.reading.changed:  # what is asked stays what it was
        looked |= {name: getattr(thread.before, name) for name in ASKED}
    facts: FactAnswer = below(first)
    reading = answer.reading.model_copy(update=looked)
    return answer.model_copy(update=NOTHING | {"facts": facts, "form": PRICE, "reading": reading})


def _spanned(answer: A, thread: Thread) -> A | None:
    """A time that is allowed, and so many times."""
    about, first = thread.before.first.about[0], answer.facts.headline
    untold = first is None or first.code in NONE or bool(answer.unheeded)
    untold = untold or first_words(answer) == thread.before.first.words
    hours = allowed(thread.turn)
    untold = untold or (first is not None and first.code in UNTOLD) or getattr(first, "allowed_hours", 0) is None
    if hours is not None and untold and (within := turn_within(hours, about)) is not None:
        kept_to = _told(answer, thread, within, (), 0)  # the thread goes on as it was, with a deadline
        profile = thread.before.profile.model_copy(update={"deadline_days": hours / HOURS_PER_DAY})
        kept = {"profile": profile, "text": kept_to.reading.text}
        return kept_to.model_copy(update={"reading": thread.before.model_copy(update=kept)})
    times = how_many_times(thread.turn)
    advised = first is None and thread.before.first.advice  # of so many runs
    if times is None or advised or (first is not None and first.code.startswith(RECKONED)):
        return None
    last = thread.before.sums[-1] if thread.before.sums else None
    if last is not None and last.unit == RUN and not last.beside:
        view = SumView(number=times)
        made = seen(last, view, frozenset())
        return _told(_as_before(answer, thread), thread, made, (), 1, view) if made is not None else None
    told = _rented(about, Wants(), thread, answer)
    if told is None:
        return None
    return _told(_as_before(answer, thread), thread, turn_times(times, told.now, ()), (sum_of(told),), 1)


def _as_before(answer: A, thread: Thread) -> A:
    """The answer to a turn that says nothing of the work itself."""
    kept = {"reading": thread.before.model_copy(update={"text": answer.reading.text})}
    return answer.model_copy(update=kept)


def _summed(answer: A, thread: Thread) -> A | None:
    """What the machines come to over a time, or against an amount of money, where no dollars of them were told."""
    before, first = thread.before, answer.facts.headline
    turn = summing(thread.turn)
    if turn is not None and HAS in turn.asks and turn.number and turn.hours and turn.number >= MONEY:
        turn = turn._replace(usd=turn.number, period=turn.hours, number=None, hours=None)  # "we have 2000 a month"
    plain = turn is not None and not turn.change and not turn.number and (turn.hours or turn.usd)
    of_runs = any(match.slot == OF_RUNS for match in thread.turn.matches)  # "and monthly runs?"
    if turn is None or not plain or of_runs or not is_untold(answer, before):
        return None
    if before.sums_told and (held := thread.reckoned(turn, before, anything=True)) is not None and held[0] != first:
        return _told(answer, thread, held[0], (), before.sums_told, held[1])
    told = _rented(before.first.about[0], Wants(), thread, answer)
    if told is None:
        return None
    hour = sum_of(told.model_copy(update={"usd_run": None}))
    since = before.model_copy(update={"sums": (hour,), "sums_told": 1, "sum_view": None})
    made = thread.reckoned(turn, since, anything=True)
    return _told(answer, thread, made[0], (hour,), 1, made[1]) if made is not None and made[0] != first else None


def _against(answer: A, thread: Thread) -> A | None:
    """Whether what the turn names costs less than what the answer before was about."""
    terms = {str(one.value) for one in thread.turn.matches if one.slot == "sum_turn"}
    first = answer.facts.headline
    asks = not terms.isdisjoint({"cheaper", "dearer", "compare"})
    if not asks or first is None or first.code.startswith(RECKONED) or "$" in first_words(answer):
        return None
    alone = thread.parse(thread.text)
    about = (thread.before.first.about[0], *named_in(alone, thread.library.facts))[:TOLD]
    if len(about) < TOLD or about[0].gb:
        return None
    return _hours(about, answer, thread)


def _hours(about: tuple[Subject, ...], answer: A, thread: Thread) -> A | None:
    """What an hour of each of two costs, the less first."""
    told = turn_bought(about, _terms(Wants(), thread), thread.library, thread.library.prices(answer.as_of))
    if told is None or len(told.each) < TOLD:
        return None
    sums = tuple(sum_of(one).model_copy(update={"unit": "hour", "usd": one.now.usd / one.now.machines})
                 for one in told.each)  # fmt: skip
    gap = gap_of(sums, NO_VIEW, PAIR, TOLD)
    return _told(answer, thread, gap, sums, TOLD) if gap is not None else None
