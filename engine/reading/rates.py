"""Rates: "a week", "nightly" as how many times a month; over how many months runs count, until when credits hold.

What a turn changes of the numbers a thread has: factors ("twice the chips"), counts ("make it 4"), a swap ("batch
from 3 to 2"), bits.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import replace

from engine.reading.document import Document, Mention
from engine.reading.words.numbers import Number
from engine.reading.words.patterns import Match
from engine.workload.profile import Profile
from knowledge.facts import Scalar
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH, HOURS_PER_YEAR, MONTHS_PER_YEAR

_SIZE = 1e9
_DATED = 5  # tokens between "expire" and the date
_A_DAY = re.compile(r"(20\d\d)[-/](\d\d)[-/](\d\d)(?!\d)|(\d\d)\.(\d\d)\.(20\d\d)(?!\d)")
_CALENDAR = range(2024, 2040)
_LONGEST_MONTH = 31
_COUNTS = ("instance_count", "accelerator_count", "runs", "team_engineers")
_WHOLE = frozenset(
    {
        "instance_count", "accelerator_count", "team_engineers", "current_count", "sequence_length", "batch_size",
        "samples", "concurrent_users",
    }
)  # fmt: skip
_NUMBERS = _WHOLE | {
    "runs", "runs_per_month", "epochs", "tokens", "tokens_per_sample", "prompt_tokens", "answer_tokens",
    "requests_per_second", "parameters", "deadline_days", "horizon_months", "steps", "latency_ms",
}  # fmt: skip

_EPOCH = frozenset({"epoch"})  # the word itself: "epochs" are several
_SINGLE = frozenset({"one", "an", "each", "every", "per", "/", "1", "single", "for", "a"})
_OF_AN_EPOCH = 4  # tokens between the word and its hours
_PASS_TAKES = frozenset({"takes", "took", "is", "needs", "lasts", "in", "=", ":", "finishes", "was", "~"})

Values = dict[str, Scalar | tuple[str, ...]]
_MOST_CHIPS = 4096
_THOUSAND, _K = 1e3, 1024  # "16k" of a length counts in these tokens
_MODELS, _BEFORE_MODELS = frozenset({"model", "models", "checkpoint", "checkpoints"}), 9  # tokens before, at most
RATE_REACH = 7  # tokens between a count of runs and "a month"
SERVED = frozenset({("task", "inference"), ("cue", "part_cache")})  # what says that a model answers


def per_epoch(document: Document, first: int, last: int) -> bool:
    """Whether "one epoch" is what some hours are of, and no number of passes."""
    after = document.tokens[last].norm if last < len(document.tokens) else ""
    before = document.tokens[first - 1].norm if first else ""
    return after in _PASS_TAKES or before in _SINGLE


def of_an_epoch(document: Document, first: int, last: int) -> bool:
    """Whether a span is what one pass takes: "an epoch takes 2 hours", "2 h per epoch"."""
    tokens = document.tokens
    for at in range(last, min(last + _OF_AN_EPOCH, len(tokens))):
        if tokens[at].norm in _EPOCH:
            return tokens[at - 1].norm in _SINGLE
        if document.ends_clause(at):
            break
    for at in range(first - 1, max(0, first - 1 - _OF_AN_EPOCH), -1):
        if tokens[at].norm in _EPOCH:
            return tokens[at - 1].norm in _SINGLE and tokens[at + 1].norm in _PASS_TAKES
        if document.ends_clause(at) and tokens[at].norm not in _PASS_TAKES:
            break
    return False


def rate_at(document: Document, at: int) -> tuple[float, int] | None:
    """A rate beginning here: ("a week" -> 4.3333 a month, token after it)."""
    schedule = document.at("schedule", at)
    if schedule is not None:
        return float(schedule.value), schedule.last
    per = document.at("each", at)
    if per is None and at < len(document.tokens) and document.tokens[at].norm == "/":
        after = at + 1
    elif per is not None:
        after = per.last
    else:
        return None
    period = document.at("period", document.skip(after))
    if period is not None and per is not None and per.value == "in" and not _is_one(document, period):
        return None
    return None if period is None else (float(period.value), period.last)


def models_a_month(document: Document) -> tuple[float, int, int] | None:
    """How many models a month are trained, each of them a run: "we train one 3B model per month"."""
    for at, token in enumerate(document.tokens):
        rate = rate_at(document, at + 1) if token.norm in _MODELS else None
        first = max(document.clause(at)[0], at - _BEFORE_MODELS)
        verb = next((match for here in range(at - 1, first - 1, -1) if (match := document.at("trains", here))), None)
        if rate is None or verb is None:
            continue
        counts = [one.value for one in document.numbers if verb.last <= one.first < at and one.scale == 1]
        if len(counts) <= 1 and (not counts or counts[0] == int(counts[0])):
            return (counts[0] if counts else 1.0) * rate[0], verb.first, rate[1]
    return None


def rate_after(document: Document, at: int, reach: int = RATE_REACH) -> tuple[float, int] | None:
    """The first rate within reach of a counted thing, in the same clause, before another number."""
    if not (document.classes.get("schedule") or document.classes.get("period")):
        return None  # most texts: what follows looks at every phrase, for every number
    inside = {here for m in document.matches if m.slot == "variant" for here in range(m.first, m.last)}
    last = min(at + reach + len(inside), len(document.tokens))
    first, behind = (bisect_left(document.numbers, end, key=lambda n: n.first) for end in (at, last))
    near = document.numbers[first:behind]
    starts = {n.first for n in near if n.scale < _SIZE}  # not a size: "10 LoRAs of an 8B nightly"
    for here in range(at, last):
        if here in inside:
            continue  # "20 fine-tunes of Qwen2.5 14B a month"
        rate = rate_at(document, here)
        if rate is not None:
            return rate
        if here in starts or document.ends_clause(here):
            return None
    return None


def _is_one(document: Document, period: Match) -> bool:
    """Whether a period is a bare singular ("in month"), not a span of time ("in 6 months")."""
    return period.last - period.first == 1 and not document.tokens[period.first].norm.endswith("s")


def scaled(document: Document, profile: Profile) -> dict[str, Scalar | tuple[str, ...]]:
    """ "twice the chips, half the time": slots of the profile multiplied."""
    changes: dict[str, Scalar | tuple[str, ...]] = {}
    for factor in document.classes.get("factor", {}).values():
        if any(document.at(name, factor.last) for name in ("candidates", "instances")):
            continue  # "2x L40S" are two
        meant = _what_is_scaled(document, factor)
        for slot in () if meant is None else str(meant.value).split(","):
            now = getattr(profile, slot)
            if now is not None:
                product = now * float(factor.value)
                changes[slot] = max(1, round(product)) if isinstance(now, int) else product
    return changes


def _what_is_scaled(document: Document, factor: Match) -> Match | None:
    """What a factor multiplies: named right behind it, or before it ("traffic will triple")."""
    for at in range(factor.last, min(factor.last + 4, len(document.tokens))):
        if document.ends_clause(at):
            break
        named = document.at("scaled", at)
        if named is not None:
            return named
    grows = document.at("scales", factor.first) or document.near("risen", factor.first - 2, factor.first)
    if not grows or rate_at(document, factor.last) is not None:
        return None
    for at in range(factor.first - 1, max(-1, factor.first - 4), -1):
        if document.ends_clause(at):
            return None
        named = document.at("scaled", at)
        if named is not None:
            return named
    return None


def until(document: Document) -> list[Mention]:
    """Until when credits hold: "expiring in March", "valid until 2027-03-31", "expire in 90 days"."""
    for expires in sorted(document.classes.get("expires", {}).values(), key=lambda match: match.first):
        for at in range(expires.last, min(expires.last + _DATED, len(document.tokens))):
            if document.ends_sentence(at):
                break
            if (by_day := _by_day(document, expires.first, at)) is not None:
                return [by_day]
            month = document.at("month_name", at)
            if month is not None:
                return [_by_month(document, expires.first, month)]
            span = next((number for number in document.numbers if number.first == at), None)
            unit = document.at("hours_in", document.skip(span.last)) if span else None
            if span is not None and unit is not None and float(unit.value) >= HOURS_PER_DAY:
                document.numbers = [number for number in document.numbers if number is not span]
                days = round(span.value * float(unit.value) / HOURS_PER_DAY)
                return [Mention("credits_until", f"P{days}D", expires.first, unit.last)]
    return []


def horizon(document: Document, number: Number) -> Mention | None:
    """Months over which runs count: "over the next 18 months", "a 2-year horizon"."""
    at = document.skip(number.last)
    unit = document.at("hours_in", at) or document.at("years_in", at)
    if unit is None:
        return None
    if float(unit.value) == HOURS_PER_YEAR:
        months = number.value * MONTHS_PER_YEAR
    elif HOURS_PER_MONTH * 0.9 < float(unit.value) < HOURS_PER_MONTH * 1.1:
        months = number.value
    else:
        return None
    name = document.ending("figure_name", number.first, 1, longest=True)
    if name is not None and name.value == "horizon_months":
        return Mention("horizon_months", months, name.first, unit.last)
    if document.ending("lasting", number.first, 0) is not None and _has_a_rhythm(document):
        return Mention("horizon_months", months, number.first - 1, unit.last)  # "weekly, for 18 months"
    word = document.at("horizon_word", unit.last)
    return None if word is None else Mention("horizon_months", months, number.first, word.last)


def _has_a_rhythm(document: Document) -> bool:
    """Whether the text says how often a run starts, so that months last longer than one run."""
    if document.classes.get("schedule"):
        return True
    after = {number.first: document.skip(number.last) for number in document.numbers}  # "every 6 weeks"
    ends = (after.get(every.last, every.last) for every in document.classes.get("every", {}).values())
    if any(document.at("period", end) for end in ends) or models_a_month(document):
        return True
    counted = (one for one in document.classes.get("counted", {}).values() if one.value in ("runs", "times"))
    return any(rate_at(document, one.last) for one in counted)  # "one run a month"


def _by_day(document: Document, first: int, at: int) -> Mention | None:
    """A day in figures, as ISO 8601 or with dots: "2027-01-31", "31.01.2027"."""
    found = _A_DAY.match(document.text, document.tokens[at].start)
    if found is None:
        return None
    year, month, day = (found[1], found[2], found[3]) if found[1] else (found[6], found[5], found[4])
    if not (1 <= int(month) <= MONTHS_PER_YEAR and 1 <= int(day) <= _LONGEST_MONTH):
        return None
    last = next((i for i in range(at, len(document.tokens)) if document.tokens[i].start >= found.end()), None)
    last = len(document.tokens) if last is None else last
    document.numbers = [number for number in document.numbers if not at <= number.first < last]
    return Mention("credits_until", f"{year}-{month}-{day}", first, last)


def _by_month(document: Document, first: int, month: Match) -> Mention:
    """A month with the day and the year that stand beside it, as ISO 8601 writes them."""
    day = year = ""
    last = month.last
    for number in list(document.numbers):
        if not (month.first - 2 <= number.first <= month.last + 3) or number.scale != 1:
            continue
        if number.value in _CALENDAR:
            year = f"{number.value:.0f}"
        elif 1 <= number.value <= _LONGEST_MONTH and number.value == int(number.value):
            day = f"-{number.value:02.0f}"
        else:
            continue
        document.numbers.remove(number)
        last = max(last, number.last)
    return Mention("credits_until", f"{year or '-'}-{month.value}{day}", first, last)


def recounted(document: Document, profile: Profile) -> Values:
    """ "make it 4": a bare number changes the only count the thread has, or the one of the value it denies."""
    bare = [
        n
        for n in document.numbers
        if n.first not in document.covered | document.counted and n.value == int(n.value) and n.scale == 1
    ]
    counts = {slot: getattr(profile, slot) for slot in _COUNTS if getattr(profile, slot) is not None}
    for number in bare:
        last = document.ends_clause(number.last) and document.ending("recount", number.first, 0)
        if not counts and profile.candidates and last and number.value <= _MOST_CHIPS:
            document.covered.update(range(number.first, number.last))
            return {"accelerator_count": int(number.value)}  # "and on 4?" of a chip
        denied = next(
            (m for m in bare if m.first > number.first and document.ending("swapped_for", m.first, 0)), None
        )
        meant = [s for s, value in counts.items() if denied is None or value == denied.value]
        if len(meant) == 1 and (denied is not None or document.ending("recount", number.first, 0)):
            document.covered.update(range(number.first, number.last))
            return {meant[0]: int(number.value)}
    return {}


def relengthened(document: Document, profile: Profile) -> Values:
    """ "and 16k?" of a thread whose sequences have a length: so many thousands of tokens."""
    numbers = [one for one in document.numbers if one.first not in document.covered | document.counted]
    if not profile.sequence_length or len(numbers) != 1 or numbers[0].scale != _THOUSAND or not numbers[0].letter:
        return {}
    document.covered.update(range(numbers[0].first, numbers[0].last))
    return {"sequence_length": int(numbers[0].value / _THOUSAND * _K)}


def bits(document: Document, profile: Profile, said: Profile) -> Values:
    """ "4-bit?": what that means for the work of the thread."""
    named = next(iter(document.classes.get("bits", {}).values()), None)
    if named is None or said.precision or said.method:
        return {}
    changes: Values = {}
    if profile.task in (None, "inference") and not profile.method:
        changes = {"precision": named.value}
    elif named.value == "int4" and profile.method in (None, "full", "lora"):
        changes = {"method": "qlora"}
    if changes:
        document.covered.update(range(named.first, named.last))
    return changes


def swapped(document: Document, profile: Profile) -> Values:
    """ "batch from 3 to 2": the number behind "to", for what is named, or the only slot with the first."""
    now = profile.stated()
    for number in list(document.numbers):
        start, to = number.first - 1, document.at("swap_to", number.last)
        if to is None or not document.at("swap_from", start):
            continue
        same = [slot for slot in _NUMBERS if now.get(slot) == number.value]
        later = next((other for other in document.numbers if other.first == to.last and not other.money), None)
        name = document.ending("figure_name", start, 0, longest=True)
        alone = later is not None and document.ends_clause(later.last) and later.first not in document.counted
        slots = [str(name.value)] if name is not None else same if alone else []
        if later is None and same:  # "from 3 to 2 epochs": the second is read by its unit
            document.covered.update(range(start, to.last))
        if later is None or len(slots) != 1 or slots[0] not in _NUMBERS:
            continue
        if slots[0] in _WHOLE and later.value != int(later.value):
            continue
        document.covered.update(range(start if name is None else name.first, later.last))
        document.numbers = [other for other in document.numbers if other not in (number, later)]
        return {slots[0]: int(later.value) if slots[0] in _WHOLE else later.value}
    return {}


def chips_of_machines(profile: Profile, said: Profile) -> Values:
    """ "what about 2 nodes?" of a thread about one machine with 8 chips: 16."""
    other = said.candidates or said.instances
    if said.instance_count is None or said.accelerator_count or profile.accelerator_count is None or other:
        return {}
    chips, over = divmod(profile.accelerator_count, profile.instance_count or 1)
    return {} if over else {"accelerator_count": chips * said.instance_count}


def of_each(mention: Mention, *, long: bool) -> tuple[Mention, ...]:
    """ "1.8 samples/s" of so many tokens: steps of one sample. Without a length they are no speed of ours."""
    if mention.slot != "samples_per_second":
        return (mention,)
    if not long:
        return ()
    seconds = replace(mention, slot="seconds_per_step", value=1 / float(mention.value))
    return seconds, replace(mention, slot="batch_size", value=1.0)
