"""Coverage: every type with accelerators that the catalogs of three clouds list, in sold.csv, as they describe it.

A row without a chip is one that no model is sized for here, and has its reason. The rows are the catalogs', of the
days their sources describe; a type that is new in a catalog is a new row, and none is taken out to make a test pass.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from knowledge.facts import Facts, names_of


class Sold(NamedTuple):
    cloud: str
    type: str
    chip: str
    chips: str
    source: str


def sold() -> Iterator[Sold]:
    with Path(__file__).with_name("sold.csv").open(encoding="utf-8") as file:
        yield from (Sold(**row) for row in csv.DictReader(file))


ROWS = tuple(sold())


def test_the_list_is_no_shorter_than_it_was() -> None:
    """81 of AWS, 33 of Azure and 40 of Google with a chip; 27, 65 and 10 that are left out."""
    assert Counter((row.cloud, bool(row.chip)) for row in ROWS) == {
        ("aws", True): 81,
        ("azure", True): 33,
        ("gcp", True): 40,
        ("aws", False): 27,
        ("azure", False): 65,
        ("gcp", False): 10,
    }


def test_every_type_with_a_chip_is_held_as_its_catalog_describes_it(facts: Facts) -> None:
    wrong = []
    for row in ROWS:
        if row.chip:
            held = facts.instances.get(names_of(facts).listed("instance", row.cloud, row.type) or row.type)
            told = (held.cloud, held.accelerator, str(held.count)) if held else None
            if told != (row.cloud, row.chip, row.chips):
                wrong.append((row, told))
    assert wrong == []


def test_every_other_type_is_left_out_with_a_reason(facts: Facts) -> None:
    others = [row for row in ROWS if not row.chip]
    assert [row.type for row in others if row.type in facts.instances] == []
    assert [row.type for row in others if names_of(facts).left_out(row.cloud, row.type) is None] == []


def test_every_source_of_the_list_is_known_with_its_day(facts: Facts) -> None:
    assert {row.source for row in ROWS} <= set(facts.sources)


@pytest.mark.parametrize(
    ("chip", "gib"),
    [
        ("a10g", 22888 / 1024),
        ("l4", 22888 / 1024),
        ("l40s", 45776 / 1024),
        ("rtx6000pro", 97887 / 1024),
        ("rtxpro4500", 32623 / 1024),
        ("a100-80", 81920 / 1024),
        ("h100-sxm", 81920 / 1024),
        ("h100-nvl", 99961274368 / 2**30),
        ("h200", 144384 / 1024),
        ("b200", 183359 / 1024),
        ("b300", 275040 / 1024),
        ("gb200", 189471 / 1024),
        ("mi300x", 206141652992 / 2**30),
    ],
)
def test_memory_of_a_chip_that_clouds_sell_is_what_ec2_or_the_driver_says(
    facts: Facts, chip: str, gib: float
) -> None:
    """In MiB as EC2 or nvidia-smi prints it, in bytes as NVML and rocm-smi do."""
    assert facts.accelerators[chip].hbm_gib.value == pytest.approx(gib, rel=0.005)


@pytest.mark.parametrize(
    ("type_", "vcpu", "ram"),
    [
        ("p5.4xlarge", 16, 256),
        ("p6-b300.48xlarge", 192, 4096),
        ("g7e.48xlarge", 192, 2048),
        ("Standard_NC144ds_xl_RTXPRO6000BSE_v6", 144, 516),
        ("Standard_NC288lds_xl_RTXPRO6000BSE_v6", 288, 516),
        ("Standard_ND96amsr_A100_v4", 96, 1800),
        ("Standard_ND128isr_NDR_GB200_v6", 128, 864),
        ("a3-highgpu-1g", 26, 234),
        ("a4x-maxgpu-4g-metal", 144, 960),
    ],
)
def test_a_host_is_as_its_catalog_describes_it(facts: Facts, type_: str, vcpu: int, ram: float) -> None:
    held = facts.instances[type_]
    assert (held.vcpu, held.host_ram_gib) == (vcpu, ram)


def test_what_is_left_out_has_the_price_of_its_catalog_where_one_is_held(facts: Facts) -> None:
    """26 of AWS and 65 of Azure; the DL2q has none in us-east-1."""
    others = {(row.cloud, row.type) for row in ROWS if not row.chip}
    priced = [(one.cloud, one.type) for one in facts.unsized]
    assert len(set(priced)) == len(priced) and set(priced) <= others
    assert Counter(cloud for cloud, _ in priced) == {"aws": 26, "azure": 65}
    assert all(facts.regions[one.region].cloud == one.cloud for one in facts.unsized)
    assert all(one.observed_on <= facts.sources[one.source].as_of for one in facts.unsized)
