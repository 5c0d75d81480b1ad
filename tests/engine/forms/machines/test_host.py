"""The same chip, another host: what fails on the smaller one is told to be for want of host memory."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor


@pytest.mark.parametrize(
    "text",
    [
        "I can run SDXL on inf2.8xlarge and can't run it on inf2.xlarge with the same script",
        "The job gets killed on inf2.xlarge but works on inf2.8xlarge, why?",
        "inf2.xlarge fails while loading: out of host memory",
        "Is SDXL supported on inf2.xlarge? It gets killed while it loads, and with swap it takes 10 minutes.",
    ],
)
def test_the_host_is_what_differs(text: str, advisor: Advisor) -> None:
    first = advisor.ask(text).facts.headline
    assert first is not None and first.code == "host_differs"
    assert (first.values["small_gib"], first.values["large_gib"], first.values["gib"]) == (16, 128, 32)


def test_other_chips_are_no_such_pair(advisor: Advisor) -> None:
    first = advisor.ask("It works on g5.xlarge and fails on g4dn.xlarge, why?").facts.headline
    assert first is None or first.code != "host_differs"
