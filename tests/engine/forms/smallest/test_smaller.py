"""Whether a smaller machine holds the model that the thread speaks of."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.smallest.smaller import Smaller


@pytest.mark.parametrize(
    ("said", "instance", "at_once", "other"),
    [
        ("Serve Llama 3 8B on g5.12xlarge with vLLM", "g5.xlarge", 10, False),
        ("Serve Llama 3 70B in BF16 on p4de.24xlarge.", "g7e.12xlarge", 32, True),
        ("Serve Llama 3 8B on g6.xlarge.", "", 0, True),
    ],
)
def test_the_cheapest_that_does_is_named_with_what_to_limit(
    said: str, instance: str, at_once: int, other: bool, advisor: Advisor
) -> None:
    """20.1 usable - 15.0 of weights = 5.2 GiB, at 4,096 tokens x 128 KiB = 0.5 GiB a request, are 10 on an A10G."""
    before = advisor.ask(said).goes_on_from
    first = advisor.ask("anything smaller?", before=before).facts.headline
    assert isinstance(first, Smaller)
    assert (first.instance, first.at_once, first.other) == (instance, at_once, other)


def test_of_a_machine_alone_nothing_is_said(advisor: Advisor) -> None:
    before = advisor.ask("What is a p4d.24xlarge an hour?").goes_on_from
    assert not isinstance(advisor.ask("anything smaller?", before=before).facts.headline, Smaller)
