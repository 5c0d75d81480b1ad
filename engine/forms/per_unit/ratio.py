"""How much faster one chip is than another, and whether what somebody sees is normal: the ratio by what bounds it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.per_unit.pair import chip_hour, name_of, speed_ratio, table_of
from engine.forms.per_unit.rates import Question, UnitCost, unit_case, unit_costs
from engine.forms.per_unit.seen import is_moved, says_slower, seen_ratio
from engine.forms.per_unit.sides import Side, like_for_like, of_task, ratio_range, two_sides
from engine.options.assumptions import fill

Range = tuple[float, float]
Place = Literal["below", "within", "above", "reversed", "agrees"]
TRAINING = "training_words"  # a cue
NEAR = 1.06  # times


class RatioBound(Reason, code="ratio_bound"):
    """The faster over the slower by the data sheets, over all cards of either name; what of it counts for the work.

    `seen` is what the asker sees, where that was told as a ratio, and `place` where it lies against what bounds it.
    """

    faster: str
    slower: str
    trains: bool
    serves: bool
    bandwidth: Range  # over all cards
    compute: Range
    usual_bandwidth: float  # of those that are meant where no card is named
    usual_compute: float
    published: Interval | None
    price: float | None
    seen: float | None
    place: Place | None


class PublishedRatio(Reason, code="published_ratio"):
    """What measurements come to, for the size that was said or assumed."""

    faster: str
    slower: str
    trains: bool
    ratio: Interval
    bases: tuple[str, str]
    precisions: tuple[str, str] | None  # of the slower and the faster, where they differ
    parameters: float | None
    is_assumed: bool


class Cards(Reason, code="cards"):
    """The cards that one name means."""

    word: str
    names: tuple[str, ...]
    gbps: tuple[float, ...]
    tflops: tuple[float, ...]


class WhyUnknown(Reason, code="why_unknown"):
    """Nothing held says what slows one machine."""

    serves: bool


class WhichSetup(Reason, code="which_setup"):
    """What decides which bound counts."""

    serves: bool


def ratio(asked: Question, *, why: bool) -> FactAnswer | None:
    """None where it is not two chips. `why`: it is asked what the matter is, and not how much only."""
    trains = TRAINING in asked.reading.cues or asked.said.task in ("pretraining", "fine_tuning")
    found = two_sides(asked, unit_costs(unit_case(_at_ease(asked, trains=trains))))
    if found is None:
        return None
    serves = asked.said.task == "inference" or not trains
    alike = serves and _are_near(*(side.chip.hbm_gbps.value for side in found))
    slower, faster = sorted(found, key=lambda one: _figure(one, serves=serves and not alike))
    text = asked.reading.text
    told = tuple(_published(slower, faster, asked, trains=trains))
    published = told[0].ratio if told else None
    lead = _bound(slower, faster, seen_ratio(text), published, trains=trains, serves=serves)
    if lead.place is None and why and says_slower(text):
        told_of = found[1] if is_moved(text) else found[0]
        lead = lead.model_copy(update={"place": "reversed" if told_of is faster else "agrees"})
    lines = (
        *told,
        *_cards(slower),
        *_cards(faster),
        *((WhyUnknown(serves=serves),) if why else ()),
    )
    question = WhichSetup(serves=serves)
    return FactAnswer(headline=lead, sentences=lines, table=table_of(slower, faster), questions=(question,))


def _at_ease(asked: Question, *, trains: bool) -> Question:
    """What somebody sees is no limit that was asked for; tokens that nobody trains on are answers."""
    task = of_task(asked).filled.profile.task if trains else "inference"
    plain = asked.said.model_copy(update={"latency_ms": None, "task": task})
    return asked._replace(filled=fill(asked.reading.model_copy(update={"profile": plain}), asked.library))


def _are_near(one: float, other: float) -> bool:
    """Whether two bandwidths differ by no more than the cards of one name do: then compute tells which is faster."""
    return max(one, other) <= min(one, other) * NEAR


def _figure(one: Side, *, serves: bool) -> float:
    return one.chip.hbm_gbps.value if serves else one.chip.bf16_dense_tflops.value


def _bound(
    slower: Side, faster: Side, seen: float | None, published: Interval | None, *, trains: bool, serves: bool
) -> RatioBound:
    both = like_for_like(slower, faster)
    bandwidth = ratio_range([c.hbm_gbps.value for c in faster.cards], [c.hbm_gbps.value for c in slower.cards])
    compute = ratio_range(
        [c.bf16_dense_tflops.value for c in faster.cards], [c.bf16_dense_tflops.value for c in slower.cards]
    )
    low, high = bandwidth if serves and not trains else compute
    if serves and not trains:  # between one request, by the bandwidth, and many at once, by the compute
        low, high = min(low, compute[0]), max(high, compute[1])
    if published is not None:  # what was measured is possible, whatever the data sheets say
        low, high = min(low, published.low), max(high, published.high)
    place: Place | None = None if seen is None else "below" if seen < low else "above" if seen > high else "within"
    sheets = (card.hbm_gbps.source for card in (faster.chip, slower.chip))
    prices = both[0].option.price.cites + both[1].option.price.cites if both else ()
    return RatioBound(
        faster=name_of(faster),
        slower=name_of(slower),
        trains=trains,
        serves=serves,
        bandwidth=bandwidth,
        compute=compute,
        usual_bandwidth=faster.chip.hbm_gbps.value / slower.chip.hbm_gbps.value,
        usual_compute=faster.chip.bf16_dense_tflops.value / slower.chip.bf16_dense_tflops.value,
        published=published,
        price=chip_hour(both[1]) / chip_hour(both[0]) if both else None,
        seen=seen,
        place=place,
        cites=tuple(dict.fromkeys((*sheets, *prices))),
    )


def _published(slower: Side, faster: Side, asked: Question, *, trains: bool) -> Iterator[PublishedRatio]:
    """Only where both were measured, or claimed: what is inferred from data sheets says no more than they do."""
    both = like_for_like(slower, faster)
    if both is None or any(cost.option.speed.basis == "extrapolated" for cost in both):
        return
    if trains != (both[0].hours is not None):
        return
    profile = asked.filled.profile
    yield PublishedRatio(
        faster=name_of(faster),
        slower=name_of(slower),
        trains=trains,
        ratio=speed_ratio(*both),
        bases=(both[0].option.speed.basis, both[1].option.speed.basis),
        precisions=_precisions(*both),
        parameters=profile.parameters,
        is_assumed=asked.said.parameters is None and asked.said.model is None,
        cites=tuple(dict.fromkeys((*both[0].option.speed.cites[:2], *both[1].option.speed.cites[:2]))),
    )


def _precisions(slower: UnitCost, faster: UnitCost) -> tuple[str, str] | None:
    one, other = slower.option.serving, faster.option.serving
    return (one.precision, other.precision) if one and other and one.precision != other.precision else None


def _cards(one: Side) -> Iterator[Reason]:
    if len(one.cards) > 1:
        yield Cards(
            word=one.word,
            names=tuple(card.name for card in one.cards),
            gbps=tuple(card.hbm_gbps.value for card in one.cards),
            tflops=tuple(card.bf16_dense_tflops.value for card in one.cards),
            cites=tuple(dict.fromkeys(card.hbm_gbps.source for card in one.cards)),
        )
