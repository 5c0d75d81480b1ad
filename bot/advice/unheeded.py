"""Amounts that a message states and its answer does not use: the first line says so, whatever form it has.

An amount is used where the lines of the answer show it, by itself, in another unit, or multiplied with another one
that was said. A verdict's sums take every slot, so that only what was not understood is missing there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from bot.advice.answer import Answer
from bot.wording.reasons import fact
from bot.wording.words import say
from engine.answers import FactAnswer
from engine.base.evidence import ASKER
from engine.base.interval import Interval
from engine.forms.form import Asked
from engine.forms.own.with_theirs import AtYourPrice
from engine.forms.served.told_serving import told_spans
from engine.forms.unheld.named import NoSizeOf
from engine.forms.unsure.half_read import HalfRead, not_summed
from engine.forms.unsure.unplaced import Unplaced
from engine.options.option import costed
from engine.workload.profile import Chained, Profile, Reading
from engine.workload.told_prices import price_spans
from engine.workload.told_speeds import told_mfu
from engine.workload.unused import unused_amounts
from knowledge.units import HOURS_PER_DAY, MILLION, MILLISECONDS_PER_SECOND, SECONDS_PER_HOUR

DECIDING = frozenset({  # slots without which a count, a sum or a yes is of other work
    "tokens", "samples", "steps", "tokens_per_sample", "image_side", "run_hours", "data_gb",
    "requests_per_second", "concurrent_users", "tokens_per_day", "prompt_tokens", "answer_tokens", "sequence_length",
    "credits_usd", "instance_count",
})  # fmt: skip
BESIDE = frozenset({  # slots that bound an answer, and seldom turn it
    "batch_size", "epochs", "deadline_days", "budget_usd", "latency_ms", "seconds_per_step", "taken_gb",
    "utilization",
})  # fmt: skip
UNITS: Mapping[str, tuple[float, ...]] = {  # how else a slot is shown: what its value is multiplied with
    "run_hours": (1 / HOURS_PER_DAY,),
    "deadline_days": (HOURS_PER_DAY,),
    "latency_ms": (1 / MILLISECONDS_PER_SECOND,),
    "utilization": (100.0,),
}
TOLD = frozenset({"price", "support", "explain", "remark"})  # forms that sum no work
SILENT = frozenset({"decline", "chat", "ask_back"})  # that answer nothing
WRITTEN = "faq_told"  # the code of a first line that sums nothing
BY_TOKENS = "cost_of_tokens"  # a cue
SERVES = "serving"  # the form that reads prices, copies and paces beside the slots
ANSWER, REQUEST = 1024, "request"  # tokens of an answer at most; the word beside the length of both
NOTHING = frozenset({HalfRead.code, Unplaced.code, NoSizeOf.code})  # first lines that say themselves what is missing
DAY = HOURS_PER_DAY * SECONDS_PER_HOUR  # what a load a second is in a day
NEAR = 0.012  # share by which a figure is rounded as it is shown
SMALL = 20  # numbers that stand in any text; of those the noun beside them counts too
LARGE = 1000  # from which on a number stands nowhere by chance
NOUN = 4  # letters of a word that tell a noun
MOST = 3  # that are named
SUMMED = frozenset({"choose", "estimate"})  # forms whose first line is a sum or advice
# Codes of sums whose lines do not show what they take.
LENGTHS, BATCH = ("prompt_tokens", "answer_tokens"), ("batch_size",)
SERVED: dict[str, tuple[str, ...]] = dict.fromkeys(
    ("month_estimate", "fleet_takes"), LENGTHS
)  # code of a first line -> slots it is worked out from
SERVED["told_hours"] = ("steps",)  # which are the hours that were told
SERVED |= dict.fromkeys(("stream_alone", "stream_quicker"), BATCH)  # of one request
ROOM = ("fits_there", "too_small_there", "fits_partly", "fits_shorter")  # codes of memory, which no number of samples
SERVED |= dict.fromkeys(ROOM, ("samples", "tokens_per_sample", "epochs", "steps", "tokens"))  # changes
TAKES_ALL = frozenset({"each_size", "work_costs", "ratio_bound", "chips_for_traffic"})
SUMS = frozenset(
    {"run_estimate", "month_estimate", "estimate_too_small", "trains_on", "serves_on"}
)  # codes of theirs
COUNTS = frozenset({"most_fits", "span_cost", "domain_pick"})  # codes of counts, bills and choices of so much work
JOBS = frozenset({"job_on", "job_takes"})  # codes of hours for so many samples, which another number multiplies
EACH = re.compile(
    r"\d\s?(?:k|m|million|thousand)?\s+(?!gb|gib|tb|usd|eur|ms|sec|min|h\b|hours?|days?|%)[^\W\d_-]{3,}", re.I
)
# Codes of room on one card, which is no number of cards; the unit that asks for one.
ROOMS, CARDS = frozenset({"domain_room", "usual_room", "reported_room"}), "cards"
ENOUGH = 2  # amounts used beside which those that are not are told behind the answer
MONEY = "dollars"  # the predicate
CURRENCY = re.compile(r"[$€£¥]|\b(?:usd|eur|euros?|chf|gbp|dollars?)\b", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\w.])(\d[\d,]*(?:\.\d+)?)\s?(?:([kKMBT])(?![A-Zac-z]|b\w)|(%))?")
_LETTERS = {"k": 1e3, "K": 1e3, "M": 1e6, "B": 1e9, "T": 1e12}


def heeding(answer: Answer) -> Answer:
    """The answer with the amounts it does not use, those of its parts taken together."""
    parts = answer.parts or (answer,)
    lines = [line for part in parts for line in _lines(part.facts)]
    cells = [cell for part in parts for cell in _cells(part.facts)]
    shown = _Shown(lines, cells)
    first = answer.facts.headline
    silent = (
        answer.facts.unsure
        or answer.facts.whole
        or answer.form.id in SILENT
        or (first is not None and first.code in NOTHING)
    )
    words = [] if silent else [*_of_slots(answer, shown), *_of_stretches(answer, shown)]
    decides = any(deciding for _, deciding in words) and _heeded(answer, shown) < ENOUGH
    kept = tuple(dict.fromkeys(word for word, _ in words))[:MOST]
    found: dict[str, object] = {"unheeded": kept, "unheeded_decides": decides}
    if decides and first is not None:
        found["verdict"] = None  # nothing is recommended below a first line that leaves out what decides
    told = answer.model_copy(update=found)
    beside = {"parts": (parts[0].model_copy(update=found), *parts[1:])}
    return told.model_copy(update=beside) if answer.parts else told


def _heeded(answer: Answer, shown: _Shown) -> int:
    """How many amounts of work or load the answer uses: beside some, what is left out bounds it at most."""
    profile, words = answer.reading.profile, answer.reading.words
    said = {slot: float(value) for slot in DECIDING if (value := getattr(profile, slot)) and slot in words}
    used = _used(answer)
    if answer.verdict is not None and answer.facts.headline is None:
        return len(said)  # a verdict's sums take every slot
    large = {slot: value for slot, value in said.items() if value >= SMALL or slot in used}
    return sum(slot in used or shown.has(value) for slot, value in large.items())


def founded(answer: Answer, asked: Asked) -> Answer:
    """The answer; no sum and no advice, where what decides is left out of it: they would be of other work."""
    first = answer.facts.headline
    sums = answer.form.id in SUMMED and (first is None or first.code in SUMS) and not answer.facts.of_kind
    counted = CARDS in answer.reading.sought.units
    sums = sums or (first is not None and (first.code in COUNTS or (counted and first.code in ROOMS)))
    enough = asked.library.constants.entry("well_stated").value.likely
    letter = first is not None and first.code not in COUNTS and len(answer.reading.profile.stated()) >= enough
    jobs = first is not None and first.code in JOBS and any(map(EACH.search, answer.unheeded))
    if not jobs and (not answer.unheeded_decides or not sums or letter):
        return answer  # a long letter says what is done, and more than a sum needs; advice weighs all of it
    told = {"facts": not_summed(asked, answer.unheeded), "verdict": None, "changed": None, "earlier": None}
    return answer.model_copy(update=told | {"unheeded": (), "unheeded_decides": False})


class _Shown:
    """The figures of an answer: of its lines with the words around them, and of its tables."""

    def __init__(self, lines: Iterable[str], cells: Iterable[float]) -> None:
        self._of_lines = [(value, line.lower()) for line in lines for value in _figures(line)]
        self._of_cells = tuple(cells)

    def has(self, value: float, nouns: tuple[str, ...] = (), *, always: bool = False) -> bool:
        """Whether a figure is shown; a small one, or `always`, beside one of `nouns`, where there are any."""
        wants = nouns if value < SMALL or always else ()
        if not wants and any(_is_near(cell, value) for cell in self._of_cells):
            return True
        return any(
            _is_near(figure, value) and (not wants or any(noun in line for noun in wants))
            for figure, line in self._of_lines
        )

    def request_of(self, tokens: float) -> bool:
        """Whether the length of a request is shown that such a prompt and an answer make."""
        return any(tokens <= figure <= tokens + ANSWER and REQUEST in line for figure, line in self._of_lines)


def _figures(line: str, *, whole: bool = False) -> Iterable[float]:
    """The numbers of a line; one with a letter behind it as it stands, too, unless only `whole` ones are wanted."""
    for found in _NUMBER.finditer(line):
        plain = float(found[1].replace(",", ""))
        if not (whole and found[2]):
            yield plain
        if found[2]:
            yield plain * _LETTERS[found[2]]


def _is_near(figure: float, value: float) -> bool:
    return abs(figure - value) <= NEAR * value


def _of_slots(answer: Answer, shown: _Shown) -> Iterable[tuple[str, bool]]:
    """What was read, in its words, and is used by no line of a form that works out."""
    facts = answer.facts
    plain = answer.form.id in TOLD or (facts.headline is not None and facts.headline.code == WRITTEN)
    if (
        plain
        or facts.of_told
        or (facts.headline is not None and facts.headline.code in TAKES_ALL)
        or answer.verdict is not None
        or not (facts.headline or facts.sentences)
    ):
        return
    profile, words = answer.reading.profile, answer.reading.words
    said = {slot: value for slot in (*DECIDING, *BESIDE) if (value := getattr(profile, slot)) and slot in words}
    used = _used(answer)
    for slot in (name for name in Profile.model_fields if name in said):
        if words[slot] not in answer.question or slot in used or _is_unit(words[slot], answer.reading):
            continue
        value = float(said[slot])
        nouns = () if slot == "instance_count" else _nouns(slot, value)  # "2 x p5.48xlarge" has no noun
        nouns += (REQUEST[:NOUN],) if slot in BATCH else ()  # of a model that is served
        if slot == "instance_count" and (value == 1 or any(map(shown.has, _chips_of(answer, value)))):
            continue
        if any(shown.has(value * unit, nouns) for unit in (1.0, *UNITS.get(slot, ()))):
            continue
        others = [float(other) for name, other in said.items() if name != slot]
        if any(shown.has(value * other * rate) for other in others for rate in (1.0, DAY)):
            continue
        if slot == "prompt_tokens" and shown.request_of(value):
            continue
        yield words[slot], slot in DECIDING


def _used(answer: Answer) -> frozenset[str]:
    """The slots that others were worked out from, and those a verdict rests on where it is what is told first."""
    filled, first = answer.facts.filled, answer.facts.headline
    served = SERVED.get(first.code, ()) if first is not None else ()
    joined = {
        slot
        for slot, words in answer.reading.words.items()
        for chain in answer.reading.chains
        if _is_of(chain, words)
    }
    return frozenset((*joined, *served)) | {
        slot for entry in (filled.derived if filled else ()) for slot in entry.uses
    }


def _is_of(chain: Chained, words: str) -> bool:
    """Whether a slot was said in words of amounts that were joined."""
    return len(chain.parts) > 1 and any(
        _is_near(part.value, value) for part in chain.parts for value in _figures(words)
    )


def _chips_of(answer: Answer, machines: float) -> Iterable[float]:
    """The chips of so many machines, where both were said."""
    of_them = (one for one in answer.reading.hardware if one.machines in (None, machines))
    return (float(one.chips) for one in of_them if one.chips and one.chips % machines == 0)


def _nouns(slot: str, value: float) -> tuple[str, ...]:
    """The beginnings of what a slot is counted in."""
    return _beginnings(say("words/slack.j2", "briefly", slot, value, False))


def _beginnings(words: str) -> tuple[str, ...]:
    return tuple(word[:NOUN] for word in re.findall(r"[a-z]{4,}", words.lower()))


def _of_stretches(answer: Answer, shown: _Shown) -> Iterable[tuple[str, bool]]:
    """What was not understood, unless every number in it is shown."""
    read = told_spans(answer.reading.text) if answer.form.id == SERVES else ()
    if any(isinstance(line, AtYourPrice) for line in answer.facts.sentences):
        read += price_spans(answer.reading.text)
    share = told_mfu(answer.reading.text)
    if share is not None and _counts_share(answer):
        read += ((share.first, share.last),)
    left = [one for one in unused_amounts(answer.reading) if not _is_within(one.words, answer.reading.text, read)]
    used = [_is_shown(one.words, shown) for one in left]
    if answer.facts.of_told and any(used):
        return  # it reads the asker's own figures by itself, and shows but some of them
    first = answer.facts.headline
    by_money = first is not None and first.code in COUNTS and MONEY in answer.reading.sought.predicates
    for one, is_used in zip(left, used, strict=True):
        if _is_unit(one.words, answer.reading):
            continue
        if not is_used and (one.decides or answer.form.id not in TOLD):
            yield one.words, one.decides or (by_money and CURRENCY.search(one.words) is not None)


def _counts_share(answer: Answer) -> bool:
    """Whether the speed is the share of the peak that was told."""
    lines = (answer.facts.headline, *answer.facts.sentences)
    options = costed(answer.verdict.case.options) if answer.verdict is not None else ()
    return any(line is not None and ASKER in line.cites for line in lines) or any(
        ASKER in option.speed.cites for option in options
    )


def _is_unit(words: str, reading: Reading) -> bool:
    """Whether an amount is what a price is asked by: "$ per 1M tokens"."""
    return BY_TOKENS in reading.cues and MILLION in _figures(words, whole=True)


def _is_within(words: str, text: str, read: tuple[tuple[int, int], ...]) -> bool:
    """Whether a stretch touches one of these places."""
    first = text.find(words)
    return first >= 0 and any(start < first + len(words) and first < end for start, end in read)


def _is_shown(words: str, shown: _Shown) -> bool:
    """Whether each number of a stretch but the small ones is shown, beside one of its words unless it is large."""
    figures, nouns = [value for value in _figures(words, whole=True) if value >= SMALL], _beginnings(words)
    return bool(figures) and all(shown.has(value, nouns, always=value < LARGE) for value in figures)


def _lines(facts: FactAnswer) -> Iterable[str]:
    for reason in (facts.headline, *facts.sentences):
        if reason is not None:
            yield fact(reason)
    for passage in facts.passages:
        yield passage.text


def _cells(facts: FactAnswer) -> Iterable[float]:
    for row in facts.table.rows if facts.table else ():
        for cell in row.cells:
            if isinstance(cell, Interval):
                yield cell.likely
            elif isinstance(cell, int | float):
                yield float(cell)
            elif isinstance(cell, str):
                yield from _figures(cell)
    for price in facts.prices:
        yield from (float(value) for value in (price.machines, price.billed) if value is not None)
