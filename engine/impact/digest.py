"""A week of prices for one channel: what moved, what it means for the channel's verdicts, and what nobody could see.

Pure; which changes are worth reporting was decided by `engine.changes.changes`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import NamedTuple

from engine.base.constants import Constants
from engine.changes.change import RETRACTED, Change
from engine.changes.held_files import HeldFile
from engine.changes.licenses import HELD_TOGETHER, HeldLicense
from engine.impact.digest_lines import DigestLine, chip_name, digest_lines
from engine.impact.verdict_figures import MoveLimits, VerdictFigures, kinds
from knowledge.facts import COMPARED, Cloud, Facts

TOP = 5  # lines of the parent post
PER_CENT = 100
WEEK = 7  # days


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


class UnknownTypes(NamedTuple):
    """Types that feeds sell and the facts do not know: how many, and what they are called, the dearest chip first."""

    number: int = 0
    names: tuple[str, ...] = ()


NONE_UNKNOWN = UnknownTypes()


class LeastMoves(NamedTuple):
    """From which shares on a move is told: of a list price, and of spot by cloud, the smallest first."""

    listed: float = 0.0
    spot: tuple[float, ...] = (0.0,)


class Move(NamedTuple):
    """What one thing did in all regions where it did the same. `change` stands for `changes`, one for each region."""

    change: Change
    regions: tuple[str, ...]
    changes: tuple[Change, ...] = ()


class Affected(NamedTuple):
    """One verdict before and after: its id, the thread that leads to it, and the prices that did it (`because`).

    `chips`: the accelerators that it recommends or weighs against each other, and those that were named.
    `is_serving`: what is counted as runs are months. `shares`: by how much each of `because` rose between the days of
    the two: what is told of it may have been in use in part before.
    """

    verdict: str
    question: str
    channel: str
    thread_ts: str | None
    before: VerdictFigures
    after: VerdictFigures
    because: tuple[Change, ...] = ()
    is_watched: bool = False
    chips: tuple[str, ...] = ()
    is_serving: bool = False
    shares: tuple[float | None, ...] = ()

    @property
    def causes(self) -> tuple[tuple[Change, float | None], ...]:
        """Each type among those prices, and by what share its price rose between the two."""
        told = tuple(None if one.percent is None else one.percent / PER_CENT for one in self.because)
        first: dict[str, tuple[Change, float | None]] = {}
        for change, share in zip(self.because, self.shares or told, strict=True):
            first.setdefault(change.instance, (change, share))
        return tuple(first.values())

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
    """`lines` are told, the first of them in the parent post; those `aside` (graphics cards) and `in_doubt` are only
    counted. `used`: the names of the chips that the channel's verdicts use. `is_narrowed`: more was announced than
    the channel wants to hear of.
    """

    since: date
    until: date
    lines: tuple[DigestLine, ...]
    aside: tuple[DigestLine, ...]
    affected: tuple[Affected, ...]
    in_doubt: tuple[Change, ...]
    failing: tuple[Failing, ...]
    unread: tuple[Unread, ...]
    recorded_until: date | None = None  # where no feed was ever read: the newest of the prices that come along
    used: tuple[str, ...] = ()
    is_narrowed: bool = False
    unknown: UnknownTypes = NONE_UNKNOWN
    least: LeastMoves = LeastMoves()
    held: tuple[HeldFile | HeldLicense, ...] = ()  # files of feeds that moved as a whole, of which nothing is told

    @property
    def is_of_week(self) -> bool:
        """Whether it is of no more than a week."""
        return (self.until - self.since).days <= WEEK

    @property
    def top(self) -> tuple[DigestLine, ...]:
        return self.lines[:TOP]

    @property
    def rest(self) -> tuple[DigestLine, ...]:
        return self.lines[TOP:]

    @property
    def told(self) -> tuple[Change, ...]:
        """Every change that is in a line."""
        return tuple(change for line in self.lines for change in line.changes)

    @property
    def moved(self) -> tuple[Change, ...]:
        """Those of it that a price did; what is taken back is none."""
        return tuple(change for change in self.told if change.code != RETRACTED)

    @property
    def taken_back(self) -> tuple[Change, ...]:
        return tuple(change for change in self.told if change.code == RETRACTED)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The same, what regions share together."""
        return tuple(_together(self.told))

    @property
    def is_quiet(self) -> bool:
        """No price moved that anybody here would want to hear of."""
        return not self.lines and not self.affected

    @property
    def is_calm(self) -> bool:
        """Prices moved, and none of a chip that the channel's verdicts use."""
        return bool(self.used and self.lines) and not any(line.is_used or line.verdicts for line in self.lines)

    @property
    def is_blind(self) -> bool:
        """Something could not be seen, so that silence would say too much."""
        return bool(self.failing or self.unread or self.recorded_until or self.held)


def digest(
    found: Iterable[Change],
    since: date,
    until: date,
    facts: Facts,
    *,
    takes: Callable[[Change], bool] | None = None,
    with_graphics: bool = False,
    affected: Sequence[Affected] = (),
    failing: Sequence[Failing] = (),
    held: Sequence[HeldFile | HeldLicense] = (),
    unread: Sequence[Unread] = (),
    recorded_until: date | None = None,
    unknown: UnknownTypes = NONE_UNKNOWN,
    least_share: float | None = None,
) -> Digest:
    """The digest of `found`, narrowed to what the channel asked for by `takes`; graphics cards only if it did.

    `least_share`: from which share on it wants to hear of moves.
    """
    every = list(found)
    wanted = [change for change in every if takes is None or takes(change)]
    announced = [change for change in wanted if change.announced]
    worth = Constants(facts).likely("change_least_share")
    limits = MoveLimits(facts)
    hit_verdicts = sorted((hit for hit in affected if is_worth_telling(hit, worth, limits)), key=_weight)
    touched: dict[Change, tuple[str, ...]] = {}
    for hit in hit_verdicts:
        for change in hit.because:
            touched[change] = (*touched.get(change, ()), hit.verdict)
    used = tuple(dict.fromkeys(chip for verdict in affected for chip in verdict.chips))
    lines = digest_lines(announced, facts, touched, used)
    return Digest(
        since=since,
        until=until,
        lines=tuple(line for line in lines if with_graphics or not line.is_aside),
        aside=tuple(line for line in lines if line.is_aside and not with_graphics),
        affected=tuple(hit_verdicts),
        in_doubt=tuple(change for change in wanted if change.kind == "suspect" and change.code not in HELD_TOGETHER),
        held=tuple(held),
        failing=tuple(failing),
        unread=tuple(unread),
        recorded_until=recorded_until,
        used=tuple(chip_name(facts, chip) for chip in used),
        is_narrowed=sum(change.announced for change in every) > len(announced),
        unknown=unknown,
        least=_least(facts, least_share),
    )


def _least(facts: Facts, share: float | None) -> LeastMoves:
    """`share`: what the reader chose; None: that of the data."""
    constants = Constants(facts)
    listed = constants.likely("change_least_share") if share is None else share
    clouds: tuple[Cloud, ...] = COMPARED
    return LeastMoves(
        listed, tuple(sorted(max(listed, constants.likely(f"change_spot_share_{cloud}")) for cloud in clouds))
    )


def is_worth_telling(verdict: Affected, least_share: float, limits: MoveLimits) -> bool:
    """Another lean, another option, a run that costs something else by at least that share, or a price that moved
    what it saves by as much as a watched verdict reports.
    """
    share = verdict.run_share
    is_other_run = share is not None and abs(share) >= least_share
    is_other_saving = verdict.is_other_saving and "saving" in kinds(verdict.before, verdict.after, limits)
    return (
        verdict.is_flipped or verdict.is_other_option or is_other_run or (bool(verdict.because) and is_other_saving)
    )


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


def _weight(verdict: Affected) -> tuple[object, ...]:
    return (not verdict.is_flipped, not verdict.is_other_option, -abs(verdict.run_share or 0.0), verdict.verdict)
