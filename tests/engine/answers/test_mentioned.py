"""Which things that can be rented a question is about."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.answers.mentioned import machines, meant, unknown
from engine.reading.vocabulary import lines_of
from engine.workload.profile import Profile, Reading
from knowledge.facts import Facts
from tests.day import DAY

P5, TRN2, V5E_16 = "p5.48xlarge", "trn2.48xlarge", "v5e-16"


@pytest.mark.parametrize(
    ("said", "things"),
    [
        ({"instances": (P5,)}, [P5]),
        ({"candidates": ("h100",), "clouds": ("aws",)}, [P5]),  # the whole machine
        ({"candidates": ("h100",)}, [P5, "a3-highgpu-8g", "Standard_ND96isr_H100_v5"]),  # one of each cloud
        ({"candidates": ("tpu-v5e",)}, ["v5e-1"]),  # a TPU is priced by the chip
        ({"candidates": ("tpu-v5e",), "accelerator_count": 16}, [V5E_16]),  # the slice of that size
        ({"candidates": ("gpu",)}, []),  # no chip in particular
        ({"instances": (P5,), "candidates": ("gpu", "trainium2")}, [P5, TRN2]),
    ],
)
def test_the_things_a_text_means(advisor: Advisor, facts: Facts, said: dict[str, object], things: list[str]) -> None:
    reading = Reading(profile=Profile.model_validate(said))
    found = meant(reading, facts, advisor.library().prices(DAY), limit=3)
    assert [thing.id for thing in found] == things


def test_a_written_line_of_types_narrows_a_chip(advisor: Advisor, facts: Facts) -> None:
    """p5 and p5e both come with Hopper chips; "p5" means the first, and the cloud with it."""
    reading = Reading(profile=Profile(candidates=("h100",)), words={"candidates": "p5"})
    assert [thing.id for thing in meant(reading, facts, advisor.library().prices(DAY), limit=3)] == [P5]


def test_a_type_nothing_is_recorded_about_is_named(facts: Facts) -> None:
    assert unknown(Reading(profile=Profile(instances=("p9.48xlarge", P5))), facts) == ("p9.48xlarge",)


@pytest.mark.parametrize(
    ("profile", "count"),
    [
        (Profile(instance_count=3), 3),
        (Profile(accelerator_count=20), 3),
        (Profile(accelerator_count=16), 2),
        (Profile(), None),
    ],
)
def test_machines_are_counted_in_whole_ones(facts: Facts, profile: Profile, count: int | None) -> None:
    """A p5.48xlarge has eight chips."""
    assert machines(profile, facts.instances[P5]) == count


@pytest.mark.parametrize(
    ("line", "chip"), [("g7e", "rtx6000pro"), ("a4x", "gb200"), ("trn2u", "trainium2"), ("a4", "b200")]
)
def test_a_line_of_machines_is_read_without_a_size(line: str, chip: str, facts: Facts) -> None:
    assert lines_of(facts)[line] == chip


def test_a_line_is_asked_for_as_its_machines_are(advisor: Advisor) -> None:
    for text in ("what's the price of g7e?", "where can I get an a4x", "g7e vs g6e per chip hour"):
        answer = advisor.ask(text)
        assert answer.form.id in ("price", "compare") and not answer.reading.unread, text


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("price of n1-standard-8 with 1 T4", "n1-standard-8-1xt4"),
        ("n1-standard-8 + 1x T4 price", "n1-standard-8-1xt4"),
        ("n1 standard 8 with 1 t4 price", "n1-standard-8-1xt4"),
        ("how much is n1-standard-16 with 2 T4", "n1-standard-16-2xt4"),
        ("n1-standard-8 with a V100 on GCP cost per hour", "n1-standard-8-1xv100"),
        ("n1-standard-8 with 1 T4 per month", "n1-standard-8-1xt4"),
        ("n1-standard-16 with 2 T4 per year", "n1-standard-16-2xt4"),
        ("price of n1-standard-4 with 1 T4", "n1-standard-8-1xt4"),  # the nearest that is held
    ],
)
def test_a_host_with_what_is_attached_to_it_is_one_machine(text: str, thing: str, advisor: Advisor) -> None:
    told = advisor.ask(text).facts
    assert {row.instance for row in told.prices} == {thing}


@pytest.mark.parametrize(
    ("text", "machine"),
    [
        ("price of an A2 ultra with one A100", "a2-ultragpu-1g"),
        ("NC H100 v5 with two H100s per hour in eastus", "Standard_NC80adis_H100_v5"),
        ("price of a2-ultragpu-8g with 4 A100", "a2-ultragpu-8g"),  # its size is written
    ],
)
def test_a_line_with_a_number_of_chips_is_its_machine_of_that_size(advisor: Advisor, text: str, machine: str) -> None:
    assert advisor.parse(text).profile.instances == (machine,)
