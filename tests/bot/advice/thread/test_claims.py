"""What a thread told is kept for the turns after it."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from bot.advice.thread.claims import TURNS


def test_the_last_messages_of_a_thread_are_kept(advisor: Advisor) -> None:
    turns = [f"{hours} h on 8 H100" for hours in (10, 20, 30, 40, 50)]
    before = None
    for turn in turns:
        before = advisor.ask(turn, before=before).goes_on_from
    assert before is not None and before.told == tuple(turns[-TURNS:])


def test_a_thread_of_an_older_version_is_known_by_its_last_message(advisor: Advisor) -> None:
    before = advisor.ask("16x H100 took 52 h").goes_on_from.model_copy(update={"told": ()})
    line = advisor.ask("8x H200 took 24 h. Is that normal?", before=before).facts.headline
    assert line is not None and line.code == "runs_apart"


def test_after_such_an_answer_the_thread_goes_on(advisor: Advisor) -> None:
    before = advisor.ask("RL of a 7B on 16x H100 took 52 h").goes_on_from
    answer = advisor.ask("8x H200 took 24 h. Is that normal?", before=before)
    assert answer.goes_on_from.profile.parameters == 7e9
    assert answer.goes_on_from.told[0].startswith("RL of a 7B")
