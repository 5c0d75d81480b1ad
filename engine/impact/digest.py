"""A week of prices for one channel: what moved, what it means for the channel's verdicts, and what nobody could see.

Pure; which changes are worth reporting was decided by `engine.changes.changes`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import NamedTuple

from engine.base.constants import Constants
from engine.changes.change import Change
from engine.impact.verdict_figures import VerdictFigures
from knowledge.facts import Cloud, Facts

TOP = 5  # moves of the parent post
KINDS = ("moved", "spot_trend", "delisted", "appeared")


class Failing(NamedTuple):
    """A feed that cannot be read now; `because` is the code of its last failure."""

    feed: str
    cloud: Cloud
    since: date
    because: str


class Unread(NamedTuple):
    """A cloud whose feeds were not read in the period, so that changes there are unknown. None: never read."""

    cloud: Cloud
    read_on: date | None


class Move(NamedTuple):
    """What one thing did in all regions where it did the same. `change` stands for `changes`, one for each region."""

    change: Change
    regions: tuple[str, ...]
    changes: tuple[Change, ...] = ()


class Affected(NamedTuple):
    """One verdict before and after: its id, the thread that leads to it, and the prices that did it (`because`)."""

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
    def is_other_saving(self) -> bool:
        """Whether what it saves over all runs moved by a dollar or more."""
        before, after = self.before.saving_usd, self.after.saving_usd
        return before is not None and after is not None and abs(after - before) >= 1

    @property
    def run_share(self) -> float | None:
        """By what share a run of the option recommended before costs more."""
        before, after = self.before.usd_per_run, self.after.usd_per_run
        return None if not before or after is None else after / before - 1


class Digest(NamedTuple):
    """`top` go into the parent post, `rest` into its thread as well; `in_doubt` look wrong and are only counted."""

    since: date
    until: date
    top: tuple[Move, ...]
    rest: tuple[Move, ...]
    affected: tuple[Affected, ...]
    in_doubt: tuple[Change, ...]
    failing: tuple[Failing, ...]
    unread: tuple[Unread, ...]
    recorded_until: date | None = None  # where no feed was ever read: the newest of the prices that come along

    @property
    def moves(self) -> tuple[Move, ...]:
        return (*self.top, *self.rest)

    @property
    def is_quiet(self) -> bool:
        """No price moved that anybody here would want to hear of."""
        return not self.top and not self.affected

    @property
    def is_blind(self) -> bool:
        """Something could not be seen, so that silence would say too much."""
        return bool(self.failing or self.unread or self.recorded_until)


def digest(
    found: Iterable[Change],
    since: date,
    until: date,
    facts: Facts,
    *,
    takes: Callable[[Change], bool] | None = None,
    affected: Sequence[Affected] = (),
    failing: Sequence[Failing] = (),
    unread: Sequence[Unread] = (),
    recorded_until: date | None = None,
) -> Digest:
    """The digest of `found`, narrowed to what the channel asked for by `takes`.

    What touches a verdict of the channel comes first, then the largest moves; what came comes after what moved.
    """
    wanted = [change for change in found if takes is None or takes(change)]
    announced = [change for change in wanted if change.announced]
    least_share = Constants(facts).likely("change_least_share")
    hit_verdicts = [verdict for verdict in affected if is_worth_telling(verdict, least_share)]
    touched = {change for verdict in hit_verdicts for change in verdict.because}
    moves = sorted(_together(announced), key=lambda move: _rank(move, touched))
    return Digest(
        since=since,
        until=until,
        top=tuple(moves[:TOP]),
        rest=tuple(moves[TOP:]),
        affected=tuple(sorted(hit_verdicts, key=_weight)),
        in_doubt=tuple(change for change in wanted if change.kind == "suspect"),
        failing=tuple(failing),
        unread=tuple(unread),
        recorded_until=recorded_until,
    )


def is_worth_telling(verdict: Affected, least_share: float) -> bool:
    """Another lean, another option, or a run that costs something else by at least that share."""
    share = verdict.run_share
    return verdict.is_flipped or verdict.is_other_option or (share is not None and abs(share) >= least_share)


def _together(announced: Iterable[Change]) -> list[Move]:
    """The same thing bought the same way, with the same percentage but for its fraction, is one move."""
    groups: dict[tuple[object, ...], list[Change]] = {}
    for change in announced:
        size = None if change.percent is None else round(change.percent)
        thing = change.provider, change.instance, change.purchase, change.terms, change.scope
        groups.setdefault((*thing, change.kind, change.code, size), []).append(change)
    return [
        Move(group[0], tuple(dict.fromkeys(change.region for change in group)), tuple(group))
        for group in groups.values()
    ]


def _rank(move: Move, touched: set[Change]) -> tuple[object, ...]:
    change = move.change
    size = abs(change.percent) if change.percent is not None else 0.0
    place = (change.provider, change.instance, change.purchase, change.region)
    return (change not in touched, KINDS.index(change.kind), -round(size, 6), -len(move.regions), *place)


def _weight(verdict: Affected) -> tuple[object, ...]:
    return (not verdict.is_flipped, not verdict.is_other_option, -abs(verdict.run_share or 0.0), verdict.verdict)
