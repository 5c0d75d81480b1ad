"""Whether a run ends in the time that was said, and how many machines end it, where their number is asked for."""

from __future__ import annotations

import math
from datetime import date

from engine.forms.costed.said import in_time
from engine.library import Library
from engine.options.assumptions import refill
from engine.options.option import CostedOption, costed
from engine.options.problem import Problem
from engine.verdict.forks import Case, answer_case
from engine.workload.question import FormCues
from knowledge.units import HOURS_PER_DAY

MORE = 4  # machines beyond those that a plain division gives, since more of them are less quick each


def is_enough_time(seen: FormCues) -> bool:
    """ "We have 16 H100 for 3 weeks. Can we pretrain a 3B model on 500B tokens?": of time, before memory."""
    due = in_time(seen.profile) and seen.says("deadline_days")
    return due and seen.has("fit", "fit_strong", "asks_if", "asks_in_time") and seen.hardware_named > 0


def enough_for_it(
    case: Case, options: list[CostedOption], lead: CostedOption, library: Library, day: date
) -> tuple[Case, list[CostedOption], CostedOption]:
    """As many machines as end it in the time that was said, where their number is asked for."""
    said = case.filled.profile
    if "how_many" not in case.filled.reading.cues or not said.deadline_days:
        return case, options, lead
    problem = Problem(case.filled, library, day, brief=True)
    allowed, startup = said.deadline_days * HOURS_PER_DAY, problem.constants.likely("startup_hours")
    working = (lead.run.hours.likely - startup) * lead.count
    largest = problem.is_largest_slice(problem.facts.instances[lead.instance])
    if lead.run.hours.likely <= allowed or working <= 0 or allowed <= startup or not largest:
        return case, options, lead
    least, each = math.ceil(working / (allowed - startup) - 1e-9), lead.chips // lead.count
    for chips in range(least * each, (least + MORE) * each, each):
        filled = refill(case.filled, library, accelerator_count=chips, instance_count=None)
        other = answer_case(filled, library, day)
        found = [option for option in costed(other.options) if not option.at_hand]
        same = [one for one in found if (one.instance, one.purchase) == (lead.instance, lead.purchase)]
        if same and same[0].run.hours.likely <= allowed:
            return other, found, same[0]
    return case, options, lead
