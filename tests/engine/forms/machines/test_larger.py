"""Memory ran out on a rented machine: the ones with more come first, the cheapest of each size."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.machines.larger import LargerMachines


@pytest.mark.parametrize(
    "text",
    [
        "I tried it with g4dn.xlarge and it's not enough memory. Can anybody suggest hardware for training?",
        "CUDA out of memory on g4dn.xlarge when training. Which instance should I take instead?",
    ],
)
def test_the_cheapest_of_each_size_above_are_named(text: str, advisor: Advisor) -> None:
    """A T4 has 15 GiB; on AWS g6.xlarge (L4) is $0.80/h and g6e.xlarge (L40S) $1.86/h."""
    first = advisor.ask(text).facts.headline
    assert isinstance(first, LargerMachines)
    assert [name for name, *_ in first.machines[:2]] == ["g6.xlarge", "g6e.xlarge"]
    assert all(gib > first.gib for _, _, gib, _ in first.machines)


@pytest.mark.parametrize(
    "text",
    [
        "LoRA of Llama 3 8B runs out of memory on g4dn.xlarge, which instance should I take?",  # a sum of its own
        "Training YOLOv8 runs out of memory on g4dn.xlarge, which instance?",  # of which the memory is known
        "g4dn.xlarge runs out of host memory while loading, is g4dn.2xlarge better?",
    ],
)
def test_where_more_is_known_it_stays(text: str, advisor: Advisor) -> None:
    assert not isinstance(advisor.ask(text).facts.headline, LargerMachines)
