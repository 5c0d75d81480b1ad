"""What a chip costs an hour wherever it is sold."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.answers.rank_prices import (
    RankedPrice,
    holds,
    instances_asked,
    newest_price,
    ranked,
    unpriced,
    with_every_way,
)
from engine.forms.price import PRICE
from engine.forms.sold.price_reasons import CheapestChip, NearestHour
from engine.forms.sold.where import NotSoldThere
from engine.library import Library
from engine.workload.profile import Profile
from knowledge.facts import Facts
from tests.day import DAY


def test_the_types_of_a_chip_are_those_with_the_count_that_was_said(facts: Facts) -> None:
    eight = instances_asked(Profile(candidates=("a100",), accelerator_count=8), set(), facts)
    assert {thing.count for thing in eight} == {8}
    line = instances_asked(Profile(candidates=("h100",)), {"p5"}, facts)
    assert {thing.id for thing in line} == {"p5.4xlarge", "p5.48xlarge"}
    assert {
        thing.cloud for thing in instances_asked(Profile(candidates=("h100",), clouds=("gcp",)), set(), facts)
    } == {"gcp"}


def test_an_hour_of_one_chip_is_the_hour_of_the_machine_over_its_chips(advisor: Advisor, facts: Facts) -> None:
    """p4d.24xlarge on demand in us-east-1: 21.957642 / 8 = 2.7447."""
    rows = ranked((facts.instances["p4d.24xlarge"],), advisor.library(), DAY, "us-east-1", "on_demand")
    assert [row.usd_per_chip_hour for row in rows] == pytest.approx([2.7447], abs=1e-4)


def test_prices_seen_long_ago_come_last(advisor: Advisor, facts: Facts) -> None:
    types = instances_asked(Profile(candidates=("a100",)), set(), facts)
    rows = ranked(types, advisor.library(), DAY, None, None)
    current = [row.is_current for row in rows]
    assert current == sorted(current, reverse=True)
    assert not all(current)


def test_a_newer_look_at_an_equal_price_does_not_lead(advisor: Advisor, facts: Facts) -> None:
    """Both are 1.00 a chip-hour. A doubted figure leaves the price of one of them at an earlier look; neither that
    nor the next look says which is cheaper."""
    one = next(offer for offer in facts.offers if offer.instance == "g6.xlarge" and offer.purchase == "on_demand")
    sizes = {"g6.xlarge": Decimal(1), "g6.12xlarge": Decimal(4)}

    def leads(seen_on: dict[str, date]) -> str:
        update = {"region": "us-east-1"}
        rows = [
            one.model_copy(update=update | {"instance": name, "usd_per_hour": usd, "observed_on": seen_on[name]})
            for name, usd in sizes.items()
        ]
        library = advisor.library().at(tuple(rows), facts.sources)
        return ranked(tuple(facts.instances[name] for name in sizes), library, DAY, None, "on_demand")[0].instance.id

    before, after = DAY - timedelta(8), DAY - timedelta(1)
    assert leads({"g6.xlarge": before, "g6.12xlarge": after}) == leads({"g6.xlarge": after, "g6.12xlarge": before})


@pytest.mark.parametrize("text", ["what does one a3 cost an hour?", "what does one a3 VM cost per month 24/7?"])
def test_a_line_of_machines_is_no_other_with_its_chip(text: str, advisor: Advisor) -> None:
    headline = advisor.ask(text).facts.headline
    assert headline is not None and headline.values["instance"].startswith("a3-")


def test_slices_of_a_pod_at_one_price_are_one_row(advisor: Advisor, facts: Facts) -> None:
    types = instances_asked(Profile(candidates=("tpu-v5e",)), set(), facts)
    rows = ranked(types, advisor.library(), DAY, None, "on_demand")
    assert [row.instance.id for row in rows] == ["v5e-1"]


def test_a_way_to_buy_without_a_price_is_unknown(advisor: Advisor, facts: Facts) -> None:
    types = (facts.instances["trn2.48xlarge"],)
    assert unpriced(types, ranked(types, advisor.library(), DAY, None, None), None) == {"spot": ["trn2.48xlarge"]}


def test_only_where_every_price_is_old_is_the_newest_told(advisor: Advisor) -> None:
    assert newest_price(advisor.library(), DAY) is None
    assert newest_price(advisor.library(), date(2027, 3, 1)) == date(2026, 11, 9)


@pytest.mark.parametrize(("said", "least"), [(48.0, 44.7), (24.0, 22.35), (80.0, 79.0)])
def test_a_card_of_some_memory_means_no_smaller_one(facts: Facts, said: float, least: float) -> None:
    """A card sold as 48 GB holds 44.7 GiB (48e9 / 2^30), one of 24 GB 22.35."""
    types = instances_asked(Profile(candidates=("gpu",), chip_memory_gb=said), set(), facts)
    held = {facts.accelerators[thing.accelerator].hbm_gib.value for thing in types}
    assert held and min(held) >= least


def test_a_memory_that_no_chip_has_leaves_all_of_them(facts: Facts) -> None:
    everything = instances_asked(Profile(candidates=("gpu",)), set(), facts)
    assert instances_asked(Profile(candidates=("gpu",), chip_memory_gb=5_000), set(), facts) == everything


def test_a_machine_that_was_last_seen_earlier_keeps_its_row(advisor: Advisor, facts: Facts) -> None:
    """One H100 at 6.88 USD/h seen today, eight at 55.04 seen the day before, as where a figure is doubted since."""

    def seen(name: str, day: date) -> RankedPrice:
        (row,) = ranked((facts.instances[name],), advisor.library(), DAY, "us-east-1", "on_demand")
        return row.model_copy(update={"quote": row.quote.model_copy(update={"observed_on": day})})

    small, large, earlier = seen("p5.4xlarge", DAY), seen("p5.48xlarge", DAY), seen("p5.48xlarge", DAY - timedelta(1))
    assert with_every_way((small, large), 5) == (small,)
    assert with_every_way((small, earlier), 5) == (small, earlier)


@pytest.mark.parametrize(
    ("chip", "holds_gb", "lacks_gb"),
    [
        ("l4", 24, 32),
        ("h100-nvl", 94, 96),
        ("mi300x", 192, 200),
        ("mi325x", 256, 288),
        ("b300", 288, 300),
        ("t4", 16, 24),
    ],
)
def test_a_chip_holds_what_its_maker_writes_and_no_more(
    chip: str, holds_gb: float, lacks_gb: float, facts: Facts
) -> None:
    held = facts.accelerators[chip]
    assert holds(held, holds_gb) and not holds(held, lacks_gb)


@pytest.mark.parametrize("chip", ["l4", "h100-sxm", "a100-80", "t4", "h200"])
def test_rows_rise_by_the_cent_and_beyond_it_where_machines_are_alike(
    chip: str, advisor: Advisor, facts: Facts
) -> None:
    types = [thing for thing in facts.instances.values() if thing.accelerator == chip]
    rows = [row for row in ranked(types, advisor.library(), DAY, None, None) if row.is_current]
    for first, second in pairwise(rows):
        assert round(first.usd_per_chip_hour, 2) <= round(second.usd_per_chip_hour, 2) + 0.005
        if first.instance == second.instance and first.quote.seen_in == second.quote.seen_in:
            assert first.usd_per_chip_hour <= second.usd_per_chip_hour


@pytest.mark.parametrize(
    ("chip", "name"),
    [
        ("Ironwood", "TPU7x (Ironwood)"),
        ("Trillium", "TPU v6e (Trillium)"),
        ("H-100", "NVIDIA H100"),
        ("A-100", "NVIDIA A100"),
    ],
)
@pytest.mark.parametrize(
    "text", ["{} price", "cheapest {}", "{} price per chip-hour", "how much does an {} cost per hour"]
)
def test_a_chip_is_priced_by_the_name_people_use(text: str, chip: str, name: str, advisor: Advisor) -> None:
    answer = advisor.ask(text.format(chip))
    assert answer.form is PRICE and isinstance(answer.facts.headline, CheapestChip)
    assert answer.facts.headline.chip.startswith(name)


@pytest.mark.parametrize("text", ["Gaudi price", "cheapest Gaudi", "price of an Intel Gaudi per hour"])
def test_of_a_chip_that_is_not_priced_the_nearest_is(text: str, advisor: Advisor) -> None:
    assert "Intel Gaudi 3 is not among what I price; nearest: NVIDIA H200" in card_text(advisor.ask(text)).replace(
        "\n", " "
    )


@pytest.mark.parametrize(
    ("text", "instance"),
    [
        ("a3 mega price", "a3-megagpu-8g"),
        ("what does an A3 Mega cost", "a3-megagpu-8g"),
        ("A4 price", "a4-highgpu-8g"),
        ("A4 machine price", "a4-highgpu-8g"),
    ],
)
def test_a_line_of_machines_is_priced_by_its_own(text: str, instance: str, advisor: Advisor) -> None:
    told = advisor.ask(text).facts
    rows = {row.instance for row in told.prices} or {getattr(told.headline, "instance", None)}
    assert rows == {instance}


@pytest.mark.parametrize(
    "text", ["cheapest Inferentia", "Inferentia: cheapest per hour", "what is the cheapest Inferentia?"]
)
def test_a_family_is_every_generation_of_it(text: str, advisor: Advisor) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, CheapestChip) and (told.chip, round(told.usd_chip, 2)) == ("AWS Inferentia", 0.07)


@pytest.mark.parametrize(
    ("text", "region", "usd"),
    [
        ("cheapest H200 in Europe", "eu-north-1", 49.928),
    ],
)
def test_an_older_price_of_the_place_itself_is_told_last(
    text: str, region: str, usd: float, advisor: Advisor
) -> None:
    """p5en in a block: 49.928 in July, of no region 63.158 in October."""
    table = advisor.ask(text).facts.table
    assert table is not None
    cells = [dict(zip(table.columns, row.cells, strict=True)) for row in table.rows]
    own = next(row for row in cells if (row["region"], row["usd"]) == (region, usd))
    assert str(own["aside"]).startswith("newer_held") and cells[0] != own
    assert not any(row["aside"] and "newer" in row["aside"] and row["cloud"] == "nebius" for row in cells)


def test_a_list_price_of_months_ago_is_compared_with_newer_ones_of_other_regions(advisor: Advisor) -> None:
    """On demand outside the US, by card of 24 GB: g6.xlarge 0.848 in Spain in January, g5.4xlarge 1.81 in July."""
    told = advisor.ask("cheapest 24GB card on AWS on demand that is not in a US region").facts.headline
    assert isinstance(told, CheapestChip) and (told.instance, told.region) == ("g6.xlarge", "eu-south-2")


@pytest.mark.parametrize(
    "text", ["cheapest H200 in Europe", "cheapest reserved H100 on Azure in Japan", "cheapest B200 in Tokyo"]
)
def test_a_price_of_us_regions_is_none_of_another_place(text: str, advisor: Advisor) -> None:
    """a3-ultragpu-8g, ND96isr_H100_v5 and a4-highgpu-8g for one and three years: "US regions"."""
    facts = advisor.ask(text).facts
    elsewhere = isinstance(facts.headline, NotSoldThere | NearestHour)
    table = facts.table
    assert elsewhere or table is None or not any("2025-12-23" in map(str, row.cells) for row in table.rows)


def test_a_price_of_us_regions_holds_in_the_us(advisor: Advisor) -> None:
    """37.20 / 8 = 4.65 for three years, of the US; since September 37.208421 / 8 in Iowa."""
    asked = "H200 on Google Cloud in the US, 3 year reserved price"
    for text, usd in ((f"{asked} on 2026-08-15", 4.65), (asked, 37.208421 / 8)):
        told = advisor.ask(text).facts.headline
        assert isinstance(told, CheapestChip) and told.instance == "a3-ultragpu-8g"
        assert told.usd_chip == pytest.approx(usd)


@pytest.mark.parametrize(
    "text", ["how much does an H100 cost per month?", "H100 price per hour", "8 H100 for a month"]
)
def test_the_cheapest_that_a_sentence_names_has_a_row(text: str, advisor: Advisor) -> None:
    facts = advisor.ask(text).facts
    best = next(one for one in facts.sentences if one.code == "cheapest_chip")
    assert facts.table is not None
    at = facts.table.columns.index("instance")
    assert best.values["instance"] in [row.cells[at] for row in facts.table.rows]


@pytest.mark.parametrize("day", [DAY, date(2026, 10, 10), date(2026, 11, 28)])
@pytest.mark.parametrize(
    "text",
    [
        "cheapest H200 on demand in Europe",
        "where in Europe is an H200 cheapest on demand?",
        "cheapest on-demand H200 anywhere in Europe",
    ],
)
def test_a_seller_with_one_list_competes_where_its_rows_show_the_machine(text: str, day: date, facts: Facts) -> None:
    """Nebius names eu-north1 in July and no region in September, at 4.50; RunPod, which names none, is left out."""
    headline = Advisor(facts, day).ask(text).facts.headline
    assert isinstance(headline, CheapestChip)
    assert (headline.usd_chip, headline.region, headline.one_list) == (4.5, "nebius-eu-north1", True)


@pytest.mark.parametrize("text", ["how much is an H100?", "H100 price", "what does an H100 cost per hour?"])
def test_the_region_of_one_list_is_told_as_such_everywhere(text: str, advisor: Advisor) -> None:
    """Nebius' H100 at 3.85 names no region; its rows of July show it in eu-north1."""
    shown = " ".join(card_text(advisor.ask(text), full=True).split())
    assert (
        "eu-north1, one price for all its regions, Sep" in shown
        or "eu-north1, one price for all its regions, 2026-09-25" in shown
    )


def test_govcloud_is_the_cheapest_only_where_it_is_named(facts: Facts) -> None:
    p5 = facts.instances["p5.48xlarge"]
    here = p5.id, "on_demand", "us-east-1"
    listed = next(one for one in facts.offers if (one.instance, one.purchase, one.region) == here)
    cheap = listed.model_copy(update={"region": "us-gov-west-1", "usd_per_hour": Decimal(3), "observed_on": DAY})
    library = Library(facts).at((*facts.offers, cheap), {})
    for way in (None, "on_demand"):
        assert all(row.quote.region != "us-gov-west-1" for row in ranked((p5,), library, DAY, None, way))
    (row,) = ranked((p5,), library, DAY, "us-gov-west-1", "on_demand")
    assert row.quote.seen.likely == 3
