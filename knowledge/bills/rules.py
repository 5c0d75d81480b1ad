"""What the parsers of bills know besides their logic: `knowledge/data/prices/bills.toml`."""

from __future__ import annotations

from decimal import Decimal
from functools import cache

from pydantic import Field

from knowledge.packaged import packaged
from knowledge.types.base import Cited, Fact

FILE = "prices/bills.toml"


class BillFormat(Cited):
    """One export: the columns it cannot do without, its columns by what they hold, and words that its cells hold."""

    id: str
    title: str
    needs: tuple[str, ...]
    columns: dict[str, tuple[str, ...]]
    words: dict[str, tuple[str, ...]]


class BillRules(Fact):
    """The whole file."""

    run_tags: tuple[str, ...]
    capacity_block_words: tuple[str, ...]
    committed_share: Decimal
    nulls: frozenset[str]
    largest: Decimal
    years: tuple[int, int]
    aws_usage: dict[str, tuple[str, ...]]
    hours: dict[str, int]
    parts_of_an_hour: dict[str, int]
    formats: tuple[BillFormat, ...] = Field(alias="format")

    def named(self, name: str) -> BillFormat:
        return next(known for known in self.formats if known.id == name)


@cache
def rules() -> BillRules:
    """The rules in the installed package.

    Raises:
        KnowledgeError: the file does not match the types of this module.
    """
    return packaged(FILE, "bills", BillRules)
