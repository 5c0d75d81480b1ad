"""What one run costs: hours, billed hours, dollars."""

import pytest

from bot.advice.advisor import Advisor
from engine.options.candidates import candidates
from engine.options.option import CostedOption, costed
from tests.engine.problems import problem

TRAIN = "full fine-tune Llama 8B, 1B tokens, 20 runs, PyTorch, AWS"


def options(advisor: Advisor, text: str) -> dict[str, CostedOption]:
    return {option.id: option for option in costed(candidates(problem(advisor, text)))}


def test_on_demand_dollars_are_hours_by_instances_by_price(advisor: Advisor) -> None:
    option = options(advisor, TRAIN + ", on p5.48xlarge")["p5.48xlarge:on_demand"]
    assert option.run.billed == option.run.hours
    paid = option.run.hours.likely * option.run.instances * option.price.usd_per_hour.likely
    assert option.run.usd.likely == pytest.approx(paid)
    assert option.run.booking is None and option.run.steady_usd == option.run.usd


def test_a_single_run_in_a_block_pays_for_all_of_it(advisor: Advisor) -> None:
    """A block is sold by the day: hours billed are a multiple of 24."""
    option = options(advisor, TRAIN.replace("20 runs", "one run") + ", on trn2.48xlarge")[
        "trn2.48xlarge:capacity_block"
    ]
    assert option.run.booking is not None
    assert option.run.billed.likely == option.run.booking.hours
    assert option.run.billed.likely % 24 == 0
    assert option.run.billed.likely > option.run.hours.likely


def test_runs_that_queue_share_a_block(advisor: Advisor) -> None:
    option = options(advisor, TRAIN + ", on trn2.48xlarge")["trn2.48xlarge:capacity_block"]
    assert option.run.booking is not None and option.run.billed.likely < option.run.booking.hours


def test_spot_takes_longer_and_says_how_to_live_on_it(advisor: Advisor) -> None:
    found = options(advisor, TRAIN + ", spot, on p4d.24xlarge")
    spot, steady = found["p4d.24xlarge:spot"], found["p4d.24xlarge:on_demand"]
    assert spot.run.spot is not None and steady.run.spot is None
    assert spot.run.hours.likely == pytest.approx(steady.run.hours.likely * spot.run.spot.slowdown.likely)


def test_a_run_of_serving_is_a_month_and_has_a_price_per_million_tokens(advisor: Advisor) -> None:
    option = next(iter(options(advisor, "serve Llama 8B, 20M tokens a day, AWS, PyTorch").values()))
    assert option.run.hours.likely == 730
    assert option.run.usd_per_million_tokens is not None


def test_a_managed_service_adds_its_surcharge(advisor: Advisor) -> None:
    plain = options(advisor, TRAIN + ", on p5.48xlarge")["p5.48xlarge:on_demand"]
    managed = options(advisor, TRAIN + ", on p5.48xlarge, SageMaker")["p5.48xlarge:on_demand"]
    assert managed.run.usd.likely > plain.run.usd.likely
