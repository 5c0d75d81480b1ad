"""Actual and amortized cost of the same commitment are not summed."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from bot.inputs.bill import read_bill
from bot.inputs.cost_view import CostViews
from bot.wording.errors import UserError
from bot.wording.words import error
from knowledge.facts import BillLine
from knowledge.loading.load import load

FACTS = load()
DAY = {"cloud": "azure", "machine": "Standard_NC40ads_H100_v5", "region": "eastus", "hours": Decimal(24)}


def line(kind: str, amount: str, way: str, **more: object) -> BillLine:
    return BillLine(kind, Decimal(amount), "USD", way=way, **(DAY | more))  # type: ignore[arg-type]


SPREAD = [line("machine", "105.60", "reserved_1yr"), line("idle", "4.40", "reserved_1yr")]
PAID = [line("machine", "0", "reserved_1yr"), line("fee", "38544", "reserved_1yr", hours=Decimal(0))]
OPEN = [line("machine", "167.52", "on_demand"), line("machine", "0", "spot")]


@pytest.mark.parametrize(("first", "second"), [(SPREAD, PAID), (PAID, SPREAD), (OPEN + PAID, SPREAD)])
def test_files_of_both_views_are_refused_in_whatever_order(first: list[BillLine], second: list[BillLine]) -> None:
    views = CostViews()
    assert list(views.of(iter(first), Path("a.csv"))) == first
    with pytest.raises(UserError) as refused:
        list(views.of(iter(second), Path("b.csv")))
    assert "counted twice" in error(refused.value) and "a.csv" in error(refused.value)


@pytest.mark.parametrize("files", [(SPREAD, SPREAD), (PAID, PAID, OPEN), (OPEN, SPREAD), (SPREAD + PAID,)])
def test_files_of_one_view_and_one_file_are_taken(files: tuple[list[BillLine], ...]) -> None:
    views = CostViews()
    for number, lines in enumerate(files):
        assert list(views.of(iter(lines), Path(f"{number}.csv"))) == lines


def test_other_clouds_tell_both_in_one_row(tmp_path: Path) -> None:
    views = CostViews()
    for lines in (PAID, SPREAD):
        list(views.of((one._replace(cloud="aws") for one in lines), tmp_path))
    assert read_bill([], FACTS, {}, None).summary.lines == 0
