"""The facts with what is derived from them once: a verdict reads them many times."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from datetime import date
from functools import cached_property, lru_cache

from engine.base.constants import Constants
from engine.base.evidence import Achieved, Evidence, Kind
from engine.prices.excluded import without
from engine.prices.price_book import PriceBook
from engine.prices.specialists import with_specialists
from engine.prices.term_rates import Rates
from engine.serving.encoder import EncoderFit
from engine.serving.fit import ServingFit, published_batch, serving_software
from engine.serving.precision import published_precisions
from engine.training.model import TrainingModel, shipped_model
from engine.training.resolve import Resolver
from engine.workload.profile import Profile
from knowledge.facts import Default, Facts, Identity, Instance, Offer, OwnMeasurement, Port, Rule, Source, Specialist

Recall = Callable[[frozenset[str], date], Mapping[str, tuple[Offer, ...]]]


class Library:
    """Facts and their indexes. Nothing here is a fact of its own; all of it can be thrown away and computed again."""

    def __init__(self, facts: Facts, own: Iterable[OwnMeasurement] = ()) -> None:
        """`own` are the measurements of the team that asks."""
        slots = {slot: place for place, slot in enumerate(Profile.model_fields)}
        self.constants = Constants(facts)
        self.evidence = Evidence(facts)
        self.own: dict[tuple[Kind, str], list[OwnMeasurement]] = {}  # by kind of work and chip
        for row in own:
            self.own.setdefault((row.kind, row.accelerator), []).append(row)
        self.serving_fit = ServingFit(facts.constants)
        self._hold(facts)
        self.defaults: tuple[Default, ...] = tuple(
            sorted(facts.defaults, key=lambda default: (slots[default.slot], -default.priority))
        )
        self.ports: tuple[Port, ...] = tuple(sorted(facts.ports.values(), key=lambda entry: -entry.priority))
        self.rules: tuple[Rule, ...] = tuple(  # the weightiest first
            sorted(facts.rules.values(), key=lambda rule: (-rule.priority, rule.id))
        )
        self.unsupported = {(row.software, row.feature): row.source for row in facts.support if row.level == "none"}
        self.speeds: dict[Hashable, Achieved | None] = {}  # kept by engine/speed/throughput.py
        self.published: dict[Hashable, Achieved | None] = {}  # kept there too
        bases = Counter(region.grid_basis for region in facts.regions.values() if region.grid_basis)
        self.grid_basis = next((basis for basis, _ in bases.most_common(1)), None)  # the method most regions are on
        self.chosen: dict[Hashable, object] = {}  # kept by engine/options/serving_plan.py
        self.answered: dict[Hashable, object] = {}  # kept by engine/verdict/forks.py
        self.leans: dict[Hashable, object] = {}  # kept there too
        self.costed: dict[Hashable, object] = {}  # and so is this
        self.filled: dict[Hashable, object] = {}  # kept by engine/options/assumptions.py
        self.fits: dict[Hashable, dict[str, object]] = {}  # kept by engine/options/problem.py
        block = (thing for thing in facts.instances.values() if "capacity_block" in thing.sold)
        self.scarce = frozenset((thing.cloud, thing.accelerator) for thing in block)  # sold by block: runs short
        self.encoder_fit = EncoderFit(facts)
        self.published_batch = published_batch(facts)
        self.serving_software = serving_software(facts)
        self.published_precisions = published_precisions(facts)
        self._books: dict[date, PriceBook] = {}
        self.later: tuple[Offer, ...] = ()  # what was seen since a day that is looked back at
        self.recall: Recall | None = None  # what feeds saw of types up to a day; asked where a price over time is
        self.rates: Rates | None = None  # of commitments by their terms; asked where a question names some
        self.reached: frozenset[Specialist] = frozenset()  # whose machines are among the instances
        self._reached: dict[frozenset[Specialist], Library] = {}
        nothing = frozenset[str]()  # clouds, places, chips that are left out, and how few of them a machine may have
        self._excluded: tuple[frozenset[str], frozenset[str], frozenset[str], int] = nothing, nothing, nothing, 0

    def _hold(self, facts: Facts) -> None:
        """Keeps the facts, and what follows from the machines among them."""
        self.facts = facts
        self.families: dict[str, str] = {chip.id: chip.family for chip in facts.accelerators.values()}
        self.families |= {thing.id: self.families[thing.accelerator] for thing in facts.instances.values()}
        self.largest: dict[str, int] = {}  # chips of the largest thing that rents a chip
        for instance in facts.instances.values():
            self.largest[instance.accelerator] = max(instance.count, self.largest.get(instance.accelerator, 0))
        self.rented = tuple(chip for chip in facts.accelerators.values() if chip.id in self.largest)

    def _anew(self) -> Library:
        """A copy that keeps nothing of what prices decide, and all the rest."""
        other = copy.copy(self)
        other.chosen, other.answered, other.leans, other.costed = {}, {}, {}, {}
        other._books, other._reached = {}, {}
        return other

    def at(
        self,
        offers: tuple[Offer, ...],
        sources: Mapping[str, Source],
        recall: Recall | None = None,
        rates: Rates | None = None,
    ) -> Library:
        """The same with other prices, and `sources` beside its own: what no price moves is shared.

        `recall` gives what was seen of the prices of some types before, by type and by chip, and `rates` those of
        their commitments by terms.
        """
        other = self._anew()
        other.recall, other.rates = recall, rates
        other.facts = self.facts.model_copy(update={"offers": offers, "sources": self.facts.sources | dict(sources)})
        return other

    def looking_back(self, later: tuple[Offer, ...]) -> Library:
        """The same for a question about a day that is past: what was seen `later` tells which prices held on it.

        Itself where nothing was.
        """
        if later == self.later:
            return self
        other = self._anew()
        other.later = later
        return other

    def excluding(
        self, clouds: Iterable[str], places: Iterable[str], chips: Iterable[str] = (), fewest: int = 0
    ) -> Library:
        """The same without these clouds, what is sold in these regions and areas, machines with these chips and those
        with fewer than `fewest`."""
        excluded = frozenset(clouds), frozenset(places), frozenset(chips), fewest
        if not any(excluded):
            return self
        other = self._anew()
        other._excluded = excluded
        other._hold(without(self.facts, *excluded))
        other.filled = {}
        return other

    def reaching(self, clouds: Iterable[Specialist]) -> Library:
        """The same with the machines of these specialists among the instances; the library itself without any."""
        wanted = frozenset(clouds) - self.reached
        if not wanted:
            return self
        if wanted not in self._reached:
            other = self._anew()
            other._hold(without(with_specialists(self.facts, wanted), *self._excluded))
            other.reached = wanted | self.reached
            other.filled = {}
            self._reached[wanted] = other
        return self._reached[wanted]

    @cached_property
    def resolver(self) -> Resolver:
        """Looks up what a run configuration names."""
        return Resolver(self.facts)

    @cached_property
    def training(self) -> TrainingModel:
        """Training speed, fitted to the measurements; made when first asked for."""
        return shipped_model(self.facts, self.resolver, self.constants)

    def prices(self, day: date) -> PriceBook:
        """The price book of a day; the last one is kept, since most questions are about today."""
        book = self._books.get(day)
        if book is None:
            self._books = {day: (book := PriceBook(self.facts, day, self.later))}
        return book

    def histories(self, things: Iterable[Instance], day: date) -> dict[str, tuple[Offer, ...]]:
        """What was seen of the prices of some types by `day`, by type and by chip, oldest first."""
        book, things = self.prices(day), tuple(things)
        names = dict.fromkeys(name for thing in things for name in (thing.id, thing.accelerator))
        seen = self.recall(frozenset(thing.id for thing in things), day) if self.recall and things else {}
        return {name: seen.get(name) or book.history(name) for name in names}


def library_of(facts: Facts) -> Library:
    """The library of these facts and of no team's measurements, made once."""
    return _kept(Identity(facts))


@lru_cache(maxsize=4)
def _kept(identity: Identity) -> Library:
    return Library(identity.facts)
