"""What a thread speaks of, and a turn as a question about it."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.reading.asking.subject import as_questions, subject
from tests.engine.reading.test_read import vocabulary


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        (
            ("Mixtral 8x7B serving on 2 A100 80GB, throughput?",),
            {"model": "Mixtral 8x7B", "machine": "2 x A100 80GB"},
        ),
        (("H200 vs B200 price",), {"machine": "H200 or B200"}),
        (("p4de.24xlarge in Tokyo price?", "and in Seoul?"), {"machine": "p4de.24xlarge", "place": "Seoul"}),
    ],
)
def test_of_each_kind_it_is_what_was_said_last(
    turns: tuple[str, ...], words: dict[str, str], advisor: Advisor
) -> None:
    before = None
    for turn in turns:
        before = advisor.ask(turn, before=before).goes_on_from
    assert before is not None and subject(before, vocabulary()).words == words


def test_where_a_machine_was_chosen_it_is_that_one(advisor: Advisor) -> None:
    asked = advisor.ask("Can a 3090 run Llama 3 70B?").goes_on_from
    chosen = advisor.ask("the cheapest card that can", before=asked).goes_on_from
    assert subject(chosen, vocabulary()).words["machine"] == chosen.sums[-1].thing != "3090"


def test_it_stands_in_place_of_that_and_there(advisor: Advisor) -> None:
    before = advisor.ask("p4de.24xlarge in Tokyo price?").goes_on_from
    first = next(iter(as_questions(before, "and is it available there?", vocabulary())))
    assert first == ("p4de.24xlarge in Tokyo", "is p4de.24xlarge available in Tokyo?")
