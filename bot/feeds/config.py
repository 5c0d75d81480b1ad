"""The configured feeds: those described in the facts, changed by the file that CHIPSCOUT_FEEDS names."""

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
NEAR = 60  # of 100: how similar a name must be to be suggested
Kind = TypeVar("Kind", bound=Fact)


class Feeds(NamedTuple):
    """All feeds by id, and how they are refreshed."""

    described: Mapping[str, FeedDescription]
    refreshing: RefreshSettings
    prefixes: frozenset[str]  # of instance types that carry accelerators
    blocks: tuple[str, ...] = ()  # AWS types sold as Capacity Blocks
    types: tuple[str, ...] = ()  # all AWS types

    def named(self, name: str) -> FeedDescription:
        """The feed with that name, written with dashes or underscores.

        Raises:
            UserError: no feed has it; names the nearest, and all of them.
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
    """The feeds of the facts, with the overrides of the file that CHIPSCOUT_FEEDS names.

    Raises:
        UserError: that file cannot be read, or is wrong; names the entry and what to change. Values are not repeated,
            since an address may contain a password.
    """
    prefixes = frozenset(prefix for family in facts.accelerated.values() for prefix in family.prefixes)
    blocks = tuple(name for name, instance in facts.instances.items() if "capacity_block" in instance.sold)
    types = tuple(name for name, instance in facts.instances.items() if instance.cloud == "aws")
    plain = Feeds(facts.feeds, facts.refreshing["default"], prefixes, blocks, types)
    path = os.environ.get(VARIABLE, "").strip()
    return _with_overrides(plain, Path(path)) if path else plain


def _with_overrides(feeds: Feeds, path: Path) -> Feeds:
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise UserError("unreadable_file", path=str(path), reason=problem.strerror) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError):
        raise UserError("feeds_no_toml", path=str(path)) from None
    described, refreshing = dict(feeds.described), feeds.refreshing
    for kind, entries in content.items():
        if kind == "refreshing" and isinstance(entries, dict):
            changes = _checked(path, kind, RefreshOverride, entries).model_dump(exclude_none=True)
            refreshing = _checked(path, kind, RefreshSettings, refreshing.model_dump() | changes)
        elif kind == "feed" and isinstance(entries, list):
            for number, entry in enumerate(entries, 1):
                override = _override_of(path, number, entry, described)
                merged = described[override.id].model_dump() | override.model_dump(exclude_none=True)
                if override.addresses is not None:  # a cloud without an address is off
                    merged["addresses"] = {cloud: told for cloud, told in override.addresses.items() if told}
                    if not merged["addresses"]:
                        raise UserError("feeds_wrong", path=str(path), entry=override.id, remedy="is_enabled = false")
                described[override.id] = _checked(path, override.id, FeedDescription, merged)
        else:
            raise UserError("feeds_wrong", path=str(path), entry=kind, remedy="[[feed]], [refreshing]")
    return feeds._replace(described=described, refreshing=refreshing)


def _override_of(path: Path, number: int, entry: object, known: Iterable[str]) -> FeedOverride:
    name = entry.get("id") if isinstance(entry, dict) else None
    override = _checked(path, str(name or f"feed {number}"), FeedOverride, entry)
    if override.id not in known:
        raise UserError("feeds_wrong", path=str(path), entry=override.id, remedy=f"id: {', '.join(known)}")
    return override


def _checked(path: Path, entry: str, kind: type[Kind], content: object) -> Kind:
    try:
        return kind.model_validate(content)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        field = ".".join(str(part) for part in first["loc"])
        because = f"{field}: {first['msg']}".removeprefix(": ")
        raise UserError("feeds_wrong", path=str(path), entry=entry, remedy=because) from None
