"""What a machine is that was named, by hand: p4d.24xlarge has 8 chips of 40 GiB, 320 in all."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.machines.spec_asked import PriceWhose, SpecOf, asks_spec, spec_of
from engine.reading.document import laid_out
from engine.workload.profile import Profile
from engine.workload.told_sums import ToldSum
from knowledge.facts import Facts
from tests.engine.reading.test_read import vocabulary

SAID = Profile(instances=("p4d.24xlarge",))


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("is that the 40gb or the 80gb one?", "size"),
        ("how many gpus does that have?", "gpus"),
        ("wie viele GPUs hat die?", "gpus"),
        ("how much vram does the g6e have in total?", "memory"),
        ("which cpu does it have?", "cpu"),
        ("and the network?", "network"),
        ("is that per gpu or for the box?", "whose"),
        ("how many vCPUs and how much RAM does n1-standard-32-4xt4 have?", "host"),  # a long name is one word
        ("how many gpus does that take?", ""),  # asks what work takes
        ("how much vram does llama 70b need?", ""),
    ],
)
def test_a_figure_of_a_machine_is_asked_where_nothing_else_is(text: str, asks: str) -> None:
    assert asks_spec(laid_out(text, vocabulary())) == asks


def test_its_chips_and_the_other_size_of_them(facts: Facts) -> None:
    told = spec_of("size", Profile(), SAID, (), facts)
    first = told.headline if told else None
    assert isinstance(first, SpecOf) and (first.count, first.gib) == (8, 40.0)
    assert first.others == (("p4de.24xlarge", 80.0),)


def test_dollars_that_were_told_are_of_the_whole_machine(facts: Facts) -> None:
    hour = ToldSum(usd=20.0, low=20.0, high=20.0, unit="hour", thing="p4d.24xlarge", chips=8)
    told = spec_of("whose", Profile(), SAID, (hour,), facts)
    first = told.headline if told else None
    assert isinstance(first, PriceWhose) and not first.of_chip and first.each == 2.5


def test_without_a_machine_nothing_is_told(facts: Facts) -> None:
    assert spec_of("gpus", Profile(), None, (), facts) is None


@pytest.mark.parametrize(
    ("text", "start"),
    [
        (
            "how many vCPUs and how much RAM does g5.2xlarge have?",
            "32 GiB: the host memory of g5.2xlarge, beside 8 vCPUs;",
        ),
        ("how many GPUs does n1-standard-32-4xt4 have and which?", "4: n1-standard-32-4xt4 has 4 x NVIDIA T4."),
        ("how many GPUs does v6e-64 have?", "64: v6e-64 has 64 x TPU v6e (Trillium)."),
        ("how much RAM does v4-256 have?", "12,800 GiB: the host memory of v4-256, beside 7,680 vCPUs;"),
    ],
)
def test_what_a_machine_or_a_slice_has_is_told_of_itself(text: str, start: str, advisor: Advisor) -> None:
    assert " ".join(card_text(advisor.ask(text)).split()).startswith(start)


def test_the_network_of_a_slice_is_that_of_each_host_and_its_chips_have_their_own_links(facts: Facts) -> None:
    """TPU v5p: 4,800 Gbit/s one way, 1,200 GB/s both ways."""
    told = spec_of("network", Profile(candidates=("tpu-v5p",), accelerator_count=32), None, (), facts)
    first = told.headline if told else None
    assert isinstance(first, SpecOf) and first.instance == "v5p-64"
    assert (first.network_gbps, first.link_gb) == (200, 1200)
