"""An answer in facts: a first line, cited sentences, a table, passages; and whether the verdict follows."""

from __future__ import annotations

from datetime import date
from typing import Literal

from engine.base.computed import Computed
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.options.assumptions import Filled
from engine.options.option import CostedOption
from engine.prices.price_book import Quote
from knowledge.facts import Claim, Cloud, Conflict, EntryKind, Lean, Purchase

# Codes of first lines that say by a sum whether memory holds some work, for those who ask what a line is about.
SUMS_OF_MEMORY = frozenset({"fits_there", "fits_partly", "fits_shorter", "too_small_there", "by_length"})


class Trend(Computed):
    """The first and the last observation of one price in one region; `until`: the last one of the first figure."""

    since: date
    until: date
    before: float
    after: float
    share: float  # after / before - 1


class PriceRow(Computed):
    """One type at one purchase option. Without a quote the price is unknown, or it is not sold that way.

    `elsewhere`: the region has no price and this is the cheapest other one, `nearby` of the area around the region.
    `total`: USD for the stated `machines` and hours, of which `billed` are paid.
    """

    instance: str
    chip: str
    count: int
    cloud: Cloud
    purchase: Purchase
    quote: Quote | None = None
    sold: bool = True
    elsewhere: bool = False
    nearby: bool = False
    trend: Trend | None = None
    machines: int | None = None
    billed: float | None = None
    total: Interval | None = None

    @property
    def usd_chip(self) -> float | None:
        """USD an hour of one of several chips."""
        return self.quote.usd_per_hour.likely / self.count if self.quote and self.count > 1 else None


class Property(Computed):
    """One line of a comparison: a value for every side, None if unknown."""

    code: str
    values: tuple[str | float | None, ...]
    cites: tuple[str, ...] = ()


class Passage(Computed):
    """One cited entry of knowledge. `values` fill the template of its kind."""

    kind: EntryKind
    id: str
    text: str
    values: dict[str, str | float | None] = {}
    cites: tuple[str, ...]
    claims: tuple[str, ...] = ()  # the claims it resolves
    claim: Claim | None = None
    conflict: Conflict | None = None


Level = Literal["high", "medium", "low"]
Cell = str | float | int | bool | date | Interval | None  # None: unknown, or nothing to say


class AnswerRow(Computed):
    """One row of a table; `is_named`: the asker named it, `is_best`: it is the answer."""

    cells: tuple[Cell, ...]
    cites: tuple[str, ...] = ()
    is_named: bool = False
    is_best: bool = False


class AnswerTable(Computed):
    """A table of an answer. `columns` are keys: `words/forms/<form>.j2` has a macro `head_<key>` for the head and
    `cell_<key>` for a cell of each; columns that many forms have are worded in `words/forms/table.j2`. `words`: the
    form whose words these are, where it is another than that of the answer."""

    words: str = ""
    columns: tuple[str, ...]
    rows: tuple[AnswerRow, ...]
    offered: tuple[CostedOption, ...] = ()  # where each row is an offering: these, in the order of the rows

    def without(self, column: str) -> AnswerTable:
        """The same without a column; itself, where it has none of that name."""
        if column not in self.columns:
            return self
        at = self.columns.index(column)
        rows = tuple(row.model_copy(update={"cells": row.cells[:at] + row.cells[at + 1 :]}) for row in self.rows)
        columns = self.columns[:at] + self.columns[at + 1 :]
        return self.model_copy(update={"columns": columns, "rows": rows})


class FactAnswer(Computed):
    """What is shown. `headline` is the first line of the card, `beside_first` ends its paragraph; `sentences` follow,
    what decides first.

    `unpriced` comes before the first line: what was named and is not priced. `verdict_below`: the deciding sum
    follows. `filled`: the workload that figures were worked out for; what is assumed of it is shown. `questions` are
    asked back. `doubts`: why it is not sure. `found_first` puts the passages before the sentences.
    """

    headline: Reason | None = None
    beside_first: tuple[Reason, ...] = ()
    unpriced: tuple[Reason, ...] = ()
    prices: tuple[PriceRow, ...] = ()
    sides: tuple[str, ...] = ()
    properties: tuple[Property, ...] = ()
    sentences: tuple[Reason, ...] = ()
    table: AnswerTable | None = None
    passages: tuple[Passage, ...] = ()
    questions: tuple[Reason, ...] = ()
    filled: Filled | None = None
    doubts: tuple[Reason, ...] = ()
    found_first: bool = False
    verdict_below: bool = False
    of_told: bool = False  # sums over the asker's own figures: no price of ours, and no written answer, comes first
    whole: bool = False  # all that was asked is told: nothing is joined to it, written beside it or named as left
    of_kind: bool = False  # of work that is no language model: no sum, so no amount is missing in it
    unsure: bool = False  # too much of the question was not understood: it asks back
    lean: Lean | None = None  # what it recommends where no sum does

    @property
    def confidence(self) -> Level | None:
        """Low where there are doubts; what is certain says nothing of it."""
        return "low" if self.doubts else None

    @property
    def first_paragraph(self) -> tuple[Reason, ...]:
        """The first line and what ends its paragraph; empty without one."""
        return (self.headline, *self.beside_first) if self.headline is not None else ()

    @property
    def first_cites(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(cite for line in self.first_paragraph for cite in line.cites))

    def only_reasons(self) -> FactAnswer:
        """What its first line rests on, for somebody who has read that; itself, where nothing else was said."""
        if self.headline is None or not self.sentences:
            return self
        first, *others = self.sentences
        told = {"headline": first, "sentences": tuple(others), "table": None, "verdict_below": False}
        return self.model_copy(update=told)

    def dated(self, day: Reason) -> FactAnswer:
        """The same with the day that it is of as its first sentence, and in a first line that tells of a day.

        How long before that day something was seen is told nowhere: "today" would be that day.
        """
        headline = self.headline and _of_day(self.headline, str(day.values["day"]))
        rest = tuple(_of_day(one, "") for one in self.sentences)
        table = self.table and self.table.without("age")
        return self.model_copy(update={"headline": headline, "sentences": (day, *rest), "table": table})

    def headed(self, first: Reason) -> FactAnswer:
        """The same below another first line."""
        rest = (self.headline,) if self.headline else ()
        return self.model_copy(update={"headline": first, "sentences": (*rest, *self.sentences)})


def _of_day(told: Reason, on_day: str) -> Reason:
    return told.model_copy(update={"on_day": on_day}) if "on_day" in type(told).model_fields else told
