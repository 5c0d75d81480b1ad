"""What Slack asks to wait for is counted by method, and the address of a response stays a secret."""

from __future__ import annotations

import pytest
from slack_sdk import WebClient

from bot.observe.metrics import REGISTRY
from bot.slack.rate_limits import CountedWaits, method_of
from tests.slack.local.local_slack import LocalSlack
from tests.slack.local.records import BOT_TOKEN


@pytest.mark.parametrize(
    ("url", "method"),
    [
        ("https://slack.com/api/chat.postMessage", "chat.postMessage"),
        ("http://127.0.0.1:1/api/users.info?user=U1", "users.info"),
        ("https://hooks.slack.com/commands/T1/2/secret", "response_url"),
    ],
)
def test_a_method_is_named_and_a_secret_address_is_not(url: str, method: str) -> None:
    assert method_of(url) == method


def test_a_wait_is_counted_and_the_call_made_again() -> None:
    def counted() -> float:
        return REGISTRY.get_sample_value("chipscout_slack_rate_limits_total", {"method": "auth.test"}) or 0.0

    before = counted()
    with LocalSlack() as slack:
        slack.fail_next("auth.test", retry_after=0)
        client = WebClient(BOT_TOKEN, base_url=slack.url, retry_handlers=[CountedWaits(max_retry_count=1)])
        assert client.auth_test()["ok"]
    assert counted() == before + 1
