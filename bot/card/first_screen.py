"""The lines of the first screen below the table: when it pays, and what to do next."""

from __future__ import annotations

from collections.abc import Iterator

from bot.card import sentences as phrases
from bot.card.shown_options import recommended, rows
from bot.card.tables import is_near_tie, size_branches
from bot.wording import numbers as figures
from bot.wording.words import say
from engine.options.credits import CreditsPay
from engine.options.incumbent import OwnMachines
from engine.options.nothing_fits import InsteadOfTerm, Nearest
from engine.options.option import CostedOption, costed, leading
from engine.verdict.deciding_sum import break_even, never_pays
from engine.verdict.forks import Case
from engine.verdict.headline import unsaid_amount
from engine.verdict.verdict import Verdict
from knowledge.facts import Scalar

WORDS = "words/card/next.j2"
RATES = 2  # to ask for at once
AGAINST = 3  # GPUs a break-even is told against
DIFFERS = 1.1  # where a block each time costs more than this times a run in a shared one, it is said


def break_even_line(verdict: Verdict) -> str:
    """After how many runs the best other chip pays, for each size that is open, against the GPUs that are shown."""
    if verdict.kind == "no_fit":
        return ""
    branches = size_branches(verdict)
    cases: list[tuple[Scalar | None, Case]] = [(branch.value, branch.case) for branch in branches]
    points = [(value, *found) for value, case in cases or [(None, verdict.case)] if (found := _points(verdict, case))]
    if not points:
        return ""
    line = say(WORDS, "break_even", points, _serving(verdict))
    figure = verdict.reread
    is_telling = figure is not None and figure.break_even_with != figure.break_even_without
    if figure is None or figure.kind != "aged_price" or not is_telling or branches:
        return line
    return f"{line} {say(WORDS, 'reread', figure, _serving(verdict))}"


def _points(verdict: Verdict, case: Case) -> tuple[CostedOption, dict[str, list[str]]] | None:
    """The best offering that is no GPU, and the GPUs shown by the runs it pays off after; "" is never."""
    decision = case.sum
    if decision is None or decision.rival is None or decision.reference is None:
        return None
    shown = {option.id for option in rows(verdict)}
    gpus = {decision.reference.id: decision.reference}
    for option in case.options:
        if isinstance(option, CostedOption) and option.family == "gpu" and option.may_lead and option.id in shown:
            gpus.setdefault(option.id, option)
    compared = list(gpus.values())[: 1 if size_branches(verdict) else AGAINST]
    types = [gpu.instance for gpu in compared]
    by_runs: dict[str, list[str]] = {}
    for gpu in compared:
        runs = break_even(decision.rival, gpu).runs
        called = say("words/names.j2", "short", gpu) if types.count(gpu.instance) > 1 else gpu.instance
        by_runs.setdefault(figures.runs(runs.likely) if runs else "", []).append(called)
    never = by_runs.pop("", None)
    return decision.rival, by_runs | ({"": never} if never else {})


def next_line(verdict: Verdict) -> str:
    """Whom to ask, what to measure, what to book or to start, each with what it costs."""
    return " ".join(_steps(verdict))


def _steps(verdict: Verdict) -> Iterator[str]:
    option = recommended(verdict)
    if option is None:
        near = [reason for reason in verdict.because if isinstance(reason, Nearest | InsteadOfTerm)]
        if near:
            yield say(WORDS, "give_way", near[:2])
        return
    if unsaid_amount(verdict):
        yield say(WORDS, "say_how_much", _serving(verdict))
        return
    stale = _to_read_again(verdict)
    for cloud in dict.fromkeys(entry.cloud for entry in stale):
        yield say(WORDS, "ask_rates", cloud, [entry for entry in stale if entry.cloud == cloud])
    pilot = verdict.pilot
    if pilot is not None and (pilot.worth_it or pilot.to_decide):
        yield say(WORDS, "measure", pilot, bool(stale))
        return
    booking = option.run.booking
    if booking:
        upfront = booking.hours * option.run.instances * option.price.usd_per_hour.likely
        yield say(WORDS, "book", option, _serving(verdict), bool(stale), upfront)
    else:
        yield say(WORDS, "start", option, _serving(verdict), bool(stale))
    if pilot is not None:
        yield say(WORDS, "skip_measuring", pilot)


def _to_read_again(verdict: Verdict) -> list[CostedOption]:
    """The offerings the sum compares whose price is old: first the one the answer hinges on."""
    decision, figure = verdict.case.sum, verdict.reread
    sides = [recommended(verdict), *((decision.winner, decision.other) if decision else ())]
    if decision and never_pays(decision.other, decision.winner, verdict.case.runs):
        sides = sides[:-1]  # no rate of it can matter
    if figure is not None and figure.kind == "aged_price":
        sides = [option for option in costed(verdict.case.options) if option.id == figure.option] + sides
    stale = {side.id: side for side in sides if side and side.price.is_old and side.price.own is None}
    return list(stale.values())[:RATES]


def tie_line(verdict: Verdict) -> str:
    """Two options that cost about the same, and what the documents say that decides between them."""
    option, case = recommended(verdict), verdict.case
    if option is None or not is_near_tie(verdict):
        return ""
    rest = [other for other in leading(case.options) if case.tie and not case.tie.takes(other)]
    cheapest = min(rest, key=lambda other: (other.choice_usd(case.runs), other.id))
    told = [reason.values["because"] for reason in verdict.because if reason.code == "rule_agrees"]
    size = case.filled.profile.parameters if size_branches(verdict) else None
    return say(WORDS, "near_tie", option, cheapest, case.runs, _serving(verdict), next(iter(told), ""), size)


def yours_line(verdict: Verdict) -> str:
    """What the asker has: own machines whose cost was not said, and what credits cover and until when."""
    return " ".join(phrases.why(reason) for reason in verdict.because if isinstance(reason, OwnMachines | CreditsPay))


def batching_line(verdict: Verdict) -> str:
    """What a block for each run would cost instead of one they share."""
    option = recommended(verdict)
    each = option.run.usd_block_each if option else None
    if option is None or each is None or verdict.case.runs <= 1 or each.likely <= DIFFERS * option.run.usd.likely:
        return ""
    return say(WORDS, "batching", option, each.likely, each.likely / option.run.usd.likely)


def _serving(verdict: Verdict) -> bool:
    return verdict.case.filled.profile.by_month
