"""What a team's credits pay, and which of its own prices have run out. Figures made by hand."""

from datetime import date
from typing import Any

from engine.options.credits import credit, lapsed
from knowledge.facts import OwnPrice
from tests.day import DAY
from tests.engine.offers import offer


def own(**changed: Any) -> OwnPrice:
    plain = {
        "id": 1,
        "team": "T1",
        "kind": "credits",
        "scope": "cloud",
        "name": "aws",
        "cloud": "aws",
        "amount": 1000,
    }
    return OwnPrice.model_validate(plain | {"valid_from": date(2026, 1, 1)} | changed)


def test_credits_pay_the_machine_time_of_all_runs_until_they_are_used_up() -> None:
    """100 USD a run: 3 runs are 300, 30 runs are 3,000 of which 1,000 are covered."""
    few, many = (credit(offer("gpu", 100), runs, [own()], DAY) for runs in (3, 30))
    assert few is not None and (few.covered_usd, few.cash_usd) == (300, 0)
    assert many is not None and (many.covered_usd, many.cash_usd) == (1000, 2000)


def test_credits_with_another_cloud_pay_nothing() -> None:
    assert credit(offer("gpu", 100), 3, [own(cloud="gcp", name="gcp")], DAY) is None


def test_a_price_has_lapsed_from_the_day_after_its_last() -> None:
    ended = own(kind="discount", amount=5, valid_until=date(2026, 11, 22))
    assert lapsed([ended], [offer("gpu", 10)], date(2026, 11, 22)) == ()
    assert lapsed([ended], [offer("gpu", 10)], date(2026, 11, 23)) == (ended,)


def test_a_lapsed_price_of_something_else_is_not_mentioned() -> None:
    ended = own(kind="rate", scope="instance", name="p5.48xlarge", amount=30, valid_until=date(2026, 11, 1))
    assert lapsed([ended], [offer("gpu", 10)], DAY) == ()
