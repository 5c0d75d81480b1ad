"""A price is asked with little or no work described."""

from __future__ import annotations

from datetime import date

import pytest

from bot.advice.advisor import Advisor, Answer
from engine.answers.cloud_prices import CloudHours
from engine.answers.rank_prices import ranked
from engine.answers.unpriced import ListPrices, Specialists
from engine.forms.price import PRICE
from engine.forms.sold.at_day import NothingBeyond
from engine.forms.sold.by_region import ChargedThere
from engine.forms.sold.price_reasons import CheapestChip, CheapestKept, ChipHour, NameChip, NearestHour, NotOnDemand
from engine.forms.sold.where import NotSoldThere, UnpricedThere
from engine.forms.sold.whichever import PriceOfAny, PriceOfPlace
from knowledge.facts import Facts
from tests.day import DAY


def cells(answer: Answer, column: str) -> list[object]:
    """One column of the table of an answer."""
    assert answer.facts.table is not None
    place = answer.facts.table.columns.index(column)
    return [row.cells[place] for row in answer.facts.table.rows]


def test_the_price_of_a_type_is_a_row_for_each_way_to_buy_it(advisor: Advisor) -> None:
    answer = advisor.ask("price of p5.48xlarge")
    assert answer.form is PRICE
    assert answer.verdict is None and answer.facts.prices


@pytest.mark.parametrize(
    "text",
    [
        "what does a p5 cost in Ohio?",
        "hourly rate of trn2, spot?",
        "cheapest H100",
        "what does an A100 cost per hour",
        "price of trainium2",
        "cheapest 8x A100 spot in Europe",
        "cheapest eight-way A100 spot instance in the EU",
        "cheapest machine with eight H100s on demand in Asia",
        "cheapest four L4",
    ],
)
def test_a_chip_is_priced_by_the_hour_of_one_chip_cheapest_first(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert answer.form is PRICE
    assert answer.verdict is None
    hours = [float(str(cell)) for cell in cells(answer, "usd_chip")]
    assert 1 <= len(hours) <= 18
    current = [day for day in cells(answer, "age") if int(str(day)) < 183]
    assert hours[: len(current)] == pytest.approx(sorted(hours[: len(current)]), rel=0.006)


def test_the_cheapest_of_a_chip_is_told_over_all_clouds_and_ways_to_buy(advisor: Advisor) -> None:
    """Nebius on spot, $1.25; NC40ads on spot in eastus, $1.289904; p5.48xlarge at 14.08 / 8 = 1.76. RunPod's PCIe
    card at $2.89 is the cheapest that nobody takes away: AWS by block is $4.72.
    """
    answer = advisor.ask("cheapest H100")
    told = answer.facts.headline
    assert isinstance(told, CheapestChip)
    assert (told.cloud, told.purchase, told.usd_chip) == ("nebius", "spot", pytest.approx(1.25))
    assert {"aws", "azure", "gcp", "nebius", "runpod", "lambda"} == set(map(str, cells(answer, "cloud")))
    assert {"spot", "capacity_block"} <= set(map(str, cells(answer, "bought")))
    assert {"NVIDIA H100 NVL", "NVIDIA H100 SXM", "NVIDIA H100 PCIe"} == set(map(str, cells(answer, "chip")))
    kept = answer.facts.sentences[0]
    assert isinstance(kept, CheapestKept) and (kept.cloud, kept.usd_chip) == ("runpod", pytest.approx(2.89))
    assert any(isinstance(line, ListPrices) for line in answer.facts.sentences), "what is not known of them is said"


def test_where_a_cloud_is_named_no_other_is_ranked(advisor: Advisor) -> None:
    """p5.48xlarge by Capacity Block at $47.76, a chip-hour $5.97."""
    answer = advisor.ask("cheapest H100 on AWS")
    assert set(cells(answer, "cloud")) == {"aws"}
    kept = answer.facts.sentences[0]
    assert isinstance(kept, CheapestKept) and kept.usd_chip == pytest.approx(5.97)


def test_what_an_hour_costs_is_told_on_demand_before_the_cheapest_way(advisor: Advisor) -> None:
    """p4d.24xlarge on demand $21.957642 in us-east-1: / 8 = 2.745."""
    told = advisor.ask("what does an A100 cost per hour").facts.headline
    assert isinstance(told, ChipHour)
    assert (told.purchase, told.usd_chip) == ("on_demand", pytest.approx(2.745, abs=0.005))


def test_a_misspelled_chip_is_the_chip(advisor: Advisor) -> None:
    right, wrong = (advisor.ask(f"price of {name}").facts.headline for name in ("trainium2", "tranium2"))
    assert right == wrong


def test_of_equal_prices_the_region_near_by_is_told(advisor: Advisor) -> None:
    """ap-south-2 and us-east-2 charge the same 35.7608 on the same day."""
    told = advisor.ask("price of trainium2").facts.headline
    assert isinstance(told, CheapestChip) and told.region == "us-east-2"


def test_where_a_chip_is_sold_names_its_regions_and_what_each_charges(advisor: Advisor) -> None:
    told = advisor.ask("where can I get trn2").facts.headline
    assert isinstance(told, ChargedThere) and told.purchase == "capacity_block"


def test_a_place_alone_has_no_price_and_shows_what_is_sold_there(advisor: Advisor) -> None:
    answer = advisor.ask("price of Frankfurt")
    assert isinstance(answer.facts.headline, PriceOfPlace)
    assert answer.verdict is None and len(set(cells(answer, "chip"))) == len(cells(answer, "chip")) > 3


def test_what_is_not_sold_where_asked_is_said_first(advisor: Advisor) -> None:
    told = advisor.ask("cheapest trainium2 in Europe").facts.headline
    assert isinstance(told, NearestHour) and told.place == "europe"


def test_a_chip_not_sold_in_the_place_asked_about_is_said_first(advisor: Advisor) -> None:
    told = advisor.ask("is Trainium2 available in Europe and for how much").facts
    assert isinstance(told.headline, NotSoldThere) and told.headline.place == "europe"
    assert isinstance(told.sentences[0], ChargedThere)


def test_no_price_is_foretold(advisor: Advisor) -> None:
    answer = advisor.ask("will H100 prices fall?")
    assert answer.form.id == "decline" and answer.verdict is None


@pytest.mark.parametrize(("day", "said"), [(date(2026, 11, 22), False), (date(2027, 3, 1), True)])
def test_on_a_day_long_after_the_newest_price_that_is_said(day: date, said: bool, facts: Facts) -> None:
    answer = Advisor(facts, day).ask("cheapest H100")
    assert any(isinstance(entry, NothingBeyond) for entry in answer.facts.sentences) is said


def test_the_cost_of_described_work_is_advice(advisor: Advisor) -> None:
    assert advisor.ask("weekly LoRA of Llama 8B on 1B tokens, PyTorch, what does it cost?").form is not PRICE


@pytest.mark.parametrize(
    "text",
    [
        "CoreWeave H100",
        "vultr H100 price",
        "paperspace l4 price per hour",
        "coreweave vs aws for A100",
        "L4 at CoreWeave?",
    ],
)
def test_a_cloud_without_prices_is_said_first_then_the_price_of_the_chip_elsewhere(
    text: str, advisor: Advisor
) -> None:
    answer = advisor.ask(text)
    assert answer.form is PRICE
    assert len(answer.facts.unpriced) == 1
    assert isinstance(answer.facts.headline, ChipHour)


def test_a_cloud_without_prices_and_no_chip_asks_for_the_chip(advisor: Advisor) -> None:
    answer = advisor.ask("coreweave pricing")
    assert isinstance(answer.facts.headline, NameChip) and answer.facts.table is None


def test_of_a_specialist_cloud_and_no_chip_each_chip_it_lists_is_shown(advisor: Advisor) -> None:
    answer = advisor.ask("runpod pricing")
    assert isinstance(answer.facts.headline, PriceOfAny)
    assert set(cells(answer, "cloud")) == {"runpod"}
    (alone,) = [reason for reason in answer.facts.sentences if isinstance(reason, ListPrices)]
    assert alone.clouds == ("runpod",) and not alone.network


@pytest.mark.parametrize("text", ["oracle H100 price", "lambda l4 price per hour", "L4 at Lambda?"])
def test_what_a_specialist_cloud_does_not_list_is_told_from_elsewhere(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert answer.form is PRICE and isinstance(answer.facts.headline, NotSoldThere)
    assert set(cells(answer, "cloud")) <= {"aws", "gcp", "azure"}


@pytest.mark.parametrize("text", ["how much is a RTX 3080 per hour", "price of an A40 on aws", "price of an L40"])
def test_a_chip_nobody_sells_shows_the_price_of_the_very_chip_called_nearest(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    (unpriced,) = answer.facts.unpriced
    assert isinstance(answer.facts.headline, CheapestChip)
    assert answer.facts.headline.chip == unpriced.values["chip"]


def test_a_chip_its_cloud_does_not_sell_here_is_said_so_and_never_judged(advisor: Advisor) -> None:
    answer = advisor.ask("V100 on Azure price per hour")
    assert answer.form is PRICE and answer.verdict is None
    assert isinstance(answer.facts.headline, NotSoldThere)
    assert set(cells(answer, "cloud")) == {"aws", "gcp"}


def test_a_price_without_a_chip_shows_each_chip_once_for_each_cloud(advisor: Advisor) -> None:
    answer = advisor.ask("what's today's price of a GPU on GCP and Azure?")
    assert answer.form is PRICE and isinstance(answer.facts.headline, PriceOfAny)
    pairs = list(zip(cells(answer, "chip"), cells(answer, "cloud"), strict=True))
    assert len(pairs) == len(set(pairs)) and {cloud for _, cloud in pairs} == {"gcp", "azure"}


def test_what_is_kept_is_not_a_term_of_years(advisor: Advisor) -> None:
    told = advisor.ask("cheapest way to get 8 x A100 for a weekend").facts.sentences
    kept = next(entry for entry in told if isinstance(entry, CheapestKept))
    assert kept.purchase in ("on_demand", "capacity_block")


@pytest.mark.parametrize("text", ["There is no H100 listed", "H100 is not listed, why?"])
def test_what_somebody_does_not_find_listed_is_where_it_is_sold(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert answer.form is PRICE and isinstance(answer.facts.headline, ChargedThere)


def test_a_functions_service_is_no_gpu_cloud(advisor: Advisor) -> None:
    assert advisor.parse("Can I run a 7B model on AWS Lambda?").profile.providers == ("aws-lambda",)
    assert advisor.parse("Can I run a 7B model on AWS Lambda?").profile.clouds == ("aws",)
    assert advisor.parse("Is Lambda cheaper than AWS for H100?").profile.clouds == ("lambda", "aws")


def test_a_one_year_price_is_that_of_a_reservation(advisor: Advisor) -> None:
    reading = advisor.parse("p4de.24xlarge 1 year price: AWS shows $30.26 but another site shows $25.21")
    assert reading.profile.purchase == "reserved_1yr" and reading.profile.budget_usd is None


def test_the_very_type_asked_is_answered_and_never_a_sibling(advisor: Advisor) -> None:
    """Azure Retail Prices of 2026-06-18: NC40ads H100 v5 in eastus is $6.98; ND96isr H100 v5 is 98.32."""
    (row, *_) = advisor.ask("price of Standard_NC40ads_H100_v5 in eastus").facts.prices
    assert row.quote is not None
    assert (row.instance, row.purchase, row.quote.seen_in) == ("Standard_NC40ads_H100_v5", "on_demand", "eastus")
    assert row.quote.seen.likely == pytest.approx(6.98)


def test_every_cloud_and_way_to_buy_is_shown_before_more_sizes_of_one(advisor: Advisor) -> None:
    """Four sizes of a3-highgpu cost the same a chip on spot: one row, and AWS on demand is still among the ten."""
    answer = advisor.ask("cheapest H100")
    assert {"spot", "capacity_block", "on_demand", "reserved_3yr"} <= set(map(str, cells(answer, "bought")))
    shown = list(zip(cells(answer, "usd_chip"), cells(answer, "bought"), cells(answer, "region"), strict=True))
    assert len(shown) == len(set(shown))


def test_the_name_of_a_city_is_a_place_of_every_cloud_and_a_region_of_one(advisor: Advisor) -> None:
    """Frankfurt is eu-central-1, europe-west3 and germanywestcentral."""
    city = advisor.ask("H100 price in Frankfurt")
    assert set(cells(city, "region")) <= {"europe-west3", "germanywestcentral"} and len(cells(city, "region")) > 3
    region = advisor.ask("H100 price in eu-central-1")
    assert isinstance(region.facts.headline, NearestHour) and set(cells(region, "cloud")) == {"aws"}


@pytest.mark.parametrize(
    "text", ["H100 spot on Azure", "what regions have p5.4xlarge", "is there a single H100 instance on AWS?"]
)
def test_a_thing_with_a_way_to_buy_or_a_place_is_a_question_of_price(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert answer.form is PRICE and answer.facts.table is not None


def test_a_word_of_two_cards_means_the_one_that_the_cloud_rents(advisor: Advisor) -> None:
    """Azure rents the A10, AWS the A10G; people write A10 for both. NC32ads A10 v4 in eastus: $4.40 for two."""
    told = advisor.ask("A10 price on Azure").facts.headline
    assert isinstance(told, CheapestChip) and told.instance == "Standard_NC32ads_A10_v4"
    assert told.usd_chip == pytest.approx(2.20)


def test_the_cloud_that_sells_it_where_asked_comes_first(advisor: Advisor) -> None:
    told = advisor.ask("B200 available in europe?").facts.headline
    assert isinstance(told, UnpricedThere) and told.clouds == ("gcp",) and told.sold[0].startswith("europe")


@pytest.mark.parametrize(
    "text", ["cheapest 4x H100", "cheapest machine with 4 H100", "cheapest instance with 4x H100"]
)
def test_a_number_of_chips_is_the_machine_of_that_size_and_no_larger_one(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    first = answer.facts.headline
    assert answer.form is PRICE and isinstance(first, CheapestChip)
    assert (first.instance, first.count) == ("runpod-4x-h100-pcie", 4)  # $2.89 on demand; a3-highgpu-4g spot is 2.93
    assert {"a3-highgpu-4g", "runpod-4x-h100-sxm", "gpu_4x_h100_sxm5"} <= set(cells(answer, "instance"))
    shown = zip(cells(answer, "usd"), cells(answer, "usd_chip"), strict=True)
    assert all(float(str(usd)) == pytest.approx(4 * float(str(each))) for usd, each in shown)
    (not_sold,) = (
        reason for reason in advisor.ask(f"{text} on Google Cloud").facts.sentences if isinstance(reason, NotOnDemand)
    )
    assert not_sold.things == ("a3-highgpu-4g",)  # H100 are sold on demand, in other machines


@pytest.mark.parametrize("text", ["cheapest H100", "cheapest 8x A100", "cheapest B200", "cheapest MI300X"])
def test_the_machine_that_is_yours_to_keep_is_one_of_the_table(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    told = (answer.facts.headline, *answer.facts.sentences)
    named = [reason.instance for reason in told if isinstance(reason, CheapestChip)]
    assert named and set(named) <= set(cells(answer, "instance"))


def test_specialist_clouds_are_told_beside_the_clouds_that_are_compared(advisor: Advisor) -> None:
    answer = advisor.ask("H100 price per hour")
    (told,) = [reason for reason in answer.facts.sentences if isinstance(reason, Specialists)]
    assert (told.providers, told.usd_chip) == (("RunPod", "Lambda", "Nebius"), (2.89, 3.29, 3.85))
    named = {"nebius"}  # the cheapest known, which a sentence tells
    assert set(cells(answer, "cloud")) == {"aws", "gcp", "azure"} | named


@pytest.mark.parametrize("text", ["nebius h200 price", "what does an H200 cost at Nebius?", "H200 hour on nebius"])
def test_a_specialist_cloud_that_is_named_is_answered_for(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    headline = answer.facts.headline
    assert isinstance(headline, CheapestChip)
    assert (headline.cloud, headline.usd_chip, headline.day) == ("nebius", 4.5, "2026-09-25")
    assert answer.facts.unpriced == () and any(isinstance(reason, ListPrices) for reason in answer.facts.sentences)


def test_a_specialist_cloud_and_another_stand_side_by_side(advisor: Advisor) -> None:
    headline = advisor.ask("nebius h200 vs aws").facts.headline
    assert isinstance(headline, CloudHours)
    assert (headline.clouds, headline.usd_chip[0]) == (("nebius", "aws"), 4.5)


@pytest.mark.parametrize("text", ["cheapest H100 on AWS", "price of p5.48xlarge", "which region has p5en cheapest"])
def test_who_names_a_cloud_or_a_type_gets_that_one(text: str, advisor: Advisor) -> None:
    assert not any(isinstance(reason, Specialists) for reason in advisor.ask(text).facts.sentences)


@pytest.mark.parametrize("text", ["b200 per hour reserved", "H100 reservation price", "reserved H100 cost"])
def test_reserved_is_told_with_a_term(text: str, advisor: Advisor) -> None:
    headline = advisor.ask(text).facts.headline
    assert isinstance(headline, CheapestChip)
    assert headline.purchase in ("reserved_1yr", "reserved_3yr", "savings_plan")


@pytest.mark.parametrize("chip", ["T4", "L4", "L40S", "H100", "MI300X"])
def test_the_cheapest_gpu_is_no_dearer_than_the_cheapest_of_one(chip: str, advisor: Advisor) -> None:
    """Some clouds begin every type with "gpu", and only theirs were ranked."""
    any_gpu, one = (advisor.ask(text).facts.headline for text in ("Cheapest GPU?", f"Cheapest {chip}?"))
    assert any_gpu is not None and one is not None and any_gpu.values["usd_chip"] <= one.values["usd_chip"]


def test_memory_alone_decides_which_gpu_is_cheapest(advisor: Advisor) -> None:
    """A card sold as 24 GB may have 22.35 GiB; what it shall serve does not change what it costs."""
    for text in ("Cheapest GPU with 24 GB?", "cheapest 24GB gpu to rent", "Cheapest GPU with 24 GB for a chatbot?"):
        first = advisor.ask(text).facts.headline
        assert first is not None and first.values["chip"] == "NVIDIA L4"


@pytest.mark.parametrize(
    ("named", "chip"),
    [
        ("MI300X", "mi300x"),
        ("L40S", "l40s"),
        ("A10", "a10-pcie"),
        ("H200", "h200"),
        ("T4", "t4"),
        ("trn1", "trainium1"),
    ],
)
def test_the_cheapest_of_a_chip_is_that_of_all_types_that_hold_it(named: str, chip: str, advisor: Advisor) -> None:
    """Some clouds call their types like the chip, and only theirs were ranked; a bare A10 was no chip at all."""
    first = advisor.ask(f"cheapest {named}").facts.headline
    assert first is not None and first.code == "cheapest_chip"
    types = [thing for thing in advisor.facts.instances.values() if thing.accelerator == chip]
    least = ranked(types, advisor.library(), DAY, None, None)[0]
    assert first.values["usd_chip"] <= least.usd_per_chip_hour + 0.005


def test_a_cheapest_offer_is_a_price_wherever_the_word_stands(advisor: Advisor) -> None:
    first, other = (
        advisor.ask(text) for text in ("cheapest 8x A100 spot in Europe", "8 A100 on spot in europe, cheapest offer")
    )
    assert other.form.id == "price" and other.facts.headline == first.facts.headline


@pytest.mark.parametrize("chip", ["H100", "B200", "MI300X", "H200", "A100"])
def test_only_the_cheapest_of_all_is_called_the_cheapest(chip: str, advisor: Advisor) -> None:
    """A price that nobody asked to be the lowest told the cheapest of three clouds as "the cheapest I know"."""
    first = advisor.ask(f"cheapest {chip}").facts.headline
    assert isinstance(first, CheapestChip)
    for text in (f"{chip} price", f"price per hour of {chip}", f"what does a {chip} cost per hour"):
        told = advisor.ask(text).facts
        called = [one for one in (told.headline, *told.sentences) if one is not None and one.code == "cheapest_chip"]
        assert [one.values["usd_chip"] for one in called] == [pytest.approx(first.usd_chip)], text


@pytest.mark.parametrize(
    "text", ["CUD price a3-megagpu-8g", "committed use discount price of a3-megagpu-8g", "a3-megagpu-8g CUD rate"]
)
def test_a_commitment_without_a_term_is_told_with_every_term_first(text: str, advisor: Advisor) -> None:
    """a3-megagpu-8g in us-east4: $63.94 for a year, $40.49 for three."""
    first, second, *_ = advisor.ask(text).facts.prices
    assert {first.purchase, second.purchase} == {"reserved_1yr", "reserved_3yr"}


def test_by_how_much_a_way_to_buy_is_cheaper_is_told_by_both_prices(advisor: Advisor) -> None:
    told = advisor.ask("how much cheaper is p5.48xlarge on spot").facts
    assert {row.purchase for row in told.prices if row.quote} == {"spot", "on_demand"}


@pytest.mark.parametrize(
    "text", ["tpu v5e per chip?", "TPU v5p pod slice of 32 chips per day?", "what does azure want for 8 H100"]
)
def test_one_thing_and_the_unit_of_its_price_ask_for_it(advisor: Advisor, text: str) -> None:
    assert advisor.ask(text).form.id == "price"
