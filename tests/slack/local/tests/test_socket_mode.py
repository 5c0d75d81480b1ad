"""The local Slack's sockets, with unmodified Bolt apps on them."""

from __future__ import annotations

import threading
import time
import urllib.error
import urllib.request
from typing import Any

import pytest
from slack_bolt import App
from slack_bolt.adapter.socket_mode import SocketModeHandler
from slack_sdk import WebClient

from tests.slack.local.closing import close
from tests.slack.local.local_slack import LocalSlack
from tests.slack.local.people import Person
from tests.slack.local.records import APP_TOKEN, BOT_TOKEN, EVENTS, Channel
from tests.slack.local.samples import Build, answering


def test_what_is_not_acknowledged_comes_again_and_is_then_a_failure(
    slack: LocalSlack, run: Any, ada: Person, ml: Channel
) -> None:
    seen: list[tuple[str, str]] = []

    def build(app: App) -> None:
        @app.middleware
        def note(req: Any, next: Any) -> Any:
            seen.append((req.headers["x-slack-retry-num"][0], req.body["event_id"]))
            return next()

    run(build)  # no listener: Bolt does not acknowledge what nobody handles
    asked = ada.says("anybody?", in_=ml)
    delivery = asked.deliveries[0]
    slack.wait_for(lambda: delivery.given_up, timeout=8)
    assert [number for number, _ in seen] == ["0", "1"]
    assert len({event for _, event in seen}) == 1  # what an app tells the two apart by
    apart = delivery.attempts[1].sent_at - delivery.attempts[0].sent_at
    assert 3.0 <= apart < 3.5
    assert [failure.what for failure in slack.failures] == ["not acknowledged"]


def test_a_late_ack_saves_the_event_but_not_the_command() -> None:
    """Both are sent twice; the person who typed saw an error by then."""
    with LocalSlack(ack_seconds=0.3) as slack:
        ada = slack.user("ada")
        ml = slack.channel("ml", members=[ada, slack.bot])
        app = App(client=WebClient(BOT_TOKEN, base_url=slack.url))
        times: list[str] = []

        @app.command("/slow")
        def slow(ack: Any, body: Any) -> None:
            times.append(body["trigger_id"])
            if len(times) > 1:
                ack()

        handler = SocketModeHandler(app, APP_TOKEN)
        handler.connect()
        reply = ada.types("/slow", in_=ml)
        assert reply.is_acked
        assert reply.timed_out
        assert reply.attempts == 2
        assert len(set(times)) == 1
        handler.client.auto_reconnect_enabled = False
        slack.cut_sockets()
        close(handler)
        assert slack.failures == []


def test_each_envelope_goes_to_one_of_two_sockets(slack: LocalSlack, run: Any, ada: Person, ml: Channel) -> None:
    heard: list[tuple[int, str]] = []

    def build(number: int) -> Build:
        def register(app: App) -> None:
            @app.event("message")
            def message(event: Any) -> None:
                heard.append((number, event["text"]))

        return register

    run(build(1))
    run(build(2))
    assert slack.connections == 2
    for number in range(6):
        ada.says(str(number), in_=ml)
    slack.wait_for(lambda: len(heard) == 6)
    slack.wait_until_quiet()
    assert sorted(text for _, text in heard) == ["0", "1", "2", "3", "4", "5"]
    assert {number for number, _ in heard} == {1, 2}
    assert slack.redeliveries == []


def test_a_refresh_brings_the_app_back_under_a_new_address(
    slack: LocalSlack, run: Any, ada: Person, ml: Channel
) -> None:
    run(answering)
    slack.disconnect_sockets("refresh_requested")
    slack.wait_for(lambda: slack.hub.hellos == 2, what="a second hello")
    assert ada.types("/chipscout still there", in_=ml).response().text == "heard still there"
    slack.wait_for(lambda: slack.connections == 1)
    urls = {call.answer["url"] for call in slack.calls("apps.connections.open")}
    assert len(urls) == 2


def test_an_event_without_a_socket_waits_for_one(slack: LocalSlack, run: Any, ada: Person, ml: Channel) -> None:
    asked = ada.mentions_bot("early", in_=ml)
    run(answering)
    assert slack.wait_for_message(in_=ml, thread=asked).text == "here"


def test_a_connection_two_threads_close_at_once_is_closed(slack: LocalSlack) -> None:
    """The SDK's reader takes the socket away between our look at it and our closing it."""
    handler = SocketModeHandler(App(client=WebClient(BOT_TOKEN, base_url=slack.url)), APP_TOKEN)
    handler.connect()
    slack.wait_for_connections()
    session = handler.client.current_session  # type: ignore[attr-defined]
    with session.sock_send_lock:
        closing = threading.Thread(target=close, args=(handler,))
        closing.start()
        while handler.client.current_session_state.terminated is False:  # type: ignore[attr-defined]
            time.sleep(0.01)
        time.sleep(0.05)  # it waits for the lock now
        session.sock.close()
        session.sock = None
    closing.join(10)
    assert not closing.is_alive()
    assert not handler.client.message_processor.is_alive()  # type: ignore[attr-defined]


def test_a_ticket_lets_in_once(slack: LocalSlack, web: WebClient) -> None:
    url = web.apps_connections_open(app_token=APP_TOKEN)["url"].replace("ws", "http", 1)
    slack.hub.tickets.clear()
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(url)  # noqa: S310 - our own address
    assert caught.value.code == 403
    caught.value.close()


def test_the_same_payload_can_be_sent_again(slack: LocalSlack, run: Any, ada: Person, ml: Channel) -> None:
    events: list[str] = []

    def build(app: App) -> None:
        @app.event("app_mention")
        def mention(body: Any) -> None:
            events.append(body["event_id"])

        @app.event("message")
        def message() -> None:
            return None

    run(build)
    asked = ada.mentions_bot("once", in_=ml)
    slack.wait_for(lambda: len(events) == 1)
    slack.redeliver(asked)
    slack.wait_for(lambda: len(events) == 2)
    assert len(set(events)) == 1


def test_an_unsubscribed_event_is_not_sent() -> None:
    with LocalSlack(events=EVENTS - {"message.channels"}) as slack:
        ada = slack.user("ada")
        ml = slack.channel("ml", members=[ada, slack.bot])
        assert ada.says("nothing to you", in_=ml).deliveries == []
        kinds = [each.payload["event"]["type"] for each in ada.mentions_bot("you", in_=ml).deliveries]
        assert kinds == ["app_mention"]
        assert ada.says("not there", in_=slack.channel("away", members=[ada])).deliveries == []


def test_a_manifest_sets_the_workspace_up() -> None:
    manifest = {
        "features": {"slash_commands": [{"command": "/chipscout", "should_escape": True}]},
        "oauth_config": {"scopes": {"bot": ["commands", "chat:write"]}},
        "settings": {"event_subscriptions": {"bot_events": ["app_mention", "message.im"]}},
    }
    slack = LocalSlack.from_manifest(manifest)
    assert slack.world.commands == {"/chipscout": True}
    assert slack.world.events == {"app_mention", "message.im"}
    assert slack.world.scopes == {"commands", "chat:write"}
