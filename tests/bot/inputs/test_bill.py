"""A bill's files at the edge: packed or not, several, and everything that makes one unreadable."""

from __future__ import annotations

import gzip
import tracemalloc
import zipfile
from decimal import Decimal
from pathlib import Path

import pytest

from bot.inputs.bill import exchange_rates, read_bill
from bot.wording.errors import UserError
from bot.wording.words import error
from knowledge.loading.load import load
from tests.knowledge.bills.exports import BILLS, CUR, CUR_COLUMNS, CUR_TOTAL, P5, csv_of, cur_row

FACTS = load()
CUR_FILE = BILLS["aws_cur"][0]


def put(folder: Path, name: str, body: bytes) -> Path:
    path = folder / name
    path.write_bytes(body)
    return path


def refusal(*paths: Path) -> str:
    with pytest.raises(UserError) as refused:
        read_bill(paths, FACTS, {}, None)
    return error(refused.value)


def test_packed_files_are_read_like_plain_ones(tmp_path: Path) -> None:
    packed = put(tmp_path, "bill.csv.gz", gzip.compress(CUR_FILE))
    archive = tmp_path / "bill.zip"
    with zipfile.ZipFile(archive, "w") as zipped:
        zipped.writestr("bill.csv", CUR_FILE)
    for path in (packed, archive):
        found = read_bill([path], FACTS, {}, None)
        assert (found.formats, f"{found.summary.total_usd:.2f}") == (("AWS Cost and Usage Report",), CUR_TOTAL)


def test_a_bill_in_several_files_and_of_several_clouds_is_one_sum(tmp_path: Path) -> None:
    half = put(tmp_path, "1.csv", csv_of(CUR_COLUMNS, CUR[:5])), put(tmp_path, "2.csv", csv_of(CUR_COLUMNS, CUR[5:]))
    assert f"{read_bill(half, FACTS, {}, None).summary.total_usd:.2f}" == CUR_TOTAL
    azure = put(tmp_path, "azure.csv", BILLS["azure_cost"][0])
    both = read_bill([*half, azure], FACTS, {}, None)
    assert f"{both.summary.total_usd:.2f}" == "2689.85"  # 2,324.63 + 365.22
    assert both.formats == ("AWS Cost and Usage Report", "Azure's cost details (EA or MCA)")


def test_the_same_bill_is_counted_once_whatever_its_name_and_form(tmp_path: Path) -> None:
    plain = put(tmp_path, "october.csv", CUR_FILE)
    again = CUR_FILE.replace(b"2026-10-02T00:00:00Z", b"2026-10-02 00:00:00 UTC").replace(b"1320.96", b"1320.960")
    for name, body in (("copy.csv", CUR_FILE), ("october.csv.gz", gzip.compress(CUR_FILE)), ("again.csv", again)):
        told = refusal(plain, put(tmp_path, name, body))
        assert told.endswith("october.csv: give one of them. Nothing was summed.") and name in told


def test_two_accounts_with_bills_alike_are_both_counted(tmp_path: Path) -> None:
    columns = (*CUR_COLUMNS, "line_item_usage_account_id")
    paths = [
        put(
            tmp_path,
            f"{account}.csv",
            csv_of(columns, [row | {"line_item_usage_account_id": account} for row in CUR]),
        )
        for account in ("1", "2")
    ]
    assert f"{read_bill(paths, FACTS, {}, None).summary.total_usd:.2f}" == "4649.26"  # twice 2,324.63
    empty = [put(tmp_path, f"{part}.csv", csv_of(CUR_COLUMNS, ())) for part in (3, 4)]
    assert read_bill(empty, FACTS, {}, None).summary.lines == 0


def test_the_tag_the_user_names_counts_the_runs(tmp_path: Path) -> None:
    rows = [cur_row(type="Usage", cost="1", amount="1", **P5, tags=f'{{"user_sweep": "{n}"}}') for n in (1, 2, 2)]
    path = put(tmp_path, "bill.csv", csv_of(CUR_COLUMNS, rows))
    assert read_bill([path], FACTS, {}, None).summary.runs == 0
    assert read_bill([path], FACTS, {}, "sweep").summary.runs == 2


def test_what_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    unknown = refusal(put(tmp_path, "x.csv", b"BilledCost,ChargeCategory,BillingCurrency\n1,Usage,USD\n"))
    assert "is neither a bill that chipscout reads (AWS Cost and Usage Report, Google Cloud's detailed" in unknown
    assert unknown.endswith("its columns begin billed_cost, charge_category, billing_currency, and FOCUS 1.x has "
                            "effective_cost besides.")  # fmt: skip
    assert refusal(put(tmp_path, "y.csv", b"a,b\n1,2\n")).endswith("its columns begin a, b.")
    broken = put(tmp_path, "z.csv", CUR_FILE.replace(b"27.52", b"27,52x"))
    assert refusal(broken).endswith("it has another number of cells than the header (26/25). Nothing was summed.")
    wrong = put(tmp_path, "w.csv", CUR_FILE.replace(b"27.52", b"27.5.2"))
    assert refusal(wrong).endswith("w.csv cannot be read, row 7: 27.5.2 is not a number. Nothing was summed.")
    cut = put(tmp_path, "cut.csv.gz", gzip.compress(CUR_FILE)[:-20])
    assert refusal(cut).endswith("cut.csv.gz is damaged, or an archive of several files; nothing was imported.")
    whole = put(tmp_path, "bill.csv", CUR_FILE)
    assert refusal(whole, whole).endswith("bill.csv is given twice.")
    array = put(tmp_path, "bill.json", b'[\n {"cost": 1},\n 7]')
    assert "bill.json cannot be read, row 2: it is not an array of JSON objects (7)" in refusal(array)
    assert "cannot be read" in refusal(tmp_path / "absent.csv")


def test_another_currency_asks_for_its_rate(tmp_path: Path) -> None:
    path = put(tmp_path, "eur.csv", CUR_FILE.replace(b"USD", b"EUR"))
    assert refusal(path) == "The bill is in EUR and does not say what that is in dollars: add --usd-per EUR=RATE."
    found = read_bill([path], FACTS, exchange_rates(["eur=1.10"]), None)
    assert f"{found.summary.total_usd:.2f}" == "2557.09"  # 2,324.63 x 1.1 = 2,557.093
    for wrong in ("EUR", "EUR=0", "EUR=nan", "1.1=EUR", "EUR=1_08", "EUR=\u0661", "EUR=1e400"):
        with pytest.raises(UserError) as refused:
            exchange_rates([wrong])
        assert refused.value.code == "bill_rate"
    with pytest.raises(UserError) as refused:
        exchange_rates(["EUR=1,08"])
    assert refused.value.values["right"] == "EUR=1.08"
    assert exchange_rates(["EUR=1.08"]) == {"EUR": Decimal("1.08")}
    with pytest.raises(UserError, match="bill_rate_twice"):
        exchange_rates(["EUR=1.1", "eur=1.2"])


def test_a_packed_bill_is_streamed(tmp_path: Path) -> None:
    """27.52 x 20,000 lines: unpacked they have 3 MB, of which less than one is held at a time."""
    head, line = csv_of(CUR_COLUMNS, [cur_row(type="Usage", cost="27.52", amount="0.5", **P5)]).split(b"\r\n")[:2]
    path = put(tmp_path, "big.csv.gz", gzip.compress(head + b"\r\n" + (line + b"\r\n") * 20_000))
    read_bill([path], FACTS, {}, None)  # what is built once
    tracemalloc.start()
    found = read_bill([path], FACTS, {}, None).summary
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (found.lines, str(found.total_usd)) == (20_000, "550400.00")
    assert peak < 1_000_000


def test_rows_that_another_file_holds_count_once_where_they_name_their_resource(tmp_path: Path) -> None:
    """Of 24 and 12 hours the first stand in both files; without a resource both are counted, and that is told."""
    columns = (*CUR_COLUMNS, "line_item_resource_id")
    rows = [
        cur_row(type="Usage", cost=cost, amount=amount, **P5) | {"identity_line_item_id": cost}
        for cost, amount in (("1320.96", "24"), ("660.48", "12"))
    ]
    for resource, hours, told in (("i-1", 36, (1, 0)), ("", 60, (0, 1))):
        named = [row | {"line_item_resource_id": resource} for row in rows]
        paths = [
            put(tmp_path, "all.csv", csv_of(columns, named)),
            put(tmp_path, "part.csv", csv_of(columns, named[:1])),
        ]
        for order in (paths, paths[::-1]):
            found = read_bill(order, FACTS, {}, None)
            assert [use.hours for use in found.summary.uses] == [hours]
            assert (found.overlap.counted_once, found.overlap.alike) == told
