"""`chipscout prices import` as a person without a network meets it."""

from __future__ import annotations

import gzip
import json
import subprocess
import time
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.cli import chipscout
from bot.wording.errors import UserError
from bot.wording.words import error
from knowledge.store.store import Store
from tests.bot.catalogs import AFTER_A_CUT, AS_IT_WAS, HEADER, catalog
from tests.bot.test_cli import COMMAND
from tests.forked import completed

DAY, LATER = "2026-11-01", "2026-11-08"


class Desk:
    """A folder of files, a database, and the command, in this process."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.database, self.feeds = folder, folder / "chipscout.db", ""

    def file(self, name: str, content: bytes) -> str:
        path = self.folder / name
        path.write_bytes(content)
        return str(path)

    def run(self, *words: str) -> tuple[int, str, str]:
        """Exit status, standard output, standard error; in this process, as the console script would."""
        env = {"CHIPSCOUT_DB": str(self.database), "CHIPSCOUT_FEEDS": self.feeds}
        done = CliRunner(env=env).invoke(chipscout, ["prices", "import", *words])
        if isinstance(done.exception, UserError):
            return 2, done.stdout, error(done.exception)
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        return done.exit_code, done.stdout, done.stderr

    def script(self, *words: str, text: bytes) -> subprocess.CompletedProcess[bytes]:
        """A process of its own, with this on its standard input."""
        env = {"CHIPSCOUT_DB": str(self.database), "HOME": str(self.folder)}
        return completed([str(COMMAND), "prices", "import", *words], text=text, env=env)

    def refused(self, *words: str) -> str:
        """The sentence, when nothing was imported."""
        code, out, sentence = self.run(*words)
        assert (code, out) == (2, ""), sentence
        assert len(sentence.splitlines()) == 1
        if self.database.exists():
            with Store(self.database, time.time) as store:
                assert store.history.newest_snapshots() == ()
        return sentence

    def on_demand(self, day: str) -> dict[str, str]:
        """In us-east-1, by type."""
        with Store(self.database, time.time) as store:
            held = store.history.latest(date.fromisoformat(day), region="us-east-1", purchase="on_demand")
            return {each.key.instance: str(each.usd_per_hour) for each in held}


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_it_says_what_was_taken_and_what_was_odd(desk: Desk) -> None:
    """Spot of the first row stands at its cap: it equals on demand."""
    body = catalog().replace(b"55.04,9,us-east-1", b"55.04,55.04,us-east-1")
    code, out, _ = desk.run("skypilot", desk.file("vms.csv", body), "--observed-on", DAY)
    assert code == 0
    assert f"skypilot aws, {DAY}: taken" in out and "0 changed, 0 gone" in out
    assert "1 odd row left out:" in out and "p5.48xlarge" in out
    assert desk.on_demand(DAY) == AS_IT_WAS


def test_a_later_file_changes_what_it_says_and_an_earlier_day_stays(desk: Desk) -> None:
    desk.run("skypilot", desk.file("new.csv", catalog(AFTER_A_CUT)), "--observed-on", LATER)
    code, out, _ = desk.run("SkyPilot", desk.file("old.csv", catalog()), "--observed-on", DAY, "--json")
    (taken,) = json.loads(out)["taken"]
    assert (code, taken["cloud"], taken["observed_on"], taken["rows"], taken["complete"]) == (0, "aws", DAY, 12, True)
    assert desk.on_demand(DAY) == AS_IT_WAS and desk.on_demand(LATER) == AFTER_A_CUT


def test_packed_and_from_standard_input(desk: Desk) -> None:
    done = desk.script("skypilot", "-", "--observed-on", DAY, text=gzip.compress(catalog()))
    assert done.returncode == 0 and b"12 new" in done.stdout and done.stderr == b""
    assert desk.on_demand(DAY) == AS_IT_WAS


def test_wrong_bytes_on_standard_input_are_one_sentence_on_standard_error(desk: Desk) -> None:
    done = desk.script("skypilot", "-", "--observed-on", DAY, text=b"<html>")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"<stdin> is not skypilot; it looks like a web page")


def test_what_a_part_does_not_hold_is_not_delisted(desk: Desk) -> None:
    desk.run("skypilot", desk.file("vms.csv", catalog()), "--observed-on", DAY)
    part = desk.file("part.csv", catalog({"p5.48xlarge": "49.536"}))
    _, out, _ = desk.run("skypilot", part, "--observed-on", LATER, "--partial")
    assert "0 gone" in out and "nothing counts as delisted" in out
    assert desk.on_demand(LATER) == AS_IT_WAS | {"p5.48xlarge": "49.536"}
    _, out, _ = desk.run("skypilot", part, "--observed-on", LATER, "--accept-shrunk")
    assert "8 gone" in out
    assert desk.on_demand(LATER) == {"p5.48xlarge": "49.536"}


def cut_off(body: bytes, rows: int) -> bytes:
    """What is left of a file that ends after so many rows."""
    return b"".join(body.splitlines(keepends=True)[: 1 + rows])


def test_a_file_cut_off_at_the_end_of_a_row_is_refused_on_every_day_it_is_given(desk: Desk) -> None:
    desk.run("skypilot", desk.file("vms.csv", catalog()), "--observed-on", DAY)
    cut = desk.file("cut.csv", cut_off(catalog(), 2))
    for day in (LATER, "2026-11-15"):
        code, out, said = desk.run("skypilot", cut, "--observed-on", day)
        assert (code, out) == (2, "") and "it holds 4 prices where 12 stand" in said
        assert "--accept-shrunk" in said and "--partial" in said
        assert desk.on_demand(day) == AS_IT_WAS
    code, out, said = desk.run("skypilot", cut, "--observed-on", LATER, "--accept-shrunk")
    assert code == 0 and "8 gone" in out
    assert "8 of 12 prices are missing at once" in said and "until another look lacks them too" in said


def test_a_loss_that_is_less_is_taken_and_told_loudly(desk: Desk) -> None:
    """6 of 12 prices: half of them stand, which is not fewer than half."""
    desk.run("skypilot", desk.file("vms.csv", catalog()), "--observed-on", DAY)
    code, out, said = desk.run("skypilot", desk.file("cut.csv", cut_off(catalog(), 3)), "--observed-on", LATER)
    assert code == 0 and "6 gone" in out and "6 of 12 prices are missing at once" in said


def test_if_one_of_two_files_is_cut_off_neither_is_stored(desk: Desk) -> None:
    rows = catalog().replace(b",us-east-1,use1-az1", b",us-central1,us-central1-a").splitlines(keepends=True)
    body = b"".join(row for row in rows if b"us-west-2" not in row)
    body = body.replace(b"p5.48xlarge", b"a3-highgpu-8g").replace(b"p4d.24xlarge", b"a2-highgpu-8g")
    body = body.replace(b"g5.48xlarge", b"g2-standard-96").replace(b"A10G", b"L4")
    both = desk.file("aws.csv", catalog()), desk.file("gcp.csv", body)
    code, out, said = desk.run("skypilot", *both, "--observed-on", DAY)
    assert code == 0, said
    code, out, said = desk.run(
        "skypilot",
        desk.file("new.csv", catalog(AFTER_A_CUT)),
        desk.file("cut.csv", cut_off(body, 1)),
        "--observed-on",
        LATER,
    )
    assert (code, out) == (2, "") and "stand, so it looks cut off" in said
    assert desk.on_demand(LATER) == AS_IT_WAS


@pytest.mark.parametrize("empty", [6, 5])
def test_a_file_of_which_too_many_price_cells_are_empty_is_refused(desk: Desk, empty: int) -> None:
    """All 6 prices on demand, or 5 of them: of 12 that are stated more than a fifth."""
    desk.run("skypilot", desk.file("vms.csv", catalog()), "--observed-on", DAY)
    head, *rows = catalog().decode().splitlines()
    rows = [
        ",".join([*row.split(",")[:6], "", *row.split(",")[7:]]) if n < empty else row for n, row in enumerate(rows)
    ]
    file = desk.file("empty.csv", "\n".join([head, *rows, ""]).encode())
    code, out, said = desk.run("skypilot", file, "--observed-on", LATER)
    assert (code, out) == (2, "") and f"{empty} of 12 prices are empty in it that were not" in said
    assert desk.on_demand(LATER) == AS_IT_WAS
    assert desk.run("skypilot", file, "--observed-on", LATER, "--accept-shrunk")[0] == 0


def test_a_file_without_any_price_is_refused_at_the_first_look(desk: Desk) -> None:
    body = catalog(dict.fromkeys(AS_IT_WAS, "")).replace(b",,9,", b",,,")
    assert "it has no accelerator price" in desk.refused(
        "skypilot", desk.file("empty.csv", body), "--observed-on", DAY
    )


def test_rows_with_days_of_their_own_need_none(desk: Desk) -> None:
    table = (
        b"effective_date,provider,instance_type,region,purchase,usd_per_hour,source\n"
        b"2025-05-01,aws,p5.48xlarge,us-east-1,on_demand,98.32,a page\n"
        b"2025-06-05,aws,p5.48xlarge,us-east-1,on_demand,55.04,a page\n"
    )
    code, out, _ = desk.run("recorded", desk.file("mine.csv", table))
    assert code == 0 and "2 days from 2025-05-01 to 2025-06-05" in out and "1 new, 1 changed" in out
    assert desk.on_demand("2025-06-04") == {"p5.48xlarge": "98.32"}
    assert desk.on_demand("2025-06-05") == {"p5.48xlarge": "55.04"}


def azure(sku: str, usd: float, following: str | None) -> bytes:
    item = {
        "currencyCode": "USD", "retailPrice": usd, "unitPrice": usd, "armRegionName": "eastus",
        "effectiveStartDate": "2026-01-01T00:00:00Z", "meterName": sku.removeprefix("Standard_"),
        "productName": "Virtual Machines NDsr H100 v5 Series", "skuName": sku, "serviceName": "Virtual Machines",
        "unitOfMeasure": "1 Hour", "type": "Consumption", "isPrimaryMeterRegion": True, "armSkuName": sku,
        "tierMinimumUnits": 0.0,
    }  # fmt: skip
    return json.dumps({"BillingCurrency": "USD", "Items": [item], "NextPageLink": following, "Count": 1}).encode()


def test_pages_are_one_snapshot_and_without_the_last_a_part(desk: Desk) -> None:
    first = desk.file("1.json", azure("Standard_ND96isr_H100_v5", 98.32, "https://prices.azure.com/x?$skip=1"))
    last = desk.file("2.json", azure("Standard_ND96isr_H200_v5", 110.24, None))
    _, out, _ = desk.run("azure-retail", first, last, "--observed-on", DAY, "--json")
    (taken,) = json.loads(out)["taken"]
    assert (taken["cloud"], taken["rows"], taken["complete"]) == ("azure", 2, True)
    _, out, _ = desk.run("azure-retail", first, "--observed-on", LATER, "--json")
    (taken,) = json.loads(out)["taken"]
    assert (taken["complete"], taken["gone"]) == (False, 0)


def test_what_was_typed_wrong_is_refused_in_a_sentence(desk: Desk) -> None:
    file = desk.file("vms.csv", catalog())
    tomorrow = (datetime.now(UTC) + timedelta(days=2)).date().isoformat()
    assert "did you mean skypilot" in desk.refused("skypilt", file, "--observed-on", DAY)
    assert "--observed-on" in desk.refused("skypilot", file)
    assert "future" in desk.refused("skypilot", file, "--observed-on", tomorrow)
    assert "is not a date" in desk.refused("skypilot", file, "--observed-on", "yesterday")
    assert "drop --observed-on" in desk.refused("recorded", file, "--observed-on", DAY)
    assert "cannot be read" in desk.refused("skypilot", str(desk.folder / "none.csv"), "--observed-on", DAY)
    assert "cannot be read" in desk.refused("skypilot", str(desk.folder), "--observed-on", DAY)
    assert "azure" in desk.refused("gcp-skus", file, "--observed-on", DAY, "--cloud", "azure")
    assert "of another cloud" in desk.refused("skypilot", file, "--observed-on", DAY, "--cloud", "gcp")


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("page.csv", b"<!doctype html><p>Not found", "it looks like a web page"),
        ("empty.csv", b"", "it looks like an empty file"),
        ("chip.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "it looks like binary data"),
        ("other.csv", b"name,age\nada,36\n", "it looks like a table whose columns are name, age"),
        ("pages.json", azure("Standard_ND96isr_H100_v5", 98.32, None), "it looks like a file of azure_retail"),
        ("notes.json", b'{"chips": [], "note": "x"}', "it looks like JSON with chips, note"),
        ("cut.csv.gz", gzip.compress(catalog())[:-9], "is damaged"),
        ("changed.csv", catalog().replace(b"SpotPrice", b"Spot"), "its columns are different"),
        ("none.csv", f"{HEADER}\n".encode(), "cannot be imported as skypilot: it has no accelerator price"),
    ],
)
def test_a_file_of_something_else_is_told_for_what_it_looks_like(
    desk: Desk, name: str, content: bytes, said: str
) -> None:
    sentence = desk.refused("skypilot", desk.file(name, content), "--observed-on", DAY)
    assert name in sentence and said in sentence and "othing was imported" in sentence


def test_of_several_files_the_wrong_one_is_named_and_none_is_taken(desk: Desk) -> None:
    right, wrong = desk.file("right.csv", catalog()), desk.file("wrong.csv", b"a,b\n1,2\n")
    assert "wrong.csv is not skypilot" in desk.refused("skypilot", right, wrong, "--observed-on", DAY)


def test_a_device_that_never_ends_is_stopped_at_the_bound(desk: Desk) -> None:
    desk.feeds = desk.file("feeds.toml", b'[[feed]]\nid = "skypilot"\nunpacked_megabytes_at_most = 1\n')
    assert "unpacks to more than 1 MB" in desk.refused("skypilot", "/dev/zero", "--observed-on", DAY)
