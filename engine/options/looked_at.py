"""What a problem looks at: everything; what may lead; or what was named alone, which takes a fraction of the time."""

from __future__ import annotations

from engine.options.incumbent import at_hand_today
from engine.options.named import is_asked_for
from engine.options.problem import Problem
from engine.options.too_small import asked_for
from knowledge.facts import Accelerator, Instance


def chips_looked_at(problem: Problem) -> list[Accelerator]:
    """An older chip, or one no cloud leads with, only where it was asked for.

    Where what was named counts alone, those chips and that of today's machine.
    """
    chips = [chip for chip in problem.library.rented if _is_offered(problem, chip)]
    if not problem.named_alone:
        return chips
    types = [one for one in problem.facts.instances.values() if asked_for(problem, one)]
    types += [running.instance for running in at_hand_today(problem)]
    wanted = {one.accelerator for one in types}
    return [chip for chip in chips if chip.id in wanted]


def is_looked_at(problem: Problem, instance: Instance) -> bool:
    """A brief problem looks at nothing that may not lead."""
    if problem.named_alone and not asked_for(problem, instance):
        return False
    if not problem.brief:
        return True
    here = problem.is_here(instance) or problem.may_move_to(instance)
    return here and problem.is_alternative(instance)


def _is_offered(problem: Problem, chip: Accelerator) -> bool:
    return not chip.only_if_named or is_asked_for(chip, problem.profile, problem.facts)
