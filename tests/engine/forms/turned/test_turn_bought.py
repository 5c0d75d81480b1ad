"""What the answer before was about, bought otherwise."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.wording.reasons import fact
from engine.forms.turned.turn_bought import Terms, TurnBought, regions_of, turn_bought
from engine.library import library_of
from engine.workload.subject import Subject
from knowledge.facts import Facts, Purchase
from tests.day import DAY

P4D = Subject(instance="p4d.24xlarge", chip="a100-40", machines=2, chips=16, hours=19.0)
PLAIN = Terms(way=None, place=None, clouds=(), was_way="on_demand", was_place=None, was_clouds=())


def bought(facts: Facts, about: Subject, terms: Terms, *, free: bool = False) -> TurnBought:
    library = library_of(facts)
    made = turn_bought((about,), terms, library, library.prices(DAY), free=free)
    assert made is not None
    return made


def test_all_machines_are_paid_for_all_hours_of_the_run(facts: Facts) -> None:
    """2 x $9.898 are $19.80, for 19 h $376; of 2 x $21.96 that is 45%."""
    (one,) = bought(facts, P4D, PLAIN._replace(way="spot")).each
    assert one.now.usd == pytest.approx(19.796, abs=0.01)
    assert one.usd_run == pytest.approx(376.1, abs=0.3)
    assert one.less == pytest.approx(0.549, abs=0.002)


@pytest.mark.parametrize("way", ["reserved_1yr", "spot"])
def test_without_a_price_so_on_demand_is_told(facts: Facts, way: Purchase) -> None:
    told = bought(facts, Subject(instance="g6e.48xlarge", chip="l40s", chips=8), PLAIN._replace(way=way))
    assert not told.each[0].held
    assert f"I hold no price of g6e.48xlarge (8 x NVIDIA L40S) {'on spot' if way == 'spot' else 'with'}" in fact(told)


def test_another_chip_on_another_cloud_takes_other_hours(facts: Facts) -> None:
    about = Subject(instance="g6e.xlarge", chip="l40s", hours=10.0)
    (one,) = bought(facts, about, PLAIN._replace(clouds=("azure",))).each
    assert one.asked == "NVIDIA L40S"
    assert one.now.gib >= 44
    assert one.usd_run is None


def test_where_nothing_may_be_paid_before_the_nearest_of_its_maker_is_told(facts: Facts) -> None:
    about = Subject(instance="trn2.48xlarge", chip="trainium2", chips=16)
    told = bought(facts, about, PLAIN._replace(way="on_demand", clouds=("aws",)), free=True)
    assert told.each[0].now.instance == "trn1.32xlarge"


def test_an_area_is_its_regions(facts: Facts) -> None:
    assert "eu-west-1" in regions_of("europe", ("aws",), library_of(facts))


def test_a_term_without_an_upfront_payment_stays_of_the_machine(advisor: Advisor) -> None:
    before = advisor.ask("g6e.xlarge in Frankfurt per month").goes_on_from
    first = advisor.ask("one year no upfront?", before=before).facts.headline
    assert isinstance(first, TurnBought) and [one.now.instance for one in first.each] == ["g6e.xlarge"]
    assert not first.each[0].held and first.each[0].asked is None
