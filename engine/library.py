"""The facts with what is derived from them once: a verdict reads them many times."""

from __future__ import annotations

from collections.abc import Hashable
from datetime import date

from engine.constants import Constants
from engine.evidence import Achieved, Evidence, Kind
from engine.pricing import PriceBook
from engine.profile import Profile
from engine.serving_fit import ServingFit, published_batch, serving_software
from knowledge.facts import Default, Facts, Port, Rule


class Library:
    """Facts, and their indexes. Nothing here is a fact of its own; all of it can be thrown away and made again."""

    def __init__(self, facts: Facts) -> None:
        slots = {slot: place for place, slot in enumerate(Profile.model_fields)}
        self.facts = facts
        self.constants = Constants(facts)
        self.evidence = Evidence(facts)
        self.serving_fit = ServingFit(facts.constants)
        self.kin: dict[str, str] = {chip.id: chip.family for chip in facts.accelerators.values()}
        self.largest: dict[str, int] = {}  # chips of the largest thing that rents a chip
        for instance in facts.instances.values():
            self.largest[instance.accelerator] = max(instance.count, self.largest.get(instance.accelerator, 0))
        self.defaults: tuple[Default, ...] = tuple(
            sorted(facts.defaults, key=lambda default: (slots[default.slot], -default.priority))
        )
        self.ports: tuple[Port, ...] = tuple(sorted(facts.ports.values(), key=lambda entry: -entry.priority))
        self.rules: tuple[Rule, ...] = tuple(facts.rules.values())
        self.unsupported = {(row.software, row.feature): row.source for row in facts.support if row.level == "none"}
        self.speeds: dict[tuple[Kind, str, float, bool], Achieved | None] = {}  # kept by engine/throughput.py
        self.chosen: dict[Hashable, object] = {}  # kept by engine/serving_choice.py
        self.published_batch = published_batch(facts)
        self.serving_software = serving_software(facts)
        self._books: dict[date, PriceBook] = {}

    def prices(self, day: date) -> PriceBook:
        """The price book of a day; the last one is kept, since most questions are about today."""
        book = self._books.get(day)
        if book is None:
            self._books = {day: (book := PriceBook(self.facts, day))}
        return book
