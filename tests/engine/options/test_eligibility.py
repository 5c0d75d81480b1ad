"""Why an offering that works does not lead by itself."""

import pytest

from bot.advice.advisor import Advisor
from engine.options.candidates import candidates
from engine.options.eligibility import not_leading, thin_network
from engine.options.option import costed
from engine.prices.price_book import Quote
from knowledge.facts import Purchase
from tests.engine.offers import PRICE
from tests.engine.problems import problem

TRAIN = "fine-tune Llama 8B, 20 runs, PyTorch, AWS"
SERVE = "serve Llama 70B, 50M tokens a day, AWS"


def quote(purchase: Purchase, age_days: int = 1) -> Quote:
    return PRICE.model_copy(update={"purchase": purchase, "age_days": age_days})


@pytest.mark.parametrize(
    ("text", "instance", "price", "code"),
    [
        (TRAIN, "p4d.24xlarge", quote("on_demand"), None),
        (TRAIN, "v6e-8", quote("on_demand"), "other_cloud"),
        (TRAIN, "p4d.24xlarge", quote("on_demand", age_days=2000), None),  # no age keeps a price from leading
        (TRAIN, "p4d.24xlarge", quote("capacity_block", age_days=500), None),
        (TRAIN, "p4d.24xlarge", quote("spot"), "spot_unsaid"),
        (TRAIN + " on spot", "p4d.24xlarge", quote("spot"), None),
        (TRAIN + " on spot", "p4d.24xlarge", quote("on_demand"), "other_purchase"),
        (TRAIN, "p4d.24xlarge", quote("reserved_1yr"), "commitment_unsaid"),
        (SERVE, "p4d.24xlarge", quote("capacity_block"), "block_ends"),  # a service of a year outlives 182 days
        (SERVE + " by capacity block", "p4d.24xlarge", quote("capacity_block"), None),
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


@pytest.mark.parametrize(
    ("text", "instance", "machines", "held"),
    [
        ("pretrain a 3B model, AWS", "p5.4xlarge", 13, True),  # 100 Gbit/s for all that 13 H100 exchange
        ("pretrain a 3B model, AWS", "p5.4xlarge", 1, False),
        ("pretrain a 3B model, Azure", "Standard_NC80adis_H100_v5", 4, True),  # two chips a machine, 80 Gbit/s
        ("pretrain a 3B model, AWS", "p5.48xlarge", 2, False),  # 8 chips on NVLink, 3,200 Gbit/s
        ("pretrain a 3B model on p5.4xlarge", "p5.4xlarge", 13, False),  # as asked
        (SERVE, "p5.4xlarge", 4, False),  # servers share nothing
    ],
)
def test_machines_of_a_chip_or_two_do_not_lead_a_run_over_many(
    advisor: Advisor, text: str, instance: str, machines: int, held: bool
) -> None:
    scene = problem(advisor, text)
    assert (thin_network(scene, scene.facts.instances[instance], machines) is not None) == held


def test_how_the_machines_at_hand_are_bought_asks_nothing_of_others(advisor: Advisor) -> None:
    """What runs on demand today may be left for a chip that is sold by block; a way to buy by itself may not."""
    have = "we have 4 p4d.24xlarge{}, full fine-tuning Llama 70B takes 9 hours, 72 runs.{} Should we move to trn2?"
    for text, leads in ((have.format(" on demand", ""), True), (have.format("", " On demand only."), False)):
        options = costed(candidates(problem(advisor, text)))
        trn2 = next(option for option in options if option.id == "trn2.48xlarge:capacity_block")
        assert trn2.may_lead is leads, text


def test_a_small_network_is_not_put_on_eight_chips_that_nobody_asked_for(advisor: Advisor) -> None:
    """Half a day on two A10Gs: an 8-GPU machine would be done in minutes, and hold seven GPUs too many."""
    text = "Every two weeks we train a small CNN for defect detection with Keras on two A10Gs, it takes half a day."
    judged = advisor.ask(text).verdict
    assert judged is not None and judged.option is not None and judged.option.chips <= 4
