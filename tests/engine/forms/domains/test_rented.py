"""A choice among rented machines is a sum; whether cards hold a project is not, wherever it is to run."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.domains.room import Room


def test_a_cloud_alone_makes_no_sum_of_a_question_for_room(advisor: Advisor) -> None:
    text = (
        "openpi says LoRA fine-tuning > 22.5 GB and full > 70 GB. I have 4x RTX 4090, can I do the full one across "
        "the four? and if not what is the cheapest AWS instance that does?"
    )
    first = advisor.ask(text).facts.headline
    assert isinstance(first, Room) and first.is_project
    assert (first.said, first.whole) == (4, 70.0)  # all weights, by its README


def test_traffic_and_runs_stay_a_sum(advisor: Advisor) -> None:
    answer = advisor.ask("We run openpi inference on AWS, 5 requests a second all month. Which instance?")
    assert not isinstance(answer.facts.headline, Room)
