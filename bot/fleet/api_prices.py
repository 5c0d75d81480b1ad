"""What providers ask for the tokens of a request, out of the package genai-prices: a dated list of price pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any

from bot.wording.errors import UserError
from bot.wording.words import say
from engine.fleet.ways import ApiOffer
from knowledge.facts import Facts, Source

PACKAGE = "genai-prices"
HOW_SERVED = frozenset(
    {"chat", "hf", "instant", "instruct", "it", "turbo", "versatile", "fp", "bf", "8", "16", "v", "1", "0"}
)
MAKERS = frozenset({"meta"})  # stand before the name of a model, where no slash does
SHOWN = 3  # providers that are weighed for a workload
WORD = re.compile(r"[a-z]+|\d+(?:\.\d+)?")
MILLION = 1_000_000


def offers(
    model: str | None, named: Iterable[str], prompt: float, answer: float, facts: Facts, day: date
) -> tuple[ApiOffer, ...]:
    """The cheapest offers of a published model, and every one that was named as `provider:model`.

    Raises:
        UserError: the extra is not installed, or nobody sells what was named.
    """
    snapshot = _snapshot()
    at = datetime.combine(day, time(12), UTC)
    found = [
        offer
        for provider, sold in _sold(snapshot)
        if model is not None and is_same(sold.id, model, facts) and not sold.deprecated
        if (offer := _offer(provider, sold, prompt, answer, at)) is not None
    ]
    found.sort(key=lambda offer: (offer.usd_per_request, offer.id))
    cheapest = {offer.provider: offer for offer in reversed(found)}
    kept = sorted(cheapest.values(), key=lambda offer: (offer.usd_per_request, offer.id))[:SHOWN]
    return tuple({offer.id: offer for offer in (*kept, *_named(snapshot, named, prompt, answer, at))}.values())


def is_installed() -> bool:
    """Whether the extra is there."""
    return find_spec("genai_prices") is not None


def source(day: date) -> Source:
    """The package as a source: its version, and the newest change of a price in it."""
    changes = [
        when
        for _, sold in _sold(_snapshot())
        for when in (_since(price) for price in _conditional(sold))
        if when is not None and when <= day
    ]
    return Source(
        id=PACKAGE,
        title=say("words/plan.j2", "api_source", version(PACKAGE)),
        publisher="pydantic/genai-prices",
        as_of=max(changes, default=day),
        grade="independent",
        read="indirect",
        url="https://github.com/pydantic/genai-prices",
    )


def is_same(sold: str, model: str, facts: Facts) -> bool:
    """Whether what is sold is that very model: its name, and beside it only how it is served."""
    wanted = [WORD.findall(name) for name in (model, *(facts.models[model].aliases if model in facts.models else ()))]
    words = WORD.findall(sold.rpartition("/")[2].lower().replace("_", "."))
    while words and words[0] in MAKERS:
        words = words[1:]
    for name in wanted:
        rest = words[len(name) :]
        if words[: len(name)] == name and HOW_SERVED.issuperset(rest):
            return True
    return False


def _named(snapshot: Any, named: Iterable[str], prompt: float, answer: float, at: datetime) -> Iterator[ApiOffer]:
    for name in named:
        provider_id, _, model_id = name.partition(":")
        sold = [pair for pair in _sold(snapshot) if (pair[0].id, pair[1].id) == (provider_id, model_id)]
        offer = _offer(*sold[0], prompt, answer, at) if sold else None
        if offer is None:
            raise UserError("fleet_api", name=name)
        yield offer


def _snapshot() -> Any:
    try:  # imported here: an extra
        from genai_prices import data_snapshot
    except ModuleNotFoundError:
        raise UserError("no_api_prices") from None
    return data_snapshot.get_snapshot()


def _sold(snapshot: Any) -> Iterator[tuple[Any, Any]]:
    for provider in snapshot.providers:
        for sold in provider.models:
            yield provider, sold


def _conditional(sold: Any) -> list[Any]:
    return sold.prices if isinstance(sold.prices, list) else []


def _since(price: Any) -> date | None:
    return getattr(price.constraint, "start_date", None)


def _offer(provider: Any, sold: Any, prompt: float, answer: float, at: datetime) -> ApiOffer | None:
    """None where the list has no price of text tokens; a model that is given away is not for a plan."""
    from genai_prices import Usage

    prices = sold.get_prices(at)
    if getattr(prices, "input_mtok", None) is None or getattr(prices, "output_mtok", None) is None:
        return None
    asked = prices.calc_price(Usage(input_tokens=round(prompt), output_tokens=round(answer)))
    since = [when for each in _conditional(sold) if (when := _since(each)) is not None and when <= at.date()]
    if not asked["total_price"]:
        return None
    return ApiOffer(
        provider=provider.id,
        name=provider.name,
        model=sold.id,
        usd_per_request=float(asked["total_price"]),
        usd_in=float(asked["input_price"]) / round(prompt) * MILLION,
        usd_out=float(asked["output_price"]) / round(answer) * MILLION,
        since=max(since, default=None),
        source=PACKAGE,
    )
