"""Which first line a verdict deserves; the sentence itself stands in the templates."""

from __future__ import annotations

from typing import Literal

from engine.verdict.verdict import Verdict

Headline = Literal[
    "need_more",
    "no_fit",
    "hybrid",
    "pilot_both",
    "by_value_from_runs",
    "by_value",
    "from_runs",
    "only_family",
    "never_pays",
    "not_yet",
    "pays",
    "rule_decides",
    "lowest_carbon",
]


def headline(verdict: Verdict) -> Headline:
    """The shape of the answer: a fork, a break-even, or a plain call."""
    if verdict.kind in ("need_more", "no_fit"):
        return "need_more" if verdict.kind == "need_more" else "no_fit"
    if verdict.lean in ("hybrid", "pilot_both"):
        return "hybrid" if verdict.lean == "hybrid" else "pilot_both"
    if verdict.green is not None and verdict.option == verdict.green.lowest:
        return "lowest_carbon"
    runs_open = verdict.base.filled.runs_open
    if verdict.ask is not None and verdict.ask.slot != "runs":
        pays = any(branch.break_even and branch.break_even.runs for branch in verdict.ask.branches)
        if runs_open and pays and verdict.base.sum and verdict.base.sum.reference:
            return "by_value_from_runs"
        if verdict.ask.turns:
            return "by_value"
    decision = verdict.base.sum
    if decision is None or decision.other is None or decision.reference is None or decision.rival is None:
        return "only_family"
    if verdict.lean != decision.lean:
        return "rule_decides"
    point = next(
        (e for e in verdict.break_evens if (e.option, e.against) == (decision.rival.id, decision.reference.id)), None
    )
    if point is None or point.runs is None:
        return "never_pays" if decision.lean == "gpu" else "pays"
    if runs_open and point.runs.likely > 1:
        return "from_runs"
    return "not_yet" if decision.lean == "gpu" else "pays"
