"""The local Slack against the SDK's own clients: a WebClient, and a Bolt app on Socket Mode."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from slack_bolt import App
from slack_bolt.adapter.socket_mode import SocketModeHandler
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_handlers import RateLimitErrorRetryHandler
from slack_sdk.webhook import WebhookClient

from tests.slack.local import LocalSlack
from tests.slack.people import Person
from tests.slack.state import APP_TOKEN, BOT_TOKEN, EVENTS, Channel

Build = Callable[[App], None]
HEADER_TOO_LONG = [{"type": "header", "text": {"type": "plain_text", "text": "x" * 151}}]
BUTTON = {"type": "button", "action_id": "go", "text": {"type": "plain_text", "text": "Go"}, "value": "1"}
ROW: list[dict[str, Any]] = [{"type": "actions", "block_id": "row", "elements": [BUTTON]}]
MODAL: dict[str, Any] = {
    "type": "modal",
    "callback_id": "refine",
    "title": {"type": "plain_text", "text": "Refine"},
    "submit": {"type": "plain_text", "text": "Ask"},
    "blocks": [
        {
            "type": "input",
            "block_id": "runs",
            "label": {"type": "plain_text", "text": "Runs"},
            "element": {"type": "plain_text_input", "action_id": "value", "max_length": 5},
        }
    ],
}
HOME: dict[str, Any] = {"type": "home", "blocks": [{"type": "section", "text": {"type": "mrkdwn", "text": "hello"}}]}


@pytest.fixture
def web(slack: LocalSlack) -> WebClient:
    return WebClient(BOT_TOKEN, base_url=slack.url, timeout=5)


@pytest.fixture
def ada(slack: LocalSlack) -> Person:
    return slack.user("ada")


@pytest.fixture
def ml(slack: LocalSlack, ada: Person) -> Channel:
    return slack.channel("ml", members=[ada, slack.bot])


@pytest.fixture
def run(slack: LocalSlack) -> Iterator[Callable[[Build], App]]:
    """Connects a Bolt app; closes it in the end."""
    handlers: list[SocketModeHandler] = []

    def start(build: Build) -> App:
        greeted = slack.hub.hellos
        app = App(client=WebClient(BOT_TOKEN, base_url=slack.url))
        build(app)
        handler = SocketModeHandler(app, APP_TOKEN)
        handlers.append(handler)
        handler.connect()
        slack.wait_for(lambda: slack.hub.hellos > greeted, what="hello")
        return app

    yield start
    for handler in handlers:
        handler.close()


def refusal(call: Callable[[], object]) -> Any:
    with pytest.raises(SlackApiError) as caught:
        call()
    return caught.value.response


# ---- the Web API ---------------------------------------------------------------------------------------------


def test_auth_test_names_the_bot_and_its_scopes(slack: LocalSlack, web: WebClient) -> None:
    answer = web.auth_test()
    assert answer["user_id"] == slack.bot.id
    assert "chat:write" in answer.headers["x-oauth-scopes"].split(",")


@pytest.mark.parametrize(
    ("token", "error"), [("xoxb-other", "invalid_auth"), (APP_TOKEN, "not_allowed_token_type"), ("", "not_authed")]
)
def test_a_wrong_token_is_refused(slack: LocalSlack, token: str, error: str) -> None:
    assert refusal(WebClient(token, base_url=slack.url).auth_test)["error"] == error


def test_sockets_are_opened_with_the_app_token_only(web: WebClient) -> None:
    assert refusal(lambda: web.apps_connections_open(app_token=BOT_TOKEN))["error"] == "not_allowed_token_type"
    first, second = (web.apps_connections_open(app_token=APP_TOKEN)["url"] for _ in range(2))
    assert first != second
    assert first.startswith("ws://127.0.0.1:")


def test_an_unknown_method_is_named_so(web: WebClient) -> None:
    assert refusal(lambda: web.api_call("chat.shout"))["error"] == "unknown_method"


def test_a_message_stands_in_history_and_its_replies_in_the_thread(
    slack: LocalSlack, web: WebClient, ada: Person, ml: Channel
) -> None:
    asked = ada.says("which chip?", in_=ml)
    posted = web.chat_postMessage(channel=ml.id, text="trainium", thread_ts=asked.ts)
    web.chat_postMessage(channel=ml.id, text="reply to a reply", thread_ts=posted["ts"])
    assert [each["text"] for each in web.conversations_history(channel=ml.id)["messages"]] == ["which chip?"]
    thread = web.conversations_replies(channel=ml.id, ts=asked.ts)["messages"]
    assert [each["text"] for each in thread] == ["which chip?", "trainium", "reply to a reply"]
    assert [each.text for each in slack.replies(asked)] == ["trainium", "reply to a reply"]


def test_a_message_is_changed_and_deleted(slack: LocalSlack, web: WebClient, ml: Channel) -> None:
    posted = web.chat_postMessage(channel="#ml", text="first", blocks=ROW)
    web.chat_update(channel=ml.id, ts=posted["ts"], text="second")
    message = slack.wait_for_message(in_=ml)
    assert (message.text, message.before[0]["text"]) == ("second", "first")
    assert message.blocks[0]["type"] == "actions"  # what is not named stays
    web.chat_delete(channel=ml.id, ts=posted["ts"])
    assert slack.messages(in_=ml) == []
    assert refusal(lambda: web.chat_update(channel=ml.id, ts=posted["ts"], text="x"))["error"] == "message_not_found"


@pytest.mark.parametrize(
    ("content", "error"),
    [
        ({"text": "", "blocks": []}, "no_text"),
        ({"text": "x" * 40_001}, "msg_too_long"),
        ({"text": "x", "blocks": HEADER_TOO_LONG}, "invalid_blocks"),
        ({"text": "x", "blocks": [{"type": "poem"}]}, "invalid_blocks"),
        ({"text": "x", "attachments": [{"blocks": HEADER_TOO_LONG}]}, "invalid_blocks"),
        ({"text": "x", "thread_ts": "1.000001"}, "thread_not_found"),
    ],
)
def test_bad_content_is_refused(slack: LocalSlack, web: WebClient, ml: Channel, content: Any, error: str) -> None:
    answer = refusal(lambda: web.api_call("chat.postMessage", json={"channel": ml.id} | content))
    assert answer["error"] == error
    assert slack.messages() == []


def test_invalid_blocks_come_with_pointers(web: WebClient, ml: Channel) -> None:
    answer = refusal(
        lambda: web.chat_postMessage(channel=ml.id, text="x", blocks=[{"type": "divider"}, *HEADER_TOO_LONG])
    )
    assert answer["response_metadata"]["messages"] == [
        "[ERROR] has 151 characters; at most 150 [json-pointer:/blocks/1/text/text]"
    ]


def test_a_second_table_is_refused_as_slack_words_it(web: WebClient, ml: Channel) -> None:
    table = {"type": "table", "rows": [[{"type": "raw_text", "text": "a"}]]}
    assert refusal(lambda: web.chat_postMessage(channel=ml.id, text="x", blocks=[table, table]))["error"] == (
        "invalid_attachments"
    )


def test_where_the_bot_may_not_post(slack: LocalSlack, web: WebClient, ada: Person) -> None:
    elsewhere, old = slack.channel("elsewhere", members=[ada]), slack.channel("old", members=[slack.bot])
    slack.archive(old)
    for channel, error in ((elsewhere.id, "not_in_channel"), (old.id, "is_archived"), ("C404", "channel_not_found")):
        assert refusal(lambda where=channel: web.chat_postMessage(channel=where, text="x"))["error"] == error
    web.conversations_join(channel=elsewhere.id)
    assert web.chat_postMessage(channel=elsewhere.id, text="x")["ok"]


def test_a_missing_scope_is_named() -> None:
    with LocalSlack(scopes={"commands"}) as slack:
        slack.channel("ml", members=[slack.bot])
        web = WebClient(BOT_TOKEN, base_url=slack.url)
        answer = refusal(lambda: web.chat_postMessage(channel="#ml", text="x"))
    assert (answer["error"], answer["needed"], answer["provided"]) == ("missing_scope", "chat:write", "commands")


def test_an_ephemeral_is_seen_by_one_and_cannot_be_updated(
    slack: LocalSlack, web: WebClient, ada: Person, ml: Channel
) -> None:
    posted = web.chat_postEphemeral(channel=ml.id, user=ada.id, text="psst")
    assert [each.text for each in slack.ephemerals(to=ada)] == ["psst"]
    assert slack.messages(in_=ml) == []
    answer = refusal(lambda: web.chat_update(channel=ml.id, ts=posted["message_ts"], text="x"))
    assert answer["error"] == "message_not_found"


def test_people_channels_and_files_are_there(slack: LocalSlack, web: WebClient, ada: Person, ml: Channel) -> None:
    assert web.users_info(user=ada.id)["user"]["name"] == "ada"
    assert {each["name"] for each in web.users_list()["members"]} == {"ada", "chipscout"}
    assert web.conversations_info(channel=ml.id)["channel"]["is_member"]
    assert [each["name"] for each in web.conversations_list()["channels"]] == ["ml"]
    assert set(web.conversations_members(channel=ml.id)["members"]) == {ada.id, slack.bot.id}
    assert web.conversations_open(users=[ada.id])["channel"]["id"] == slack.dm(ada).id
    assert web.team_info()["team"]["domain"] == "local"
    assert web.bots_info(bot=web.auth_test()["bot_id"])["bot"]["name"] == "chipscout"
    uploaded = web.files_upload_v2(channel=ml.id, content="a,b\n1,2\n", filename="table.csv", title="Table")
    assert slack.files[0]["content"] == b"a,b\n1,2\n"
    assert slack.messages(in_=ml)[0].files[0]["id"] == uploaded["files"][0]["id"]


def test_reactions_permalinks_and_threads_of_the_assistant(
    slack: LocalSlack, web: WebClient, ada: Person, ml: Channel
) -> None:
    asked = ada.says("hm", in_=ml)
    web.reactions_add(channel=ml.id, name="eyes", timestamp=asked.ts)
    assert asked.reactions == {"eyes": {slack.bot.id}}
    web.reactions_remove(channel=ml.id, name="eyes", timestamp=asked.ts)
    assert (
        refusal(lambda: web.reactions_remove(channel=ml.id, name="eyes", timestamp=asked.ts))["error"]
        == "no_reaction"
    )
    assert asked.ts.replace(".", "") in web.chat_getPermalink(channel=ml.id, message_ts=asked.ts)["permalink"]
    prompts = [{"title": "a", "message": "b"}]
    web.assistant_threads_setSuggestedPrompts(channel_id=slack.dm(ada).id, prompts=prompts)
    assert slack.prompts(ada) == prompts
    web.assistant_threads_setStatus(channel_id=ml.id, thread_ts=asked.ts, status="looking up")


def test_blocks_validate_tells_without_posting(slack: LocalSlack, web: WebClient) -> None:
    assert web.api_call("blocks.validate", json={"blocks": ROW})["ok"]
    answer = refusal(lambda: web.api_call("blocks.validate", json={"view": MODAL | {"title": None}}))
    assert answer["error"] == "invalid_blocks"
    assert slack.messages() == []


# ---- trouble -------------------------------------------------------------------------------------------------


def test_a_scripted_error_comes_once(slack: LocalSlack, web: WebClient, ml: Channel) -> None:
    slack.fail_next("chat.postMessage", error="not_in_channel")
    assert refusal(lambda: web.chat_postMessage(channel=ml.id, text="x"))["error"] == "not_in_channel"
    assert web.chat_postMessage(channel=ml.id, text="x")["ok"]
    assert slack.refused == []  # it had been asked for


def test_a_scripted_500_is_one(slack: LocalSlack, web: WebClient, ml: Channel) -> None:
    slack.fail_next("chat.postMessage", status=500)
    assert refusal(lambda: web.chat_postMessage(channel=ml.id, text="x")).status_code == 500


def test_a_call_cut_after_it_took_effect_is_posted_twice_by_the_sdk(
    slack: LocalSlack, web: WebClient, ml: Channel
) -> None:
    """The reason why an app that posts once only needs a key of its own."""
    slack.fail_next("chat.postMessage", cut="after")
    web.chat_postMessage(channel=ml.id, text="x")
    assert len(slack.messages(in_=ml)) == 2


def test_a_call_cut_before_it_took_effect_is_posted_once(slack: LocalSlack, web: WebClient, ml: Channel) -> None:
    slack.fail_next("chat.postMessage", cut="before")
    web.chat_postMessage(channel=ml.id, text="x")
    assert len(slack.messages(in_=ml)) == 1


def test_a_hanging_call_ends_with_the_clients_patience(slack: LocalSlack, ml: Channel) -> None:
    slack.fail_next("chat.postMessage", hangs=True)
    with pytest.raises(TimeoutError):
        WebClient(BOT_TOKEN, base_url=slack.url, timeout=1).chat_postMessage(channel=ml.id, text="x")
    assert slack.messages() == []


def test_the_second_message_in_a_second_is_too_many(slack: LocalSlack, web: WebClient, ml: Channel) -> None:
    other = slack.channel("other", members=[slack.bot])
    slack.limit_rates()
    web.chat_postMessage(channel=ml.id, text="1")
    answer = refusal(lambda: web.chat_postMessage(channel=ml.id, text="2"))
    assert (answer.status_code, answer["error"], answer.headers["Retry-After"]) == (429, "ratelimited", "1")
    web.chat_postMessage(channel=other.id, text="1")  # each channel counts for itself
    slack.advance(1)
    web.chat_postMessage(channel=ml.id, text="3")
    assert [each.text for each in slack.messages(in_=ml)] == ["1", "3"]


def test_the_sdks_retry_handler_waits_out_a_429(slack: LocalSlack, web: WebClient, ml: Channel) -> None:
    web.retry_handlers.append(RateLimitErrorRetryHandler(max_retry_count=1))
    slack.fail_next("chat.postMessage", retry_after=0)
    assert web.chat_postMessage(channel=ml.id, text="x")["ok"]
    assert [call.error for call in slack.calls("chat.postMessage")] == ["ratelimited", None]


# ---- pings ---------------------------------------------------------------------------------------------------


def test_every_way_of_calling_somebody_is_noticed(
    slack: LocalSlack, web: WebClient, ada: Person, ml: Channel
) -> None:
    rich = {"type": "rich_text_section", "elements": [{"type": "broadcast", "range": "here"}]}
    web.chat_postMessage(
        channel=ml.id,
        text=f"<!channel> <@{ada.id}>",
        blocks=[
            {
                "type": "section",
                "text": {"type": "mrkdwn", "text": "<!here> <!subteam^S1> <https://evil.example|aws>"},
            },
            {"type": "markdown", "text": "<!everyone>"},
            {"type": "rich_text", "elements": [rich]},
        ],
    )
    kinds = [ping.kind for ping in slack.pings]
    assert kinds == ["channel", "user", "here", "usergroup", "everyone", "here"]
    assert [(link.url, link.label) for link in slack.links] == [("https://evil.example", "aws")]


def test_escaped_and_inert_words_call_nobody(slack: LocalSlack, web: WebClient, ml: Channel) -> None:
    inert = {"type": "plain_text", "text": "<!channel>"}
    web.chat_postMessage(channel=ml.id, text="&lt;!channel&gt; @here", blocks=[{"type": "section", "text": inert}])
    assert slack.pings == []
    web.chat_postMessage(channel=ml.id, text="@here", link_names=True)
    assert [ping.kind for ping in slack.pings] == ["here"]


# ---- commands ------------------------------------------------------------------------------------------------


def answering(app: App) -> None:
    @app.command("/chipscout")
    def command(ack: Any, respond: Any, body: Any) -> None:
        ack()
        respond(text=f"heard {body['text']}", blocks=ROW)

    @app.action("go")
    def go(ack: Any, respond: Any, client: Any, body: Any) -> None:
        ack()
        if body["container"]["type"] == "message":
            respond(text="gone", replace_original=True)
            client.views_open(trigger_id=body["trigger_id"], view=MODAL)

    @app.view("refine")
    def refine(ack: Any, view: Any) -> None:
        runs = view["state"]["values"]["runs"]["value"]["value"]
        if runs == "push":
            ack(response_action="push", view=MODAL | {"callback_id": "again"})
        elif runs.isdigit():
            ack()
        else:
            ack(response_action="errors", errors={"runs": "a number, please"})

    @app.view("again")
    def again(ack: Any) -> None:
        ack(response_action="clear")

    @app.event("app_mention")
    def mention(event: Any, say: Any) -> None:
        say(text="here", thread_ts=event.get("thread_ts") or event["ts"])

    @app.event("message")
    def message(event: Any, say: Any) -> None:
        if event.get("channel_type") == "im" and "bot_id" not in event and "subtype" not in event:
            say(text="you wrote")

    @app.event("app_home_opened")
    def home(event: Any, client: Any) -> None:
        client.views_publish(user_id=event["user"], view=HOME)

    @app.shortcut("ask")
    def shortcut(ack: Any, client: Any, body: Any) -> None:
        ack()
        client.views_open(trigger_id=body["trigger_id"], view=MODAL)

    @app.options("lookup")
    def options(ack: Any, payload: Any) -> None:
        ack(options=[{"text": {"type": "plain_text", "text": payload["value"]}, "value": "v"}])


def test_one_story_over_every_surface(slack: LocalSlack, run: Any, ada: Person, ml: Channel) -> None:
    run(answering)

    reply = ada.types("/chipscout Llama & <friends> for @ada", in_=ml)
    assert reply.acked_after_s < 1
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
    assert ada.opens_home().acked_after_s < 1
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


# ---- views ---------------------------------------------------------------------------------------------------


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
        "[ERROR] alert cannot stand in a home; only in a modal [json-pointer:/view/blocks/0]"
    ]


# ---- Socket Mode ---------------------------------------------------------------------------------------------


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
        handler.close()
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


def test_a_ticket_lets_in_once(slack: LocalSlack, web: WebClient) -> None:
    import urllib.error
    import urllib.request

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
