"""What the loader refuses: each test breaks one thing in a copy of the data and reads the error."""

from __future__ import annotations

import shutil
import tomllib
from functools import cache
from pathlib import Path

import pytest

from knowledge.errors import KnowledgeError
from knowledge.facts import Facts
from knowledge.loading.load import data_dir, load

parsed = cache(tomllib.loads)  # of two hundred files each test changes one


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the data folder, to be broken."""
    monkeypatch.setattr(tomllib, "loads", parsed)
    folder = tmp_path / "data"
    shutil.copytree(data_dir(), folder)
    return folder


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text, f"{path.name} no longer holds {old!r}"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def add(path: Path, text: str) -> None:
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


def refusal(folder: Path) -> KnowledgeError:
    with pytest.raises(KnowledgeError) as caught:
        load(folder)
    assert "\n" not in str(caught.value)
    return caught.value


def regardless_of_order(facts: Facts) -> dict[str, object]:
    """Entries without the order in which files were read, which the names of folders decide."""
    return {name: entries if isinstance(entries, dict) else sorted(entries, key=repr) for name, entries in facts}


CHIP = """
[[accelerator]]
id = "vendor-x1"
name = "X1"
vendor = "x"
family = "gpu"
software = "nvidia-gpu"
trains = true
serves = true
released = "2026-01"
bf16_dense_tflops = { value = 100, source = "llm-analysis", checked_on = 2026-11-21 }
hbm_gbps = { value = 1000, source = "llm-analysis", checked_on = 2026-11-21 }
"""
HBM = 'hbm_gib = { value = 80, source = "llm-analysis", checked_on = 2026-11-21 }\n'
PRICE = "2026-11-01,aws,p5.48xlarge,us-east-1,on_demand,instance,55.04,,,{source},,{checked},,\n"


def test_the_data_that_ships_loads(data: Path) -> None:
    assert load(data) == load()


def test_a_new_chip_is_one_table_and_no_python(data: Path) -> None:
    add(data / "hardware/accelerators.toml", CHIP + HBM)
    assert load(data).accelerators["vendor-x1"].hbm_gib.value == 80


def test_a_figure_without_a_source_is_refused(data: Path) -> None:
    add(data / "hardware/accelerators.toml", CHIP + "hbm_gib = { value = 80, checked_on = 2026-11-21 }\n")
    error = refusal(data)
    assert (error.file, error.entry) == ("hardware/accelerators.toml", "vendor-x1")
    assert error.remedy.startswith("hbm_gib.source is missing: every figure needs a source")


def test_a_price_without_a_source_is_refused(data: Path) -> None:
    prices = data / "prices/prices.csv"
    add(prices, PRICE.format(source="", checked="2026-11-21"))
    error = refusal(data)
    assert (error.file, error.entry) == ("prices/prices.csv", f"line {len(prices.read_text().splitlines())}")
    assert "source is missing" in error.remedy
    assert "add source and checked_on" in error.remedy


def test_an_unknown_key_is_refused(data: Path) -> None:
    add(data / "hardware/accelerators.toml", CHIP + HBM + "hbm_gb = 86\n")
    error = refusal(data)
    assert (error.file, error.entry) == ("hardware/accelerators.toml", "vendor-x1")
    assert error.remedy == "unknown key 'hbm_gb'; remove it or spell it as in knowledge/facts.py"


def test_an_unknown_kind_of_table_is_refused(data: Path) -> None:
    add(data / "hardware/accelerators.toml", '\n[[acelerator]]\nid = "typo"\n')
    error = refusal(data)
    assert (error.file, error.entry) == ("hardware/accelerators.toml", "[[acelerator]]")
    assert "known: accelerated, accelerator, area, capacity" in error.remedy


def test_an_undefined_source_is_refused(data: Path) -> None:
    add(data / "hardware/accelerators.toml", CHIP + HBM.replace("llm-analysis", "a-blog"))
    error = refusal(data)
    assert (error.file, error.entry) == ("hardware/accelerators.toml", "vendor-x1")
    assert error.remedy == "source 'a-blog' is not in sources.toml; add it there or correct the name"


def test_a_check_before_the_source_existed_is_refused(data: Path) -> None:
    add(data / "prices/prices.csv", PRICE.format(source="datareceipts-hyperscalers", checked="2026-11-02"))
    error = refusal(data)
    assert error.file == "prices/prices.csv"
    assert error.remedy.startswith("checked_on 2026-11-02 is before 2026-11-09, the day of source")


def test_a_check_before_the_observation_is_refused(data: Path) -> None:
    add(data / "prices/prices.csv", PRICE.format(source="karpenter-aws-prices", checked="2026-10-31"))
    error = refusal(data)
    assert error.file == "prices/prices.csv"
    assert error.remedy == "checked_on 2026-10-31 is before observed_on 2026-11-01; correct one of the two"


def test_a_price_outside_its_own_range_is_refused(data: Path) -> None:
    row = PRICE.format(source="karpenter-aws-prices", checked="2026-11-21").replace("55.04,,", "55.04,10,20")
    add(data / "prices/prices.csv", row)
    assert refusal(data).remedy == "usd_per_hour 55.04 is outside its own low and high"


def test_a_price_of_zero_is_refused(data: Path) -> None:
    add(
        data / "prices/prices.csv",
        PRICE.format(source="karpenter-aws-prices", checked="2026-11-21").replace("55.04", "0"),
    )
    assert refusal(data).remedy.startswith("usd_per_hour: Input should be greater than 0")


def test_a_price_of_an_unknown_instance_is_refused(data: Path) -> None:
    row = PRICE.format(source="karpenter-aws-prices", checked="2026-11-21").replace("p5.48xlarge", "p9.48xlarge")
    add(data / "prices/prices.csv", row)
    assert refusal(data).remedy == "instance 'p9.48xlarge' is unknown; add it or correct the name"


def test_a_price_in_an_unknown_region_is_refused(data: Path) -> None:
    row = PRICE.format(source="karpenter-aws-prices", checked="2026-11-21").replace("us-east-1", "us-moon-1")
    add(data / "prices/prices.csv", row)
    assert refusal(data).remedy == "region 'us-moon-1' is not in regions.csv; add it or write unstated"


def test_a_repeated_id_is_refused(data: Path) -> None:
    add(data / "hardware/accelerators.toml", (CHIP + HBM).replace("vendor-x1", "h200"))
    error = refusal(data)
    assert (error.file, error.entry) == ("hardware/accelerators.toml", "h200")
    assert error.remedy == "the id 'h200' is already taken; choose another or merge the two"


def test_a_measurement_written_twice_is_refused(data: Path) -> None:
    table = data / "evidence/measurements.csv"
    row = table.read_text(encoding="utf-8").splitlines()[1]
    add(table, row + "\n")
    error = refusal(data)
    assert error.file == "evidence/measurements.csv"
    assert error.remedy == f"the id {row.split(',')[0]!r} is already taken; choose another or merge the two"


def test_a_price_written_twice_is_refused(data: Path) -> None:
    add(data / "prices/prices.csv", 2 * PRICE.format(source="karpenter-aws-prices", checked="2026-11-21"))
    assert refusal(data).remedy == "p5.48xlarge has this price twice from one source on one day; remove one"


def test_broken_toml_is_refused_with_its_line(data: Path) -> None:
    add(data / "prices/capacity.toml", '\n[[capacity]]\nid = "half\n')
    error = refusal(data)
    assert (error.file, error.entry) == ("prices/capacity.toml", "file")
    assert error.remedy.startswith("is not valid TOML (")
    assert "line" in error.remedy


def test_a_row_with_too_many_cells_is_refused(data: Path) -> None:
    software = data / "hardware/software.csv"
    add(software, "amd-gpu,x,good,kernels, upstream and more,2026-11,rocm-ecosystem,,2026-11-21,,\n")
    error = refusal(data)
    assert (error.file, error.entry) == ("hardware/software.csv", f"line {len(software.read_text().splitlines())}")
    assert error.remedy == "has more cells than the header; quote commas inside a cell"


def test_an_open_quote_in_a_table_is_refused(data: Path) -> None:
    software = data / "hardware/software.csv"
    last = len(software.read_text().splitlines())
    add(software, 'amd-gpu,x,good,"kernels,2026-11,rocm-ecosystem,,2026-11-21,,\n')
    error = refusal(data)
    assert (error.file, error.entry) == ("hardware/software.csv", f"after line {last}")
    assert error.remedy.startswith("is not valid CSV (")


def test_text_instead_of_a_date_is_refused(data: Path) -> None:
    change(data / "prices/capacity.toml", "checked_on = 2026-11-21", 'checked_on = "last week"')
    error = refusal(data)
    assert error.file == "prices/capacity.toml"
    assert error.remedy.startswith("checked_on: ")
    assert "'last week'" in error.remedy


def test_a_missing_folder_is_reported(tmp_path: Path) -> None:
    assert refusal(tmp_path / "nowhere").remedy == "not found; it must hold the data files"


def test_a_flat_folder_of_your_own_loads_as_well(data: Path, tmp_path: Path) -> None:
    """CHIPSCOUT_DATA may name a folder with every file side by side; rules keep their folder."""
    flat = tmp_path / "flat"
    (flat / "rules").mkdir(parents=True)
    for path in data.rglob("*"):
        if path.is_file():
            shutil.copy(path, flat / "rules" if path.parent.name == "rules" else flat)
    assert not [path for path in flat.iterdir() if path.is_dir() and path.name != "rules"]
    assert regardless_of_order(load(flat)) == regardless_of_order(load())  # of which `data` is a copy
