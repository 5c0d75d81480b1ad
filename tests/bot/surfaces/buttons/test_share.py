"""*Share to channel* and *Keep private*."""

from __future__ import annotations

import pytest

from bot.slack.post import Message
from bot.surfaces.buttons.share import keep_private, share
from bot.surfaces.shared.deps import Deps
from bot.wording.errors import UserError
from tests.bot.surfaces.recording import (
    CHANNEL,
    PERMALINK,
    PRICE,
    TEAM,
    TS,
    RecordingClient,
    press,
    private_card,
)

URL = "https://hooks.slack.com/1"


def test_a_shared_card_is_posted_once_and_the_private_one_gives_way_to_a_link(
    deps: Deps, client: RecordingClient, private: list[Message]
) -> None:
    verdict = private_card(deps, PRICE)
    share(deps, client, press(verdict, url=URL))
    share(deps, client, press(verdict, url=URL))  # a second press, before the first was seen
    (posted,) = client.called("chat.postMessage")
    assert posted["channel"] == CHANNEL
    assert [PERMALINK in str(message.blocks) for message in private] == [True]


def test_a_shared_card_takes_follow_ups_from_everybody(
    deps: Deps, client: RecordingClient, private: list[Message]
) -> None:
    verdict = private_card(deps, PRICE)
    share(deps, client, press(verdict, url=URL))
    now = deps.store.verdicts.get(TEAM, verdict.id)
    assert now is not None and (now.is_private, now.message_ts) == (False, TS)
    share(deps, client, press(now, url=URL))
    assert len(client.called("chat.postMessage")) == 1
    assert len(private) == 2, "the link, and that it is in the channel already"


def test_where_slack_does_not_let_us_post_it_can_be_pressed_again(deps: Deps, client: RecordingClient) -> None:
    verdict = private_card(deps, PRICE)
    client.refuses["chat.postMessage"] = "not_in_channel"
    with pytest.raises(UserError) as problem:
        share(deps, client, press(verdict))
    assert problem.value.code == "cannot_post"
    client.refuses.clear()
    share(deps, client, press(verdict))
    assert len(client.called("chat.postMessage")) == 2


def test_a_card_that_is_kept_private_no_longer_asks(deps: Deps, client: RecordingClient) -> None:
    keep_private(deps, client, press(private_card(deps, PRICE)))
    (shown,) = client.called("chat.postEphemeral")
    assert "'share'" not in str(shown["blocks"])
