"""What more cards bring, out of what somebody measured on several numbers of them, and why not more."""

from __future__ import annotations

from typing import Literal

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.joined.timed import by_cards
from engine.forms.told.scaling import SOURCES, least_usual
from engine.workload.conditions import FAMILIES
from engine.workload.phases import phases_said

JUDGES = frozenset({"why", "slow", "judge", "effect", "rate", "compare", "able", "support"})  # predicates
MOST = 1.1  # of linear: more is no gain of the cards, but a fault of the run on the fewer
Level = Literal["normal", "poor", "slower", "beyond"]


class CardsMeasured(Reason, code="cards_measured"):
    """`before` on `few` cards and `after` on `many`: `thing` a second, or hours of the same work where it is empty.

    `times` as fast, `slower` turned round; `share` of linear; `between`: other numbers of cards with their shares.
    """

    few: int
    many: int
    before: float
    after: float
    thing: str
    times: float
    slower: float
    linear: float
    share: float
    level: Level
    between: tuple[tuple[int, float], ...]
    expected: float  # on the fewer cards by those of the more, as `before`


class CardsMeasuredWhy(Reason, code="cards_measured_why"):
    """The causes in their order; `timed`: seconds were told, so the work may not have been the same."""

    level: Level
    few: int
    many: int
    linear: float
    serves: bool
    timed: bool


def on_cards(asked: Asked) -> FactAnswer | None:
    """None unless figures are told for two numbers of cards, and what to think of them is asked.

    As fast: the ratio of the hours of one on the fewest and on the most; linear is the ratio of the cards.
    """
    reading = asked.reading
    if JUDGES.isdisjoint(reading.sought.predicates) or len(set(reading.profile.candidates) - FAMILIES) > 1:
        return None  # of cards of two kinds, which is another sum
    told = [(one.on.cards, one) for one in by_cards(asked) if one.on and one.on.cards]
    if not told:
        return None
    (fewest, few), *between, (most, many) = told
    times, linear = few.hours / many.hours, most / fewest
    share = times / linear
    level: Level = "slower" if times < 1 else "poor" if share < least_usual(asked.library.constants) else "normal"
    level = "beyond" if share > MOST else level
    first = CardsMeasured(
        few=fewest,
        many=most,
        before=few.rate or few.hours,
        after=many.rate or many.hours,
        thing=many.unit if many.rate else "",
        times=times,
        slower=1 / times,
        linear=linear,
        share=share,
        level=level,
        between=tuple((cards, few.hours / one.hours / (cards / fewest)) for cards, one in between),
        expected=few.rate * share if few.rate else many.hours * linear,
        cites=SOURCES,
    )
    serves = reading.profile.task == "inference" and "training" not in phases_said(reading)
    why = CardsMeasuredWhy(
        level=level, few=fewest, many=most, linear=linear, serves=serves, timed=not many.rate, cites=SOURCES[:1]
    )
    return FactAnswer(headline=first, sentences=(why,), of_told=True)
