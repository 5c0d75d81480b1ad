"""The feeds as configured: those described in the facts, and what the file of CHIPSCOUT_FEEDS changes about them."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple, TypeVar

from pydantic import ValidationError
from rapidfuzz import fuzz, process

from bot.wording.errors import UserError
from knowledge.facts import Fact, Facts
from knowledge.types.feeds import FeedDescription, FeedOverride, RefreshOverride, RefreshSettings

VARIABLE = "CHIPSCOUT_FEEDS"
NEAR = 60  # of 100: how alike a name must be to be offered
Kind = TypeVar("Kind", bound=Fact)


class Feeds(NamedTuple):
    """All feeds by id, and how patient we are with them."""

    described: Mapping[str, FeedDescription]
    refreshing: RefreshSettings
    prefixes: frozenset[str]  # of instance types that carry accelerators
    blocks: tuple[str, ...] = ()  # AWS's types that are sold by the Capacity Block

    def named(self, name: str) -> FeedDescription:
        """The feed of that name, however its words are joined.

        Raises:
            UserError: there is none; with the nearest, and all there are.
        """
        plain = name.strip().lower().replace("-", "_")
        if plain in self.described:
            return self.described[plain]
        names = tuple(self.described)
        near = process.extractOne(plain, names, scorer=fuzz.WRatio, score_cutoff=NEAR)
        raise UserError("unknown_feed", name=name, near=near[0] if near else None, feeds=names)

    def enabled(self) -> tuple[FeedDescription, ...]:
        return tuple(feed for feed in self.described.values() if feed.is_enabled and feed.route != "none")


def configured(facts: Facts) -> Feeds:
    """The feeds of the facts, with what the file of CHIPSCOUT_FEEDS says laid over them.

    Raises:
        UserError: that file cannot be read, or is wrong: with the entry and what to change. No value is repeated,
            since an address may hold a password.
    """
    prefixes = frozenset(prefix for each in facts.accelerated.values() for prefix in each.prefixes)
    blocks = tuple(name for name, each in facts.instances.items() if "capacity_block" in each.sold)
    plain = Feeds(facts.feeds, facts.refreshing["default"], prefixes, blocks)
    said = os.environ.get(VARIABLE, "").strip()
    return _laid_over(plain, Path(said)) if said else plain


def _laid_over(feeds: Feeds, path: Path) -> Feeds:
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise UserError("unreadable_file", path=str(path), reason=problem.strerror) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        raise UserError("feeds_no_toml", path=str(path)) from None
    described, refreshing = dict(feeds.described), feeds.refreshing
    for kind, entries in content.items():
        if kind == "refreshing" and isinstance(entries, dict):
            said = _checked(path, kind, RefreshOverride, entries)
            refreshing = _checked(
                path, kind, RefreshSettings, refreshing.model_dump() | said.model_dump(exclude_none=True)
            )
        elif kind == "feed" and isinstance(entries, list):
            for number, entry in enumerate(entries, 1):
                mirror = _mirror(path, number, entry, described)
                laid = described[mirror.id].model_dump() | mirror.model_dump(exclude_none=True)
                described[mirror.id] = _checked(path, mirror.id, FeedDescription, laid)
        else:
            raise UserError("feeds_wrong", path=str(path), entry=kind, remedy="[[feed]], [refreshing]")
    return feeds._replace(described=described, refreshing=refreshing)


def _mirror(path: Path, number: int, entry: object, known: Iterable[str]) -> FeedOverride:
    name = entry.get("id") if isinstance(entry, dict) else None
    mirror = _checked(path, str(name or f"feed {number}"), FeedOverride, entry)
    if mirror.id not in known:
        raise UserError("feeds_wrong", path=str(path), entry=mirror.id, remedy=f"id: {', '.join(known)}")
    return mirror


def _checked(path: Path, entry: str, kind: type[Kind], content: object) -> Kind:
    try:
        return kind.model_validate(content)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        field = ".".join(str(part) for part in first["loc"])
        because = f"{field}: {first['msg']}".removeprefix(": ")
        raise UserError("feeds_wrong", path=str(path), entry=entry, remedy=because) from None
