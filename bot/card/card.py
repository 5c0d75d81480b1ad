"""What a card shows and in which order: the view that the terminal and the Slack templates both arrange.

Every line carries the numbers of its sources; the numbers are given in the order of first mention.
"""

from __future__ import annotations

from bot.advice.advisor import Answer
from bot.card import sentences as phrases
from bot.card.citations import Citation, Citations
from bot.card.cost_chart import Plot, plot
from bot.card.fact_lines import (
    CardLine,
    cited_lines,
    fact_sentences,
    passage_sentences,
    prose_sentences,
    told_sentences,
)
from bot.card.filled_in import filled_in
from bot.card.first_screen import batching_line, break_even_line, next_line, tie_line, yours_line
from bot.card.made_once import made_once
from bot.card.own_prices import own_price_lines
from bot.card.price_conflicts import conflict_cites, conflict_text, conflicts_in, doubt_text, doubts_in
from bot.card.shown_options import ShownOptions, shown_options
from bot.card.tables import OptionRow, fact_table, shown_table, table
from bot.wording import numbers as figures
from bot.wording.opening import opening
from engine.answers import FactAnswer
from engine.forms.unsure.half_read import Beyond
from engine.options.exclusions import NoRoomToServe, NotSoldSo, TooSlow, TooSmall
from engine.options.option import ExcludedOption, Named, Option
from engine.verdict.how_to_buy import TermPaid
from engine.verdict.sum_reasons import AtAValue, BudgetHolds
from engine.verdict.verdict import Verdict
from knowledge.facts import Fact

LINES, LEFT_OUT, DOUBTS = 3, 5, 2
ONE_LINE = 100  # characters of a line of the terminal, beside its label
TELLING = (TooSmall, TooSlow, NoRoomToServe, NotSoldSo)
DECISIVE = (BudgetHolds, TooSmall, TermPaid)  # what neither the headline nor the break-even says


class CardChoice(Fact):
    """One value of the slot asked back, as a button."""

    slot: str
    value: str
    label: str


class Card(Fact):
    """Everything a card says, as text; the templates only arrange it."""

    question: str
    headline: str
    confidence: str | None
    chance: str = ""  # that it is right, as a percentage
    marks: str = ""  # how a row is read, and what the marks before it mean
    tie: str = ""  # two options cost about the same, and what decides
    changed: str | None = None
    ask: str | None = None
    questions: tuple[str, ...] = ()  # where nothing was said
    choices: tuple[CardChoice, ...] = ()
    said: tuple[str, ...] = ()
    assumed: tuple[CardLine, ...] = ()
    taken: tuple[str, ...] = ()  # assumptions of little weight, without their reasons
    ruled_out: tuple[str, ...] = ()  # what the asker excluded
    unread: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[OptionRow, ...] = ()
    keys: tuple[str, ...] = ()  # what the columns hold, where the rows are offerings
    held_back: int = 0  # rows at the end that cost less, or were named, and may not lead
    hidden: int = 0  # offerings without a row
    break_even: str = ""
    next: str = ""
    batching: str = ""
    yours: str = ""  # what the asker has: own machines, credits
    footnote: str = ""  # what the price per hour holds besides the machine
    named_out: int = 0  # how many of `left_out`, the first, the asker named
    because: tuple[CardLine, ...] = ()
    flips: tuple[str, ...] = ()
    not_surer: tuple[CardLine, ...] = ()
    prices_apart: int = 0  # how many of `differ` are prices of the options, which stand at first sight
    held_figures: tuple[CardLine, ...] = ()  # what feeds show of these prices, and is not believed
    not_counted: str = ""  # what no figure on the card holds
    plan: tuple[CardLine, ...] = ()  # the benchmark that would settle it
    command: str | None = None  # what to type to record its result
    tradeoffs: tuple[CardLine, ...] = ()
    differ: tuple[CardLine, ...] = ()
    left_out: tuple[CardLine, ...] = ()
    facts: tuple[CardLine, ...] = ()
    facts_last: bool = False
    notes: tuple[Citation, ...] = ()
    as_of: str
    # what a small screen shows of the above
    is_answer: bool = False  # what was asked is answered first, and the verdict below
    headline_notes: tuple[int, ...] = ()
    lines: tuple[CardLine, ...] = ()  # under the headline of such an answer, what decides first
    right: tuple[int, ...] = ()  # its columns of figures
    below: Card | None = None  # the verdict
    more: tuple[Card, ...] = ()  # what else was asked, answered
    also: tuple[str, ...] = ()  # the first sentence of each of these
    unanswered: tuple[str, ...] = ()  # what else was asked, and is not
    read_as: tuple[str, ...] = ()  # the lines that a language model made of the text
    withheld: int = 0  # answers to something else, which a language model took away
    lead: int | None = None  # the reason that stands open, where the break-even does not tell it
    nearest: tuple[int, ...] = ()  # the flips that stand open
    known: tuple[str, ...] = ()  # said, in a word each
    worked_out: tuple[str, ...] = ()  # from what was said, each with its arithmetic
    supposed: tuple[str, ...] = ()  # the assumptions, in a word each, the weighty ones first
    weighty: int = 0  # of these
    is_offers: bool = False  # the table is of offerings
    advised: int | None = None  # the row of what is advised
    against: str = ""  # what a migration pays back against
    sizes: tuple[str, ...] = ()  # of the model, where figures stand side by side
    deciding: tuple[int, ...] = ()  # the sources of what is advised and of what it is compared with
    plot: Plot | None = None

    @property
    def doubts(self) -> tuple[CardLine, ...]:
        """Of why confidence is not higher, what weighs most."""
        lines = self.not_surer[:DOUBTS]
        return lines if sum(len(line.text) for line in lines) <= ONE_LINE else lines[:1]

    @property
    def has_reasons(self) -> bool:
        """Whether there is more to say than what a short form of it shows."""
        beyond = (self.because, self.not_surer, self.assumed, self.tradeoffs, self.differ, self.plan, self.facts)
        return any(beyond) or self.below is not None or len(self.lines) > LINES

    @property
    def reasons(self) -> tuple[CardLine, ...]:
        """Why, in order."""
        return self.because


@made_once
def card(answer: Answer, *, full: bool = False) -> Card:
    """The view of an answer; `full` with more rows."""
    if answer.left_out or answer.restated or answer.withheld:
        whole = card(answer.model_copy(update={"left_out": (), "restated": (), "withheld": 0}), full=full)
        left = () if isinstance(answer.facts.headline, Beyond) else answer.left_out  # its first line tells them
        return whole.model_copy(update={"unanswered": left, "read_as": answer.restated, "withheld": answer.withheld})
    if answer.parts:
        first, *rest = (card(part, full=full) for part in answer.parts)
        also = tuple(opening(one.headline) for one in rest if one.question != first.question)
        return first.model_copy(update={"question": answer.question, "more": tuple(rest), "also": also})
    numbers = Citations(answer.sources)
    said = tuple(
        f"{phrases.name('slot', slot)}: {phrases.name('value', slot, value)}"
        for slot, value in answer.reading.profile.stated().items()
    )
    if answer.facts.headline is not None:
        return _answer_card(answer, said, numbers, full=full)
    if answer.verdict is None:
        columns, lines = fact_table(answer.facts, numbers)
        beside = prose_sentences(answer.facts)
        return Card(
            columns=columns,
            rows=lines,
            question=answer.question,
            headline=phrases.answer_line(answer),
            confidence=None,
            said=said,
            known=phrases.said_briefly(answer.reading.profile),
            ruled_out=phrases.ruled_out(answer.reading),
            unread=answer.reading.unread,
            facts=(*cited_lines(beside, numbers), *_price_doubts(answer, numbers)),
            prices_apart=min(LINES, len(conflicts_in(answer))),
            differ=_price_conflicts(answer, numbers),
            notes=numbers.notes(),
            as_of=figures.day(answer.as_of),
        )
    return _verdict_card(answer, answer.verdict, said, numbers, full=full)


def _answer_card(answer: Answer, said: tuple[str, ...], numbers: Citations, *, full: bool) -> Card:
    """What was asked, answered: a first line, what it rests on, a table; then, in brief, the verdict."""
    facts, filled, aside = answer.facts, answer.facts.filled, answer.form.asks_nothing
    headline_notes = numbers.of(facts.first_cites)
    lines = cited_lines(told_sentences(facts), numbers)
    made = shown_table(answer.form.id, facts.table, numbers)
    beside = cited_lines(passage_sentences(facts), numbers)
    below = None
    if answer.verdict is not None:
        plain = answer.model_copy(update={"facts": FactAnswer(verdict_below=True)})
        below = _verdict_card(plain, answer.verdict, said, numbers, full=full)
    return Card(
        is_answer=True,
        question=answer.question,
        headline=phrases.answer_line(answer),
        headline_notes=headline_notes,
        confidence=facts.confidence,
        not_surer=tuple(CardLine(text=phrases.fact(doubt)) for doubt in facts.doubts),
        lines=lines,
        columns=made.columns,
        rows=made.rows,
        right=made.right,
        marks=made.marks,
        questions=tuple(phrases.fact(entry) for entry in facts.questions),
        said=() if aside else said,
        known=() if aside else phrases.said_briefly(answer.reading.profile),
        ruled_out=() if aside else phrases.ruled_out(answer.reading),
        unread=() if aside else answer.reading.unread,
        facts=(*beside, *_price_doubts(answer, numbers)),
        below=below,
        notes=numbers.notes(),
        as_of=figures.day(answer.as_of),
        **(filled_in(filled, numbers) if filled else {}),
    )


def _price_doubts(answer: Answer, numbers: Citations) -> tuple[CardLine, ...]:
    """Figures that are not believed, of prices on the card."""
    return tuple(
        CardLine(text=doubt_text(doubt), notes=numbers.of((doubt.source,) if doubt.source in answer.sources else ()))
        for doubt in doubts_in(answer)[:LINES]
    )


def _price_conflicts(answer: Answer, numbers: Citations) -> tuple[CardLine, ...]:
    """Prices on the card that sources disagree about."""
    return tuple(
        CardLine(text=conflict_text(entry), notes=numbers.of(conflict_cites(entry)))
        for entry in conflicts_in(answer)[:LINES]
    )


def _verdict_card(answer: Answer, verdict: Verdict, said: tuple[str, ...], numbers: Citations, *, full: bool) -> Card:
    if verdict.kind == "need_more":
        return _question_card(answer, verdict, said)
    last = answer.form.facts_below_advice
    stated = () if last else cited_lines(fact_sentences(answer), numbers)
    shown = shown_options(verdict, full=full)
    made = table(verdict, shown, numbers)
    named_out, left_out = _left_out(verdict, shown, numbers)
    options = {option.id: option for option in (*verdict.case.options, *verdict.base.options)}
    sure = verdict.confidence
    weaknesses = sure.because if sure else ()
    filled = verdict.base.filled
    serving = filled.profile.by_month
    understood = filled_in(filled, numbers, runs_matter=verdict.base.runs != 1)
    return Card(
        question=answer.question,
        headline=phrases.lead(answer, verdict),
        confidence=sure.level if sure else None,
        chance=figures.chance(sure.probability) if sure and sure.probability is not None else "",
        marks=phrases.marks(advised=bool(made.rows[0].mark), held=made.held_back > 0, serving=serving)
        if made.rows
        else "",
        tie=tie_line(verdict),
        changed=phrases.changed(answer.changed) if answer.changed else None,
        ask=" ".join(phrases.asked_back(verdict)) or None,
        choices=_choices(verdict),
        said=said,
        ruled_out=phrases.ruled_out(answer.reading),
        unread=answer.reading.unread,
        columns=made.columns,
        rows=made.rows,
        keys=made.keys,
        held_back=made.held_back,
        hidden=made.hidden,
        break_even=break_even_line(verdict),
        next=next_line(verdict),
        batching=batching_line(verdict),
        yours=yours_line(verdict),
        because=(
            *(CardLine(text=phrases.why(reason), notes=numbers.of(reason.cites[:3])) for reason in verdict.because),
            *(CardLine(text=text, notes=numbers.of(cites)) for text, cites in own_price_lines(answer)),
        ),
        held_figures=_price_doubts(answer, numbers),
        flips=tuple(phrases.flip(entry, options, serving=serving) for entry in verdict.flips),
        not_surer=tuple(
            CardLine(text=phrases.why(reason), notes=numbers.of(reason.cites[:1])) for reason in weaknesses
        ),
        not_counted=phrases.not_counted(verdict) if sure else "",
        plan=_plan(verdict, numbers),
        command=phrases.command(verdict.pilot) or None if verdict.pilot else None,
        tradeoffs=tuple(
            CardLine(text=phrases.tradeoff(entry), notes=numbers.of((entry.source,)))
            for entry in verdict.tradeoffs[:LINES]
        ),
        prices_apart=min(LINES, len(conflicts_in(answer))),
        differ=(
            *_price_conflicts(answer, numbers),
            *(
                CardLine(text=phrases.conflict(entry), notes=numbers.of((entry.source,)))
                for entry in verdict.conflicts[:LINES]
            ),
        ),
        left_out=left_out,
        named_out=named_out,
        facts=cited_lines(fact_sentences(answer), numbers) if last else stated,
        facts_last=last,
        notes=numbers.notes(),
        as_of=figures.day(verdict.as_of),
        lead=_lead(verdict),
        footnote=phrases.surcharge(shown.rows) if filled.profile.managed and shown.rows else "",
        nearest=tuple(range(min(LINES, len(verdict.flips)))),
        known=phrases.said_briefly(answer.reading.profile),
        is_offers=bool(made.rows),
        advised=0 if made.rows and made.rows[0].mark else None,
        against=made.against,
        sizes=made.sizes,
        deciding=made.deciding,
        plot=plot(verdict) if sure else None,
        **understood,
    )


def _lead(verdict: Verdict) -> int | None:
    """The first reason that decides beside the sum, which the break-even tells."""
    profile = verdict.case.filled.profile
    by_carbon = verdict.base.filled.profile.priority == "carbon"
    told = verdict.case.sum is not None and verdict.case.sum.rival and verdict.case.sum.reference and not by_carbon
    for number, reason in enumerate(verdict.because):
        slot = reason.given_slot if isinstance(reason, AtAValue) else None
        is_of_case = slot is None or getattr(profile, slot) == reason.values.get("given_value")
        if by_carbon and not reason.code.startswith("carbon"):
            continue
        if isinstance(reason, TermPaid) and (verdict.option is None or reason.option != verdict.option.instance):
            continue
        if is_of_case and (not told or isinstance(reason, DECISIVE)):
            return number
    return None


def _question_card(answer: Answer, verdict: Verdict, said: tuple[str, ...]) -> Card:
    """Nothing was said about the work: ask, and invent none."""
    return Card(
        question=answer.question,
        headline=phrases.lead(answer, verdict),
        confidence=None,
        said=said,
        unread=answer.reading.unread,
        questions=tuple(phrases.open_questions(verdict)),
        as_of=figures.day(verdict.as_of),
    )


def _plan(verdict: Verdict, numbers: Citations) -> tuple[CardLine, ...]:
    """How to go about it is shown where it is advised; the machine's price is cited beside its dollars."""
    if verdict.pilot is None:
        return ()
    summary, worth = phrases.pilot(verdict.pilot)
    steps = phrases.plan(verdict.pilot)
    last = steps[-1:] if verdict.pilot.recordable else ()
    shown = steps if verdict.pilot.worth_it or verdict.pilot.to_decide else last
    cites = numbers.of(verdict.pilot.bench.cites)
    return (CardLine(text=summary, notes=cites), *(CardLine(text=text) for text in (worth, *shown)))


def _choices(verdict: Verdict) -> tuple[CardChoice, ...]:
    if verdict.ask is None:
        return ()
    return tuple(
        CardChoice(
            slot=verdict.ask.slot, value=str(branch.value), label=phrases.name("value", branch.slot, branch.value)
        )
        for branch in verdict.ask.branches
    )


def _left_out(verdict: Verdict, shown: ShownOptions, numbers: Citations) -> tuple[int, tuple[CardLine, ...]]:
    """Why a named chip is not in the table, one line a chip, then what would do and is too slow or not sold so.

    How many of the lines are of something named, and the lines.
    """
    lines: dict[str, CardLine] = {}
    seen = {name for option in shown.rows for name in (option.accelerator, option.instance)}
    explained = {reason.accelerator for reason in verdict.because if isinstance(reason, TooSmall)}
    named = 0
    for option in sorted(verdict.case.options, key=_left_first):
        reason = option.reason if isinstance(option, ExcludedOption) else option.not_leading
        if reason is None or option in shown.rows or option.accelerator in lines:
            continue
        is_named = option.named in (Named.BY_TYPE, Named.BY_CHIP)
        if (isinstance(reason, TooSmall) and option.accelerator in explained) or (
            option.instance in seen or (option.accelerator in seen and option.named is not Named.BY_TYPE)
        ):
            continue
        if is_named or isinstance(reason, TELLING):
            lines[option.accelerator] = CardLine(
                text=phrases.left_out(option, reason), notes=numbers.of(reason.cites[:1])
            )
            named += is_named
    return min(named, LEFT_OUT), tuple(lines.values())[:LEFT_OUT]


def _left_first(option: Option) -> tuple[bool, bool, bool, str]:
    """What was named comes first, the most exactly named before the rest; then what is too slow."""
    too_slow = isinstance(option, ExcludedOption) and isinstance(option.reason, TooSlow)
    return option.named not in (Named.BY_TYPE, Named.BY_CHIP), option.named is Named.NOT, not too_slow, option.id
