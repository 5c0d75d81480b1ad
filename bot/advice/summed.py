"""A turn that asks something of the dollars told before it, and the sums that answers keep for such turns."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from bot.advice.answer import Answer
from bot.advice.asked_whole import ASKED, is_none
from bot.wording.reasons import fact
from engine.base.reason import Reason
from engine.forms.again.each_way import each_way, than_before
from engine.forms.again.ledger import sums_of
from engine.forms.again.reckoned import asked_of, below, gap_of, seen
from engine.forms.form import Form
from engine.forms.registry import form_named
from engine.reading.document import laid_out
from engine.reading.turns.summing import NOTHING, OF_THEM, Summing, of_unit, summing, with_rhythm
from engine.reading.vocabulary import Vocabulary
from engine.reading.words.quotes import own_words
from engine.workload.hours.schedule import WORKDAYS as DAYS_OF_WORK
from engine.workload.profile import Reading
from engine.workload.subject import FirstLine
from engine.workload.told_sums import MOST, NO_VIEW, SumView, ToldSum
from knowledge.facts import Source
from knowledge.units import DAYS_PER_WEEK, HOURS_PER_DAY, HOURS_PER_MONTH

RUN, BETTER = "run", frozenset({"cheaper", "dearer"})  # a unit; what is asked of another machine
RHYTHM = frozenset({"runs", "runs_per_month", "cadence", "run_hours"})  # slots
BESIDE = frozenset({"compare", "cheaper", "dearer"})  # what is asked of two sums
EVERY = "every"  # what is asked of all that were told
PLAIN = "total"  # what is asked of one, as it was told
NO_ASK = frozenset({PLAIN})  # asks nothing besides what any answer tells
OTHERS = BESIDE | {PLAIN, "each", "million", "which_unit"}  # asks besides what was asked before
CHOICE = "choose"  # a form, whose advice weighs how often it is done
HOUR, MONTH, DOLLARS = "hour", "month", "$"  # units of sums, a sign
DAY = float(HOURS_PER_DAY)
WORKDAYS = DAYS_OF_WORK / DAYS_PER_WEEK
LONGEST, FEW = 400, 8  # characters of such a turn; words of one that asks without a question mark
TIMES_AS_MUCH = frozenset({"half", "double"})  # what is asked of a sum
TERM = "commit"  # a predicate
ASIDE = frozenset({"term_pays"})  # codes of first lines that judge what was told: the thread stays as it was
SAID = ("profile", "turn", "words", "thread", "question", "hardware")  # fields of a reading: what the thread said
LOOKED = ("sums", "sum_view", "sums_told")  # fields of a reading
EACH = frozenset({"per_chip", "money_per_chip"})  # cues of who asks for one chip of it
SIDE, PAIR = 2, frozenset({"compare"})
NO_SUMS: dict[str, object] = {"sums": (), "sums_told": 0, "first": FirstLine()}
Told = tuple[Reason, SumView]


OWED = frozenset({"reserved_1yr", "reserved_3yr", "savings_plan"})  # ways to buy that are owed for all hours


def turn_of(
    text: str, before: Reading | None, vocabulary: Vocabulary, parse: Callable[..., Reading]
) -> Summing | None:
    """What a turn asks of the dollars that its thread told."""
    if before is None or not before.sums or not text.strip() or len(text) > LONGEST:
        return None
    document = laid_out(own_words(text), vocabulary)
    turn = summing(document)
    merged = parse(text, before=before)
    runs = rhythm_of(merged, before)
    if runs is not None:  # advice weighs it
        return with_rhythm(turn, document, runs) if runs else None
    beside = before.sums[-1]  # machines that hold a model
    if turn is not None and beside.beside and (turn.number or not beside.usd or not _asks_dollars(turn)):
        return None  # "and with 4?"
    told = of_unit(turn, before.sums[-1].unit)
    if told is not None and merged.changed and not TIMES_AS_MUCH.isdisjoint(told.asks):
        return None  # "half the data": of what the thread said, and no sum of it
    of_run = told is not None and before.sums[-1].unit == RUN and told.change
    return None if of_run and told and not BETTER.isdisjoint(told.asks) else told  # with the port: a form tells that


def _asks_dollars(turn: Summing) -> bool:
    """Whether a turn asks what something costs, where no dollars were told."""
    return turn.hours is not None or turn.usd is not None or not turn.asks.isdisjoint({PLAIN, EVERY})


def is_of_sums(text: str, turn: Summing | None, before: Reading | None) -> bool:
    """Whether people in a thread ask for it: in a question, or in few words."""
    told = reckoned(turn, before) if turn and before else None
    return told is not None and ("?" in text or len(text.split()) <= FEW)


def rhythm_of(merged: Reading, before: Reading) -> float | None:
    """Runs a month, where a turn says how often the run that was summed is done, and nothing else of it; 0 where that
    is advised on."""
    now, was = merged.profile.stated(), before.profile.stated()
    changed = {slot for slot in now.keys() | was.keys() if now.get(slot) != was.get(slot)}
    runs = merged.profile.runs_per_month
    if before.sums[-1].unit != "run" or not changed or not changed <= RHYTHM or not runs:
        return None
    return 0.0 if before.form == CHOICE else runs


def reckoned(turn: Summing, before: Reading, *, anything: bool = False) -> Told | None:
    """The first line of a turn that says nothing of the thing itself, and how the sums are looked at after it.

    What the forms tell better is left to them, unless nothing came of that (`anything`)."""
    if not before.sums or turn.change or (turn.number and before.sums[-1].by_chip):
        return None  # "on 16" after 8 cards is no 16 machines
    if turn.share is not None and before.sums[-1].purchase in OWED:
        return None  # what is owed whole is not paid for a share of its hours
    return _first(turn, before.sums, before, told=before.sums_told, anything=anything)


def _first(
    turn: Summing, sums: tuple[ToldSum, ...], before: Reading, *, told: int, anything: bool = False
) -> Told | None:
    view, asks = _looked(before.sum_view or NO_VIEW, turn), turn.asks
    view, last = _asking(view, turn, before), sums[-1]
    if turn.number and last.unit == MONTH and last.machines > 1 and OF_THEM in asks:
        view = view.model_copy(update={"number": turn.number / last.machines})  # "we only have 2 of them" of those 2
    if len({one.machines for one in sums[-SIDE:]}) == SIDE and not turn.number and not BESIDE.isdisjoint(asks):
        view = view.model_copy(update={"number": None})  # each of as many as it was told of
    asks |= PAIR if {"cheaper", "dearer"} <= asks else asks
    if EVERY in asks:
        made = each_way(sums) or gap_of(sums, view, asks | PAIR, len(sums))
    elif not BESIDE.isdisjoint(asks):
        if "compare" not in asks and not told:
            return None
        made = gap_of(sums, view, asks, told)
    elif told > 1 and turn.views and view.ask is None:
        made = gap_of(sums, view, asks | PAIR, told)
    elif "each" in asks and last.unit == "run":
        made = None  # of all at once or of each: what it says of hours, too
    elif view.ask is not None:
        made = asked_of(last, view)
    elif turn.views and (told or turn.hours or turn.parts):
        plain = bool(asks & {PLAIN}) and view == NO_VIEW and last.unit != HOUR
        made = None if plain and not anything else seen(last, view, asks)
    else:
        made = None
    return (made, view) if made is not None else None


def _looked(view: SumView, turn: Summing) -> SumView:
    """What the turn changes of how sums are looked at; what was asked of the last is not asked again."""
    number = turn.number or view.number
    hours = turn.hours or view.hours or (float(HOURS_PER_MONTH) if turn.share is not None else None)
    if turn.share is not None and not turn.daily and hours == DAY:
        hours = float(HOURS_PER_MONTH)  # "only weekdays" of a sum of one day
    factor = turn.factor if turn.factor is not None else view.factor
    if "double" in turn.asks:
        number, factor = (number or 1.0) * SIDE, view.factor
    elif "half" in turn.asks and hours:
        hours, factor = hours / SIDE, view.factor
    share, daily = _share(view, turn)
    parts = turn.parts or view.parts
    runs = turn.runs_per_month or view.runs_per_month
    return SumView(
        number=number, hours=hours, share=share, daily=daily, factor=factor, parts=parts, runs_per_month=runs
    )


def _share(view: SumView, turn: Summing) -> tuple[float, float | None]:
    """So much of all hours, and hours of a day: "only weekdays" of what is on for so many hours a day is both."""
    if turn.share is None:
        return view.share, view.daily
    if turn.daily is None and view.daily and turn.share == WORKDAYS:
        return view.share * turn.share, view.daily
    if turn.daily and view.daily is None and view.share == WORKDAYS:
        return turn.share * view.share, turn.daily
    return turn.share, turn.daily


def _asking(view: SumView, turn: Summing, before: Reading) -> SumView:
    """With what is asked of an amount: the one that the turn names, else the budget of the thread."""
    was = before.sum_view or NO_VIEW
    again = turn.usd or not (turn.parts or turn.runs_per_month or (turn.hours and was.period) or OTHERS & turn.asks)
    ask = turn.ask or (was.ask if again else None)
    if ask is None:
        return view
    said = before.profile
    usd, period = turn.usd, turn.period
    if usd is None:
        usd, period = (was.usd, was.period) if was.usd else (said.budget_usd, None)
    if usd is None:
        return view
    return view.model_copy(update={"ask": ask, "usd": usd, "period": period, "wants": turn.wants or was.wants})


def unsummed(reading: Reading) -> Reading:
    """What is answered: the sums of the thread are no part of it, and how they are looked at only where it is asked
    whether a term pays."""
    looked = reading.sum_view if TERM in reading.sought.predicates else None
    if not reading.sums and looked is reading.sum_view and not reading.first.words:
        return reading
    return reading.model_copy(update=NO_SUMS | {"sum_view": looked})


def answered(
    text: str,
    first: Told,
    turn: Summing,
    before: Reading,
    parse: Callable[..., Reading],
    sources: dict[str, Source],
    day: date,
) -> Answer:
    """A turn that is told in one line of the sums before it."""
    form = _form_of(before)
    goes_on = _gone_on(before, parse(text, before=before), turn, first[1])
    return Answer(
        question=text, reading=goes_on, form=form, before=before, facts=below(first[0]), sources=sources, as_of=day
    )


def _form_of(before: Reading) -> Form:
    """A price by the hour, or an estimate of runs or months."""
    return form_named("price" if before.sums[-1].unit == "hour" else "estimate")


def _gone_on(before: Reading, merged: Reading, turn: Summing, view: SumView) -> Reading:
    """What the next turn goes on from: the thread as it was, with another number of machines, or how often the run is
    done, where that is said."""
    update: dict[str, object] = {"text": merged.text, "sum_view": view, "sums_told": max(before.sums_told, 1)}
    last = before.sums[-1]
    if turn.number and last.unit == HOUR and turn.number == int(turn.number):  # "which is cheaper", of 4 and of 6
        so_many = last.model_copy(update={"machines": int(turn.number)})
        update |= {"sums": _joined(before.sums, [so_many])}
    spans = turn.hours and turn.share is None and turn.parts is None and turn.ask is None
    if (turn.number or spans) and merged.changed and merged.form == before.form:
        update |= {name: getattr(merged, name) for name in SAID}
    if turn.runs_per_month and merged.profile.runs_per_month == turn.runs_per_month:
        update |= {"profile": merged.profile, "words": merged.words, "thread": merged.thread}
    return before.model_copy(update=update)


def kept(answer: Answer, before: Reading | None, turn: Summing | None = None) -> Answer:
    """The answer with the sums it tells kept for the turns after it. A turn that changes what was summed is told in
    the span, the number and the question that the thread had; one that asks something of that, too, is told that."""
    if turn and before and is_none(answer, before) and (first := reckoned(turn, before, anything=True)):
        told = {"facts": below(first[0]), "form": _form_of(before), "verdict": None, "changed": None}
        return _with(answer.model_copy(update=told), before.sums, first[1], told=1)
    first_line = answer.facts.headline
    if before is not None and first_line is not None and first_line.code in ASIDE:
        was = {name: getattr(before, name) for name in (*ASKED, *LOOKED, "profile", "words", "intent", "topic")}
        return answer.model_copy(update={"reading": answer.reading.model_copy(update=was)})
    parts = answer.parts or (answer,)
    found: list[ToldSum] = []
    view: SumView | None = None
    for part in parts:
        reading = part.reading
        said = reading.turn if reading.turn is not None else reading.profile
        sums, own = sums_of(
            part.facts, part.verdict, said, "" if EACH & {*reading.cues} else reading.words.get("candidates", "")
        )
        found += sums
        view = own if sums else view
    were = before.sums if before is not None else ()
    if not found and any(part.facts.headline and DOLLARS in fact(part.facts.headline) for part in parts):
        return _with(answer, (), None, told=0)  # what it tells is not read: turns after it are of that
    if not found and were and were[-1].beside:
        were = were[:-1]  # it takes another number now
    if not found:
        return _with(answer, were, before.sum_view if before is not None else None, told=0)
    sums = _joined(were, found)
    if before is not None and (so_many := _so_many(were, found)):
        return _of_so_many(answer, sums, found[-1], so_many)
    turn = turn if turn and turn.change else None
    changes = turn is not None or answer.reading.changed or answer.reading.intent == "followup"
    if before is None or not changes or not were or found[-1].unit != were[-1].unit or len(parts) > 1:
        return _with(answer, sums, view, told=len(found))
    looked = _of_machines(before.sum_view or NO_VIEW, were[-1], found[-1])
    if view is not None and turn is None:
        view = view.model_copy(update={"parts": looked.parts, "factor": looked.factor})
        still = _still(looked, view, found[-1].machines in {one.machines for one in were})
        if still == view or len(found) > 1:
            return _with(answer, sums, view, told=len(found))
        looked = still
    made: Told | None = None
    if turn is not None:
        made = _first(turn, sums, before.model_copy(update={"sum_view": looked}), told=len(found))
    if made is None and looked != NO_VIEW and (turn is None or turn.asks <= NO_ASK | NOTHING):
        several = gap_of(sums, looked, PAIR, len(found)) if len(found) > 1 else None
        again = asked_of(found[-1], looked) or several or seen(found[-1], looked, frozenset())
        made = (again, looked) if again is not None else None
    if made is None:
        return _with(_beside(answer, found[-1], were[-1], before), sums, looked, told=len(found))
    facts = below(made[0], answer.facts)
    return _with(answer.model_copy(update={"facts": facts}), sums, made[1], told=len(found))


def _of_machines(looked: SumView, was: ToldSum, now: ToldSum) -> SumView:
    """A number of chips as one of the machines that hold them, where these are told now."""
    if not looked.number or not was.of_chip or now.of_chip or now.chips <= was.chips:
        return looked
    return looked.model_copy(update={"number": float(-(-looked.number * was.chips // now.chips))})


def _still(looked: SumView, now: SumView, as_many: bool) -> SumView:
    """How the sum is looked at now, with so many of it, and on for as long, as the thread said."""
    update: dict[str, object] = {}
    if now.share == 1 and looked.share < 1:
        update |= {"share": looked.share, "daily": looked.daily}
    if as_many and now.number is None and looked.number:
        update |= {"number": looked.number}
    return now.model_copy(update=update)


def _beside(answer: Answer, now: ToldSum, was: ToldSum, before: Reading) -> Answer:
    """The answer with the run told before it, where only the number of machines is another."""
    line = than_before(now, was, answer.reading.profile, before.profile)
    if line is None:
        return answer
    facts = answer.facts.model_copy(update={"sentences": (line, *answer.facts.sentences)})
    return answer.model_copy(update={"facts": facts})


def _so_many(were: tuple[ToldSum, ...], found: list[ToldSum]) -> float | None:
    """How many of the chip that is priced now it takes, as the answer before told without dollars."""
    held = were[-1] if were and were[-1].beside else None
    is_its = held is not None and found[-1].of_chip and found[-1].thing in (held.chip, held.thing)
    return float(held.chips * held.machines) if held is not None and is_its else None


def _of_so_many(answer: Answer, sums: tuple[ToldSum, ...], now: ToldSum, number: float) -> Answer:
    """The hour of all of them first."""
    view = SumView(number=number)
    first = seen(now, view, frozenset()) if number > 1 else None
    if first is None:
        return _with(answer, sums, view, told=1)
    facts = answer.facts.headed(first)
    return _with(answer.model_copy(update={"facts": facts}), sums, view, told=1)


def _joined(were: tuple[ToldSum, ...], found: list[ToldSum]) -> tuple[ToldSum, ...]:
    """The sums of the thread, each once, where it was told last."""
    names = {one.name for one in found}
    return (*(one for one in were if one.name not in names and not one.beside), *found)[-MOST:]


def _with(answer: Answer, sums: tuple[ToldSum, ...], view: SumView | None, *, told: int) -> Answer:
    """The reading that the next turn goes on from has them."""
    update = {"sums": sums, "sum_view": view, "sums_told": told}
    if answer.parts:
        *first, last = answer.parts
        last = last.model_copy(update={"reading": last.reading.model_copy(update=update)})
        answer = answer.model_copy(update={"parts": (*first, last)})
    return answer.model_copy(update={"reading": answer.reading.model_copy(update=update)})
