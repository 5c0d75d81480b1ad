"""A row of a table of cards says what a table of an accelerator does."""

from __future__ import annotations

import pytest

from knowledge.facts import Accelerator, Facts
from knowledge.loading.cards import card

ROW = {
    "id": "x1",
    "name": "Vendor X1",
    "vendor": "nvidia",
    "software": "nvidia-gpu",
    "generation": "ampere",
    "released": "2021-01",
    "hbm_gib": "12",
    "hbm_gbps": "360",
    "bf16_dense_tflops": "25.5",
    "flags": "graphics|half_rate",
    "aliases": ["rtx 1"],
    "source": "board-datasheets-recalled",
    "checked_on": "2026-11-23",
    "memory_note": "of GDDR6",
}


def test_every_figure_of_a_row_has_its_source_and_day() -> None:
    chip = Accelerator.model_validate(card(ROW))
    assert (chip.hbm_gib.value, chip.hbm_gib.note) == (12, "of GDDR6")
    assert {chip.hbm_gib.source, chip.hbm_gbps.source} == {"board-datasheets-recalled"}
    assert (chip.family, chip.graphics, chip.half_rate, chip.nvlink, chip.has_bf16) == (
        "gpu",
        True,
        True,
        False,
        True,
    )


def test_a_flag_may_say_what_a_card_lacks() -> None:
    assert not Accelerator.model_validate(card(ROW | {"flags": "no_bf16"})).has_bf16


@pytest.mark.parametrize(  # generation, whether it computes BF16 and FP8, NVLink: from the vendors' data sheets
    ("name", "generation", "formats", "nvlink"),
    [
        ("titanblack", "kepler", (False, False), False),
        ("gtx980", "maxwell", (False, False), False),
        ("gtx1080", "pascal", (False, False), False),
        ("v100-16gb", "volta", (False, False), True),
        ("rtx2080ti", "turing", (False, False), True),
        ("rtx3090", "ampere", (True, False), True),
        ("a6000", "ampere", (True, False), True),
        ("rtx6000ada", "ada", (True, True), False),
        ("rtx4090", "ada", (True, True), False),
        ("rtx5090", "blackwell-rtx", (True, True), False),
        ("rx470", "polaris", (False, False), False),
        ("rx7900xtx", "rdna3", (True, False), False),
    ],
)
def test_what_a_card_computes(
    facts: Facts, name: str, generation: str, formats: tuple[bool, bool], nvlink: bool
) -> None:
    chip = facts.accelerators[name]
    kind = facts.generations[chip.generation or ""]
    assert (kind.id, (chip.has_bf16, kind.fp8), chip.nvlink) == (generation, formats, nvlink)


def test_every_chip_that_is_no_cloud_asic_has_a_generation(facts: Facts) -> None:
    named = {chip.id for chip in facts.accelerators.values() if chip.family == "gpu"}
    assert {name for name in named if facts.accelerators[name].generation is None} == set()
