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
        chip = facts.accelerators[thing.accelerator]
        if thing.cloud != "aws" or thing.count > 1 or chip.family != "gpu" or chip.arm_host:
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


def test_no_machine_beside_an_arm_processor_is_volunteered(advisor: Advisor) -> None:
    """A g5g.xlarge costs less than a g4dn.xlarge, and common images do not run on it."""
    arm = {chip.name for chip in advisor.facts.accelerators.values() if chip.arm_host}
    assert "NVIDIA T4G" in arm
    found = named(advisor, Reading(profile=Profile(clouds=("aws",))))
    assert found is not None and found.chip not in arm
    for text in ("price of a GPU per hour on AWS", "How much memory to QLoRA a 7B?"):
        table = advisor.ask(text).facts.table
        assert table is not None
        cells = " ".join(str(cell) for row in table.rows for cell in row.cells)
        assert "g5g" not in cells and "T4G" not in cells


def test_training_is_put_on_no_machine_without_bf16(advisor: Advisor) -> None:
    """Eight T4 hold a full fine-tune of a 7B for less an hour than any other machine, in FP16 alone."""
    table = advisor.ask("How much memory does full fine-tuning of a 7B take?").facts.table
    assert table is not None and "g4dn" not in str([row.cells for row in table.rows])
