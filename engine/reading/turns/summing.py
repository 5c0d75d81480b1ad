"""A turn that asks something of the dollars told before it: of a month, of eight, whether they stay under a limit."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from engine.reading.words.numbers import Number
from engine.reading.words.patterns import Match
from engine.reading.words.tokens import Token
from engine.workload.hours.schedule import schedule
from engine.workload.hours.told_spans import DAILY, hours_a_day, times
from engine.workload.profile import SLOTS
from engine.workload.told_sums import Ask
from knowledge.units import DAYS_PER_WEEK, HOURS_PER_DAY, HOURS_PER_MONTH, HOURS_PER_YEAR

ASKS, WEEK, CHANGE, SPAN = (
    "sum_turn",
    "sum_week",
    "sum_change",
    "sum_span",
)  # slots of the terms in language/turns_sums.toml
MOST = 24  # tokens of such a turn
BILLION = 1e9
AMOUNTS = 1_000  # a multiplier from which a bare number is money, where money is spoken of
CHANGES = (frozenset(SLOTS) | {"place"}) - {"cadence", "priority", "task", "capacity", "feature"}
# Of these two make a question of their own: "spot or reserved?".
ALONE = frozenset({"purchase", "clouds", "region", "place"})
UNITS = frozenset(
    {
        "period",
        "hours_in",
        "years_in",
        "window_unit",
        "counted",
        "multiplier",
        "seconds_in",
        "number_word",
        "unit_noun",
    }
)  # classes of words that stand beside numbers
LEADS = frozenset({"filler", "move", "joiner", "opener"}) | {ASKS}  # classes of words before a number of things
COUNTED = frozenset({"counted", "unit_noun", "figure_unit", "thing", "measure_thing", "gigabytes", "item"})
COUNTS = frozenset({"them", "chips", "nodes", "times"})  # of what is counted
OF_TIME = frozenset({"period", "hours_in", "years_in", "window_unit"})
OWN = frozenset({  # cues of a question of another kind
    "asks_time", "token_speed", "fit_strong", "how_much_memory", "carbon_strong", "explain_strong", "asks_why", "mfu",
    "memory_error", "no_room", "stock", "where_sold", "is_normal", "asks_reason", "in_less_time", "faster",
    "asks_context", "asks_batch", "asks_size", "asks_users", "off_topic", "closing", "thanks", "speed_word",
})  # fmt: skip
# Predicates of a question of another kind, and of one that an amount of money answers.
OTHERS = frozenset({"why", "slow", "meaning", "effect", "used", "at_once", "rate"})
YES = frozenset({"fit", "able", "judge", "support"})
COMMIT, PAYS = "commit", "commit_asked"  # a predicate; a cue of whether a term pays
JUDGED = frozenset({"asks_worth", PAYS})
MACHINES = "machines"  # asked of another number of them: of a run, another run
COPIES, OF_THEM = "copies", "of_them"  # values of terms behind a number
A_RUN = "a_run"  # the value of a term: "a run a week"
ELSE = "other"  # the value of a term of who wants another one that costs less
BOUGHT = frozenset({"of_runs", "of_hours", "of_days", "of_weeks", "of_months"})  # values of terms, of what is bought
LIMITS = frozenset({"limit", "buys", "left", "paid"})  # the same, of an amount of money
WHICH = "which_unit"  # the same, of a turn that asks what a sum is of
PLANS = {"month": float(HOURS_PER_MONTH), "year": float(HOURS_PER_YEAR), "week": float(DAYS_PER_WEEK * HOURS_PER_DAY)}
EVERY_DAY = 0.1  # hours by which those of a day differ from their share of it
FEW, LARGE = 4096, 3  # the most that are rented; digits of a number that is money behind a limit
EACH = frozenset({"per_chip", "money_per_chip"})  # cues
NOTHING = frozenset({"has", "off", "on", "dollars", COPIES, OF_THEM})  # values that ask nothing by themselves
OF_SELLER = 1  # words of who is paid today: "at a startup"
OFF = 100.0


class Text(Protocol):
    """A text laid out."""

    text: str
    tokens: list[Token]
    matches: list[Match]
    numbers: list[Number]
    plain_words: frozenset[int]

    def slice(self, first: int, last: int) -> str:
        """The words as they were written."""


class Summing(NamedTuple):
    """What a turn does with the sums before it.

    `asks`: the values of its terms; `change`: the words of what it says of the thing besides, "" for nothing; `usd` a
    `period`: an amount that it names. The others as in `SumView`.
    """

    asks: frozenset[str]
    change: str = ""
    number: float | None = None
    hours: float | None = None
    share: float | None = None
    daily: float | None = None
    factor: float | None = None
    parts: float | None = None
    usd: float | None = None
    period: float | None = None
    runs_per_month: float | None = None

    @property
    def ask(self) -> Ask | None:
        """What is asked of the amount."""
        if "paid" in self.asks:
            return "paid" if self.usd else None
        if "left" in self.asks:
            return "left"
        if "buys" in self.asks:
            return "buys" if self.usd else None
        return "limit" if "limit" in self.asks or ("has" in self.asks and self.usd) else None

    @property
    def wants(self) -> str:
        """What an amount buys so many of."""
        return next((one for one in ("runs", "hours", "days", "weeks", "months") if f"of_{one}" in self.asks), "")

    @property
    def views(self) -> bool:
        """Whether it looks at the sum in another way."""
        seen = (self.number, self.hours, self.share, self.factor, self.parts, self.runs_per_month)
        return any(one is not None for one in seen) or not self.asks.isdisjoint(
            {"each", "million", "total", "always", WHICH}
        )


def of_unit(turn: Summing | None, unit: str) -> Summing | None:
    """The turn where a sum of that unit was told: of a run a number with a time is how often it is done ("12 of those
    a year"), and a number alone is one of chips, which makes it another run; of a month one of copies or machines."""
    if turn is not None and MACHINES in turn.asks and unit != "hour":
        return None
    if turn is None or turn.number is None or unit == "hour":
        return turn
    if unit == "run" and turn.hours:
        runs = turn.number * HOURS_PER_MONTH / turn.hours
        return turn._replace(number=None, runs_per_month=runs, hours=max(turn.hours, float(HOURS_PER_MONTH)))
    return turn if unit == "month" and not turn.asks.isdisjoint({COPIES, OF_THEM}) else None


def with_rhythm(turn: Summing | None, document: Text, runs_per_month: float) -> Summing:
    """The turn where it says how often the run is done ("10 runs a month", "a run a week for a year")."""
    hours = max((one.hours for one in times(document.text)), default=0.0)
    plain = turn or Summing(frozenset())
    return plain._replace(runs_per_month=runs_per_month, hours=max(hours, float(HOURS_PER_MONTH)), number=None)


def summing(document: Text) -> Summing | None:
    """None for a turn that asks something else, or says what was not understood."""
    if len(document.tokens) > MOST:
        return None
    terms = [match for match in document.matches if match.slot == ASKS]
    taken = {at for match in terms for at in range(match.first, match.last)}
    cues = {str(m.value) for m in document.matches if m.slot in ("cue", "chat") and not _overlaps(m, taken)}
    if not OWN.isdisjoint(cues):
        return None
    wants = {str(m.value) for m in document.matches if m.slot == "predicate" and not _overlaps(m, taken)}
    judged = {str(m.value) for m in document.matches if m.slot == "cue" and m.value in JUDGED}
    if PAYS in judged or (COMMIT in wants and judged):
        return None  # whether a term pays at what is used
    asks = {str(m.value) for m in terms if m.value != WHICH or m.first == 0}  # no "what is that per month"
    if ELSE in asks or not OTHERS.isdisjoint(wants) or (not YES.isdisjoint(wants) and LIMITS.isdisjoint(asks)):
        return None
    each = [match for match in document.matches if match.slot == "cue" and match.value in EACH]
    if each:
        asks.add("each")
        taken |= {at for match in each for at in range(match.first, match.last)}
    changed = _changes(document, taken)
    if changed is None:
        return None
    slots, change = changed
    taken |= {at for first, last in slots for at in range(first, last)}
    other = next((match for match in document.matches if match.slot == CHANGE), None)
    if other is not None:
        change = f"{other.value}?"
        slots = [*slots, (other.first, other.last)]
        taken |= set(range(other.first, other.last))
    limits = {
        at for match in terms if match.value in LIMITS for at in range(match.first, match.last)
    }  # "would 5k do"
    closed = taken - limits
    numbers = [one for one in document.numbers if closed.isdisjoint(range(one.first, one.last))]
    money = _money(document, numbers, asks, closed)
    if money is None and not BOUGHT.isdisjoint(asks):
        return None  # "how long does it take?"
    if money is None and numbers and "limit" in asks and "?" not in document.text:
        return None  # "it draws 165w at most"
    timed = _timed(document, slots, money) if "always" not in asks else _Timed(None, None, None, None, planned=True)
    plain = [one for one in numbers if money is None or one.first != money[1]]
    plain = [] if timed.planned else plain  # "Monday to Friday, 9 to 17"
    parts, factor, number = None, None, None
    for one in plain:
        behind = document.tokens[one.last].norm if one.last < len(document.tokens) else ""
        if "split" in asks and parts is None and one.value > 1:
            parts = one.value
        elif behind == "%" and not asks.isdisjoint({"off", "on"}):
            factor = 1 - one.value / OFF if "off" in asks else 1 + one.value / OFF
        elif _is_time(document, one):
            continue
        elif number is None and _is_count(document, one, sum(not _is_time(document, n) for n in plain)):
            number = one.value
        else:
            return None
    scales = not asks.isdisjoint({"half", "double"})
    if scales and any(m.slot == "counted" and m.value in ("nodes", "chips") for m in document.matches):
        asks.add(MACHINES)  # "double the nodes"
    if scales:
        factor = 0.5 if "half" in asks else 2.0
    if not _is_understood(document, taken, numbers, OF_SELLER if "paid" in asks and money else 0):
        return None
    week = next((float(m.value) for m in document.matches if m.slot == WEEK), None)
    share = timed.share if week is None or timed.planned else week / (DAYS_PER_WEEK * HOURS_PER_DAY)
    span = next((float(m.value) for m in document.matches if m.slot == SPAN), None)  # "and daily?"
    hours = timed.hours if timed.hours is not None or timed.share is not None else span
    hours = None if WHICH in asks else hours
    told = [one.hours for one in times(document.text)] if A_RUN in asks else []
    if told and not number:
        runs = HOURS_PER_MONTH / min(told)
        return Summing(frozenset(asks), change, hours=max(*told, float(HOURS_PER_MONTH)), runs_per_month=runs)
    made = Summing(
        frozenset(asks), change, number, hours, share, timed.daily, factor, parts,
        money[0] if money else None, timed.period,
    )  # fmt: skip
    asked = bool(made.views or made.asks - NOTHING)
    return made if asked or other is not None or (money and not change) else None


class _Timed(NamedTuple):
    hours: float | None
    share: float | None
    daily: float | None
    period: float | None
    planned: bool = False


def _overlaps(match: Match, taken: set[int]) -> bool:
    return not taken.isdisjoint(range(match.first, match.last))


def _changes(document: Text, taken: set[int]) -> tuple[list[tuple[int, int]], str] | None:
    """The stretches that say something of the thing, and their words; None where two of a kind are said."""
    found: list[tuple[str, int, int]] = []
    for match in sorted(document.matches, key=lambda m: (m.first, -m.last)):
        free = not _overlaps(match, taken) and all(match.first >= last for _, _, last in found)
        if match.slot in CHANGES and free and match.value != "gpu":
            found.append((match.slot, match.first, match.last))
    kinds = [slot for slot, _, _ in found if slot in ALONE]
    if len(kinds) != len(set(kinds)):
        return None
    counts, stretches = {one.last: one.first for one in document.numbers}, list[tuple[int, int]]()
    for _, first, last in found:
        joined = first - 1 if first and document.tokens[first - 1].norm == "x" else first
        stretches.append((counts.get(joined, first), last))
    words = [document.slice(first, last) for first, last in stretches]
    return stretches, f"{' '.join(words)}?" if words else ""


def _money(document: Text, numbers: list[Number], asks: set[str], closed: set[int]) -> tuple[float, int, int] | None:
    """The amount of money, and its tokens; "a million" is one. `closed`: tokens of other things, as a model's 7B."""
    alone = len(numbers) == 1 and AMOUNTS <= numbers[0].scale < BILLION  # "and 50k?"
    about = alone or not asks.isdisjoint(LIMITS | {"has"})
    for one in numbers:
        behind = document.tokens[one.last].norm if one.last < len(document.tokens) else ""
        counts = any(m.first == one.last and m.slot in COUNTED for m in document.matches)
        named = any(m.first == one.last and m.slot == ASKS and m.value == "dollars" for m in document.matches)
        glued = (
            one.last < len(document.tokens) and document.tokens[one.last].start == document.tokens[one.last - 1].end
        )
        plain = not asks.isdisjoint(LIMITS) and one.value >= 10 ** (LARGE - 1) and not (glued and behind.isalpha())
        large = about and (AMOUNTS <= one.scale < BILLION or plain)  # "and with a 13B?" is a model
        if (
            one.money
            or named
            or behind == "$"
            or (large and not counts and behind != "%" and not _is_time(document, one))
        ):
            return one.value, one.first, one.last
    inside = closed | {at for one in numbers for at in range(one.first, one.last)}
    for match in document.matches:
        if match.slot == "multiplier" and about and match.first not in inside and float(match.value) >= AMOUNTS:
            return float(match.value), match.first, match.last
    return None


def _timed(document: Text, slots: list[tuple[int, int]], money: tuple[float, int, int] | None) -> _Timed:
    """Spans of time, of which the one behind an amount of money is that of the amount."""
    weeks = [(match.first, match.last) for match in document.matches if match.slot == WEEK]
    hidden = {at for first, last in (*slots, *weeks) for at in range(first, last)}
    spelt = {one.first: one for one in document.numbers if one.spelt}
    period = None
    if money is not None:
        behind = _joined(document, range(money[2], min(money[2] + 3, len(document.tokens))), hidden, spelt)
        told = times(behind)
        period = told[0].hours if told and told[0].unit else None
        hidden |= set(range(money[1], money[2] + (2 if period else 0)))
    everywhere = range(len(document.tokens))
    text = _joined(document, everywhere, hidden, spelt)
    week = {at for first, last in weeks for at in range(first, last)}
    plan = schedule(text) or schedule(_joined(document, everywhere, hidden - week, spelt))
    if plan is not None and plan.unit in PLANS:
        whole = PLANS[plan.unit]
        share = min(plan.hours / whole, 1.0)
        every_day = abs(share * HOURS_PER_DAY - plan.of_day) < EVERY_DAY
        return _Timed(
            None if plan.unit == "month" else whole, share, plan.of_day if every_day else None, period, planned=True
        )
    daily = hours_a_day(text)
    daily = daily if daily is not None and 0 < daily < HOURS_PER_DAY else None
    if daily is not None:
        text = DAILY.sub(" ", text)
    told = times(text)
    hours = max(one.hours for one in told) if told else None
    return _Timed(hours, daily / HOURS_PER_DAY if daily else None, daily, period)


def _joined(document: Text, places: range, hidden: set[int], spelt: dict[int, Number]) -> str:
    kept = []
    for at in places:
        if at not in hidden:
            token = document.tokens[at]
            kept.append(f"{spelt[at].value:g}" if at in spelt else token.norm)
    return " ".join(kept).replace("24 / 7", "24/7")


def _is_time(document: Text, number: Number) -> bool:
    behind = {number.last, number.last + 1} if number.last < len(document.tokens) else set()
    glued = number.last < len(document.tokens) and document.tokens[number.last].norm in ("-", "/")
    places = behind if glued else {number.last}
    return any(m.slot in OF_TIME and m.first in places for m in document.matches)


def _is_count(document: Text, number: Number, several: int) -> bool:
    """Whether so many of the thing are meant: "8 of them", "4 nodes", "and for 4"."""
    behind = [m for m in document.matches if m.first == number.last]
    if any(m.slot == ASKS and m.value in (COPIES, OF_THEM) for m in behind):
        return True
    if any(m.slot == "counted" for m in behind):
        return any(m.slot == "counted" and str(m.value) in COUNTS for m in behind)
    led = number.first == 0 or number.first - 1 in _led(document)
    return (
        led and several == 1 and number.scale == 1 and 1 <= number.value <= FEW and number.value == int(number.value)
    )


def _led(document: Text) -> set[int]:
    """Places of words that may stand before a bare number of things: no "batch 1"."""
    return {at for m in document.matches if m.slot in LEADS for at in range(m.first, m.last)}


def _is_understood(document: Text, taken: set[int], numbers: list[Number], unknown: int) -> bool:
    """Whether all words that carry something are understood, but for so many."""
    beside = {at for m in document.matches if m.slot in (*UNITS, WEEK, SPAN) for at in range(m.first, m.last)}
    said = {at for one in numbers for at in range(one.first, one.last)}
    carrying = {at for at, token in enumerate(document.tokens) if token.kind == "word"}
    return len(carrying - (taken | beside | said | document.plain_words)) <= unknown
