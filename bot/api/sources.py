"""What is known of a source that an answer cites, by its id."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from bot.advice.own_sources import asker, own_sources, report_sources, support_sources
from bot.advice.team import TeamData
from bot.api.told import Origin
from bot.wording.errors import UserError
from engine.workload.profile import NamedProject
from knowledge.facts import REPORT, Source


def origin(advisor: Advisor, team: TeamData, name: str) -> Origin:
    """A source of the facts, of today's prices, or of what the team recorded.

    Raises:
        UserError: nothing is cited by that id.
    """
    day = advisor.today()
    market = advisor.market(day, team.prices)
    known: dict[str, Source] = {**advisor.facts.sources, **(market.sources if market else {})}
    known |= own_sources(team.own, advisor.facts) | asker(day)
    if name.startswith(REPORT):
        repository = name.removeprefix(REPORT).partition("#")[0]
        known |= support_sources({name}, advisor.facts)
        known |= report_sources([NamedProject(name=repository, repositories=(repository,))], advisor.facts)
    source = known.get(name)
    if source is None:
        raise UserError("no_such_source", name=name)
    return Origin.model_validate(source.model_dump(mode="json"))
