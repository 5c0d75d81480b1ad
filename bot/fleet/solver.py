"""HiGHS solves a program; without the extra `plan` one sentence says so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.wording.errors import UserError
from engine.fleet.program import Key, Program, Terms, Values

SECONDS = 60.0
GAP = 1e-9


def solver() -> Any:
    """The module that solves.

    Raises:
        UserError: the extra is not installed.
    """
    try:  # imported here: an extra, and a fifth of a second
        import highspy
    except ModuleNotFoundError:
        raise UserError("no_solver") from None
    return highspy


def solve(program: Program, smallest: Terms) -> Values | None:
    """The values that make the terms smallest; None where the rows cannot hold together. One thread, no chance: the
    same program has the same solution.

    Raises:
        UserError: the solver is not installed, or needs longer than a minute.
    """
    highspy = solver()
    places = {variable.key: place for place, variable in enumerate(program.variables)}
    model = highspy.Highs()
    for option, value in (
        ("output_flag", False),
        ("threads", 1),
        ("parallel", "off"),
        ("random_seed", 0),
        ("mip_rel_gap", GAP),
        ("mip_abs_gap", 1e-4),
        ("mip_feasibility_tolerance", 1e-7),
        ("time_limit", SECONDS),
    ):
        model.setOptionValue(option, value)
    model.passModel(_lp(highspy, program, places, dict(_summed(smallest))))
    model.run()
    status = model.getModelStatus()
    if status == highspy.HighsModelStatus.kOptimal:
        values = model.getSolution().col_value
        return {key: float(values[place]) for key, place in places.items()}
    if status in (highspy.HighsModelStatus.kInfeasible, highspy.HighsModelStatus.kUnboundedOrInfeasible):
        return None
    raise UserError("fleet_unsolved", seconds=SECONDS)


def _lp(highspy: Any, program: Program, places: Mapping[Key, int], costs: Mapping[Key, float]) -> Any:
    lp = highspy.HighsLp()
    endless = highspy.kHighsInf
    lp.num_col_, lp.num_row_ = len(program.variables), len(program.rows)
    lp.col_cost_ = [costs.get(variable.key, 0.0) for variable in program.variables]
    lp.col_lower_ = [variable.low for variable in program.variables]
    lp.col_upper_ = [min(variable.high, endless) for variable in program.variables]
    lp.row_lower_ = [max(row.low, -endless) for row in program.rows]
    lp.row_upper_ = [min(row.high, endless) for row in program.rows]
    whole, free = highspy.HighsVarType.kInteger, highspy.HighsVarType.kContinuous
    lp.integrality_ = [whole if variable.whole else free for variable in program.variables]
    starts, indices, values = [0], [], []
    for row in program.rows:
        for key, coefficient in _summed(row.terms):
            indices.append(places[key])
            values.append(coefficient)
        starts.append(len(indices))
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_, lp.a_matrix_.index_, lp.a_matrix_.value_ = starts, indices, values
    return lp


def _summed(terms: Terms) -> list[tuple[Key, float]]:
    """Each variable once: a solver refuses one that stands twice in a row."""
    found: dict[Key, float] = {}
    for key, coefficient in terms:
        found[key] = found.get(key, 0.0) + coefficient
    return list(found.items())
