"""Which feeds are read from where: what the facts say, and what a configuration file overrides."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from bot.feeds.config import Feeds, configured
from bot.wording.errors import UserError
from bot.wording.words import error
from knowledge.facts import Facts
from knowledge.feeds.registry import FEEDS
from knowledge.loading.load import load
from knowledge.types.feeds import FeedDescription


@pytest.fixture
def configure(facts: Facts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    def write(text: str) -> Feeds:
        path = tmp_path / "feeds.toml"
        path.write_text(text, encoding="utf-8")
        monkeypatch.setenv("CHIPSCOUT_FEEDS", str(path))
        return configured(facts)

    return write


def refused(configure, text: str) -> str:  # type: ignore[no-untyped-def]
    with pytest.raises(UserError) as caught:
        configure(text)
    return error(caught.value)


def test_every_feed_has_a_parser_and_every_parser_a_feed(facts: Facts) -> None:
    assert set(facts.feeds) == set(FEEDS)


def test_small_feeds_that_need_no_account_are_enabled(facts: Facts) -> None:
    on = {feed.id for feed in configured(facts).enabled()}
    assert on >= {"skypilot", "gpuhunt", "gpuhunt_tpu", "azure_retail", "gcp_skus"}
    assert on & {"aws_offers", "aws_savings_plans", "aws_spot", "aws_capacity_blocks", "recorded"} == set()


def test_feeds_are_read_over_https_from_their_named_hosts(facts: Facts) -> None:
    addresses = [each for feed in facts.feeds.values() for several in feed.addresses.values() for each in several]
    assert addresses and all(each.startswith("https://") for each in addresses)
    assert facts.feeds["azure_retail"].allowed_hosts() == {"prices.azure.com"}
    assert not any(feed.is_private for feed in facts.feeds.values())


@pytest.mark.parametrize("name", ["aws-offers", "AWS_OFFERS", " aws_offers "])
def test_a_feed_may_be_spelled_with_a_dash(facts: Facts, name: str) -> None:
    assert configured(facts).named(name).id == "aws_offers"


def test_an_unknown_name_gets_the_nearest_and_the_full_list(facts: Facts) -> None:
    with pytest.raises(UserError) as caught:
        configured(facts).named("azure-retial")
    said = error(caught.value)
    assert "did you mean azure_retail?" in said and "recorded" in said


def test_a_file_replaces_addresses_and_disables_feeds(configure) -> None:  # type: ignore[no-untyped-def]
    feeds = configure(
        """
        [refreshing]
        every_hours = 2
        [[feed]]
        id = "skypilot"
        addresses.aws = ["https://mirror.example/vms.csv"]
        [[feed]]
        id = "gpuhunt"
        is_enabled = false
        """
    )
    assert feeds.refreshing.every_hours == 2 and feeds.refreshing.tries == 4
    assert feeds.named("skypilot").addresses == {"aws": ("https://mirror.example/vms.csv",)}
    assert feeds.named("skypilot").allowed_hosts() == {"mirror.example"}
    assert "gpuhunt" not in {feed.id for feed in feeds.enabled()}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[feed]\n", "is not valid TOML"),
        ('[[feed]]\nid = "skypilt"\n', "skypilt"),
        ('[[feed]]\nid = "skypilot"\nadresses.aws = []\n', "adresses"),
        ('[[feed]]\nid = "skypilot"\naddresses.aws = ["file:///etc/passwd"]\n', "https://"),
        ('[[feed]]\nid = "skypilot"\naddresses.aws = ["https:///x"]\n', "names a host"),
        ('[[feed]]\nid = "gcp_skus"\naddresses.aws = ["https://a.example/x"]\n', "aws"),
        ('[[feed]]\nid = "gpuhunt"\naddresses.aws = ["https://a.example/x"]\n', "two addresses"),
        ('[[feed]]\nid = "skypilot"\nseconds_at_most = 0\n', "seconds_at_most"),
        ("[[feed]]\nis_enabled = true\n", "id"),
        ("[refreshing]\nevery_hours = -1\n", "every_hours"),
        ("[[fed]]\n", "[[feed]]"),
    ],
)
def test_an_invalid_file_is_refused_with_the_entry_and_what_to_change(configure, text: str, said: str) -> None:  # type: ignore[no-untyped-def]
    sentence = refused(configure, text)
    assert "feeds.toml" in sentence and said in sentence


def test_an_address_with_a_password_is_not_repeated(configure) -> None:  # type: ignore[no-untyped-def]
    sentence = refused(configure, '[[feed]]\nid = "skypilot"\naddresses.aws = ["https://ada:sesame@ x.example/"]\n')
    assert "skypilot" in sentence and "sesame" not in sentence


def test_an_invalid_feed_in_the_facts_stops_the_load(tmp_path: Path) -> None:
    """Like any invalid data: with file, entry and remedy."""
    from shutil import copytree

    from knowledge.errors import KnowledgeError
    from knowledge.loading.load import data_dir

    folder = copytree(data_dir(), tmp_path / "data")
    path = folder / "prices/feeds.toml"
    path.write_text(path.read_text("utf-8").replace('route = "direct"', 'route = "by_foot"', 1), "utf-8")
    with pytest.raises(KnowledgeError, match=r"feeds.toml: skypilot: route"):
        load(folder)


def test_a_file_nested_without_end_is_no_configuration(configure) -> None:  # type: ignore[no-untyped-def]
    assert "TOML" in refused(configure, "a = " + "[" * 20_000)


@pytest.mark.parametrize("name", ["", "a/b", "../x", "A", "a b", "a\x1b", "x" * 41, "-a", "ä"])
def test_a_feed_is_named_with_plain_letters(facts: Facts, name: str) -> None:
    known = facts.feeds["skypilot"].model_dump()
    FeedDescription.model_validate(known)
    with pytest.raises(ValidationError):
        FeedDescription.model_validate(known | {"id": name})


def test_a_cloud_without_an_address_is_off(configure) -> None:  # type: ignore[no-untyped-def]
    text = '[[feed]]\nid = "skypilot"\naddresses.aws = ["https://mirror.example/aws.csv"]\naddresses.gcp = []\n'
    assert set(configure(text).described["skypilot"].addresses) == {"aws"}
    assert "is_enabled = false" in refused(configure, '[[feed]]\nid = "skypilot"\naddresses.aws = []\n')
