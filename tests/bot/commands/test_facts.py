"""`chipscout facts`: entries, sources and what has grown old."""

from __future__ import annotations

import json
import time
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli import chipscout
from bot.commands.facts import by_id
from bot.wording.errors import UserError
from engine.prices.specialists import with_specialists
from knowledge.facts import SPECIALISTS, Facts
from knowledge.store.store import Store
from tests.bot.observed import P5, price, take


def run(*words: str) -> Result:
    return CliRunner().invoke(chipscout, ["facts", *words])


@pytest.mark.parametrize(
    ("name", "entry"),
    [("trainium2", "trainium2"), ("H100", "h100-sxm"), ("ml.p5.48xlarge", "p5.48xlarge"), ("Ohio, aws", None)],
)
def test_an_entry_is_shown_by_any_of_its_names(name: str, entry: str | None) -> None:
    shown = run("show", name)
    if entry is None:
        assert isinstance(shown.exception, UserError) and shown.exception.code == "unknown_id"
    else:
        assert list(json.loads(shown.output)) == [entry]


def test_a_place_shows_the_region_of_each_cloud_there() -> None:
    regions = json.loads(run("show", "Frankfurt").output)
    assert {(entry["cloud"], name) for name, entry in regions.items()} == {
        ("aws", "eu-central-1"),
        ("gcp", "europe-west3"),
        ("azure", "germanywestcentral"),
    }


def test_every_figure_of_an_entry_has_its_source() -> None:
    chip = json.loads(run("show", "trainium2").output)["trainium2"]
    assert chip["hbm_gib"]["value"] == 96 and chip["hbm_gib"]["source"]


def test_an_id_that_two_kinds_share_is_kept_for_both(facts: Facts) -> None:
    entries = by_id(facts)
    tables = [table for name in Facts.model_fields if isinstance(table := getattr(facts, name), dict)]
    assert len(entries) == sum(map(len, tables))


def test_sources_are_a_line_each_for_scripts(facts: Facts) -> None:
    lines = run("sources").output.splitlines()
    assert len(lines) == len(facts.sources)
    assert all(line.count("\t") == 4 for line in lines)


def test_a_price_is_old_five_weeks_after_it_was_seen(facts: Facts) -> None:
    newest = max(offer.observed_on for offer in with_specialists(facts, SPECIALISTS).offers)
    then, later = (run("stale", "--all", "--as-of", day.isoformat()).output for day in (newest, date(2030, 1, 1)))
    offered = {(offer.instance, offer.purchase) for offer in with_specialists(facts, SPECIALISTS).offers}
    assert len(later.splitlines()) == len(offered) > len(then.splitlines())


def test_old_prices_stand_by_source_the_oldest_first_with_how_to_renew_them() -> None:
    told = run("stale", "--as-of", "2026-11-30").output.splitlines()
    assert told[0].startswith(
        "gcp, 6 prices last seen 2024-06-11 to 2024-12-20 (902 days ago): tpu-v5e, tpu-v5p, tpu-v6e"
    )
    days = [int(line.partition(" days ago")[0].rpartition("(")[2]) for line in told[:-1]]
    assert days == sorted(days, reverse=True)
    counts = [int(line.partition(", ")[2].partition(" ")[0]) for line in told[:-1]]
    assert told[-1].startswith(f"{sum(counts)} prices are older than 35 days, from {len(counts)} sources.")
    assert "chipscout prices refresh" in told[-1]


def test_a_type_that_a_feed_sells_and_nobody_knows_is_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHIPSCOUT_DB", str(tmp_path / "prices.db"))
    catalog = tmp_path / "vms.csv"
    catalog.write_text(
        "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,GpuInfo,Price,SpotPrice,Region,AvailabilityZone\n"
        + "".join(f"p9.48xlarge,X900,8,192,2048,,{80 + n},,us-east-{n},use{n}-az1\n" for n in (1, 2))
    )
    arguments = ["prices", "import", "skypilot", str(catalog), "--observed-on", "2026-11-20", "--cloud", "aws"]
    assert CliRunner().invoke(chipscout, arguments).exit_code == 0
    told = " ".join(run("gaps", "--as-of", "2026-11-22").output.split())
    assert "aws p9.48xlarge: 8 x X900, $81.00 to $82.00/h on demand, in us-east-1, us-east-2" in told
    assert "1 type that feeds sell is not known." in told
    (gap,) = json.loads(run("gaps", "--as-of", "2026-11-22", "--json").output)
    told = gap["instance"], gap["chip"], gap["chips"], gap["usd_low"], gap["usd_high"]
    assert told == ("p9.48xlarge", "X900", 8, 81, 82)
    digest = CliRunner().invoke(chipscout, ["digest", "--as-of", "2026-11-22"]).output
    assert "1 type that feeds sell is not known here (X900): chipscout facts gaps lists it." in " ".join(
        digest.split()
    )


def test_a_price_that_is_not_believed_is_no_end_of_the_range_of_a_gap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """80.50 and 88.50; the first is shown at three times that once."""
    monkeypatch.setenv("CHIPSCOUT_DB", str(tmp_path / "prices.db"))
    unknown = P5._replace(instance="p9.48xlarge")
    with Store(tmp_path / "prices.db", time.time) as store:
        for day, usd in ((10, "80.5"), (13, "80.5"), (16, "241.5")):
            take(store, date(2026, 11, day), price(unknown, usd), price(unknown, "88.5", region="eu-west-1"))
    (gap,) = json.loads(run("gaps", "--as-of", "2026-11-16", "--json").output)
    assert (gap["usd_low"], gap["usd_high"], gap["since"]) == (80.5, 88.5, "2026-11-10")


def test_where_every_type_of_a_feed_is_known_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHIPSCOUT_DB", str(tmp_path / "prices.db"))
    with Store(tmp_path / "prices.db", time.time) as store:
        take(store, date(2026, 11, 20), price(P5, "55.04"))
    told = run("gaps", "--as-of", "2026-11-22").output
    assert told.startswith("Every type with accelerators that feeds sell is known, or left out on purpose.\n")


def test_before_any_feed_was_read_gaps_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where one was tried in vain, and on a day before the first look."""
    monkeypatch.setenv("CHIPSCOUT_DB", str(tmp_path / "prices.db"))
    assert "No feed was read yet" in run("gaps").output
    with Store(tmp_path / "prices.db", time.time) as store:
        store.history.note_attempt("skypilot", "aws", 0.0, ok=False, because="no_network")
        assert "No feed was read yet" in run("gaps").output
        take(store, date(2026, 11, 20), price(P5, "55.04"))
    told = run("gaps", "--as-of", "2026-11-19")
    assert told.exit_code == 0 and "No feed was read yet" in told.output
    assert json.loads(run("gaps", "--json").output) == []


@pytest.mark.parametrize("name", ["nebius", "gpu-h200-sxm_8gpu-128vcpu-1600gb"])
def test_a_specialist_cloud_and_its_machine_show_what_is_listed(name: str) -> None:
    prices = json.loads(run("show", name).output)[name]["prices"]
    assert {price["provider"] for price in prices} == {"nebius"}
    assert {"2026-07-20", "2026-09-25"} == {price["observed_on"] for price in prices}
