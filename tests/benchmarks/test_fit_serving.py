"""The serving fit, done again from the data: the same bytes, and as good as is said of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks import fit_serving
from knowledge.loading.load import data_dir


@pytest.fixture(scope="module")
def again(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """The report, and the file written, of a fit made now."""
    folder = tmp_path_factory.mktemp("fit")
    (folder / "evidence").mkdir()
    report = fit_serving.main(folder)
    return report, (folder / fit_serving.WRITTEN).read_text(encoding="utf-8")


@pytest.mark.timeout(600)
def test_the_fit_in_the_data_is_what_the_data_give(again: tuple[str, str]) -> None:
    assert again[1] == (Path(data_dir()) / fit_serving.WRITTEN).read_text(encoding="utf-8")


@pytest.mark.timeout(600)
def test_groups_left_out_of_the_fit_are_foretold_within_a_quarter(again: tuple[str, str]) -> None:
    """Median error at most 25 %, by rows and by groups; 75 to 90 % of the rows within their 80 % interval."""
    rows, held = re.search(r"^all .* (\d+\.\d)% .* (\d+\.\d)%$", again[0], re.MULTILINE).groups()  # type: ignore[union-attr]
    groups = re.search(r"their median error: (\d+\.\d)%", again[0]).group(1)  # type: ignore[union-attr]
    assert float(rows) <= 25
    assert float(groups) <= 25
    assert 75 <= float(held) <= 90


def test_a_spread_holds_the_share_it_says() -> None:
    """Of 1 to 20, 17 hold 85 %."""
    assert fit_serving.most_of([float(value) for value in range(20, 0, -1)]) == 17
