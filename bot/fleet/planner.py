"""A fleet file -> the costed ways of each workload -> a plan with the worth of its limits, or why there is none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from bot.advice.advisor import Advisor
from bot.advice.own_sources import own_sources
from bot.advice.team import TeamData
from bot.fleet import api_prices
from bot.fleet.solver import solve
from bot.wording.errors import UserError
from bot.wording.words import error
from engine.fleet.asked import Allowed, Asked, FleetAsked
from engine.fleet.moved import (
    Bounds,
    Later,
    Moved,
    Needed,
    Trouble,
    What,
    missing,
    moved_budgets,
    moved_deadlines,
    moved_ways,
    trouble,
)
from engine.fleet.plan import Plan, plan_of
from engine.fleet.solved import solved
from engine.fleet.ways import ApiOffer, closing_hours, ways_of, worth_it
from engine.fleet.work import Work, work_of
from engine.library import Library
from engine.options.assumptions import Filled, fill
from engine.options.problem import Problem
from engine.workload.profile import Reading
from engine.workload.samples import cost_unknown, serves_samples
from knowledge.facts import Fact, Source

NOBODY = TeamData()
ALL_TERMS = ("1yr", "3yr", "savings_plan")


class Planned(Fact):
    """The answer to a fleet file. Without a plan there is `trouble`, which says why."""

    asked: FleetAsked
    as_of: date
    works: tuple[Work, ...]
    plan: Plan | None = None
    trouble: Trouble | None = None
    moved: tuple[Moved, ...] = ()
    missing: dict[str, tuple[Needed, ...]] = {}  # for each workload that is left out
    sources: dict[str, Source] = {}
    block_lead_days: float = 0.0  # how far ahead a block can be booked

    model_config = {"arbitrary_types_allowed": True, "frozen": True}


def planned(advisor: Advisor, asked: FleetAsked, *, team: TeamData = NOBODY) -> Planned:
    """The plan of a fleet at the prices of the advisor's day.

    Raises:
        UserError: a workload that cannot be read, a limit on a type nobody knows, or an extra that is not installed.
    """
    return _Planner(advisor, asked, team).answer()


class _Planner:
    def __init__(self, advisor: Advisor, asked: FleetAsked, team: TeamData) -> None:
        self.advisor, self.asked, self.team, self.day = advisor, asked, team, advisor.today()
        self.market = advisor.market(self.day, team.prices)
        self.library: Library = advisor.library(team.own, self.market)
        self.bounds = Bounds(months=asked.months, budget=asked.budget, limits=asked.limits)
        for name in asked.limits:
            if name not in advisor.facts.instances:
                line = asked.lines.get(f"limits.{name}", 0)
                raise UserError("fleet_limit", name=name, line=line)

    def answer(self) -> Planned:
        works = self._works()
        sources = self.advisor.facts.sources | (self.market.sources if self.market else {})
        sources |= own_sources(self.team.own, self.advisor.facts)
        if any(way.api for work in works for way in work.ways):
            sources[api_prices.PACKAGE] = api_prices.source(self.day)
        base = {
            "block_lead_days": self.library.constants.likely("block_lead_days"),
            "asked": self.asked,
            "as_of": self.day,
            "works": works,
            "sources": sources,
        }
        found = solved(self.bounds.program(works), works, solve)
        if found is None:
            return Planned(**base, trouble=trouble(works, self.bounds, solve, self._later(works)))
        plan = plan_of(found, works, self.asked.months)
        moved = [
            *moved_budgets(found, works, self.bounds, solve),
            *moved_deadlines(found, works, self.bounds, solve, self._later(works)),
        ]
        for what in ("spot", "blocks", "commitments", "apis", "no_apis"):
            others = self._allowing(what, works, plan)
            more = moved_ways(what, found, works, others, self.bounds, solve) if others else None
            if more is not None:
                moved.append(more)
        later = self._later(works)
        left = {work.name: missing(work, works, self.bounds, solve, later) for work in plan.left_out}
        return Planned(**base, plan=plan, moved=tuple(moved), missing=left)

    def _works(self) -> tuple[Work, ...]:
        return tuple(self._work(each, each.allowed) for each in self.asked.workloads)

    def _work(self, each: Asked, allowed: Allowed, deadline_days: float | None = None) -> Work:
        filled = self._filled(each, deadline_days)
        problem = Problem(filled, self.library, self.day)
        found = ways_of(problem, allowed, self._apis(each, filled) if allowed.apis else ())
        ways = found.ways if self.asked.limits else worth_it(found.ways)
        work = work_of(each, filled, self.asked.months, ways, found.left_out)
        constants = self.library.constants
        return work.model_copy(
            update={"margin": constants.likely("run_time_margin"), "closing_hours": closing_hours(problem)}
        )

    def _parse(self, each: Asked, settings: Mapping[str, str]) -> Reading:
        """
        Raises:
            UserError: what is wrong with a slot or the text, and the line it stands in.
        """
        try:
            return self.advisor.parse(each.text or each.name, settings=settings)
        except UserError as problem:
            slot = str(problem.values.get("slot", "text"))
            own = slot in each.lines or slot not in self.asked.lines
            line = (each if own else self.asked).lines.get(slot, 0)
            name = each.name if own else ""
            raise UserError("fleet_workload", name=name, line=line, because=error(problem)) from None

    def _filled(self, each: Asked, deadline_days: float | None) -> Filled:
        """The workload as the cards read it, and what the file says for all of them."""
        said = self._parse(each, each.settings).profile
        shared: dict[str, str] = {}
        if self.asked.clouds and not said.clouds:
            shared["clouds"] = ",".join(self.asked.clouds)
        if self.asked.region and not said.region:
            shared["region"] = self.asked.region
        if deadline_days is not None:
            shared["deadline_days"] = str(deadline_days)
        if said.horizon_months is None:
            last = min(each.to_month or self.asked.months, self.asked.months)
            shared["horizon_months"] = str(last - each.from_month + 1)
        reading = self._parse(each, {**each.settings, **shared})
        if reading.profile.task is None and reading.profile.parameters is None and reading.profile.model is None:
            raise UserError("fleet_no_work", name=each.name, line=each.lines.get("text", 0))
        filled = fill(reading, self.library)
        if cost_unknown(filled.profile, self.advisor.facts):
            served = serves_samples(filled.profile, self.advisor.facts)
            raise UserError("fleet_cost_unknown", name=each.name, line=each.lines.get("text", 0), served=served)
        return filled

    def _apis(self, each: Asked, filled: Filled) -> tuple[ApiOffer, ...]:
        profile = filled.profile
        if profile.task != "inference" or not (profile.prompt_tokens and profile.answer_tokens):
            return ()
        own = None if each.api_models else profile.variant
        try:
            return api_prices.offers(
                own, each.api_models, profile.prompt_tokens, profile.answer_tokens, self.advisor.facts, self.day
            )
        except UserError as problem:
            if problem.code != "fleet_api":
                raise
            line = each.lines.get("api_models", 0)
            raise UserError("fleet_workload", name=each.name, line=line, because=error(problem)) from None

    def _later(self, works: Sequence[Work]) -> Later:
        """The works again with the deadline of one of them moved: sizes and ways follow from it."""

        def later(name: str, days: float) -> Sequence[Work]:
            asked = {each.name: each for each in self.asked.workloads}
            return [
                self._work(asked[name], asked[name].allowed, days) if work.name == name else work for work in works
            ]

        return later

    def _allowing(self, what: What, works: Sequence[Work], plan: Plan) -> tuple[Work, ...] | None:
        """The works with one more way to buy allowed for all, or without APIs; None where that changes nothing."""
        changed: dict[str, dict[str, object]] = {
            "spot": {"spot": True},
            "blocks": {"blocks": True},
            "commitments": {"commitments": ALL_TERMS},
            "apis": {"apis": True},
            "no_apis": {"apis": False},
        }
        if what == "no_apis" and not any(entry.way.api for entry in plan.used):
            return None
        wider = [each.allowed.model_copy(update=changed[what]) for each in self.asked.workloads]
        if all(each.allowed == allowed for each, allowed in zip(self.asked.workloads, wider, strict=True)):
            return None
        serves = any(work.rhythm == "serving" for work in works)
        if what == "apis" and not (serves and api_prices.is_installed()):
            return None
        return tuple(self._work(each, allowed) for each, allowed in zip(self.asked.workloads, wider, strict=True))
