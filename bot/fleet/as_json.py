"""A plan for scripts. The keys are documented in docs/plan.md."""

from __future__ import annotations

from typing import Any

from bot.fleet.planner import Planned
from bot.fleet.shown import shown
from engine.base.interval import Interval
from engine.fleet.moved import Moved, Needed
from engine.fleet.plan import Plan, Share
from engine.fleet.ways import Way

Json = dict[str, Any]  # the edge: this is what json.dumps is given
SCHEMA_VERSION = 1
OF_SOURCE = {"title", "publisher", "as_of", "grade", "url"}


def plan_json(planned: Planned) -> Json:
    """The plan, or why there is none; `text` is what a person reads."""
    made, plan, trouble = shown(planned), planned.plan, planned.trouble
    cites = plan.cites if plan else ()
    return {
        "schema_version": SCHEMA_VERSION,
        "as_of": planned.as_of.isoformat(),
        "months": planned.asked.months,
        "budget": planned.asked.budget.model_dump(),
        "limits": dict(planned.asked.limits),
        "headline": made.headline,
        "plan": _plan(plan) if plan else None,
        "left_out": [
            {
                "workload": work.name,
                "priority": work.priority,
                "needs": list(map(_needed, planned.missing.get(work.name, ()))),
            }
            for work in (plan.left_out if plan else ())
        ],
        "worth": [_moved(each) for each in planned.moved],
        "no_way": [
            {"workload": each.work.name, "needs_days": each.needs_days, "needs_usd": each.needs_usd}
            for each in trouble.no_ways
        ]
        if trouble
        else [],
        "needs_one_of": [_needed(each) for each in trouble.needed] if trouble else [],
        "needs_all_of": [_needed(each) for each in trouble.together] if trouble else [],
        "assumptions": [
            {"workload": work.name, "slot": entry.slot, "value": entry.value, "because": entry.because}
            for work in planned.works
            if work.filled
            for entry in work.filled.assumptions
        ],
        "text": [{"label": section.label, "sentences": list(section.sentences)} for section in made.sections],
        "cites": {cite: planned.sources[cite].model_dump(mode="json", include=OF_SOURCE) for cite in cites},
    }


def _plan(plan: Plan) -> Json:
    return {
        "usd": _range(plan.usd),
        "bills": [{"month": month, "usd": usd} for month, usd in plan.bills],
        "used": [
            {
                "workload": entry.work.name,
                "unit": "month" if entry.work.rhythm == "serving" else "run",
                "months": [{"month": month, "units": units} for month, units in entry.months],
                "paid": "whole" if entry.way.kind in ("term", "block") else "by_unit",
                "usd": _range(entry.usd),
            }
            | _way(entry.way)
            for entry in plan.used
        ],
        "committed": [
            {
                "machines": entry.machines,
                "from_month": entry.month,
                "term_hours": entry.hours,
                "usd": _range(entry.usd),
                "owed_after_usd": entry.owed_usd,
                "held_machine_hours": entry.held_hours,
                "used": _shares(entry.shares),
            }
            | _bought(entry.way)
            for entry in plan.committed
        ],
        "booked": [
            {
                "machines": entry.way.machines,
                "days": entry.days,
                "months": list(entry.months),
                "usd": _range(entry.usd),
                "used_each": _shares(entry.shares),
            }
            | _bought(entry.way)
            for entry in plan.booked
        ],
        "migrated": [
            {
                "target": entry.port.target,
                "family": entry.family,
                "workloads": list(entry.works),
                "engineer_weeks": _range(entry.port.weeks),
                "usd": _range(entry.usd),
                "cites": list(entry.port.cites),
            }
            for entry in plan.migrated
        ],
    }


def _way(way: Way) -> Json:
    if way.api is not None:
        return {
            "way": way.id,
            "provider": way.api.name,
            "model": way.api.model,
            "requests_a_unit": way.requests,
            "usd_per_million_in": way.api.usd_in,
            "usd_per_million_out": way.api.usd_out,
            "price_since": way.api.since.isoformat() if way.api.since else None,
            "region": None,
            "evidence": "independent",
            "data_leaves": True,
            "cites": list(way.cites()),
        }
    option = way.option
    return {
        "way": way.id,
        "count": way.machines,
        "hours_a_unit": way.hours,
        "evidence": option.evidence if option else None,
        "data_leaves": False,
    } | _bought(way)


def _bought(way: Way) -> Json:
    option = way.option
    if option is None:
        return {}
    return {
        "cloud": option.cloud,
        "instance": option.instance,
        "purchase": option.purchase,
        "region": option.region,
        "usd_per_hour": way.rate.likely,
        "price_as_of": option.price.observed_on.isoformat(),
        "price_grade": option.price.grade,
        "cites": list(way.cites()),
    }


def _moved(each: Moved) -> Json:
    return {
        "what": each.what,
        "name": each.name,
        "before": each.before,
        "after": each.after,
        "saves_usd": each.saves,
        "also_does": list(each.besides),
        "usd": each.usd,
    }


def _needed(each: Needed) -> Json:
    return {"what": each.what, "name": each.name, "more": each.more, "after": each.after}


def _shares(shares: tuple[Share, ...]) -> list[Json]:
    return [{"workload": share.work, "machine_hours": share.hours} for share in shares]


def _range(spread: Interval) -> Json:
    return {"low": spread.low, "likely": spread.likely, "high": spread.high}
