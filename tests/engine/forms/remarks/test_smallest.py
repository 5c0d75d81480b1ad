"""The smallest machine: one chip that trains and serves, the cheapest on demand."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.form import Asked, question_of
from engine.forms.remarks.smallest import Smallest, smallest
from engine.workload.profile import Profile, Reading
from tests.day import DAY


def named(advisor: Advisor, reading: Reading) -> Smallest | None:
    return smallest(question_of(Asked(reading, advisor.library(), DAY)), Smallest)


def test_no_single_gpu_on_aws_is_known_to_cost_less(advisor: Advisor) -> None:
    found = named(advisor, Reading())
    assert found is not None
    book, facts = advisor.library().prices(DAY), advisor.facts
    for thing in facts.instances.values():
        if thing.cloud != "aws" or thing.count > 1 or facts.accelerators[thing.accelerator].family != "gpu":
            continue
        quote = book.near(thing, "on_demand")
        assert quote is None or quote.seen.likely >= found.usd_per_hour / 1.5, thing.id


def test_an_inference_chip_is_no_machine_to_try_anything_on(advisor: Advisor) -> None:
    found = named(advisor, Reading(ruled_out={"candidates": ("gpu",)}))
    assert found is not None and "Inferentia" not in found.chip


def test_nothing_is_named_where_everything_is_excluded(advisor: Advisor) -> None:
    out = ("gpu", "trainium", "tpu", "inferentia")
    assert named(advisor, Reading(ruled_out={"candidates": out})) is None


def test_a_region_is_kept_to(advisor: Advisor) -> None:
    found = named(advisor, Reading(profile=Profile(clouds=("gcp",))))
    assert found is not None and found.cloud == "gcp"
