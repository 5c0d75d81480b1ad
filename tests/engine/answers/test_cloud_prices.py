"""What each of several clouds charges for a chip, and what machines cost for a span that was said."""

from __future__ import annotations

from datetime import date

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text, headline
from engine.answers.cloud_prices import (
    CloudHours,
    ForSpan,
    Uncompared,
    cheapest_of_each,
    cloud_hours,
    names_a_chip,
    told_of,
)
from engine.answers.rank_prices import instances_asked, ranked
from engine.workload.profile import Profile
from knowledge.facts import Facts, Purchase
from tests.day import DAY

H100 = Profile(candidates=("h100",), clouds=("aws", "gcp", "azure"))


def test_the_same_chip_bought_the_same_way_is_ranked_by_cloud(advisor: Advisor, facts: Facts) -> None:
    """p5 is $55.04 / 8 = 6.88, ND96is_H100_v5 $88.488 / 8 = 11.061, a3-highgpu-8g $88.49 / 8 = 11.061."""
    rows = ranked(instances_asked(H100, set(), facts), advisor.library(), DAY, None, None, everywhere=True)
    lead, told = cloud_hours(rows, H100.clouds, "on_demand", advisor.library())
    assert told.chip == "NVIDIA H100 SXM" and told.clouds == ("aws", "azure", "gcp") and told.without == ()
    assert told.usd_chip == pytest.approx((6.88, 11.061, 11.061), abs=0.001)
    assert (lead.clouds, lead.chips[1], lead.tied) == (("aws", "azure", "gcp"), "NVIDIA H100 NVL", 1)


def test_a_cloud_without_such_a_price_is_named(advisor: Advisor, facts: Facts) -> None:
    rows = ranked(instances_asked(H100, set(), facts), advisor.library(), DAY, None, None, everywhere=True)
    (told,) = cloud_hours(rows, H100.clouds, "capacity_block", advisor.library())
    assert told.clouds == ("aws",) and told.without == ()
    assert [one.cloud for one in told.otherwise] == ["gcp", "azure"]  # bought another way
    assert cloud_hours(rows, ("gcp",), "capacity_block", advisor.library()) == ()


@pytest.mark.parametrize("day", [DAY, date(2026, 10, 10), date(2026, 11, 28)])
@pytest.mark.parametrize(
    "text",
    [
        "is H100 cheaper on Azure or Google Cloud?",
        "Azure vs GCP H100 price",
        "which is cheaper for an H100, Google Cloud or Azure?",
    ],
)
def test_a_variant_counts_as_in_a_ranking_and_what_rounding_parts_is_a_tie(
    text: str, day: date, facts: Facts
) -> None:
    """NC40ads_H100_v5, an H100 NVL, is 6.98; eight SXM are 88.488 on Azure and 88.49 on Google Cloud."""
    shown = " ".join(card_text(Advisor(facts, day).ask(text)).split())
    assert shown.startswith("Azure is the cheaper: NVIDIA H100 NVL on demand is $6.98 a chip-hour on Azure")
    assert "Of NVIDIA H100 SXM alone Azure and Google Cloud charge the same: on demand it is $11.06 a chip" in shown


def test_of_equal_prices_the_newest_sighting_is_told(advisor: Advisor) -> None:
    """p4d is 21.957642 in us-east-1 on 2026-11-09 and 21.95764 in us-east-2 on 2026-08-26."""
    headline = advisor.ask("AWS or GCP for A100").facts.headline
    assert isinstance(headline, CloudHours) and (headline.regions[0], headline.days[0]) == ("us-east-1", "2026-11-09")


def test_each_chip_cloud_and_way_to_buy_is_one_row_and_those_compared_are_never_left_out(
    advisor: Advisor, facts: Facts
) -> None:
    wanted = Profile(candidates=("a100",), clouds=("aws", "gcp"))
    rows = ranked(instances_asked(wanted, set(), facts), advisor.library(), DAY, None, None, everywhere=True)
    each = cheapest_of_each(rows)
    keys = [(row.chip, row.instance.cloud, row.quote.purchase) for row in each]
    assert len(keys) == len(set(keys))
    shown = told_of(rows, "on_demand", 5)
    assert len(shown) == 5
    assert {row.instance.cloud for row in shown if row.quote.purchase == "on_demand"} == {"aws", "gcp"}
    assert [row.usd_per_chip_hour for row in shown] == sorted(row.usd_per_chip_hour for row in shown)


def test_a_chip_or_a_type_has_a_price_and_gpu_alone_has_none() -> None:
    assert names_a_chip(H100) and names_a_chip(Profile(instances=("p5.48xlarge",)))
    assert not names_a_chip(Profile(candidates=("gpu",)))


@pytest.mark.parametrize(
    "text",
    [
        "AWS or GCP for A100",
        "Is AWS or Google cheaper for H100s?",
        "AWS vs GCP vs Azure H100 pricing",
        "which has the better H100 price, azure or aws?",
        "A100 spot: azure or aws?",
    ],
)
def test_which_cloud_for_a_chip_is_a_question_of_its_price(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert answer.form.id == "price" and isinstance(answer.facts.headline, CloudHours)
    assert answer.verdict is None and answer.reading.profile.budget_usd is None
    assert "AWS is the cheap" in card_text(answer)


def test_a_specialist_that_is_named_beside_them_is_compared_at_its_list_price(advisor: Advisor) -> None:
    answer = advisor.ask("RunPod shows $3.29 for an H100. What do AWS, GCP and Azure charge for it?")
    assert answer.form.id == "price" and isinstance(answer.facts.headline, CloudHours)
    first = " ".join(card_text(answer).split("\n\n")[0].split())
    assert first.startswith("RunPod is the cheapest") and "$6.88 on AWS" in first and "on Google Cloud" in first


def test_which_cloud_for_work_is_a_choice(advisor: Advisor) -> None:
    assert advisor.ask("Should we go with AWS or GCP for weekly H100 fine-tuning of Llama 8B?").form.id == "choose"


def spans(advisor: Advisor, question: str) -> dict[Purchase, tuple[str, int, float]]:
    found = [one for one in advisor.ask(question).facts.sentences if isinstance(one, ForSpan)]
    return {way: (instance, machines, usd) for one in found for way, instance, machines, usd in one.ways}


def test_machines_for_two_weeks_cost_their_hours(advisor: Advisor) -> None:
    """336 h x 55.04 = 18,493 on demand, x 47.76 = 16,047 by Capacity Block, whole days."""
    told = spans(advisor, "what's the cheapest way to get 8 H100s for 2 weeks on AWS?")
    assert told["on_demand"] == ("p5.48xlarge", 1, pytest.approx(336 * 55.04))
    assert told["capacity_block"] == ("p5.48xlarge", 1, pytest.approx(336 * 47.76))
    assert told["spot"][2] < told["capacity_block"][2]


def test_many_chips_are_whole_machines(advisor: Advisor) -> None:
    """64 / 8 = 8 machines; 64 machines of one chip share no network. 8 x 72 h x 55.04 = 31,703."""
    assert spans(advisor, "how much are 64 H100 for 3 days?")["on_demand"] == (
        "p5.48xlarge", 8, pytest.approx(31_703.04),
    )  # fmt: skip


def test_half_a_machine_is_paid_as_a_whole_one(advisor: Advisor) -> None:
    """AWS sells eight A100 80 GB and no four: 10 h x 27.45 = 274.50."""
    told = spans(advisor, "how much are 4 A100 80GB for 10 hours on AWS?")
    assert told["on_demand"] == ("p4de.24xlarge", 1, pytest.approx(274.48, abs=0.1))


@pytest.mark.parametrize("question", ["cheapest 8 H100", "8 H100 for 2 weeks every month, price?"])
def test_without_a_span_nothing_is_multiplied(advisor: Advisor, question: str) -> None:
    assert spans(advisor, question) == {}


def test_so_many_machines_of_a_line_are_summed_together(advisor: Advisor) -> None:
    """4 x 100 h at 21.957642 USD, of eight chips each."""
    told = advisor.ask("what do 4 p4d cost for 100 hours").facts.sentences
    span = next(one for one in told if isinstance(one, ForSpan))
    ways = {way: (machines, usd) for way, _, machines, usd in span.ways}
    assert span.chips == 32 and ways["on_demand"][0] == 4
    assert ways["on_demand"][1] == pytest.approx(400 * 21.957642)


@pytest.mark.parametrize(
    "text",
    [
        "RTX PRO 6000 cheapest on GCP vs AWS",
        "cheapest RTX PRO 6000 on AWS or GCP",
        "is RTX PRO 6000 cheapest on AWS or Google Cloud?",
    ],
)
def test_why_another_way_compares_than_the_cheapest_is_said(text: str, advisor: Advisor) -> None:
    """AWS' g7e has on demand prices alone."""
    (told,) = [one for one in advisor.ask(text).facts.sentences if isinstance(one, Uncompared)]
    assert (told.purchase, told.clouds, told.way) == ("spot", ("aws",), "on_demand")


@pytest.mark.parametrize("text", ["AWS or GCP cheaper for L4?", "cheapest L4 on demand", "L4 on demand price on GCP"])
def test_the_cheapest_region_is_one_however_it_is_asked(text: str, advisor: Advisor) -> None:
    """0.706832 in us-central1 and 0.704518 in us-east4 are less than a cent apart."""
    assert "us-central1" in headline(advisor.ask(text))


def test_a_cloud_without_such_a_price_shows_what_it_charges_otherwise(advisor: Advisor) -> None:
    """GB200: Azure's 108.16 / 4 on demand; AWS's 761.904 / 72 is by Capacity Block alone."""
    told = advisor.ask("GB200 per gpu, aws vs azure?").facts.headline
    assert isinstance(told, CloudHours) and told.without == ()
    assert [(one.cloud, one.purchase, round(one.usd_chip, 2)) for one in told.otherwise] == [
        ("aws", "capacity_block", 10.58)
    ]
