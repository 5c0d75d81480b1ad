"""Own prices at the edge: parsed from what a user typed, or from a CSV table."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterator
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any, get_args

from bot.advice.typed.typed_number import DIGITS, respelled
from bot.inputs.measurement import unknown_machine
from bot.wording.errors import UserError
from engine.prices.rate_bounds import rate_bounds
from knowledge.facts import COMPARED, Cloud, Fact, Facts, OwnPrice, Purchase, names_of

COLUMNS = ("name", "amount", "cloud", "region", "purchase", "from", "until", "note")
AMOUNT = re.compile(rf"\$?\s*({DIGITS}(?:\.[0-9]+)?)\s*(k|m)?\s*(%|usd/h|usd|/h)?\s*(off|credits?)?", re.IGNORECASE)
PARTED = re.compile(r"([1-9][0-9]{0,2})\.([0-9]{3})")  # of a sum of dollars: a point that parts thousands
SCALES = {"": 1, "k": 1_000, "m": 1_000_000}
MOST_ROWS = 5_000
MOST_OFF = "own_discount_at_most"
MACHINE_LEAST = "own_machine_times_lowest"


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
    """The own price.

    Raises:
        UserError: an unknown name, region or purchase option, or an invalid amount.
    """
    kind, amount = _amount(typed.amount)
    scope, name, cloud = _subject(typed, facts)
    if kind == "credits" and scope != "cloud":
        raise UserError("own_price_credits", name=typed.name)
    if kind == "rate" and scope not in ("instance", "chip"):
        raise UserError("own_price_rate", name=typed.name)
    most = Decimal(str(facts.constants[MOST_OFF].value.likely))
    if kind == "discount" and amount > most:
        raise UserError("own_price_discount", value=typed.amount, most=most)
    if kind == "rate":
        _check_bounds(typed, scope, name, amount, facts)
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


def _check_bounds(typed: TypedPrice, scope: str, name: str, usd: Decimal, facts: Facts) -> None:
    """
    Raises:
        UserError: no hour of such a chip costs so much or so little, or it looks like that of one chip of a machine.
    """
    instance = facts.instances.get(name) if scope == "instance" else None
    per_chip = usd / Decimal(str(instance.count)) if instance else usd
    bounds = rate_bounds(facts, instance.accelerator if instance else name)
    if not bounds.take(per_chip):
        told = bounds._asdict() | {"said": per_chip}
        raise UserError("own_price_bounds", value=typed.amount, name=typed.name, bounds=told)
    least = Decimal(str(facts.constants[MACHINE_LEAST].value.likely))
    if instance and instance.count > 1 and bounds.held_low and per_chip < least * bounds.held_low:
        told = bounds._asdict() | {"said": per_chip, "count": instance.count, "chip": instance.accelerator}
        raise UserError("own_price_of_one_chip", value=typed.amount, name=typed.name, usd=usd, bounds=told)


def is_own_price_table(first_line: bytes) -> bool:
    """Whether a file that begins so is a table of own prices, rightly written or not."""
    text = first_line.decode("utf-8-sig", "replace")
    return not {"name", "amount"}.isdisjoint(cell.strip().strip('"').lower() for cell in text.split(","))


def own_prices_of(text: str, facts: Facts, team: str, by: str | None, today: date) -> tuple[OwnPrice, ...]:
    """The prices in a CSV with the columns name and amount, and optionally the others. All rows or none.

    Raises:
        UserError: an invalid column or row; names the line.
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
    cells = {name: (value or "").strip() for name, value in row.items() if isinstance(name, str)}
    return TypedPrice(
        name=cells["name"],
        amount=cells["amount"],
        cloud=cells.get("cloud", ""),
        region=cells.get("region", ""),
        purchase=cells.get("purchase", ""),
        valid_from=day_of(cells.get("from", "")),
        valid_until=day_of(cells.get("until", "")),
        note=cells.get("note") or None,
    )


def day_of(text: str) -> date | None:
    """
    Raises:
        UserError: it is not an ISO date.
    """
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise UserError("bad_date", value=text) from None


def _amount(text: str) -> tuple[str, Decimal]:
    match = AMOUNT.fullmatch(text.strip())
    if match is None:
        if (right := respelled(text)) is not None:
            raise UserError("decimal_comma", value=text, right=right)
        raise UserError("own_price_amount", value=text)
    unit, word = (match[3] or "").lower(), (match[4] or "").lower()
    try:
        amount = Decimal(match[1].replace(",", "")) * SCALES[(match[2] or "").lower()]
    except InvalidOperation:
        raise UserError("own_price_amount", value=text) from None
    kind = "discount" if unit == "%" else "credits" if word.startswith("credit") else "rate"
    if kind == "credits" and PARTED.fullmatch(match[1]) and not match[2]:
        raise UserError("decimal_comma", value=text, right=text.replace(".", ""))
    if amount <= 0 or (kind == "discount" and amount >= 100) or (word == "off" and kind != "discount"):
        raise UserError("own_price_amount", value=text)
    return kind, amount


def _subject(typed: TypedPrice, facts: Facts) -> tuple[str, str, Cloud]:
    """The scope, id and cloud of what the price is for: a cloud, an instance type, a family, or a chip."""
    names = names_of(facts)
    stated = names.cloud(typed.cloud)
    if typed.cloud.strip() and stated is None:
        raise UserError("own_price_cloud", value=typed.cloud, clouds=COMPARED)
    cloud = names.cloud(typed.name)
    if cloud is not None:
        return "cloud", cloud, cloud
    instance = names.instance(typed.name)
    if instance is not None:
        return "instance", instance.id, instance.cloud
    family = names.family(typed.name)
    if family is not None:
        return "family", family.name, _one_cloud(typed, stated, family.clouds)
    chip = names.chip(typed.name)
    if chip is None:
        raise unknown_machine(typed.name, facts)
    clouds = {instance.cloud for instance in facts.instances.values() if instance.accelerator == chip.id}
    if not clouds:
        raise UserError("own_price_not_rented", chip=chip.name)
    return "chip", chip.id, _one_cloud(typed, stated, clouds)


def _one_cloud(typed: TypedPrice, stated: Cloud | None, clouds: Collection[Cloud]) -> Cloud:
    if stated is None and len(clouds) == 1:
        return next(iter(clouds))
    if stated is not None and stated in clouds:
        return stated
    raise UserError("own_price_which_cloud", name=typed.name, clouds=sorted(clouds))


def _region(text: str, cloud: Cloud, facts: Facts) -> str | None:
    if not text.strip():
        return None
    names = names_of(facts)
    regions = names.regions(text, (cloud,))
    if len(regions) == 1:
        return regions[0].id
    near = [region.id for region in regions or names.regions_near(text, cloud)]
    raise UserError("own_price_region", value=text, cloud=cloud, near=near)


def _purchase(text: str) -> str | None:
    wanted = re.sub(r"[\s_-]+", "_", text.strip().lower())
    if not wanted:
        return None
    if wanted not in get_args(Purchase):
        raise UserError("own_price_purchase", value=text, ways=get_args(Purchase))
    return wanted
