"""Own prices at the edge: what a person typed, or a table said, made into prices that can be kept."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterator
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any, get_args

from bot.wording.errors import UserError
from engine.prices.own_prices import is_of_family
from knowledge.facts import Cloud, Fact, Facts, OwnPrice, Purchase

COLUMNS = ("name", "amount", "cloud", "region", "purchase", "from", "until", "note")
AMOUNT = re.compile(r"\$?\s*(\d[\d,]*(?:\.\d+)?)\s*(k|m)?\s*(%|usd/h|usd|/h)?\s*(off|credits?)?", re.IGNORECASE)
SCALES = {"": 1, "k": 1_000, "m": 1_000_000}
MOST_ROWS = 5_000


class TypedPrice(Fact):
    """One price as it was typed: 31.46 is USD per hour, 12% off list, "25000 credits" a sum."""

    name: str
    amount: str
    cloud: str = ""
    region: str = ""
    purchase: str = ""
    valid_from: date | None = None
    valid_until: date | None = None
    note: str | None = None


def own_price(typed: TypedPrice, facts: Facts, team: str, by: str | None, today: date) -> OwnPrice:
    """What was meant.

    Raises:
        UserError: an unknown name, region or way of buying, or an amount that is none.
    """
    kind, amount = _amount(typed.amount)
    scope, name, cloud = _thing(typed, facts)
    if kind == "credits" and scope != "cloud":
        raise UserError("own_price_credits", name=typed.name)
    if kind == "rate" and scope not in ("instance", "chip"):
        raise UserError("own_price_rate", name=typed.name)
    begins = typed.valid_from or today
    if typed.valid_until is not None and typed.valid_until < begins:
        raise UserError("own_price_span", since=begins, until=typed.valid_until)
    return OwnPrice.model_validate(
        {
            "team": team,
            "kind": kind,
            "scope": scope,
            "name": name,
            "cloud": cloud,
            "region": _region(typed.region, cloud, facts),
            "purchase": _purchase(typed.purchase),
            "amount": amount,
            "valid_from": begins,
            "valid_until": typed.valid_until,
            "by": by,
            "note": typed.note,
        }
    )


def own_prices_of(text: str, facts: Facts, team: str, by: str | None, today: date) -> tuple[OwnPrice, ...]:
    """A CSV with the columns name and amount, and of the others those that are wanted. All rows or none.

    Raises:
        UserError: a column or a row that will not do; its line is named.
    """
    return tuple(_rows(text, facts, team, by, today))


def _rows(text: str, facts: Facts, team: str, by: str | None, today: date) -> Iterator[OwnPrice]:
    rows = csv.DictReader(io.StringIO(text.removeprefix("\ufeff")), strict=True)
    try:
        named = [(name or "").strip().lower() for name in rows.fieldnames or ()]
        if not {"name", "amount"} <= set(named) or not set(named) <= set(COLUMNS):
            raise UserError("own_price_columns", found=", ".join(named)[:120], columns=COLUMNS)
        rows.fieldnames = named
        for number, row in enumerate(rows, start=2):
            if number > MOST_ROWS:
                raise UserError("own_price_rows", most=MOST_ROWS)
            try:
                yield own_price(_typed(row), facts, team, by, today)
            except UserError as problem:
                from bot.wording.words import error

                raise UserError("own_price_row", line=number, because=error(problem)) from problem
    except csv.Error as problem:
        raise UserError("own_price_columns", found=str(problem)[:120], columns=COLUMNS) from problem


def _typed(row: dict[str, Any]) -> TypedPrice:
    held = {name: (value or "").strip() for name, value in row.items() if isinstance(name, str)}
    return TypedPrice(
        name=held["name"],
        amount=held["amount"],
        cloud=held.get("cloud", ""),
        region=held.get("region", ""),
        purchase=held.get("purchase", ""),
        valid_from=day_of(held.get("from", "")),
        valid_until=day_of(held.get("until", "")),
        note=held.get("note") or None,
    )


def day_of(text: str) -> date | None:
    """
    Raises:
        UserError: no ISO date.
    """
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise UserError("bad_date", value=text) from None


def _amount(text: str) -> tuple[str, Decimal]:
    read = AMOUNT.fullmatch(text.strip())
    if read is None:
        raise UserError("own_price_amount", value=text)
    unit, word = (read[3] or "").lower(), (read[4] or "").lower()
    try:
        amount = Decimal(read[1].replace(",", "")) * SCALES[(read[2] or "").lower()]
    except InvalidOperation:
        raise UserError("own_price_amount", value=text) from None
    kind = "discount" if unit == "%" else "credits" if word.startswith("credit") else "rate"
    if amount <= 0 or (kind == "discount" and amount >= 100) or (word == "off" and kind != "discount"):
        raise UserError("own_price_amount", value=text)
    return kind, amount


def _thing(typed: TypedPrice, facts: Facts) -> tuple[str, str, str]:
    """The scope, id and cloud of what `name` means: a type, a chip, how types of a family begin, or a cloud."""
    flat = _flat(typed.name)
    said = typed.cloud.strip().lower()
    if said and said not in get_args(Cloud):
        raise UserError("own_price_cloud", value=typed.cloud, clouds=get_args(Cloud))
    for cloud in get_args(Cloud):
        if flat == cloud:
            return "cloud", cloud, cloud
    for instance in facts.instances.values():
        if flat in map(_flat, (instance.id, *instance.aliases)):
            return "instance", instance.id, instance.cloud
    for chip in facts.accelerators.values():
        if flat in map(_flat, (chip.id, chip.name)):
            clouds = {each.cloud for each in facts.instances.values() if each.accelerator == chip.id}
            return "chip", chip.id, _one_cloud(typed, said, clouds)
    family = [each for each in facts.instances.values() if is_of_family(each.id, typed.name.strip())]
    if family:
        return "family", typed.name.strip().lower(), _one_cloud(typed, said, {each.cloud for each in family})
    from rapidfuzz import process

    near = process.extractOne(typed.name.lower(), (*facts.instances, *facts.accelerators), score_cutoff=60)
    raise UserError("measure_machine", name=typed.name, near=near[0] if near else None)


def _one_cloud(typed: TypedPrice, said: str, clouds: Collection[str]) -> str:
    if said in clouds or (not said and len(clouds) == 1):
        return said or next(iter(clouds))
    raise UserError("own_price_which_cloud", name=typed.name, clouds=sorted(clouds))


def _region(text: str, cloud: str, facts: Facts) -> str | None:
    if not text.strip():
        return None
    for region in facts.regions.values():
        if region.cloud == cloud and _flat(text) in map(_flat, (region.id, *region.aliases)):
            return region.id
    raise UserError("own_price_region", value=text, cloud=cloud)


def _purchase(text: str) -> str | None:
    wanted = _flat(text).replace("-", "_")
    if not wanted:
        return None
    if wanted not in get_args(Purchase):
        raise UserError("own_price_purchase", value=text, ways=get_args(Purchase))
    return wanted


def _flat(name: str) -> str:
    return re.sub(r"[\s_-]+", "-", name.strip().lower())
