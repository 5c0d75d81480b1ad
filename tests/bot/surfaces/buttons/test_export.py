"""*Export*: a file in the card's thread, or its text where files are not allowed."""

from __future__ import annotations

import pytest

from bot.surfaces.buttons.export import export
from bot.surfaces.shared.deps import Deps
from tests.bot.surfaces.recording import ANA, CHANNEL, TS, RecordingClient, posted_card, press, private_card


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
