"""Which price moved a verdict: asked of the verdict itself, one price at a time."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from decimal import Decimal

from bot.advice.advisor import Advisor
from engine.impact.attribution import Moved, Prices, because, moves, put_back
from engine.impact.verdict_figures import MoveLimits
from engine.library import Library
from engine.prices.offers import OfferKey
from engine.verdict.verdict import Verdict, verdict
from knowledge.facts import Facts, Offer
from tests.day import DAY

LATER = DAY + timedelta(days=7)
TRN2 = OfferKey("trn2.48xlarge", "aws", "us-east-2", "capacity_block", "instance")
P5EN = OfferKey("p5en.48xlarge", "aws", "us-east-1", "capacity_block", "instance")
# At 35.76 and 63.16 USD/h 150 runs cost 29.9k on Trainium, port included, and 33.3k on the GPU.
QUESTION = "trn2.48xlarge or p5en.48xlarge for a Llama 8B full fine-tune, 1B tokens a run, 150 runs, PyTorch, AWS"


def offers(prices: Mapping[OfferKey, str], day: date) -> tuple[Offer, ...]:
    return tuple(
        Offer(
            observed_on=day, cloud=thing.cloud, instance=thing.instance, region=thing.region,
            purchase=thing.purchase, scope=thing.scope, usd_per_hour=Decimal(usd), checked_on=day,
            source="aws-capacity-blocks-2026-08",
        )
        for thing, usd in prices.items()
    )  # fmt: skip


def prices(facts: Facts, said: Mapping[OfferKey, str], day: date) -> Prices:
    return Prices(offers(said, day), facts.sources, day)


BEFORE = {TRN2: "35.76", P5EN: "63.16"}


def moved(facts: Facts, advisor: Advisor, after: Mapping[OfferKey, str]) -> Moved | None:
    reading, plain = advisor.parse(QUESTION), Library(facts)
    then, now = prices(facts, BEFORE, DAY), prices(facts, after, LATER)

    def judge(held: tuple[Offer, ...]) -> Verdict:
        return verdict(reading, plain.at(held, facts.sources), LATER)

    return because(judge, judge(then.offers), judge(now.offers), then, now, MoveLimits(facts))


def test_the_price_that_alone_turns_the_verdict_is_named(facts: Facts, advisor: Advisor) -> None:
    found = moved(facts, advisor, {TRN2: "200", P5EN: "62"})
    assert found is not None and (found.before.lean, found.after.lean) == ("trainium", "gpu")
    assert [move.thing for move in found.because] == [TRN2]
    assert found.kinds[0] == "flipped"


def test_where_none_alone_does_it_the_fewest_that_do_together_are(facts: Facts, advisor: Advisor) -> None:
    """35.7k on Trainium at 50 and 29.3k on the GPU at 55 is beyond the near tie that goes to the rule's Trainium.

    With 35.76 put back it is 30.1k against 29.3k, with 63.16 put back 35.7k against 33.7k: Trainium either way.
    """
    found = moved(facts, advisor, {TRN2: "50", P5EN: "55"})
    assert found is not None and (found.before.lean, found.after.lean) == ("trainium", "gpu")
    assert {move.thing for move in found.because} == {TRN2, P5EN}


def test_prices_that_move_by_a_rounding_do_nothing(facts: Facts, advisor: Advisor) -> None:
    assert moved(facts, advisor, {TRN2: "35.761", P5EN: "63.16"}) is None


def test_a_move_knows_its_share_and_one_that_came_or_went_has_none(facts: Facts) -> None:
    then, now = prices(facts, {TRN2: "40"}, DAY), prices(facts, {TRN2: "50", P5EN: "60"}, LATER)
    shares = {move.thing: move.share for move in moves(then, now, MoveLimits(facts))}
    assert shares == {TRN2: 0.25, P5EN: None}


def test_a_price_put_back_is_as_fresh_as_the_one_it_replaces(facts: Facts) -> None:
    """Else the age of the old price would move the verdict, and no price did."""
    then, now = prices(facts, {TRN2: "40"}, DAY), prices(facts, {TRN2: "50", P5EN: "60"}, LATER)
    (move, _) = moves(then, now, MoveLimits(facts))
    (other, back) = put_back(now, [move])
    assert (other.instance, back.usd_per_hour, back.observed_on) == ("p5en.48xlarge", Decimal("40"), LATER)


def test_every_price_that_alone_turns_the_verdict_is_named(facts: Facts, advisor: Advisor) -> None:
    """Trainium at 200 loses to the GPU at its old price, and at its own old price to a GPU at 20."""
    found = moved(facts, advisor, {TRN2: "200", P5EN: "20"})
    assert found is not None and (found.before.lean, found.after.lean) == ("trainium", "gpu")
    assert {move.thing for move in found.because} == {TRN2, P5EN}
    assert found.is_alone


def test_of_a_price_that_moved_in_several_regions_the_one_that_the_verdict_shows_is_named(
    facts: Facts, advisor: Advisor
) -> None:
    """Cheapest in us-east-1 then and now; in us-west-2 it moved too, and shows in nothing."""
    west = P5EN._replace(region="us-west-2")
    reading, plain = advisor.parse(QUESTION), Library(facts)
    then = prices(facts, BEFORE | {west: "64"}, DAY)
    now = prices(facts, {TRN2: "35.76", P5EN: "20", west: "20.5"}, LATER)

    def judge(held: tuple[Offer, ...]) -> Verdict:
        return verdict(reading, plain.at(held, facts.sources), LATER)

    found = because(judge, judge(then.offers), judge(now.offers), then, now, MoveLimits(facts))
    assert found is not None and found.after.option is not None
    assert [move.thing for move in found.because] == [P5EN]
