"""The words after `subscribe`."""

from __future__ import annotations

import pytest

from bot.inputs.subscription import subscribed, zone_called
from bot.wording.errors import UserError
from knowledge.facts import Facts
from knowledge.store.subscriptions import Filters, Subscription

PLAIN = Subscription(team="T1", channel="C1")


@pytest.mark.parametrize(
    ("text", "weekday", "minute"),
    [
        ("monday 9:00", 0, 540),
        ("Mon 09:00", 0, 540),
        ("on tuesdays at 9am", 1, 540),
        ("Wed. 9 pm", 2, 1260),
        ("every thu 21:30", 3, 1290),
        ("fridays at 12am", 4, 0),
        ("sunday 12pm", 6, 720),
        ("sat 7.45pm", 5, 1185),
    ],
)
def test_days_and_hours_as_people_write_them(facts: Facts, text: str, weekday: int, minute: int) -> None:
    read = subscribed(facts, text, PLAIN)
    assert (read.weekday, read.minute) == (weekday, minute)


@pytest.mark.parametrize("text", ["24:00", "9:60", "13pm", "0am", "9"])
def test_a_word_that_is_not_an_hour_is_refused(facts: Facts, text: str) -> None:
    with pytest.raises(UserError) as told:
        subscribed(facts, f"monday {text}", PLAIN)
    assert told.value.code == "subscribe_time"


@pytest.mark.parametrize(
    ("word", "zone"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ("europe/berlin", "Europe/Berlin"),
        ("berlin", "Europe/Berlin"),
        ("UTC", "UTC"),
        ("new york", "America/New_York"),
        ("Europe/Nowhere", None),
    ],
)
def test_zones_by_name_or_by_city(word: str, zone: str | None) -> None:
    assert zone_called(word) == zone


def test_regions_that_differ_by_a_dash_are_two(facts: Facts) -> None:
    assert subscribed(facts, "us-east-1", PLAIN).filters.regions == ("us-east-1",)
    assert subscribed(facts, "us-east1", PLAIN).filters.regions == ("us-east1",)


def test_chips_by_type_and_by_name(facts: Facts) -> None:
    assert subscribed(facts, "p5 h100 trn2", PLAIN).filters.chips == ("p5", "h100-sxm", "trn2")


def test_a_filter_replaces_all_filters_and_all_takes_them_away(facts: Facts) -> None:
    before = PLAIN.model_copy(update={"filters": Filters(clouds=("aws",), chips=("p5",))})
    assert subscribed(facts, "friday", before).filters == before.filters
    assert subscribed(facts, "gcp 2.5%", before).filters == Filters(clouds=("gcp",), least_percent=2.5)
    assert subscribed(facts, "all", before).filters == Filters()


@pytest.mark.parametrize("text", ["aws,gcp p5,trn2", "aws, gcp, p5, trn2", "aws gcp p5 trn2"])
def test_a_cloud_and_a_type_beside_each_other_are_two_filters(facts: Facts, text: str) -> None:
    filters = subscribed(facts, text, PLAIN).filters
    assert (filters.clouds, filters.chips) == (("aws", "gcp"), ("p5", "trn2"))


def test_names_of_several_words_and_places_are_understood(facts: Facts) -> None:
    filters = subscribed(facts, "a100 80gb, Frankfurt on gcp, google cloud", PLAIN).filters
    assert filters.chips == ("a100-80",)
    assert filters.regions == ("eu-central-1", "europe-west3", "germanywestcentral")
    assert filters.clouds == ("gcp",)


@pytest.mark.parametrize(
    ("word", "near"), [("p5.48xlrge", "p5.48xlarge"), ("mondya", "monday"), ("us-esat-1", "us-east-1")]
)
def test_a_misspelled_word_is_answered_with_the_nearest_as_people_write_it(
    facts: Facts, word: str, near: str
) -> None:
    with pytest.raises(UserError) as told:
        subscribed(facts, word, PLAIN)
    assert told.value.values["near"] == near


def test_graphics_cards_are_asked_for_by_a_word_beside_the_other_filters(facts: Facts) -> None:
    assert subscribed(facts, "monday gcp graphics", PLAIN).filters == Filters(clouds=("gcp",), graphics=True)
    again = subscribed(facts, "friday", subscribed(facts, "graphics", PLAIN))
    assert again.filters.graphics, "a day changes no filter"
    assert not subscribed(facts, "all", again).filters.graphics
