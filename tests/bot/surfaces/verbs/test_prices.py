"""`/chipscout prices ...`, answered to the one who typed it."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from bot.slack.permissions import Permissions
from bot.surfaces.shared.deps import Deps
from bot.surfaces.verbs.prices import about_prices, is_about_prices, typed_in
from bot.wording.errors import UserError
from knowledge.facts import Facts, names_of
from tests.bot.surfaces.recording import ANA, CHANNEL, TEAM, RecordingClient

COMMAND: dict[str, Any] = {"channel_id": CHANNEL, "user_id": ANA}


@pytest.fixture
def admin(deps: Deps) -> Deps:
    return deps._replace(permissions=Permissions(frozenset({ANA})))


def test_prices_of_a_named_thing_are_listed(deps: Deps, client: RecordingClient) -> None:
    shown = about_prices(deps, client, COMMAND, TEAM, "prices p5.48xlarge in us-east-1")
    assert shown is not None
    assert "p5.48xlarge" in shown.plain and "us-east-1" in shown.plain


def test_what_names_nothing_with_a_price_may_be_a_question(deps: Deps, client: RecordingClient) -> None:
    assert about_prices(deps, client, COMMAND, TEAM, "prices are going up, aren't they") is None
    assert not is_about_prices("prices")
    assert not is_about_prices("what are the prices?")


def test_own_prices_are_set_listed_and_removed_by_an_admin(admin: Deps, client: RecordingClient) -> None:
    about_prices(admin, client, COMMAND, TEAM, "prices own add p5.48xlarge 31.46 in us-east-1 by on_demand")
    (price,) = admin.store.own_prices.of_team(TEAM)
    assert (price.name, str(price.amount), price.region) == ("p5.48xlarge", "31.46", "us-east-1")
    listed = about_prices(admin, client, COMMAND, TEAM, "prices own")
    assert listed is not None and "p5.48xlarge" in listed.plain
    about_prices(admin, client, COMMAND, TEAM, "prices own remove 1")
    assert admin.store.own_prices.of_team(TEAM) == ()


@pytest.mark.parametrize("words", ["prices own", "prices own add p5.48xlarge 31.46", "prices own remove 1"])
def test_others_neither_list_nor_change_them(deps: Deps, client: RecordingClient, words: str) -> None:
    with pytest.raises(UserError) as problem:
        about_prices(deps, client, COMMAND, TEAM, words)
    assert problem.value.code == "not_an_admin"


def test_others_may_list_them_by_a_setting(deps: Deps, client: RecordingClient) -> None:
    opened = deps._replace(permissions=Permissions(members_list_prices=True))
    assert about_prices(opened, client, COMMAND, TEAM, "prices own list") is not None


def test_a_number_that_no_own_price_has_is_told(admin: Deps, client: RecordingClient) -> None:
    with pytest.raises(UserError) as problem:
        about_prices(admin, client, COMMAND, TEAM, "prices own remove 7")
    assert problem.value.code == "own_price_unknown"


def test_the_parts_of_an_own_price_come_in_any_order(facts: Facts) -> None:
    typed = typed_in(
        "p5.48xlarge 31.46 by reserved_1yr until 2027-06-30 in us-east-1 note signed in May", names_of(facts)
    )
    assert (typed.name, typed.amount, typed.region, typed.purchase) == (
        "p5.48xlarge", "31.46", "us-east-1", "reserved_1yr",
    )  # fmt: skip
    assert (typed.valid_until, typed.note) == (date(2027, 6, 30), "signed in May")


@pytest.mark.parametrize("text", ["p5.48xlarge", "p5.48xlarge 31.46 near us-east-1", "p5.48xlarge 31.46 in"])
def test_a_word_that_means_nothing_is_pointed_out(text: str, facts: Facts) -> None:
    with pytest.raises(UserError) as problem:
        typed_in(text, names_of(facts))
    assert problem.value.code == "own_price_words"


@pytest.mark.parametrize(
    ("text", "name", "amount", "region"),
    [
        ("a100 80gb 3.50 in East US 2 on azure", "a100 80gb", "3.50", "East US 2"),
        ("a100 40 in us-east-1", "a100", "40", "us-east-1"),
        ("google cloud 5%", "google cloud", "5%", ""),
        ("v5e 16", "v5e", "16", ""),
    ],
)
def test_names_of_several_words_are_taken_whole(facts: Facts, text: str, name: str, amount: str, region: str) -> None:
    typed = typed_in(text, names_of(facts))
    assert (typed.name, typed.amount, typed.region) == (name, amount, region)
