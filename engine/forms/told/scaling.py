"""What more cards bring, out of the seconds of a step on few and on many that somebody measured."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.constants import Constants
from engine.base.reason import Reason
from engine.workload.conditions import FAMILIES
from engine.workload.question import FormCues
from engine.workload.told_steps import steps_on

USUAL = "scaling_share"  # the constant
BEYOND = 1.02  # of the number of cards: more is no measurement of the same batch on each
SEVERAL = 2  # kinds of card, of which another sum is told
SOURCES = ("torch-ddp-docs", "goyal-2017")


class Scaling(Reason, code="scaling"):
    """Samples a second on `few` and on `many` cards, 0 where no batch was said; `times`: as fast; `share` of linear.

    `split`: the batch grew with the cards, so it is of all of them; `whole`: it stayed, and is of all of them, since
    more than linear is not to be had. Else `batch` is taken for that of each card.
    """

    few: int
    many: int
    linear: float  # `many` / `few`
    batch: int
    samples: int  # of one step on `many`
    split: bool
    whole: bool
    before: float
    after: float
    times: float
    share: float


class ScalingElse(Reason, code="scaling_else"):
    """The same where the batch that was said is of all cards together."""

    batch: int
    after: float
    times: float


class ScalingLoss(Reason, code="scaling_loss"):
    """Where the rest goes, and what brings it back; `poor`: less than is usual inside one machine."""

    poor: bool


def least_usual(constants: Constants) -> float:
    """The share of the number of cards below which they bring too little inside one machine."""
    return constants.spread(USUAL).low


def asks_of_scaling(seen: FormCues) -> bool:
    """Whether the seconds of a step are told for two numbers of cards."""
    return len(set(seen.profile.candidates) - FAMILIES) < SEVERAL and steps_on(seen.text) is not None


def of_scaling(text: str, constants: Constants) -> FactAnswer | None:
    """None where the text tells no such pair.

    In data parallel each card takes a batch of its own: samples a step = batch x cards. Where the batches grow with
    the cards, they are of all together.
    """
    told = steps_on(text)
    if told is None:
        return None
    few, many = told
    more = many.cards / few.cards
    split = bool(few.batch and many.batch and many.batch == few.batch * more)
    same = few.batch == many.batch or few.batch is None or many.batch is None
    if not (split or same):
        return None  # other batches on each: nobody knows whether of a card or of all
    each = more * few.seconds / many.seconds
    whole = not split and each > more * BEYOND
    times = each / more if whole else each
    batch = few.batch or many.batch or 0
    first = Scaling(
        few=few.cards,
        many=many.cards,
        linear=more,
        batch=batch,
        samples=batch * many.cards,
        split=split,
        whole=whole,
        before=batch * (1 if split or whole else few.cards) / few.seconds,
        after=batch * (more if split else 1 if whole else many.cards) / many.seconds,
        times=times,
        share=times / more,
        cites=SOURCES[:1],
    )
    other = ScalingElse(batch=batch, after=batch / many.seconds, times=few.seconds / many.seconds)
    rest = ScalingLoss(poor=first.share < least_usual(constants), cites=SOURCES)
    return FactAnswer(headline=first, sentences=(*(() if split or whole else (other,)), rest), of_told=True)
