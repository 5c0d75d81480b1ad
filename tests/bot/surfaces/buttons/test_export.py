"""*Export*: a file in the card's thread, or its text where files are not allowed."""

from __future__ import annotations

import pytest
from slack_sdk import WebClient

from bot.surfaces.buttons.export import export
from bot.surfaces.shared.deps import Deps
from tests.bot.surfaces.recording import ANA, CHANNEL, TS, RecordingClient, posted_card, press, private_card
from tests.slack.local.local_slack import LocalSlack


@pytest.mark.parametrize(("kind", "ending"), [("csv", ".csv"), ("json", ".json"), ("math", ".txt")])
def test_the_file_goes_into_the_thread_of_the_card(
    deps: Deps, client: RecordingClient, kind: str, ending: str
) -> None:
    export(kind, deps, client, press(posted_card(deps, client)))  # type: ignore[arg-type]  # one of the kinds
    (uploaded,) = client.called("files.upload")
    assert (uploaded["channel"], uploaded["thread_ts"]) == (CHANNEL, TS)
    assert uploaded["filename"].endswith(ending)


def test_of_a_private_card_it_goes_to_the_direct_messages_of_its_asker(deps: Deps, client: RecordingClient) -> None:
    export("csv", deps, client, press(private_card(deps)))
    assert client.called("files.upload")[0]["channel"] == ANA


def test_where_files_are_not_allowed_its_text_is_shown(deps: Deps, client: RecordingClient) -> None:
    verdict = posted_card(deps, client)
    client.refuses["files.upload"] = "missing_scope"
    export("csv", deps, client, press(verdict))
    (told,) = client.called("chat.postEphemeral")
    assert told["user"] == ANA
    assert "trn2.48xlarge" in told["text"]


@pytest.mark.parametrize("cut_at", ["files.getUploadURLExternal", "files.completeUploadExternal"])
def test_an_export_that_is_begun_again_in_direct_messages_comes_once(deps: Deps, cut_at: str) -> None:
    """Its process ended in between: once before the file arrived, once after, in both cases with nothing noted."""
    with LocalSlack() as slack:
        ana = slack.user("ana")
        web = WebClient(slack.env["SLACK_BOT_TOKEN"], base_url=slack.url, retry_handlers=[])
        pressed = press(private_card(deps)).model_copy(update={"user": ana.id})
        slack.fail_next(cut_at, cut="after")
        with pytest.raises(OSError):
            export("csv", deps, web, pressed)
        with deps.store.file.writing() as db:  # as if its process had died before it noted anything
            db.execute("UPDATE posts SET ts = NULL, holder = ''")
        export("csv", deps, web, pressed)
        shown = [message for message in slack.messages(in_=slack.dm(ana)) if not message.deleted]
        assert sum("The options behind" in message.text for message in shown) == 1
        assert sum(len(message.files) for message in shown) == 1
