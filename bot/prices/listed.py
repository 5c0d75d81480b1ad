"""Types named in a text that feeds sell and the facts do not know, with the price that is believed."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from datetime import date
from typing import NamedTuple

from bot.prices.believed import held_back, standings
from bot.prices.market import feed_source
from engine.changes.lines import plain
from engine.forms.unheld.listed import ListedPrice
from engine.prices.areas import usual_place
from knowledge.facts import Facts, Source, names_of
from knowledge.history.queries import HistoryReader

LEAST = 4  # letters and digits of a name; shorter ones are words
WORD = re.compile(r"[A-Za-z0-9](?:[\w.-]*\w)?")


class Listed(NamedTuple):
    """The prices, and the sources they are cited by. `named`: a type for each word that stands for some of them."""

    prices: tuple[ListedPrice, ...] = ()
    sources: Mapping[str, Source] = {}
    named: Mapping[str, str] = {}

    def spelled_out(self, text: str) -> str:
        """The text with each of the types as its cloud writes it, so that no part of the name is read as a chip."""
        names = {**self.named, **{plain(price.instance): price.instance for price in self.prices}}
        return WORD.sub(lambda word: names.get(plain(word[0]), word[0]), text) if names else text


def unknown_types(facts: Facts, past: HistoryReader) -> dict[str, frozenset[str]]:
    """The types that feeds ever listed and the facts do not know, by their name without case and signs.

    Those that nobody decided to leave out also by their family ("trn4") and by what feeds call their chip.
    """
    names, chips = names_of(facts), past.chips_named()
    found: dict[str, set[str]] = {}
    for cloud, instance in past.types():
        if names.listed("instance", cloud, instance) is not None:
            continue
        found.setdefault(plain(instance), set()).add(instance)
        if names.left_out(cloud, instance) is None:
            family, dot, _ = instance.partition(".")
            for said in (family if dot else "", chips.get((cloud, instance), "")):
                if said and names.family(said) is None and names.chip(said) is None:
                    found.setdefault(plain(said), set()).add(instance)
    return {name: frozenset(instances) for name, instances in found.items()}


def listed(facts: Facts, past: HistoryReader, day: date, instances: Collection[str]) -> Listed:
    """The believed prices of those types on a day."""
    prices: list[ListedPrice] = []
    chips, usual = past.chips_named(), facts.areas.get(usual_place(facts) or "")
    sources: dict[str, Source] = {}
    for standing in standings(past, day, held_back(facts, past, day), instances=instances):
        price = standing.price
        key = price.key
        if price.usd_per_hour is None or key.scope != "instance" or key.terms:
            continue
        source = feed_source(facts, price.feed, key.cloud, price.confirmed_on)
        sources[source.id] = source
        found = ListedPrice(
            cloud=key.cloud, instance=key.instance, region=key.region, purchase=key.purchase,
            usd_per_hour=float(price.usd_per_hour), seen_on=price.confirmed_on, chips=price.chips,
            feed=source.title, source=source.id, chip=chips.get((key.cloud, key.instance), ""),
            is_usual=usual is not None and key.region in usual.regions,
        )  # fmt: skip
        prices.append(found)
    return Listed(tuple(prices), sources)


def names_in(text: str) -> frozenset[str]:
    """Words that may name a type, without case, signs and `Standard_`: those with letters and a digit, or that."""
    words = WORD.findall(text)
    known = (word for word in words if word.casefold().startswith("standard_") or _is_mixed(word))
    return frozenset(name for word in known if len(name := plain(word)) >= LEAST or word.casefold() != name)


def _is_mixed(word: str) -> bool:
    letters = sum(letter.isalpha() for letter in word)
    return letters > 0 and any(letter.isdigit() for letter in word) and len(word) >= LEAST
