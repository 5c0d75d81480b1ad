"""What a commitment binds to, by cloud, with the documents it is read from."""

from datetime import date

from engine.answers.commitment_reasons import KindAws, KindAzure, KindGcp
from engine.answers.commitment_rules import block_rules, kind_of_commitment, plan_choice, term_end
from engine.library import Library
from knowledge.facts import Facts


def test_each_cloud_sells_another_kind_of_commitment(facts: Facts) -> None:
    library = Library(facts)
    kinds = [type(kind_of_commitment(cloud, library)) for cloud in ("aws", "azure", "gcp")]
    assert kinds == [KindAws, KindAzure, KindGcp]


def test_the_rules_of_capacity_blocks_are_those_aws_publishes(facts: Facts) -> None:
    """8 weeks ahead, 6 months long, 256 instances over all blocks, the last half hour for shutting down."""
    rules = block_rules(Library(facts))
    assert (rules.block_lead_days, rules.block_max_days) == (56, 182)
    assert (rules.block_closing_minutes, rules.block_all_instances) == (30, 256)
    assert rules.cites == ("aws-capacity-blocks-purchase", "aws-capacity-blocks")


def test_the_plan_that_binds_to_less_saves_less(facts: Facts) -> None:
    choice = plan_choice(Library(facts))
    assert 0 < choice.compute < choice.ec2 < 1
    assert (choice.low, choice.high) == (0.70, 0.80)


def test_three_years_bought_today_end_in_the_same_month() -> None:
    assert term_end(date(2026, 11, 21)).ends == "2029-11"
