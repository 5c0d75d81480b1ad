"""The local Slack's people: commands, buttons, modals, Home, against a Bolt app on Socket Mode."""

from __future__ import annotations

from typing import Any

import pytest
from slack_bolt import App
from slack_sdk import WebClient
from slack_sdk.webhook import WebhookClient

from tests.slack.local.local_slack import LocalSlack
from tests.slack.local.people import Person
from tests.slack.local.records import Channel
from tests.slack.local.samples import HEADER_TOO_LONG, HOME, MODAL, answering, refusal


def test_one_story_over_every_surface(slack: LocalSlack, run: Any, ada: Person, ml: Channel) -> None:
    run(answering)

    reply = ada.types("/chipscout Llama & <friends> for @ada", in_=ml)
    assert reply.acked_at_once
    assert reply.ack_payload is None
    card = reply.response()
    assert card.text == f"heard Llama &amp; &lt;friends&gt; for <@{ada.id}|ada>"
    assert card.ephemeral_to == ada.id
    assert slack.messages(in_=ml) == []

    click = ada.clicks(card, "go")
    assert click.response() is card
    slack.wait_for(lambda: card.text == "gone")
    modal = slack.wait_for_view(for_=ada, callback_id="refine")
    refused = ada.submits(modal, {"runs": "many"})
    assert (refused.response_action, refused.errors) == ("errors", {"runs": "a number, please"})
    assert ada.submits(modal, {"value": "push"}).response_action == "push"
    second = slack.wait_for_view(for_=ada, callback_id="again")
    assert second.previous == modal.id
    assert ada.submits(second, {"runs": "2"}).response_action == "clear"
    assert slack.modals(ada) == []
    with pytest.raises(AssertionError, match="closed"):
        ada.submits(modal, {"runs": "2"})

    asked = ada.mentions_bot("which chip?", in_=ml)
    assert slack.wait_for_message(in_=ml, thread=asked).text == "here"
    assert [delivery.payload["event"]["type"] for delivery in asked.deliveries] == ["message", "app_mention"]
    ada.dms("hello")
    assert slack.wait_for_message(in_=ada).text == "you wrote"
    assert ada.opens_home().acked_at_once
    assert slack.wait_for_home(of=ada).said == "hello"
    ada.uses_shortcut("ask")
    shortcut = slack.wait_for_view(for_=ada)
    with pytest.raises(AssertionError, match="'Runs' is empty"):
        ada.submits(shortcut)
    ada.closes(shortcut)
    ada.uses_message_shortcut("ask", on=asked)
    assert ada.submits(slack.wait_for_view(for_=ada), {"runs": "7"}).response_action is None

    slack.wait_until_quiet()
    assert slack.failures == []
    assert slack.refused == []
    assert [ping.target for ping in slack.pings] == [ada.id]


def test_the_ack_of_a_command_may_carry_the_answer(slack: LocalSlack, run: Any, ada: Person, ml: Channel) -> None:
    def build(app: App) -> None:
        @app.command("/plain")
        def plain(ack: Any) -> None:
            ack("at once")

        @app.command("/wrong")
        def wrong(ack: Any) -> None:
            ack(text="x", blocks=HEADER_TOO_LONG)

    run(build)
    reply = ada.types("/plain", in_=ml)
    assert reply.ack_payload == {"text": "at once"}
    assert [each.text for each in reply.shown] == ["at once"]
    assert reply.responses == []
    assert ada.types("/wrong", in_=ml).is_acked
    assert [(failure.what, failure.because) for failure in slack.failures] == [("bad ack", "invalid_blocks")]


def test_external_options_are_looked_up(
    slack: LocalSlack, run: Any, web: WebClient, ada: Person, ml: Channel
) -> None:
    run(answering)
    menu = {"type": "external_select", "action_id": "lookup", "min_query_length": 1}
    web.chat_postMessage(channel=ml.id, text="pick", blocks=[{"type": "actions", "elements": [menu]}])
    post = slack.wait_for_message(in_=ml)
    assert [each["text"]["text"] for each in ada.looks_up(post, "lookup", "p5")] == ["p5"]


def test_a_command_without_should_escape_arrives_as_typed(slack: LocalSlack, ada: Person, ml: Channel) -> None:
    slack.world.commands = {"/raw": False}
    assert ada.types("/raw a < b @ada", in_=ml).text == "a < b @ada"
    with pytest.raises(AssertionError, match="not a valid command"):
        ada.types("/other", in_=ml)


def test_a_response_url_works_five_times(slack: LocalSlack, ada: Person, ml: Channel) -> None:
    url = ada.types("/x", in_=ml).delivery.payload["response_url"]
    hook = WebhookClient(url)
    assert hook.send_dict({"blocks": HEADER_TOO_LONG}).status_code == 400  # costs no use
    assert hook.send(text="public", response_type="in_channel").body == "ok"
    answers = [hook.send(text=str(number)) for number in range(5)]
    assert [answer.status_code for answer in answers] == [200] * 4 + [404]
    assert answers[-1].body == "used_url"
    assert [each.text for each in slack.messages(in_=ml)] == ["public"]
    assert [each.text for each in slack.ephemerals(to=ada)] == ["0", "1", "2", "3"]


def test_a_response_url_dies_after_half_an_hour(slack: LocalSlack, ada: Person, ml: Channel) -> None:
    hook = WebhookClient(ada.types("/x", in_=ml).delivery.payload["response_url"])
    slack.advance(1799)
    assert hook.send(text="still").status_code == 200
    slack.advance(2)
    answer = hook.send(text="too late")
    assert (answer.status_code, answer.body) == (404, "expired_url")


def test_a_trigger_works_once_and_for_three_seconds(
    slack: LocalSlack, web: WebClient, ada: Person, ml: Channel
) -> None:
    first, second = (ada.types("/x", in_=ml).delivery.payload["trigger_id"] for _ in range(2))
    web.views_open(trigger_id=first, view=MODAL)
    assert refusal(lambda: web.views_open(trigger_id=first, view=MODAL))["error"] == "exchanged_trigger_id"
    slack.advance(3.1)
    assert refusal(lambda: web.views_open(trigger_id=second, view=MODAL))["error"] == "expired_trigger_id"
    assert refusal(lambda: web.views_open(trigger_id="made.up", view=MODAL))["error"] == "invalid_trigger_id"


def test_three_modals_stand_on_one_another_and_no_more(
    slack: LocalSlack, web: WebClient, ada: Person, ml: Channel
) -> None:
    def trigger() -> str:
        return str(ada.types("/x", in_=ml).delivery.payload["trigger_id"])

    web.views_open(trigger_id=trigger(), view=MODAL)
    web.views_push(trigger_id=trigger(), view=MODAL)
    web.views_push(trigger_id=trigger(), view=MODAL)
    assert refusal(lambda: web.views_push(trigger_id=trigger(), view=MODAL))["error"] == "push_limit_reached"
    assert len(slack.modals(ada)) == 3


def test_an_old_hash_is_a_conflict(web: WebClient, ada: Person) -> None:
    old = web.views_publish(user_id=ada.id, view=HOME)["view"]
    new = web.views_publish(user_id=ada.id, view=HOME, hash=old["hash"])["view"]
    assert refusal(lambda: web.views_publish(user_id=ada.id, view=HOME, hash=old["hash"]))["error"] == "hash_conflict"
    assert (
        refusal(lambda: web.views_update(view_id=new["id"], view=HOME, hash=old["hash"]))["error"] == "hash_conflict"
    )
    assert web.views_update(view_id=new["id"], view=HOME, hash=new["hash"])["view"]["id"] == old["id"]


def test_a_bad_view_is_refused_with_pointers(web: WebClient, ada: Person) -> None:
    answer = refusal(lambda: web.views_publish(user_id=ada.id, view=HOME | {"blocks": [{"type": "alert"}]}))
    assert answer["error"] == "invalid_arguments"
    assert answer["response_metadata"]["messages"] == [
        "[ERROR] no alert in a home; only in a modal [json-pointer:/view/blocks/0]"
    ]
