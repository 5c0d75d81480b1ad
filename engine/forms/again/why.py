"""Why the answer before is as it is: what its first line rests on, for somebody who has read that."""

from __future__ import annotations

from engine.answers.model import AnswerTable, FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.parts.estimate_reasons import DollarsSum, HoursSum, WorkSum
from knowledge.facts import Purchase

HOW = "asks_how"  # the cue of a turn that asks how that can be
COST = "why_cost"  # the cue of a turn that asks why it costs so much
# Forms whose first line is the reason: the ratio by what bounds the work, the kilograms as a product.
ITSELF = frozenset({"compare", "carbon"})
BESIDE = "faq_beside"  # the code of a written answer below figures: no reason for them
UNNAMED, HELD = "model_unnamed", "largest_there"  # codes
FITS = frozenset({"fits_there", "fits_partly", "too_small_there", "fits_shorter", "domain_room", "domain_taken"})
LINES = 4  # reasons of a verdict


class WhyHours(Reason, code="why_hours"):
    """So much work, at what the chips achieve."""

    tokens: float | None
    parameters: float
    active_parameters: float
    chips: int
    instance: str
    achieved: float
    mfu: float | None
    tokens_per_second: float | None
    hours: float


class WhyDollars(Reason, code="why_dollars"):
    """Hours that are paid, at the price of one."""

    machines: int
    instance: str
    billed: float
    usd_per_hour: float
    usd: float
    purchase: Purchase


class SizeIsWeights(Reason, code="size_is_weights"):
    """What the size of a model is on a card, where the model was not named."""


class HowItFits(Reason, code="how_it_fits"):
    """In this way it takes `needs` of the `usable` GiB of one; in the `other`, if any, it is too large: `large`."""

    way: str
    needs: float
    usable: float
    other: str
    large: float


class Quickest(Reason, code="quickest"):
    """Of the machines that stood in the table, the one that is done first."""

    machines: str
    hours: float
    usd: float


def explained(told: FactAnswer, asked: Asked) -> FactAnswer:
    """The reasons for a verdict, the sum of an estimate; of another answer what stood below its first line."""
    if told.headline is None and told.verdict_below and asked.verdict.because:
        first, *others = asked.verdict.because
        return told.model_copy(update={"headline": first, "sentences": tuple(others[:LINES]), "passages": ()})
    told = told.model_copy(update={"sentences": tuple(entry for entry in told.sentences if entry.code != BESIDE)})
    if HOW in asked.reading.cues and told.headline is not None:
        how = _how(told, told.headline)
        if how is not None:
            return how
    if asked.reading.form in ITSELF:
        return told
    kinds = {type(entry): entry for entry in told.sentences}
    work, hours, dollars = kinds.get(WorkSum), kinds.get(HoursSum), kinds.get(DollarsSum)
    because: Reason | None = None
    if COST in asked.reading.cues and isinstance(dollars, DollarsSum):
        because = _of_dollars(dollars)
    elif isinstance(work, WorkSum) and isinstance(hours, HoursSum):
        because = _of_hours(work, hours)
    if because is None:
        return told.only_reasons()
    quickest = _quickest(told.table)
    sentences = (*((quickest,) if quickest else ()), *told.sentences)
    return told.model_copy(
        update={"headline": because, "sentences": sentences, "table": None, "verdict_below": False}
    )


def _how(told: FactAnswer, first: Reason) -> FactAnswer | None:
    """Of what fits: whether it does, and the sum of that. Of a model that was not named: what its size is."""
    if first.code == UNNAMED:
        held = tuple(line for line in told.sentences if line.code == HELD)
        rest = tuple(line for line in told.sentences if line.code != HELD)
        return told.model_copy(update={"headline": SizeIsWeights(), "sentences": (*held, first, *rest)})
    if first.code not in FITS:
        return None
    way = _way_that_fits(told.table)
    return told.headed(way) if way is not None else told


def _way_that_fits(table: AnswerTable | None) -> HowItFits | None:
    """Of the ways on one card, the largest that fits, and the smallest that does not; None where several hold it."""
    if (
        table is None
        or "on" in table.columns
        or not {"way", "needs", "usable", "chips", "fits"} <= set(table.columns)
    ):
        return None
    rows = [dict(zip(table.columns, row.cells, strict=True)) for row in table.rows]
    sums = [(float(str(row["needs"])), str(row["way"]), float(str(row["usable"])), row["fits"]) for row in rows]
    held = [one for one in sums if one[3] and one[0] <= one[2]]
    if not held:
        return None
    needs, way, usable, _ = max(held)
    large, other, *_ = min((one for one in sums if not one[3]), default=(0.0, ""))
    return HowItFits(way=way, needs=needs, usable=usable, other=str(other), large=large)


def _of_hours(work: WorkSum, hours: HoursSum) -> WhyHours:
    return WhyHours(
        tokens=work.tokens,
        parameters=work.parameters,
        active_parameters=work.active_parameters,
        chips=hours.chips,
        instance=hours.instance,
        achieved=hours.achieved,
        mfu=hours.mfu,
        tokens_per_second=hours.tokens_per_second,
        hours=hours.hours,
        cites=(*work.cites, *hours.cites),
    )


def _of_dollars(dollars: DollarsSum) -> WhyDollars:
    return WhyDollars(
        machines=dollars.machines,
        instance=dollars.instance,
        billed=dollars.billed,
        usd_per_hour=dollars.usd_per_hour,
        usd=dollars.usd,
        purchase=dollars.purchase,
        cites=dollars.cites,
    )


def _quickest(table: AnswerTable | None) -> Quickest | None:
    """None where the first machine of the table is the quickest already."""
    if table is None or not {"hours", "usd", "machines"} <= set(table.columns):
        return None
    rows = [dict(zip(table.columns, row.cells, strict=True)) for row in table.rows]
    timed = [row for row in rows if isinstance(row["hours"], float) and isinstance(row["usd"], float)]
    best = min(timed, key=lambda row: row["hours"], default=None)  # type: ignore[arg-type, return-value]  # a float
    if best is None or best is timed[0]:
        return None
    return Quickest(machines=str(best["machines"]), hours=float(str(best["hours"])), usd=float(str(best["usd"])))
