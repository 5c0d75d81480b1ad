"""Nothing that was acknowledged is lost when the process is killed, and nothing is answered twice."""

from __future__ import annotations

from pathlib import Path

from tests.slack import kills
from tests.slack.local.local_slack import LocalSlack
from tests.slack.process import AppProcess


def test_every_question_is_answered_once_whenever_the_process_is_killed(tmp_path: Path) -> None:
    """Each way to ask once; `python -m tests.slack.kills 300` for presses and forms too, and more instants."""
    seen = kills.rounds(len(kills.ASKING), tmp_path, kills.ASKING)
    assert [each for each in seen if each.is_lost or each.is_doubled] == []
    assert all(each.came == 1 for each in seen if each.was_acked)


def test_the_living_process_takes_over_from_the_dead_one(tmp_path: Path) -> None:
    with LocalSlack(patience=10.0) as slack:
        ana = slack.user("ana")
        ml = slack.channel("ml", members=[ana, slack.bot])
        slack.fail_next("chat.postMessage", hangs=True)
        first = AppProcess(slack, db=tmp_path / "c.db").start()
        question = ana.mentions_bot(kills.FOUNDING, in_=ml)
        slack.wait_for(lambda: slack.calls("chat.postMessage"), what="its answer to be on its way")
        with AppProcess(slack, db=tmp_path / "c.db"):
            first.kill()
            slack.wait_for_message(in_=ml, thread=question)  # nobody asked again
            slack.wait_until_quiet()
        assert len(slack.replies(question)) == 1
