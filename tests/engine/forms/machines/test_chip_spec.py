"""One figure of a chip that is named, as its maker prints it."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.machines.chip_spec import ChipSpec, WithChip, asks_chip
from engine.forms.machines.spec_asked import SpecOf
from engine.reading.document import laid_out
from tests.engine.reading.test_read import vocabulary


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("H100 80GB memory bandwidth?", "bandwidth"),
        ("what's the memory bandwidth of H200", "bandwidth"),
        ("how many TFLOPS does trn2 have", "tflops"),
        ("power draw of an H100", "power"),
        ("NVLink bandwidth of H100?", "link"),
        ("which AWS instances have A100 80GB?", "machines"),
        ("how long does a 7B take on an H100 at 400 TFLOPS?", ""),
        ("network bandwidth of p5", ""),  # of a machine
        ("is memory bandwidth or compute the bottleneck on H100?", ""),
    ],
)
def test_it_is_asked_where_nothing_else_is(text: str, asks: str) -> None:
    assert asks_chip(laid_out(text, vocabulary())) == asks


@pytest.mark.parametrize(
    ("text", "figure", "value"),
    [
        ("H100 80GB memory bandwidth?", "gbps", 3350),
        ("what's the memory bandwidth of H200", "gbps", 4800),
        ("power draw of an H100", "watts", 700),
        ("NVLink bandwidth of H100?", "link_gbps", 900),
        ("how much HBM has a v6e chip", "gib", 32),
    ],
)
def test_it_is_what_the_data_sheet_says(advisor: Advisor, text: str, figure: str, value: float) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, ChipSpec)
    assert getattr(first, figure) == value


def test_each_of_two_chips_has_its_line(advisor: Advisor) -> None:
    told = advisor.ask("hbm bandwidth b200 vs h200").facts
    lines = [one for one in (told.headline, *told.sentences) if isinstance(one, ChipSpec)]
    assert [(one.chip, one.gbps) for one in lines] == [("NVIDIA B200", 8000), ("NVIDIA H200 SXM", 4800)]


def test_the_types_of_a_cloud_that_have_it(advisor: Advisor) -> None:
    first = advisor.ask("which AWS instances have A100 80GB?").facts.headline
    assert isinstance(first, WithChip)
    assert (first.types, first.elsewhere) == ((("p4de.24xlarge", 8),), False)


def test_the_name_of_a_line_is_a_machine(advisor: Advisor) -> None:
    first = advisor.ask("how many GPUs does p4d have").facts.headline
    assert isinstance(first, SpecOf)
    assert (first.instance, first.count) == ("p4d.24xlarge", 8)


@pytest.mark.parametrize(
    ("text", "chips"),
    [
        ("which AWS machines have Inferentia?", ["AWS Inferentia", "AWS Inferentia2"]),
        ("which AWS machines have Inferentia2?", ["AWS Inferentia2"]),
        ("which AWS machines have Trainium?", ["AWS Trainium", "AWS Trainium2", "AWS Trainium3"]),
        ("which instances have TPU v5e?", ["TPU v5e"]),
    ],
)
def test_the_name_of_a_family_is_every_generation_that_is_sold(text: str, chips: list[str], advisor: Advisor) -> None:
    facts = advisor.ask(text).facts
    told = [one for one in (facts.headline, *facts.sentences) if isinstance(one, WithChip)]
    assert [one.chip for one in told] == chips and not any(one.elsewhere for one in told)
