"""Users can see and delete their own data."""

from __future__ import annotations

import time
from pathlib import Path

from knowledge.store.store import Store
from tests.knowledge.store.base.test_retention import DAY, ask
from tests.slack.local.local_slack import LocalSlack
from tests.slack.local.people import Person
from tests.slack.local.records import Channel
from tests.slack.process import AppProcess


def test_users_see_and_delete_their_data(
    slack: LocalSlack, app: AppProcess, ada: Person, ml: Channel, tmp_path: Path
) -> None:
    assert app.is_running
    ada.clicks(ada.types("/chipscout repeated Llama 8B fine-tune, PyTorch, AWS", in_=ml).response(), "share")
    card = slack.wait_for_message(in_=ml)
    with Store(tmp_path / "chipscout.db", time.time) as store:
        slack.wait_for(lambda: [kept.message_ts for kept in store.verdicts.recent("T0LOCAL")] == [card.ts], timeout=1)
    shown = ada.types("/chipscout my data", in_=ml).response()
    assert shown.ephemeral_to == ada.id and "1 thread, 1 verdict" in shown.text
    assert "delete my data now" in ada.types("/chipscout delete my data", in_=ml).response().text
    assert "1 thread, 1 verdict" in ada.types("/chipscout my data", in_=ml).response().text
    assert "Deleted: 1 thread" in ada.types("/chipscout Delete my data NOW.", in_=ml).response().text
    assert "workspace: nothing." in ada.types("/chipscout my data", in_=ml).response().text
    assert len(slack.messages(in_=ml)) == 1  # nothing of this was said in the channel


def test_at_startup_old_data_is_deleted(slack: LocalSlack, tmp_path: Path) -> None:
    db = tmp_path / "old.db"
    with Store(db, time.time) as store:
        ask(store, "T1", "U1", "1.1", at=time.time() - 40 * DAY)
        ask(store, "T1", "U1", "1.2", at=time.time() - 20 * DAY)
        with AppProcess(slack, db=db, env={"CHIPSCOUT_KEEP_DAYS": "30"}) as app:
            slack.wait_for(lambda: any("forgot 1 verdicts" in line for line in app.stderr), what="the old forgotten")
        assert [each.thread_ts for each in store.verdicts.recent("T1")] == ["1.2"]
