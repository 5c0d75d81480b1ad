"""One machine of several that are had."""

from __future__ import annotations

from bot.advice.advisor import Advisor


def test_what_one_node_does_is_asked_of_its_chips(advisor: Advisor) -> None:
    said = advisor.ask("We have 3 servers with 8 A100 80GB each. Does Llama 405B in int4 fit on one server?").reading
    assert said.profile.accelerator_count == 8 and said.hardware[0].chips == 8


def test_a_node_that_is_spoken_of_otherwise_changes_nothing(advisor: Advisor) -> None:
    said = advisor.ask("train a 7B on 2 nodes of 8 H100, one node fails a week, how long for 100B tokens?").reading
    assert said.profile.accelerator_count == 16
