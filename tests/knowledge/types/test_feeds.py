"""Descriptions of feeds: where a request may go, and settings that contradict each other."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from knowledge.types.feeds import FeedDescription

FEED = {
    "id": "skypilot", "title": "SkyPilot's catalog", "route": "direct", "clouds": ["aws"],
    "addresses": {"aws": ["https://Example.org/aws.csv"]}, "complete": "cloud", "dated": "the day of the commit",
    "cadence_hours": 7, "megabytes_at_most": 20, "unpacked_megabytes_at_most": 80, "seconds_at_most": 60,
    "source": "s", "checked_on": "2026-11-21",
}  # fmt: skip


def test_requests_may_go_to_the_hosts_of_the_addresses_and_the_listed_hosts() -> None:
    feed = FeedDescription.model_validate(FEED | {"hosts": ["mirror.example.org", "[::1]"]})
    assert feed.allowed_hosts() == {"example.org", "mirror.example.org", "::1"}


@pytest.mark.parametrize("address", ["file:///etc/passwd", "https://", "example.org/aws.csv", "https://a b/c"])
def test_an_address_that_is_not_a_web_page_is_refused(address: str) -> None:
    with pytest.raises(ValidationError, match="https://"):
        FeedDescription.model_validate(FEED | {"addresses": {"aws": [address]}})


@pytest.mark.parametrize("host", ["https://example.org", "example.org:443", "example.org/a", "Example.org"])
def test_a_host_has_no_scheme_port_or_path(host: str) -> None:
    with pytest.raises(ValidationError, match="bare host"):
        FeedDescription.model_validate(FEED | {"hosts": [host]})


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"addresses": {}}, "needs addresses"),
        ({"addresses": {"gcp": ["https://example.org/gcp.csv"]}}, "not among its clouds"),
        ({"route": "version"}, "two addresses"),
        ({"cadence_hours": 0}, "cadence_hours"),
    ],
)
def test_settings_that_contradict_each_other_are_refused(change: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValidationError, match=complaint):
        FeedDescription.model_validate(FEED | change)


def test_a_feed_that_is_switched_off_needs_no_addresses() -> None:
    assert not FeedDescription.model_validate(FEED | {"addresses": {}, "is_enabled": False}).allowed_hosts()
