"""What the last figures of a cloud say when they are put together: the types, and the ranges of what moved.

A catalog shows the same figure of a type in many places: every price is looked at once, in the parts that hold all of
them, and each figure once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from datetime import date
from functools import cached_property
from itertools import islice
from operator import and_, itemgetter, not_
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

from knowledge.history.last_figures import RECORDED
from knowledge.history.latest_parts import CLOUD, ID, parts, written
from knowledge.types.base import Cloud, Purchase

if TYPE_CHECKING:
    from knowledge.history.columns import Columns, Row
    from knowledge.store.base.backend import Session


class MovedRange(NamedTuple):
    """The lowest and the highest figure that moved of one type, way of buying, scope and number of chips.

    `is_late`: one came after its feed's first look; a spot price only if it is imported as recorded.
    """

    instance: str
    purchase: Purchase
    scope: Literal["instance", "chip"]
    chips: float | None
    low: float | None
    high: float | None
    is_late: bool


class TypeFigures(NamedTuple):
    """The lowest on-demand figure of a type in a cloud, USD per hour; whether it has a list price, whether one of
    them ever moved, or came after its feed's first look, whether several feeds list it, and whether a list price of
    it has no figure."""

    lowest_on_demand: float | None
    is_listed: bool
    has_moved: bool
    is_of_several: bool = False
    is_blank: bool = False


_FEED, _INSTANCE, _PURCHASE, _SINCE = 0, 2, 4, 11  # places in a row of the parts
_FIGURE = (0, 2, 4, 7, 9, 11, 12)  # feed, type, way of buying, scope, chips, since when it is the last, USD as text
_LISTED = (0, 2, 4, 11, 12)  # the same of a list price, without what no type asks
_WHERE = (3, 5)  # region and zone


class Overview:
    """The last figures of a cloud: those of the parts, and what was written later. `first_looks`: days, by feed."""

    def __init__(
        self, cloud: Cloud, found: Sequence[Columns], later: Iterable[Row], first_looks: Mapping[str, date]
    ) -> None:
        self._cloud, self._parts, self.first_looks = cloud, found, first_looks
        self._later = [row for row in later if row[CLOUD] == cloud]
        self._first = {feed: day.toordinal() for feed, day in first_looks.items()}
        self._moved: dict[date, list[MovedRange]] = {}  # by the day after which

    @cached_property
    def _told(self) -> list[tuple[Columns, list[bool] | None]]:
        """Each part, and which of its prices are of the cloud and no later one says more of; None: all."""
        found: list[tuple[Columns, list[bool] | None]] = []
        known: Set[int] = {row[ID] for row in self._later}
        for part in reversed(self._parts):
            asked = _unsaid(part, self._cloud, known)
            found.append((part, None if asked is None else list(asked)))
            if part is not self._parts[0]:
                known = {*known, *part[ID].of(None)}
        return found

    def _said(self, places: Sequence[int], of: int = CLOUD, asked: Callable[[Any], bool] = bool) -> set[Row]:
        """What these columns say together, each once: of the prices whose value in the column `of` is asked for."""
        found: set[Row] = set(map(itemgetter(*places), (row for row in self._later if asked(row[of]))))
        for part, told in self._told:
            wanted = list(map(asked, part[of].values))
            if any(wanted):
                among = None if all(wanted) else map(wanted.__getitem__, part[of].coded())
                found.update(part.distinct(places, _both(told, among)))
        return found

    @cached_property
    def listed_places(self) -> set[tuple[str, str]]:
        """The regions and the zones of list prices, as they are spelled."""
        return cast("set[tuple[str, str]]", self._said(_WHERE, _PURCHASE, "spot".__ne__))

    def moved_ranges(self, moved_after: date) -> list[MovedRange]:
        """What moved after a day, put together by type, way of buying, scope and chips."""
        if moved_after not in self._moved:
            self._moved[moved_after] = self._ranges(moved_after)
        return self._moved[moved_after]

    def _ranges(self, moved_after: date) -> list[MovedRange]:
        after, first = moved_after.toordinal(), self._first
        figures: dict[tuple[Any, ...], set[str | None]] = {}
        late = set()
        for feed, instance, purchase, scope, chips, since, usd in self._said(
            _FIGURE, _SINCE, lambda since: since is not None and since > after
        ):
            of = instance, purchase, scope, chips
            if of in figures:
                figures[of].add(usd)
            else:
                figures[of] = {usd}
            if first.get(feed) != since and (purchase != "spot" or feed == RECORDED):
                late.add(of)
        found = []
        for of, texts in figures.items():
            known = [float(text) for text in texts if text is not None]
            found.append(MovedRange(*of, min(known, default=None), max(known, default=None), of in late))
        return found

    @cached_property
    def types(self) -> dict[str, TypeFigures]:
        """Every type that a feed ever listed for the cloud, as it is spelled."""
        lowest: dict[str, float] = {}
        feeds: dict[str, set[str]] = {}
        for feed, instance in self._said((_FEED, _INSTANCE)):
            feeds.setdefault(instance, set()).add(feed)
        listed, moved, blank = set(), set(), set()
        for feed, instance, purchase, since, usd in self._said(_LISTED, _PURCHASE, "spot".__ne__):
            if purchase == "on_demand" and usd is not None:
                lowest[instance] = min(float(usd), lowest.get(instance, float(usd)))
            if since is not None:
                listed.add(instance)
                if self._first.get(feed) != since:
                    moved.add(instance)
                if usd is None:
                    blank.add(instance)
        return {
            name: TypeFigures(lowest.get(name), name in listed, name in moved, len(of) > 1, name in blank)
            for name, of in feeds.items()
        }


def overview(db: Session, cloud: Cloud, version: int, first_looks: Mapping[str, date]) -> Overview:
    """Of `version`, that of the history as `db` sees it; without parts, the rows are read."""
    found, until = parts(db)
    if not found or until > version:
        return Overview(cloud, (), written(db, -1), first_looks)
    return Overview(cloud, found, written(db, until) if until < version else (), first_looks)


def _unsaid(part: Columns, cloud: Cloud, known: Set[int]) -> Iterable[bool] | None:
    """Which of its prices are of the cloud and no more is `known` of, without a step in Python for each of thousands;
    None: all."""
    is_there = None
    if not part[CLOUD].is_of_all(cloud):
        is_there = map(cloud.__eq__, islice(part[CLOUD].of(None), part.count))
    return _both(is_there, map(not_, map(known.__contains__, part[ID].of(None))) if known else None)


def _both(one: Iterable[bool] | None, other: Iterable[bool] | None) -> Iterable[bool] | None:
    """What is true in both, of those that say something."""
    return other if one is None else one if other is None else map(and_, one, other)
