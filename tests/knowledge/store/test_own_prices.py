"""A team's own prices: seen by that team alone, exact, and with ids that are never used twice."""

from __future__ import annotations

import sqlite3
import time
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from pydantic import ValidationError

from knowledge.store.base.backend import DATABASE_ERRORS
from knowledge.store.own_prices import own_prices_in
from knowledge.store.store import Store
from knowledge.types.team import OwnPrice


def own_price(**changed: object) -> OwnPrice:
    row = {
        "team": "T1",
        "kind": "rate",
        "scope": "instance",
        "name": "p5.48xlarge",
        "cloud": "aws",
        "amount": Decimal("39.10"),
        "valid_from": date(2026, 1, 1),
        "by": "U1",
    }
    return OwnPrice.model_validate(row | changed)


def test_own_prices_belong_to_one_workspace(store: Store) -> None:
    (price,) = store.own_prices.add(own_price())
    assert store.own_prices.of_team("T1") == (price,)
    assert store.own_prices.of_team("T2") == ()
    assert not store.own_prices.remove("T2", price.id)


def test_all_prices_of_a_file_are_added_or_none(store: Store) -> None:
    beyond = own_price().model_copy(update={"name": None})  # the column does not take it
    with pytest.raises(DATABASE_ERRORS):
        store.own_prices.add(own_price(), beyond)
    assert store.own_prices.of_team("T1") == ()


def test_the_id_of_a_removed_price_is_not_used_again(store: Store) -> None:
    (first,) = store.own_prices.add(own_price())
    assert store.own_prices.remove("T1", first.id)
    (second,) = store.own_prices.add(own_price())
    assert (first.cite, second.cite) == ("own-price-1", "own-price-2")


def test_a_price_comes_back_to_the_cent(store: Store) -> None:
    store.own_prices.add(own_price(amount=Decimal("0.1")))
    assert [price.amount for price in store.own_prices.of_team("T1")] == [Decimal("0.1")]


def test_prices_are_read_without_opening_the_file_for_writing(tmp_path: Path) -> None:
    path = tmp_path / "c.db"
    assert own_prices_in(path, "T1") == () and not path.exists()
    with Store(path, time.time) as store:
        (price,) = store.own_prices.add(own_price())
        assert own_prices_in(path, "T1") == (price,)


def test_a_row_that_no_version_wrote_makes_the_file_unreadable(tmp_path: Path) -> None:
    path = tmp_path / "c.db"
    with Store(path, time.time) as store:
        store.own_prices.add(own_price())
        with store.file.writing() as db:
            db.execute("UPDATE own_prices SET kind = 'barter'")
        with pytest.raises(ValidationError):
            store.own_prices.of_team("T1")
    with pytest.raises(sqlite3.Error):
        own_prices_in(path, "T1")
