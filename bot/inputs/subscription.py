"""Parses the words after `subscribe` and `settings`: a day, an hour, a time zone, and filters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from rapidfuzz import fuzz, process

from bot.wording.errors import UserError
from knowledge.facts import COMPARED, Facts, names_of
from knowledge.names import key
from knowledge.store.subscriptions import Filters, Subscription

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
QUIET = {"quiet=line": "line", "quiet=nothing": "nothing"}
NOISE = frozenset(("on", "at", "every", "each", "weekly", "to", "for", "in", "and", "only", "of", "the", "me", "us"))
CLEAR = "all"
GRAPHICS = "graphics"
TIME = re.compile(r"(\d{1,2})(?:[:.h](\d{2}))?(am|pm)?")
LOOSE = re.compile(r"(?<=\d)\s+(?=(?:am|pm|%)(?:\W|$))", re.IGNORECASE)
SHARE = re.compile(r"(\d+(?:\.\d+)?)%")
HOURS, MINUTES, HALF = 24, 60, 12
NEAR = 70
LONGEST = 6  # words of a name


def subscribed(facts: Facts, text: str, before: Subscription) -> Subscription:
    """`before`, changed as the words say. Any filter replaces all filters; "all" removes them.

    Raises:
        UserError: an unknown word, or two values for one setting.
    """
    return _Reader(facts).read(text, before)


class _Reader:
    def __init__(self, facts: Facts) -> None:
        self._names = names_of(facts)
        self._said: dict[str, Any] = {}
        self._filters: dict[str, Any] = {}

    def read(self, text: str, before: Subscription) -> Subscription:
        clears = False
        readers: tuple[Callable[[str], bool], ...] = (
            self._day, self._quiet, self._graphics, self._share, self._time, self._cloud, self._zone, self._region,
            self._chip,
        )  # fmt: skip
        for word in self._parts(LOOSE.sub("", text)):
            if word.casefold() == CLEAR:
                clears = True
            elif word.casefold() not in NOISE and not any(reader(word) for reader in readers):
                known = self._known()
                near = process.extractOne(key(word), list(known), scorer=fuzz.ratio, score_cutoff=NEAR)
                raise UserError("subscribe_unknown", word=word, near=known[near[0]] if near else None)
        filters = Filters(**self._filters) if clears or self._filters else before.filters
        return before.model_copy(update=self._said | {"filters": filters})

    def _parts(self, text: str) -> Iterator[str]:
        """The words, those of one name together: "a100 80gb", "east us 2". A name never crosses a comma."""
        for part in re.split(r"[,;]", text):
            words = part.split()
            while words:
                size = next((size for size in range(LONGEST, 1, -1) if self._is_name(words[:size], size)), 1)
                yield " ".join(words[:size])
                del words[:size]

    def _is_name(self, words: list[str], size: int) -> bool:
        name = " ".join(words)
        names = self._names
        is_plain = len(words) == size and not NOISE.intersection(word.casefold() for word in words)
        if not is_plain:
            return False
        if names.cloud(words[0]):  # "google cloud" is one name; "gcp p5" is a cloud and a type, so two filters
            return names.cloud(name) is not None
        return bool(names.instance(name) or names.chips(name) or names.regions(name) or names.cloud(name))

    def _once(self, name: str, value: object, word: str) -> bool:
        if name in self._said and self._said[name] != value:
            raise UserError("subscribe_twice", what=name, word=word)
        self._said[name] = value
        return True

    def _also(self, name: str, value: str) -> bool:
        self._filters[name] = tuple(dict.fromkeys((*self._filters.get(name, ()), value)))
        return True

    def _day(self, word: str) -> bool:
        name = word.casefold().rstrip(".").removesuffix("s") if len(word) > 3 else word.casefold()
        days = [place for place, day in enumerate(DAYS) if len(name) >= 3 and day.startswith(name)]
        return bool(days) and self._once("weekday", days[0], word)

    def _quiet(self, word: str) -> bool:
        value = QUIET.get(word.casefold())
        return value is not None and self._once("quiet", value, word)

    def _graphics(self, word: str) -> bool:
        if word.casefold() != GRAPHICS:
            return False
        self._filters["graphics"] = True
        return True

    def _share(self, word: str) -> bool:
        match = SHARE.fullmatch(word)
        if match is None:
            return False
        percent = float(match[1])
        if not 0 < percent < 100:
            raise UserError("threshold_range", value=f"{percent:g}")
        self._filters["least_percent"] = percent
        return True

    def _time(self, word: str) -> bool:
        match = TIME.fullmatch(word.casefold())
        if match is None:
            return False
        hour, minute, half = int(match[1]), int(match[2] or 0), match[3]
        fits = 1 <= hour <= HALF if half else hour < HOURS and match[2] is not None
        if not fits or minute >= MINUTES:
            raise UserError("subscribe_time", word=word)
        hour = hour % HALF + (HALF if half == "pm" else 0) if half else hour
        return self._once("minute", hour * MINUTES + minute, word)

    def _cloud(self, word: str) -> bool:
        cloud = self._names.cloud(word)
        return cloud is not None and self._also("clouds", cloud)

    def _zone(self, word: str) -> bool:
        zone = zone_called(word)
        return zone is not None and self._once("zone", zone, word)

    def _region(self, word: str) -> bool:
        regions = self._names.regions(word)
        return bool(regions) and all(self._also("regions", region.id) for region in regions)

    def _chip(self, word: str) -> bool:
        """An instance type or a prefix of types, else the chips with that name."""
        instance, family = self._names.instance(word), self._names.family(word)
        if instance or family:
            return self._also("chips", instance.id.casefold() if instance else family.name if family else word)
        chips = self._names.chips(word)
        return bool(chips) and all(self._also("chips", chip.id) for chip in chips)

    def _known(self) -> dict[str, str]:
        """Every valid word, by spelling, for suggestions."""
        words = (*DAYS, *COMPARED, *_zones(), *QUIET, GRAPHICS)
        return self._names.written("hardware") | self._names.written("region") | {key(word): word for word in words}


def zone_called(word: str) -> str | None:
    """The time zone with that name, or of that city if only one zone has it."""
    return _zones().get(word.casefold().replace(" ", "_"))


@cache
def _zones() -> dict[str, str]:
    whole = {name.casefold(): name for name in available_timezones()}
    cities: dict[str, list[str]] = {}
    for name in whole.values():
        area, _, city = name.rpartition("/")
        if area and area not in ("Etc", "posix", "right", "SystemV"):
            cities.setdefault(city.casefold(), []).append(name)
    return {city: names[0] for city, names in cities.items() if len(names) == 1} | whole
