"""Lock-in replayed on real prices: AWS cut p4d.24xlarge by 33 % between April and June 2025."""

from __future__ import annotations

from datetime import date

import pytest

from bot.advice.advisor import Advisor
from engine.answers.commitment_risk import risk
from engine.base.reason import Reason
from engine.library import Library
from knowledge.facts import Facts
from tests.day import DAY


@pytest.fixture(scope="module")
def library(advisor: Advisor) -> Library:
    return advisor.library()


@pytest.fixture(scope="module")
def told(library: Library, facts: Facts) -> list[Reason]:
    return risk((facts.instances["p4d.24xlarge"],), {"aws"}, library, library.prices(DAY))


def test_a_discount_has_to_be_deeper_than_the_cut(told: list[Reason]) -> None:
    cut = told[0]
    assert cut.code == "cut"
    assert (cut.values["before"], cut.values["after"]) == (32.7726, 21.957642)
    assert cut.values["even"] == pytest.approx(0.33, abs=0.0001)  # 1 - 21.957642 / 32.7726


def test_a_year_bought_before_the_cut_is_paid_to_its_end(told: list[Reason]) -> None:
    (year,) = [reason for reason in told if reason.code == "lock_in" and reason.values["years"] == 1]
    assert (year.values["bought"], year.values["until"]) == ("2025-04-28", "2026-04-28")
    assert year.values["paid"] == pytest.approx(year.values["rate"] * 365 * 24)


def test_a_longer_term_is_replayed_up_to_the_day_asked_about(told: list[Reason]) -> None:
    longer = [reason for reason in told if reason.code == "lock_in" and reason.values["years"] == 3]
    assert {reason.values["until"] for reason in longer} == {DAY.isoformat()}
    assert len(longer) == 2, "at a usual and at a deep discount"


def test_before_any_price_fell_there_is_nothing_to_tell(library: Library, facts: Facts) -> None:
    assert risk((facts.instances["p4d.24xlarge"],), {"aws"}, library, library.prices(date(2023, 1, 1))) == []
