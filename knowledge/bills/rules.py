"""What the parsers of bills know besides their logic: `knowledge/data/prices/bills.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

from pydantic import Field, ValidationError

from knowledge.errors import KnowledgeError
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
    text = (resources.files("knowledge") / "data" / FILE).read_text(encoding="utf-8")
    try:
        return BillRules.model_validate(tomllib.loads(text)["bills"])
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise KnowledgeError(FILE, place, f"{first['msg']} (found {str(first['input'])[:60]!r})") from None
