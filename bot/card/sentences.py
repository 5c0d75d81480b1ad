"""A verdict's reasons, flips and first line as sentences, each worded by its template macro."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from bot.advice.advisor import Answer
from bot.wording import numbers
from bot.wording.reasons import FORM
from bot.wording.reasons import fact as fact
from bot.wording.words import has, say
from engine.answers import FactAnswer, Passage, PriceRow, Property
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.options.assumptions import Assumption
from engine.options.exclusions import TooSmall
from engine.options.option import CostedOption, Option
from engine.verdict.confidence import CloseCall
from engine.verdict.deciding_sum import BreakEven
from engine.verdict.flips import Flip
from engine.verdict.forks import Branch, ForkResult
from engine.verdict.headline import headline, other_side, unsaid_amount, word
from engine.verdict.pilot import Pilot
from engine.verdict.shown.difference import Difference
from engine.verdict.verdict import Verdict
from engine.workload.profile import Profile, Reading
from engine.workload.worked_out import Derived
from knowledge.facts import Conflict, Tradeoff

TABLE = "words/card/table.j2"
COLUMNS = FORM.format("table")
TODAY = {"instances": "current_instances", "instance_count": "current_count", "run_hours": "current_hours_per_run"}
WRONG_NAMES = frozenset({"no_such_type", "unknown_cards", "in_terms"})  # codes of what is told before anything else


def first_line(verdict: Verdict) -> str:
    """The verdict in a line; where the named hardware is too small, that comes first."""
    line = say("words/card/headline.j2", headline(verdict), verdict)
    if (other := other_side(verdict)) is not None:
        line = say("words/card/headline.j2", "both_sides", verdict, other, line)
    answered, amount = word(verdict), unsaid_amount(verdict)
    if amount:
        line = say("words/card/headline.j2", "supposing", amount, line, answered or "")
    elif answered:
        line = say("words/card/headline.j2", "word", answered, line)
    doubts = verdict.confidence.because if verdict.confidence else ()
    if inferred := next((one for one in doubts if isinstance(one, CloseCall) and one.against_chip), None):
        line = say("words/card/headline.j2", "not_measured", inferred, line)
    short = next((reason for reason in verdict.because if isinstance(reason, TooSmall)), None)
    return (
        say("words/card/headline.j2", "too_small", short.values, line) if short and verdict.kind != "no_fit" else line
    )


def lead(answer: Answer, verdict: Verdict) -> str:
    """The first line of a card with a verdict: the verdict's, unless the facts are what was asked for first."""
    if answer.facts.headline is not None or answer.form.leads(answer.facts):
        return answer_line(answer)
    return _with_unpriced(answer, first_line(verdict))


def why(reason: Reason) -> str:
    return say("words/card/why.j2", reason.code, reason.values)


def flip(entry: Flip, options: dict[str, Option], *, serving: bool) -> str:
    return say("words/card/flips.j2", entry.slot, entry, options.get(entry.option or ""), serving)


def not_counted(verdict: Verdict) -> str:
    """What no figure of this verdict holds."""
    return say("words/card/why.j2", "not_counted", verdict.base.filled.profile.task == "inference")


def name(kind: str, *values: object) -> str:
    """What a contract value is called: `name("purchase", "spot")`."""
    return say("words/names.j2", kind, *values)


def briefly(slot: str, value: object, *, serving: bool) -> str:
    """A slot in a word or two, for a line of many."""
    return say("words/slack.j2", "briefly", slot, value, serving)


def said_briefly(profile: Profile) -> tuple[str, ...]:
    """What was said, in a word or two each; a model says its architecture, and its own name its family."""
    said = profile.stated()
    serving = profile.by_month
    if "variant" in said and "model" in said:
        said["model"] = said.pop("variant")
    return tuple(
        briefly("budget_period" if slot == "budget_usd" and profile.budget_period else slot, value, serving=serving)
        for slot, value in said.items()
        if not (slot == "architecture" and "model" in said) and not _is_said_twice(slot, value, said)
    )


def _is_said_twice(slot: str, value: object, said: Mapping[str, object]) -> bool:
    """What runs today is named among the instances and hours too."""
    if slot == "budget_period":
        return True  # beside its budget, and without one it says nothing
    today = TODAY.get(slot)
    return today is not None and said.get(today) == value


def worked_out(entry: Derived, profile: Profile) -> str:
    """The slots that a derived one was worked out from, with their values: "50k samples x 800 tokens per sample"."""
    used = {slot: getattr(profile, slot) for slot in entry.uses}
    return say("words/names.j2", "worked_out", entry.slot, used, entry.figures, entry.parts)


def ruled_out(reading: Reading) -> tuple[str, ...]:
    """What the asker excluded, in the words of the card."""
    said = [
        say("words/names.j2", "excluded", name("value", slot, value), reading.ruled_out_words.get(value, ""))
        for slot, listed in reading.ruled_out.items()
        for value in listed
    ]
    gone = [
        say("words/names.j2", "gone", name("value", "candidates", entry.id), entry.region or "")
        for entry in reading.unavailable
    ]
    return (*said, *gone)


def equation(entry: Derived, profile: Profile, *, serving: bool) -> str:
    """The same with its result before it."""
    return say(
        "words/slack.j2", "equation", briefly(entry.slot, entry.value, serving=serving), worked_out(entry, profile)
    )


def question(fork: ForkResult) -> str:
    """The one thing to ask back, with the values answered for."""
    return say("words/answers/answers.j2", "question", fork)


def asked_back(verdict: Verdict) -> list[str]:
    """Which machine hours were said of, where that was assumed; then the slot that turns the verdict."""
    filled = verdict.base.filled
    hours, machines = filled.profile.run_hours, filled.profile.instances
    asked = []
    if hours and machines and filled.assumed("instances"):
        asked.append(say("words/answers/answers.j2", "which_machine", hours, machines[0]))
    return [*asked, question(verdict.ask)] if verdict.ask else asked


def supposed(entry: Assumption, *, serving: bool) -> str:
    """An assumption in a word or two."""
    brief = briefly(entry.slot, entry.value, serving=serving)
    return say("words/slack.j2", "counted_on", brief) if entry.slot == "instances" else brief


def open_questions(verdict: Verdict) -> list[str]:
    """What to ask when nothing was said, or nothing decides."""
    if verdict.kind != "need_more":
        return []
    if verdict.work_unknown:
        serving = verdict.base.filled.profile.task == "inference"
        return [say("words/answers/answers.j2", "which_samples" if serving else "which_work")]
    return [say("words/answers/answers.j2", "which_task"), *(fork.question for fork in verdict.forks[:2])]


def conflict(entry: Conflict) -> str:
    return say("words/answers/answers.j2", "conflict", entry)


def price(row: PriceRow) -> str:
    return say("words/answers/facts.j2", "price", row)


def column_head(form: str, key: str) -> str:
    """The head of a column of an answer's table."""
    return say(_words_of(form, f"head_{key}"), f"head_{key}")


def cell(form: str, key: str, value: object) -> str:
    """A cell of an answer's table, in the words of its column if it has any."""
    file = _words_of(form, f"cell_{key}")
    return say(file, f"cell_{key}" if has(file, f"cell_{key}") else "any_cell", value)


def row_mark(*, best: bool, named: bool) -> str:
    """Before a row of an answer's table."""
    return say(COLUMNS, "best_mark") if best else say(COLUMNS, "named_mark") if named else ""


def mark_legend(form: str, *, best: bool, named: bool) -> str:
    """What the marks that occur mean, for a line below the table."""
    return say(_words_of(form, "mark_legend"), "mark_legend", best, named)


def _words_of(form: str, macro: str) -> str:
    """The form's own words where it has such a macro, else those of all forms."""
    return FORM.format(form) if has(FORM.format(form), macro) else COLUMNS


def price_heads(*, totals: bool) -> tuple[str, ...]:
    """The heads of a price table."""
    heads = ("type", "bought", "rate", "region", "seen", "moved_head", *(("total_head",) if totals else ()))
    return tuple(say("words/answers/facts.j2", head) for head in heads)


def no_quote(row: PriceRow) -> str:
    return say("words/answers/facts.j2", "no_quote", row)


def where(row: PriceRow) -> str:
    return say("words/answers/facts.j2", "where_row", row)


def seen_on(row: PriceRow) -> str:
    """The day on which the price was seen, and whether that is long ago."""
    return say("words/answers/facts.j2", "seen_on", row)


def moved(row: PriceRow) -> str:
    return say("words/answers/facts.j2", "trend", row)


def total(row: PriceRow) -> str:
    return say("words/answers/facts.j2", "total", row)


def property_cells(entry: Property) -> tuple[str, ...]:
    """The head of a line of a comparison and its value for every side."""
    cells = (say("words/answers/compare.j2", "cell", entry.code, value) for value in entry.values)
    return (say("words/answers/compare.j2", "head", entry.code), *cells)


def property_line(facts: FactAnswer, entry: Property) -> str:
    return say("words/answers/compare.j2", "property", facts.sides, entry)


def passage(entry: Passage) -> str:
    return say("words/answers/passages.j2", entry.kind, entry)


def answer_line(answer: Answer) -> str:
    """The first line of an answer that is not advice."""
    if answer.facts.headline is not None:
        return _with_unpriced(answer, " ".join(map(fact, answer.facts.first_paragraph)))
    return _with_unpriced(answer, say("words/answers/answers.j2", answer.form.first_line, answer))


def _with_unpriced(answer: Answer, line: str) -> str:
    """What was named and is not priced comes first on the first line, or last where prices do not decide."""
    named = answer.facts.unpriced
    wrong = " ".join(fact(reason) for reason in named if reason.code in WRONG_NAMES)
    unpriced = " ".join(fact(reason) for reason in named if reason.code not in WRONG_NAMES)
    if missing := answer.untold or answer.unnamed:
        line = say("words/answers/answers.j2", "untold" if answer.untold else "unnamed", missing, line)
    elif answer.unheeded and answer.unheeded_decides:
        line = say("words/answers/answers.j2", "without", answer.unheeded, line)
    parts: tuple[str, ...] = (wrong, unpriced, line) if answer.form.prices_decide else (wrong, line, unpriced)
    elsewhere = answer.unheeded and (missing or not answer.unheeded_decides)
    left = say("words/answers/answers.j2", "unused", answer.unheeded) if elsewhere else ""
    return " ".join(part for part in (*parts, left) if part)


def assumption(slot: str, value: object, because: str, *, serving: bool) -> str:
    return say("words/card/card.j2", "assumption", slot, value, because, serving)


def changed(entry: Difference) -> str:
    """What a follow-up changed and what that did."""
    return say("words/card/difference.j2", "changed", entry)


def tradeoff(entry: Tradeoff) -> str:
    return say("words/card/card.j2", "tradeoff", entry)


def pilot(entry: Pilot) -> tuple[str, str]:
    """The benchmark that would settle it with the result that turns it, and what it is worth."""
    line, turn, worth = (say("words/card/pilot.j2", part, entry) for part in ("line", "turn", "worth"))
    return f"{line} {turn}", worth


def plan(entry: Pilot) -> tuple[str, ...]:
    """How to go about it; the last line leads to the command, where there is one."""
    record = ("record",) if entry.recordable else ()
    return tuple(say("words/card/pilot.j2", part, entry) for part in ("script", "run", "stop", *record))


def command(entry: Pilot) -> str:
    """What to type to record the result; empty where only tokens/s could be recorded."""
    return say("words/card/pilot.j2", "command", entry) if entry.recordable else ""


def columns(keys: tuple[str, ...], verdict: Verdict, branches: tuple[Branch, ...]) -> tuple[str, ...]:
    """The heads of the option table."""
    serving, sizes = verdict.case.filled.profile.by_month, [branch.value for branch in branches]
    return tuple(say(TABLE, "head", key, verdict.case.runs, serving, sizes) for key in keys)


def mark() -> str:
    """Before the recommended row."""
    return say(TABLE, "mark")


def marks(*, advised: bool, held: bool, serving: bool) -> str:
    """How a row is read, and what the marks before it mean."""
    return say(TABLE, "marks", advised, held, serving)


def surcharge(options: Sequence[CostedOption]) -> str:
    """What a managed service adds to the price per hour, the likeliest share of it."""
    run, price = options[0].run, options[0].price.usd_per_hour.likely
    hours = run.billed.likely * run.instances
    return say(TABLE, "surcharge", run.usd.likely / hours / price - 1) if hours and price else ""


def count_and_hours(count: int, hours: Sequence[float]) -> str:
    """Instances side by side, and the hours that are paid."""
    return say(TABLE, "count_and_hours", count, hours)


def region(option: CostedOption) -> str:
    """Where it is priced."""
    return say(TABLE, "region", option)


def price_day(option: CostedOption, today: date) -> str:
    """The day its price was seen."""
    return say(TABLE, "seen", option, today)


def evidence(option: CostedOption) -> str:
    """What its throughput rests on, in a word or two."""
    return say(TABLE, "evidence", option)


def per_million(option: CostedOption) -> str:
    """Dollars a million output tokens."""
    return say(TABLE, "per_million", option)


def latency(option: CostedOption) -> str:
    """The times to the first and to the next token."""
    return say(TABLE, "latency", option)


def held_back(reason: Reason) -> str:
    """Why it does not lead: in a few words, else as a sentence."""
    return say(TABLE, "held", reason.code, reason.values) or why(reason)


def unpublished(option: CostedOption) -> str:
    """What a specialist cloud does not publish of it."""
    return say(TABLE, "unpublished", option.cloud, option.unpublished)


def uncertain(total: Interval) -> str:
    """What it may cost after all."""
    return say(TABLE, "uncertain", total)


def passed_over(*, by_carbon: bool) -> str:
    """Cheaper, and something else than dollars decides."""
    return say(TABLE, "passed_over", by_carbon)


def near_tie(*, stays: bool) -> str:
    """Cheaper by less than dollars can tell; `stays`: than what runs today."""
    return say(TABLE, "near_tie", stays)


def billed(option: CostedOption, size: object) -> str:
    """Hours paid against hours worked, at the size that is costed where several are shown."""
    return say(TABLE, "billed", option, size)


def spread(interval: Interval | None) -> str:
    """likely (low-high), in dollars, none outside the others as printed."""
    return numbers.spread(interval.low, interval.likely, interval.high) if interval else "-"


def kilograms(interval: Interval | None) -> str:
    """likely (low-high) of grams, in kgCO2e; unknown where they are."""
    if interval is None:
        return say(TABLE, "unknown")
    return numbers.spread(interval.low / 1000, interval.likely / 1000, interval.high / 1000, sign="")


def taken(slot: str, value: object) -> str:
    return say("words/card/card.j2", "taken", slot, value)


def pays_after(entry: BreakEven, *, serving: bool) -> str:
    return say("words/card/card.j2", "pays_after", entry, serving)


def also_against(option: CostedOption, entries: list[BreakEven], *, serving: bool) -> str:
    return say("words/card/card.j2", "also_against", option, entries, serving)


def left_out(option: Option, reason: Reason) -> str:
    return say("words/card/card.j2", "left_out", option, why(reason))
