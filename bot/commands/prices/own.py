"""`chipscout prices own`: what a team pays instead of list prices."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import click

from bot.commands.common import Day, load_facts, open_store
from bot.inputs.measurement import LOCAL
from bot.inputs.own_price import MOST_ROWS, TypedPrice, is_own_price_table, own_price, own_prices_of
from bot.wording.errors import UserError
from bot.wording.words import say
from knowledge.facts import OwnPrice

WORDS = "words/card/own_prices.j2"
MOST_BYTES = 400 * MOST_ROWS
MOST_HEADER_BYTES = 4096

workspace_option = click.option(
    "--workspace", default=LOCAL, show_default=True, metavar="ID", help=say("help.j2", "workspace")
)


@click.group(help=say("help.j2", "own_prices"))
def own() -> None:
    pass


@own.command(help=say("help.j2", "own_prices_add"))
@click.argument("name")
@click.argument("amount")
@click.option("--cloud", default="", metavar="CLOUD", help=say("help.j2", "price_cloud"))
@click.option("--region", default="", metavar="REGION", help=say("help.j2", "price_region"))
@click.option("--purchase", default="", metavar="WAY", help=say("help.j2", "own_prices_purchase"))
@click.option("--from", "valid_from", type=Day(), default=None, help=say("help.j2", "own_prices_from"))
@click.option("--until", "valid_until", type=Day(), default=None, help=say("help.j2", "own_prices_until"))
@click.option("--by", default=None, metavar="WHO", help=say("help.j2", "own_prices_by"))
@click.option("--note", default=None, metavar="TEXT", help=say("help.j2", "own_prices_note"))
@workspace_option
@click.option("--json", "as_json", is_flag=True, help=say("help.j2", "as_json"))
def add(
    name: str,
    amount: str,
    cloud: str,
    region: str,
    purchase: str,
    valid_from: date | None,
    valid_until: date | None,
    by: str | None,
    note: str | None,
    workspace: str,
    as_json: bool,
) -> None:
    typed = TypedPrice(
        name=name, amount=amount, cloud=cloud, region=region, purchase=purchase,
        valid_from=valid_from, valid_until=valid_until, note=note,
    )  # fmt: skip
    today = datetime.now(UTC).date()
    price = own_price(typed, load_facts(), workspace, by, today)
    with open_store() as store:
        (recorded,) = store.own_prices.add(price)
    click.echo(json.dumps(flat(recorded), ensure_ascii=False) if as_json else say(WORDS, "recorded", recorded, today))


@own.command(name="list", help=say("help.j2", "own_prices_list"))
@workspace_option
@click.option("--json", "as_json", is_flag=True, help=say("help.j2", "as_json"))
def list_(workspace: str, as_json: bool) -> None:
    with open_store() as store:
        prices = store.own_prices.of_team(workspace)
    if as_json:
        click.echo(json.dumps([flat(price) for price in prices], ensure_ascii=False, indent=1))
        return
    for price in prices:
        click.echo(say(WORDS, "listed", price, datetime.now(UTC).date()))
    if not prices:
        click.echo(say(WORDS, "nothing", workspace))


@own.command(help=say("help.j2", "own_prices_remove"))
@click.argument("number", metavar="ID")
@workspace_option
def remove(number: str, workspace: str) -> None:
    digits = number.removeprefix("own-price-")
    with open_store() as store:
        if not digits.isdecimal() or not store.own_prices.remove(workspace, int(digits[:18])):
            raise UserError("own_price_unknown", number=number)
    click.echo(say(WORDS, "removed", digits))


@own.command(name="import", help=say("help.j2", "own_prices_import"))
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--record", "records", is_flag=True, help=say("help.j2", "own_prices_record"))
@click.option("--usd-per", multiple=True, metavar="CURRENCY=RATE", help=say("help.j2", "own_prices_usd_per"))
@click.option("--run-tag", default=None, metavar="KEY", help=say("help.j2", "own_prices_run_tag"))
@click.option("--by", default=None, metavar="WHO", help=say("help.j2", "own_prices_by"))
@workspace_option
@click.option("--json", "as_json", is_flag=True, help=say("help.j2", "as_json"))
def import_(files: tuple[Path, ...], by: str | None, workspace: str, **said: Any) -> None:
    today = datetime.now(UTC).date()
    if len(files) == 1 and is_own_price_table(_begins(files[0])):
        _import_table(files[0], by, workspace, today)
        return
    from bot.commands.prices.bill import SaidOfBill, import_bill

    import_bill(files, SaidOfBill(by=by, workspace=workspace, **said), today)


def _begins(file: Path) -> bytes:
    """
    Raises:
        UserError: it cannot be read.
    """
    try:
        with file.open("rb") as opened:
            return opened.readline(MOST_HEADER_BYTES)
    except OSError as problem:
        raise UserError("unreadable_file", path=str(file), reason=problem.strerror or "") from None


def _import_table(file: Path, by: str | None, workspace: str, today: date) -> None:
    with file.open("rb") as opened:
        body = opened.read(MOST_BYTES + 1)
    try:
        text = body.decode()
    except UnicodeDecodeError:
        raise UserError("unreadable_file", path=str(file), reason=say("errors.j2", "no_utf8")) from None
    if len(body) > MOST_BYTES:
        raise UserError("own_price_rows", most=MOST_ROWS)
    prices = own_prices_of(text, load_facts(), workspace, by, today)
    with open_store() as store:
        prices = store.own_prices.add(*prices)
    click.echo(say(WORDS, "imported", len(prices)))


def flat(price: OwnPrice) -> dict[str, object]:
    """The row, with what it is cited by."""
    return price.model_dump(mode="json") | {"cite": price.cite, "amount": float(price.amount)}
