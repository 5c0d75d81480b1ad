"""What a commitment asks and risks, in figures worked out by hand."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.answers.commitment import commitment
from engine.base.reason import Reason
from engine.library import Library
from engine.workload.profile import Reading
from knowledge.facts import Facts
from tests.day import DAY


def said(advisor: Advisor, question: str) -> list[Reason]:
    """The first line and what follows it."""
    facts = advisor.ask(question).facts
    return [*([facts.headline] if facts.headline else []), *facts.sentences]


def test_break_even_use_is_the_ratio_of_the_two_prices(advisor: Advisor) -> None:
    rates = {
        entry.values["purchase"]: entry
        for entry in said(advisor, "Is a three year RI on trn1 risky?")
        if entry.code == "pays_from"
    }
    assert rates["reserved_3yr"].values["share"] == pytest.approx(0.3530, abs=0.0001)  # 7.59 / 21.50
    assert rates["reserved_3yr"].values["claimed"] is True
    assert rates["reserved_1yr"].values["share"] == pytest.approx(0.6153, abs=0.0001)  # 13.22895 / 21.50


def test_committed_use_on_a_tpu(advisor: Advisor) -> None:
    rates = {
        entry.values["purchase"]: entry
        for entry in said(advisor, "is a 3 year CUD on v5e worth it?")
        if entry.code == "pays_from"
    }
    assert rates["reserved_1yr"].values["share"] == pytest.approx(0.70)  # 0.84 / 1.20
    assert rates["reserved_3yr"].values["share"] == pytest.approx(0.45)  # 0.54 / 1.20


def test_the_price_cut_of_p5_is_worked_out_on_its_history(advisor: Advisor) -> None:
    sentences = said(advisor, "should we sign a 3-year commitment for p5.48xlarge?")
    cut = next(entry for entry in sentences if entry.code == "cut")
    assert (cut.values["before"], cut.values["before_day"]) == (98.32, "2025-04-28")
    assert (cut.values["after"], cut.values["after_day"]) == (55.04, "2025-06-23")
    lesser, greater, short = (entry.values for entry in sentences if entry.code == "lock_in")
    assert lesser["rate"] == pytest.approx(54.08, abs=0.005)  # 98.32 x 0.55
    assert lesser["now"] == pytest.approx(0.9825, abs=0.0001)  # 54.076 / 55.04
    assert greater["rate"] == pytest.approx(37.36, abs=0.005)  # 98.32 x 0.38
    assert greater["now"] == pytest.approx(0.6788, abs=0.0001)
    # 572 days to 2026-11-21: 13,728 h x 54.076, against 1,344 h x 98.32 + 12,384 h x 55.04
    assert (lesser["bought"], lesser["until"]) == ("2025-04-28", "2026-11-21")
    assert lesser["paid"] == pytest.approx(742_355, abs=1)
    assert lesser["on_demand"] == pytest.approx(813_757, abs=1)
    assert lesser["lost_partly"] == pytest.approx(91_349, abs=1)  # 742,355 - 0.8 x 813,757
    assert short["years"] == 1 and short["over_since"] == "2025-06-23"


def test_three_years_of_p5_are_not_advised_while_no_rate_is_known(advisor: Advisor) -> None:
    sentences = said(advisor, "should we commit to p5 for 3 years?")
    lead = sentences[0]
    assert lead.code == "plan_unknown"
    assert lead.values["long"] is True and lead.values["alone"] is True
    assert "lock_in" in {entry.code for entry in sentences}


@pytest.mark.parametrize("text", ["reserve {} for 3 years, 60% used?", "three-year plan for {} at 60% utilization"])
def test_three_years_without_a_rate_are_not_answered_by_one_year(text: str, advisor: Advisor) -> None:
    """inf2.48xlarge: 12.98 on demand, a rate for one year alone; at 60 % three years pay below 0.6 x 12.98."""
    lead = said(advisor, text.format("inf2.48xlarge"))[0]
    assert lead.code == "term_unknown" and lead.values["purchase"] == "reserved_3yr"
    assert lead.values["below"] == pytest.approx(7.79, abs=0.01)


def test_what_a_term_saves_is_a_question_about_it_and_no_look_up(advisor: Advisor) -> None:
    """13.92 / 21.96 is 63 %, so at 60 % nothing is saved: 8,760 x 13.92 is owed against 0.6 x 8,760 x 21.96."""
    lead = said(advisor, "how much would I save with a 1-year commitment on p4d at 60% use")[0]
    assert lead.code == "term_pays" and lead.values["pays"] == "no" and lead.values["sum_first"] is True
    assert (lead.values["with_usd"], lead.values["without_usd"]) == pytest.approx((121_949, 115_409), abs=10)


def test_how_many_to_reserve_is_a_number_where_the_use_is_told(advisor: Advisor) -> None:
    """70 to 80 % of 20."""
    lead = said(advisor, "how many of our 20 p4d should we reserve for 1 year at 70% utilization")[0]
    assert lead.code == "commit_plan" and (lead.values["few"], lead.values["many"]) == (14, 16)


def test_a_rate_of_a_document_is_said_to_be_one(advisor: Advisor) -> None:
    """12.48 / 21.96 is 57 %."""
    lead = said(advisor, "should we commit to 3 years of p4d at 60% utilization?")[0]
    assert lead.values["pays"] == "yes" and lead.values["least"] == pytest.approx(0.568, abs=0.001)
    assert lead.values["claimed"] is True and "June 2025" in lead.values["caveat"]


def test_a_line_of_googles_machines_is_their_own(advisor: Advisor) -> None:
    """ "a3" is no p5, though both have the same chip."""
    lead = said(advisor, "should we commit to a3 for a year?")[0]
    assert lead.values["instance"].startswith("a3-")


def test_how_much_of_sixteen_p4d_to_reserve(advisor: Advisor) -> None:
    """70 to 80 % of 16; a month is 730 h x (12 x 13.921092 + 4 x 21.95764) against 730 h x 16 x 21.95764."""
    lead = said(advisor, "how much should we reserve of 16 p4d that run all day?")[0]
    assert lead.code == "commit_plan" and lead.values["pays"] is True
    assert (lead.values["few"], lead.values["many"]) == (11, 12)
    assert lead.values["share"] == pytest.approx(0.634, abs=0.001)  # 13.921092 / 21.95764
    assert lead.values["month"] == pytest.approx(186_065, abs=2)
    assert lead.values["month_without"] == pytest.approx(256_465, abs=2)


def test_a_machine_used_half_the_time_is_not_committed(advisor: Advisor) -> None:
    """12 hours on 30.4 days are 365 h of 730; an hour of work would cost 13.92 / 0.5."""
    lead = said(advisor, "we run 8 p4d 12 hours a day, how much should we reserve")[0]
    assert lead.code == "commit_plan" and lead.values["pays"] is False
    assert lead.values["effective"] == pytest.approx(27.86, abs=0.05)


def test_the_ways_to_buy_are_ranked_by_what_an_hour_of_work_costs(advisor: Advisor) -> None:
    """All hours: the longer term, then a block. Half of them, by night and day: on demand, since all else idles."""
    full = said(advisor, "how much should we reserve of 16 p4d that run all day?")[1].values
    assert full["ways"] == "reserved_3yr capacity_block reserved_1yr on_demand"  # 12.48, 13.57, 13.92, 21.96
    half = said(advisor, "we run 8 p4d 12 hours a day, how much should we reserve")[1].values
    assert half["ways"] == "on_demand reserved_3yr capacity_block reserved_1yr"  # 21.96, 24.96, 27.14, 27.84
    assert half["at_capacity_block"] == pytest.approx(27.14, abs=0.05)  # 2 x 13.568: a 24-hour block for 12 hours


def test_without_a_rate_the_most_that_any_type_gets_off_can_say_no(advisor: Advisor) -> None:
    """Six hours a day are a quarter of all hours, so a plan pays from 75% off on; 72% is the most."""
    lead = said(advisor, "is a RI on g5.12xlarge worth it at 6 hours a day")[0]
    assert (lead.code, lead.values["pays"]) == ("term_pays", "no")
    assert lead.values["share"] == pytest.approx(0.25, abs=0.001) and lead.values["ec2"] == pytest.approx(0.72)


def test_which_savings_plan(advisor: Advisor) -> None:
    assert said(advisor, "compute or instance savings plan?")[0].code == "plan_choice"


def test_a_block_is_set_against_on_demand(advisor: Advisor) -> None:
    lead = said(advisor, "is a capacity block cheaper than on-demand for p5?")[0]
    assert lead.code == "block_pays"
    assert lead.values["share"] == pytest.approx(0.8677, abs=0.0001)  # 47.76 / 55.04
    assert lead.values["old"] is True  # seen in August


def test_what_is_not_sold_on_demand_has_no_break_even(advisor: Advisor) -> None:
    """trn2.48xlarge had an on-demand price in 2025; it is not sold so today, and is not compared with it."""
    codes = {entry.code for entry in said(advisor, "how many trn2 should we commit to?")}
    assert "rate_alone" in codes and not codes & {"block_pays", "pays_from"}


def test_a_stale_tpu_rate_shows_its_age(advisor: Advisor) -> None:
    rates = [entry.values for entry in said(advisor, "TPU CUD worth it?") if entry.code == "pays_from"]
    v6e = next(values for values in rates if str(values["instance"]).startswith("v6e"))
    assert v6e["day"] == "2024-12-20" and v6e["old"] is True and v6e["age"] == 701


def test_an_azure_reservation_is_a_year_divided_by_its_hours(advisor: Advisor) -> None:
    sentences = said(advisor, "reserved instances on azure H100 for a year?")
    year = next(entry for entry in sentences if entry.code == "pays_from")
    assert year.values["usd"] == pytest.approx(62.92, abs=0.005)  # 551,221 / 8,760
    assert year.values["share"] == pytest.approx(0.64, abs=0.001)  # 62.92 / 98.32
    assert "kind_azure" in {entry.code for entry in sentences}


def test_committing_to_more_than_one_uses(facts: Facts) -> None:
    """Asked of nothing in particular: the floor, then what unused hours make of a rate, on a machine known well."""
    reading = Reading(text="what if I commit to more than I use?", intent="commitment", topic="commitment")
    sentences = commitment(reading, Library(facts), DAY)
    assert sentences[0].code == "how_much"
    over = next(entry.values for entry in sentences if entry.code == "over_commit")
    assert over["effective"] == pytest.approx(2 * float(str(over["usd"])))  # used half the time
    assert (over["return_usd"], over["return_days"]) == (100, 7)


def test_sagemaker_has_plans_and_spot_of_its_own(advisor: Advisor) -> None:
    codes = {entry.code for entry in said(advisor, "SageMaker savings plan or managed spot for p4d?")}
    assert "managed_terms" in codes


def test_how_much_of_the_floor_to_commit_is_cited(advisor: Advisor) -> None:
    by_code = {
        entry.code: entry for entry in said(advisor, "how much of our steady usage should a Savings Plan cover")
    }
    floor = by_code["how_much"]
    assert (floor.values["low"], floor.values["high"]) == (0.70, 0.80)
    assert floor.cites == ("doc-004-cost-page",)


def test_use_said_is_set_against_the_break_even(advisor: Advisor) -> None:
    asked = "When is a Capacity Block better than an RI? We train 5 days each month on p5."
    use = next(entry for entry in said(advisor, asked) if entry.code == "your_use")
    assert use.values["hours"] == pytest.approx(120)
    assert use.values["share"] == pytest.approx(0.1644, abs=0.0001)  # 120 / 730


def test_a_term_for_a_single_run_is_advised_against_with_all_its_hours(advisor: Advisor) -> None:
    """12.48 x 26,280 h = 327,974.40 for each p4d.24xlarge: the same sum that excludes the option."""
    first = said(advisor, "3-year reserved p4d, pretrain 7B once")[0]
    assert first.code == "not_for_one_run"
    assert (first.values["usd"], first.values["term_hours"]) == (12.48, 26_280)
    assert first.values["term_usd"] == pytest.approx(327_974.40)


@pytest.mark.parametrize(
    "text",
    [
        "3yr savings plan on g5 - yay or nay",
        "should we sign a 3 year savings plan for g5?",
        "do 3yr RIs on g5 make sense?",
    ],
)
def test_a_term_is_weighed_against_a_later_machine_that_costs_less(text: str, advisor: Advisor) -> None:
    """g5.48xlarge is 8 A10G of 24 GB at 600 GB/s; g6.48xlarge 8 L4 of 24 GB at 300 GB/s, 192 vCPUs both."""
    lead = said(advisor, text)[0].values
    assert (lead["newer"], lead["newer_bandwidth"]) == ("g6.48xlarge", pytest.approx(0.5))
    assert 0 < lead["newer_usd"] < lead["on_demand"]
