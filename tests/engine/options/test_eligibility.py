"""Why an offering that works does not lead by itself."""

import pytest

from bot.advice.advisor import Advisor
from engine.options.eligibility import at_once, beyond_blocks, not_leading
from engine.prices.price_book import Quote
from knowledge.facts import Purchase
from tests.engine.offers import PRICE
from tests.engine.problems import problem

TRAIN = "fine-tune Llama 8B, 20 runs, PyTorch, AWS"


def quote(purchase: Purchase, age_days: int = 1) -> Quote:
    return PRICE.model_copy(update={"purchase": purchase, "age_days": age_days})


@pytest.mark.parametrize(
    ("text", "instance", "price", "code"),
    [
        (TRAIN, "p4d.24xlarge", quote("on_demand"), None),
        (TRAIN, "v6e-8", quote("on_demand"), "other_cloud"),
        (TRAIN, "p4d.24xlarge", quote("on_demand", age_days=541), "old_price"),  # 540 days may lead
        (TRAIN, "p4d.24xlarge", quote("capacity_block", age_days=93), "old_price"),  # and 92 for a block
        (TRAIN, "p4d.24xlarge", quote("spot"), "spot_unsaid"),
        (TRAIN + " on spot", "p4d.24xlarge", quote("spot"), None),
        (TRAIN + " on spot", "p4d.24xlarge", quote("on_demand"), "other_purchase"),
        (TRAIN, "p4d.24xlarge", quote("reserved_1yr"), "commitment_unsaid"),
        (TRAIN + ", tight capacity", "p5.48xlarge", quote("on_demand"), "tight_on_demand"),
    ],
)
def test_the_first_reason_that_applies_is_given(
    advisor: Advisor, text: str, instance: str, price: Quote, code: str | None
) -> None:
    scene = problem(advisor, text)
    reason = not_leading(scene, scene.facts.instances[instance], price)
    assert (reason.code if reason else None) == code


def test_a_rate_the_team_agreed_on_leads_without_being_asked_for(advisor: Advisor) -> None:
    scene = problem(advisor, TRAIN)
    agreed = quote("reserved_1yr").model_copy(update={"own": "rate"})
    assert not_leading(scene, scene.facts.instances["p4d.24xlarge"], agreed) is None


def test_more_instances_than_all_blocks_hold_do_not_lead(advisor: Advisor) -> None:
    """All Capacity Blocks together hold 256 instances at a time."""
    scene = problem(advisor, TRAIN)
    assert beyond_blocks(scene, quote("capacity_block"), 256) is None
    reason = beyond_blocks(scene, quote("capacity_block"), 257)
    assert reason is not None and (reason.count, reason.most) == (257, 256)
    assert beyond_blocks(scene, quote("on_demand"), 1000) is None


def test_a_number_of_our_own_choice_stays_within_what_blocks_hold(advisor: Advisor) -> None:
    assert at_once(problem(advisor, TRAIN), quote("capacity_block"), 400, fewest=2) == 256
    asked = problem(advisor, TRAIN + ", 400 p4d.24xlarge")
    assert at_once(asked, quote("capacity_block"), 400, fewest=2) == 400
