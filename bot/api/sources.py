"""What is known of a source that an answer cites, by its id."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from bot.advice.own_sources import asker, own_sources, thread_sources
from bot.advice.team import TeamData
from bot.api.told import Origin
from bot.wording.errors import UserError
from knowledge.facts import Source


def origin(advisor: Advisor, team: TeamData, name: str) -> Origin:
    """A source of the facts, of today's prices, or of what the team recorded.

    Raises:
        UserError: nothing is cited by that id.
    """
    day = advisor.today()
    market = advisor.market(day, team.prices)
    known: dict[str, Source] = {**advisor.facts.sources, **(market.sources if market else {})}
    known |= own_sources(team.own, advisor.facts) | asker(day)
    known |= thread_sources({name}, advisor.facts)
    source = known.get(name)
    if source is None:
        raise UserError("no_such_source", name=name)
    return Origin.model_validate(source.model_dump(mode="json"))
