"""The local Slack's Web API, through the SDK's own client."""

from __future__ import annotations

from typing import Any

import pytest
from slack_sdk import WebClient

from tests.slack.local.local_slack import LocalSlack
from tests.slack.local.people import Person
from tests.slack.local.records import APP_TOKEN, BOT_TOKEN, Channel
from tests.slack.local.samples import HEADER_TOO_LONG, MODAL, ROW, refusal


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
