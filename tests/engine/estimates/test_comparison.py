"""Two versions of a config, and what explains the difference."""

from __future__ import annotations

import pytest

from engine.estimates.comparison import Comparison, compare
from engine.library import Library
from knowledge.facts import Facts
from tests.day import DAY
from tests.engine.estimates.sample import AXOLOTL, EPOCHS, FULL, run

ON = {"candidates": ("h100",), "accelerator_count": 8}


def compared(facts: Facts, before: str, after: str) -> Comparison:
    return compare(run(facts, before, **ON), run(facts, after, **ON), Library(facts), DAY)


def test_identical_files_are_no_change(facts: Facts) -> None:
    same = compared(facts, AXOLOTL, AXOLOTL)
    assert (same.verdict, same.causes, same.difference) == ("same", (), 0.0)


def test_a_longer_sequence_is_named_as_the_cause(facts: Facts) -> None:
    """1,000 steps of 64 sequences: four times the length is four times the tokens, and more attention for each."""
    longer = compared(facts, AXOLOTL, AXOLOTL.replace("4096", "16384"))
    before, after = longer.usd
    assert longer.verdict == "dearer"
    assert before is not None
    assert after is not None
    assert after > 3 * before  # the start of the run is paid once
    assert [cause.part for cause in longer.causes] == ["sequence"]
    assert longer.causes[0].usd == pytest.approx(longer.difference)


@pytest.mark.parametrize(
    "after",
    [
        AXOLOTL.replace("4096", "8192").replace("1000", "3000"),
        AXOLOTL.replace("micro_batch_size: 2", "micro_batch_size: 1").replace("lora", "qlora").replace("1000", "500"),
        FULL.replace("Llama-3.1-8B", "Llama-3.1-70B").replace("4096", "2048"),
    ],
)
def test_the_causes_and_what_they_cost_together_add_up(facts: Facts, after: str) -> None:
    found = compared(facts, AXOLOTL, after)
    assert len(found.causes) > 1
    assert found.together is not None
    assert found.difference is not None
    total = sum(cause.usd or 0.0 for cause in found.causes) + found.together
    assert total == pytest.approx(found.difference)


def test_an_unknown_data_set_is_compared_by_the_million_tokens(facts: Facts) -> None:
    found = compared(facts, EPOCHS, EPOCHS.replace("num_epochs: 3", "num_epochs: 6"))
    before, after = found.usd
    assert found.unit == "million"
    assert before is not None
    assert after == pytest.approx(2 * before)


def test_a_run_that_no_longer_fits_is_said_so(facts: Facts) -> None:
    assert compared(facts, AXOLOTL, FULL).no_longer_fits
    assert not compared(facts, FULL, FULL).no_longer_fits


def test_a_change_of_memory_alone_moves_no_dollars_and_is_listed(facts: Facts) -> None:
    found = compared(facts, AXOLOTL, AXOLOTL.replace("gradient_checkpointing: true", "gradient_checkpointing: false"))
    assert found.verdict == "same"
    assert [cause.part for cause in found.causes] == ["memory"]


def test_a_new_file_has_nothing_before_it(facts: Facts) -> None:
    library = Library(facts)
    assert compare(None, run(facts, AXOLOTL), library, DAY).verdict == "new"
    assert compare(run(facts, AXOLOTL), None, library, DAY).verdict == "gone"


def test_where_no_machine_is_named_both_versions_run_on_as_many_chips(facts: Facts) -> None:
    """Else a longer sequence, placed on fewer chips, would have a smaller batch and fewer tokens."""
    longer = run(facts, AXOLOTL.replace("4096", "16384"))
    found = compare(run(facts, AXOLOTL), longer, Library(facts), DAY)
    assert found.before is not None
    assert found.after is not None
    assert found.before.batch.sequences == found.after.batch.sequences
    assert found.verdict == "dearer"
    assert [cause.part for cause in found.causes] == ["sequence"]


def test_a_run_that_takes_more_chips_than_before_is_placed_on_them(facts: Facts) -> None:
    """One chip held the 1B, and none that is sold alone holds the 70B: what that takes is said, not nothing."""
    small = AXOLOTL.replace("Llama-3.1-8B", "Llama-3.2-1B").replace("4096", "1024")
    found = compare(run(facts, small), run(facts, small.replace("3.2-1B", "3.1-70B")), Library(facts), DAY)
    assert found.before is not None and found.before.devices == 1
    assert found.after is not None and found.after.chosen is not None
    assert found.after.devices is not None and found.after.devices > 1
