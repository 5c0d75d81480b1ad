"""Several processes that serve one workspace."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from tests.slack.http_process import HttpApp
from tests.slack.local.local_slack import LocalSlack
from tests.slack.process import AppProcess

PRICE = "price of p5.48xlarge in us-east-1"


def test_two_processes_answer_each_question_once_and_a_dead_one_is_replaced(tmp_path: Path) -> None:
    with (
        LocalSlack(patience=20.0) as slack,
        AppProcess(slack, db=tmp_path / "c.db", env={"CHIPSCOUT_PROCESSES": "2"}) as app,
    ):
        ana = slack.user("ana")
        ml = slack.channel("ml", members=[ana, slack.bot])
        slack.wait_for(lambda: slack.hub.hellos == 2, what="both to connect")
        questions = [ana.mentions_bot(PRICE, in_=ml) for _ in range(6)]
        os.kill(children(app)[-1], signal.SIGKILL)
        slack.wait_for(lambda: all(slack.replies(question) for question in questions), what="every answer")
        slack.wait_for(lambda: slack.hub.hellos == 3, what="the one that replaces it")
        slack.wait_until_quiet()
        assert [len(slack.replies(question)) for question in questions] == [1] * 6
        known = children(app)
        assert len(known) == 2 and app.stop() == 0
        assert not any(Path(f"/proc/{number}").exists() for number in known)


def test_metrics_are_those_of_all_processes(tmp_path: Path) -> None:
    with (
        LocalSlack(patience=20.0) as slack,
        HttpApp(slack, db=tmp_path / "c.db", mode="--health", env={"CHIPSCOUT_PROCESSES": "2"}) as app,
    ):
        ana = slack.user("ana")
        ml = slack.channel("ml", members=[ana, slack.bot])
        slack.wait_for(lambda: slack.hub.hellos == 2, what="both to connect")
        questions = [ana.mentions_bot(PRICE, in_=ml) for _ in range(4)]  # Slack sends to both in turn
        slack.wait_for(lambda: all(slack.replies(question) for question in questions), what="every answer")
        slack.wait_until_quiet()
        os.kill(children(app)[-1], signal.SIGKILL)
        slack.wait_for(lambda: slack.hub.hellos == 3, what="the one that replaces it")
        page = app.get("/metrics").text
    asked = [line for line in page.splitlines() if line.startswith("chipscout_questions_total{")]
    assert [float(line.split()[-1]) for line in asked] == [4.0]
    assert 'chipscout_queue_length{queue="line"} 0.0' in page
    assert page.count("# TYPE chipscout_questions_total") == 1 and "chipscout_waiting" not in page


def children(app: AppProcess) -> list[int]:
    assert app.process is not None
    listed = Path(f"/proc/{app.process.pid}/task/{app.process.pid}/children")
    return [int(number) for number in listed.read_text().split()]
