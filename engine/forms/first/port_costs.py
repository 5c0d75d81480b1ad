"""What a port costs, once: engineer-weeks and dollars, of what was said of the work and of the team."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.options.port import TARGETS, port
from engine.workload.worked_out import engineer_usd_per_week

ASKED = "port_cost"  # a cue
USUAL = "trainium"  # the family, where none is named that takes a port


class PortCosts(Reason, code="port_costs"):
    """`weeks` and `usd` to production and `first_job_weeks` to something that runs; `usd` with a move of clouds,
    where the chip is in none of the team's; `upkeep_weeks`: of each year after it; `because`: of what work."""

    target: str
    weeks: Interval
    first_job_weeks: Interval
    usd: Interval
    usd_per_week: float
    upkeep_weeks: float
    moves_cloud: bool
    because: str


def port_costs(asked: Asked) -> FactAnswer | None:
    """None where nobody asks what a port costs, or the chips named take none."""
    asks = asked.reading.sought.asks or "?" in asked.reading.text
    if ASKED not in asked.reading.cues or not asks or asked.profile.port_weeks:
        return None
    families, types = asked.library.families, asked.facts.instances.values()
    named = {one.accelerator for one in types if one.id in asked.profile.instances}
    kinds = [families.get(one, one) for one in (*asked.profile.candidates, *sorted(named))]
    kind = next((one for one in kinds if TARGETS.get(one) not in (None, "cuda")), USUAL)
    machine = next(one for one in types if families.get(one.accelerator) == kind)
    problem = asked.problem
    chip = asked.facts.accelerators[machine.accelerator]
    cost = port(problem.filled, chip, machine.cloud, asked.library)
    if cost.weeks.high == 0:
        return None
    told = PortCosts(
        target=cost.target,
        weeks=cost.weeks,
        first_job_weeks=cost.first_job_weeks,
        usd=cost.usd,
        usd_per_week=engineer_usd_per_week(problem.profile, problem.constants),
        upkeep_weeks=problem.constants.likely("port_upkeep_weeks_per_year"),
        moves_cloud=cost.moves_cloud,
        because=asked.facts.ports[cost.entry].because,
        cites=cost.cites,
    )
    return FactAnswer(headline=told)
