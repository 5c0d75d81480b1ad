"""What a turn is answered with."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from bot.advice.thread.thread import Thread
from engine.library import library_of
from engine.reading.document import lay_out
from engine.workload.profile import Profile
from tests.engine.reading.test_read import vocabulary


def test_it_knows_what_the_thread_said_of_what_is_rented(advisor: Advisor) -> None:
    before = advisor.ask("price of g5.12xlarge on spot").goes_on_from
    turn = lay_out("and in Ireland", vocabulary(), Profile(), in_thread=True)
    thread = Thread(
        before, "and in Ireland", turn, library_of(advisor.facts), advisor.parse, advisor.ask, lambda: None
    )
    assert thread.said.purchase == "spot"
