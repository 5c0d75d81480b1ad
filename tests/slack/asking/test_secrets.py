"""Keys and passwords that are pasted into a question: nowhere in the file, the log or a card, at any moment."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.wording.redact import secrets
from tests.slack.local.app_manifest import app_manifest
from tests.slack.local.local_slack import LocalSlack
from tests.slack.process import AppProcess

ASK = "Llama 8B fine-tune, 20 runs, PyTorch, AWS, my key is"
# one of each kind; those of Slack's own are in every payload, and are covered by tests of the log
KEYS = [kind.examples[0] for kind in secrets().kinds if not kind.name.startswith("Slack")]


@pytest.fixture
def slack() -> Iterator[LocalSlack]:
    with LocalSlack.from_manifest(app_manifest(), patience=30.0, redelivers=()) as local:
        yield local


def tell_tale(key: str) -> str:
    """The part of an example that must not be found: its longest run of letters and digits."""
    secret = key.split("://chip:")[-1].split("@")[0] if "://" in key else key.split("PRIVATE KEY-----")[-1] or key
    return max(re.findall(r"[A-Za-z0-9]+", key.split("\n")[1] if "\n" in key else secret), key=len)


def on_disk(db: Path) -> bytes:
    """The file, its write-ahead log and whatever else SQLite keeps beside it, byte by byte."""
    return b"".join(path.read_bytes() for path in sorted(db.parent.glob(f"{db.name}*")))


def test_no_way_of_asking_leaves_a_key_behind(slack: LocalSlack, tmp_path: Path) -> None:
    db = tmp_path / "c.db"
    ada = slack.user("ada")
    ml = slack.channel("ml", members=[ada, slack.bot])
    slack.fail_next("chat.postMessage", hangs=True, times=2)  # still in the inbox, as after a crash
    with AppProcess(slack, db=db, env={"CHIPSCOUT_LOG": "DEBUG"}) as app:
        asked = ada.mentions_bot(f"{ASK} {KEYS[0]}", in_=ml)
        ada.dms(f"{ASK} {KEYS[1]}")
        slack.wait_for(lambda: len([c for c in slack.calls("chat.postMessage") if c.scripted]) == 2, what="two posts")
        seen = on_disk(db)
        app.kill()
        log = app.output
    assert b"my key is" in seen  # what was asked is on file
    with AppProcess(slack, db=db, env={"CHIPSCOUT_LOG": "DEBUG"}) as app:
        shared = slack.wait_for_message(in_=ml, thread=asked)  # after the crash
        card = ada.types(f"/chipscout {ASK} {KEYS[2]}", in_=ml).response()
        assert "looked like a key or a password" in card.said
        ada.says(f"what about 50 runs, {KEYS[3]}", in_=ml, thread=shared)
        slack.wait_for_message(in_=ml, thread=shared)
        ada.uses_message_shortcut("ask_about", on=shared)
        ada.submits(slack.wait_for_view(for_=ada), {"question": f"{ASK} {KEYS[4]}", "where": "thread"})
        slack.wait_for_message(in_=ml, thread=shared)
        for key in KEYS[5:]:
            ada.types(f"/chipscout {ASK} {key}", in_=ml).response()
            seen += on_disk(db)
        log += app.output
    seen += on_disk(db)
    said = "\n".join(message.said for message in slack.world.messages if message.by_bot)
    for key in KEYS:
        assert tell_tale(key).encode() not in seen, key
        assert tell_tale(key) not in log and tell_tale(key) not in said, key
