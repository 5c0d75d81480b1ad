"""The terms of a commitment, read from cues."""

from __future__ import annotations

from itertools import product

import pytest

from engine.base.named_terms import NamedTerm, named_term
from engine.forms import FORMS
from engine.reading.read import read
from engine.reading.vocabulary import Vocabulary, compile_vocabulary
from knowledge.facts import Facts

YEARS = {
    1: ("1 year", "1-year", "one year", "1yr", "12 month"),
    3: ("3 year", "3-year", "three year", "3yr", "36 month"),
}
PAID = {
    "no_upfront": ("no upfront", "no-upfront", "nothing upfront"),
    "partial_upfront": ("partial upfront", "partial-upfront", "half upfront"),
    "all_upfront": ("all upfront", "all-upfront", "full upfront", "paid fully upfront"),
}
KINDS = {
    "standard": "standard RI",
    "convertible": "convertible reserved instance",
    "compute": "Compute Savings Plan",
    "ec2_instance": "EC2 Instance Savings Plan",
}


@pytest.fixture(scope="module")
def vocabulary(facts: Facts) -> Vocabulary:
    return compile_vocabulary(facts, FORMS)


@pytest.mark.parametrize(("payment", "kind"), list(product(PAID, KINDS)))
def test_each_wording_of_a_term_says_it(vocabulary: Vocabulary, payment: str, kind: str) -> None:
    """In either order, and all of it is understood."""
    for (years, saids), paid in product(YEARS.items(), PAID[payment]):
        for said in saids[::2]:
            for text in (
                f"price of p5.48xlarge in us-east-1, {said} {KINDS[kind]}, {paid}",
                f"what does p5.48xlarge cost in us-east-1 with a {said} {paid} {KINDS[kind]}?",
            ):
                reading = read(text, vocabulary)
                term = named_term(set(reading.cues), reading.profile.purchase)
                assert term == NamedTerm(kind in ("compute", "ec2_instance"), years, payment, kind), text
                assert reading.unread == (), (text, reading.unread)


@pytest.mark.parametrize("text", ["price of p5.48xlarge", "3 year reserved p5.48xlarge", "p5 on demand, no upfront"])
def test_no_more_than_a_way_to_buy_names_no_term(vocabulary: Vocabulary, text: str) -> None:
    reading = read(text, vocabulary)
    assert named_term(set(reading.cues), reading.profile.purchase) is None
