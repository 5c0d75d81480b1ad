"""Rates of commitments by their terms."""

from __future__ import annotations

from datetime import date

from engine.base.named_terms import NamedTerm
from engine.prices.term_rates import TermRate, fitting, sells_by_payment, term_of
from knowledge.facts import Facts

LISTED = {
    ("savings_plan", "compute 3yr all_upfront"): NamedTerm(True, 3, "all_upfront", "compute"),
    ("savings_plan", "ec2_instance 1yr no_upfront"): NamedTerm(True, 1, "no_upfront", "ec2_instance"),
    ("reserved_3yr", "partial_upfront standard"): NamedTerm(False, 3, "partial_upfront", "standard"),
    ("reserved_1yr", ""): None,
    ("savings_plan", "1yr"): None,
}


def rate(term: NamedTerm, usd: float = 1.0) -> TermRate:
    return TermRate("p5.48xlarge", "aws", "us-east-1", "savings_plan", term, usd, date(2026, 11, 20), "feed")


def test_terms_are_read_as_feeds_write_them() -> None:
    assert {said: term_of(*said) for said in LISTED} == LISTED  # type: ignore[arg-type]


def test_the_nearest_differs_least_then_binds_least_then_costs_least() -> None:
    held = [rate(term, 5) for term in LISTED.values() if term]
    for one in held:
        assert fitting(held, one.term)[0] == one
    assert fitting(held, NamedTerm(is_plan=True))[0].term.years == 1
    assert fitting([rate(held[0].term, 7), rate(held[0].term, 6)], NamedTerm())[0].usd == 6


def test_what_is_paid_ahead_tells_terms_apart_on_aws_alone(facts: Facts) -> None:
    assert [cloud for cloud in ("aws", "gcp", "azure") if sells_by_payment(cloud, facts)] == ["aws"]  # type: ignore[arg-type]
