"""What a card says about the prices of the team that asked."""

from __future__ import annotations

from collections.abc import Iterator

from bot.advice.advisor import Answer
from bot.prices.team_market import WORDS
from bot.wording.words import say
from engine.options.credits import (
    credit,
    lapsed,
)
from engine.options.option import leading

SHOWN = 2  # options, the leading first


def own_price_lines(answer: Answer) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Sentences with their sources: own prices of the options shown, what credits cover, and what has expired."""
    verdict, own = answer.verdict, answer.market.own if answer.market else ()
    if verdict is None or not own:
        return
    first = [verdict.option] if verdict.option else []
    shown = [*first, *(option for option in leading(verdict.case.options) if option not in first)][:SHOWN]
    for option in shown:
        if option.price.own:
            macro = "replaced" if option.price.own == "rate" else "discounted"
            yield say(WORDS, macro, option), option.price.cites
    for option in first:
        credited = credit(option, verdict.case.runs, own, answer.as_of)
        if credited is not None:
            yield say(WORDS, "credits", option, credited), tuple(price.cite for price in credited.prices)
    for price in lapsed(own, shown, answer.as_of):
        yield say(WORDS, "lapsed", price), (price.cite,)
