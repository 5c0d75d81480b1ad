"""What a change of prices does to a verdict that was given: what the digest and a watch have to tell of it."""

from __future__ import annotations

from typing import NamedTuple

from engine.changes.change import Change
from knowledge.facts import Lean


class VerdictFigures(NamedTuple):
    """A verdict at the prices of a day. `option` is what it recommends, a run of which costs `own_usd_per_run`.

    `usd_per_run`: of the option recommended at first. `saving_usd`: what the recommended one saves over all runs
    against the best other family, None where there is no other. `usd_total`: all runs of the best it recommends.
    `break_even_runs`: from which the best chip that is no GPU is cheaper than the GPU.
    """

    lean: Lean | None
    option: str | None
    usd_per_run: float | None
    saving_usd: float | None = None
    own_usd_per_run: float | None = None
    usd_total: float | None = None
    break_even_runs: float | None = None
    runs: float | None = None  # that `saving_usd` and `usd_total` are over


class Affected(NamedTuple):
    """One verdict, before and after: its id, the thread that leads to it, and the prices that did it (`because`)."""

    verdict: str
    question: str
    channel: str
    thread_ts: str | None
    before: VerdictFigures
    after: VerdictFigures
    because: tuple[Change, ...] = ()
    is_watched: bool = False

    @property
    def is_flipped(self) -> bool:
        return self.before.lean != self.after.lean

    @property
    def is_other_option(self) -> bool:
        return self.before.option != self.after.option

    @property
    def run_share(self) -> float | None:
        """By what share a run of the option recommended at first costs more."""
        before, after = self.before.usd_per_run, self.after.usd_per_run
        return None if not before or after is None else after / before - 1
