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


def test_batched_runs_together_never_cost_less_than_one_block(advisor: Advisor) -> None:
    """Ten runs of minutes each: a day of the machine, 24 h x its rate, whatever is used of it."""
    tiny = options(advisor, "LoRA fine-tune Llama 1B, 1M tokens, 10 runs, PyTorch, AWS, on trn2.48xlarge")
    option = tiny["trn2.48xlarge:capacity_block"]
    one_block = 24 * option.price.usd_per_hour.likely * option.count
    total = option.run.total(10)
    assert total.low == total.likely == pytest.approx(one_block)
    assert option.run.usd.likely == pytest.approx(one_block / 10)
    assert option.run.usd_block_each is not None
    assert option.run.usd_block_each.likely == pytest.approx(one_block)
    assert option.run.total(1).likely == pytest.approx(one_block)


def test_at_most_a_dozen_runs_wait_for_one_block(advisor: Advisor) -> None:
    """Sixty runs of minutes each are five blocks, not one: runs come over time. Each pays for 24 h / 12 = 2 h."""
    tiny = options(advisor, "LoRA fine-tune Llama 1B, 1M tokens, 60 runs, PyTorch, AWS, on trn2.48xlarge")
    option = tiny["trn2.48xlarge:capacity_block"]
    one_block = 24 * option.price.usd_per_hour.likely * option.count
    assert option.run.billed.likely == 2
    assert option.run.total(60).likely == pytest.approx(5 * one_block)


def test_the_low_end_of_a_single_run_in_a_block_is_a_block(advisor: Advisor) -> None:
    text = "LoRA fine-tune Llama 1B once, 1M tokens, PyTorch, AWS, on trn2.48xlarge"
    option = options(advisor, text)["trn2.48xlarge:capacity_block"]
    one_block = 24 * option.price.usd_per_hour.likely * option.count
    assert option.run.usd.low == pytest.approx(one_block)
    assert option.run.usd == option.run.usd_block_each


def test_however_the_rhythm_is_said_a_block_costs_the_same(advisor: Advisor) -> None:
    texts = [
        f"full fine-tune Llama 8B, 1B tokens, {rhythm}, PyTorch, AWS"
        for rhythm in ("weekly", "52 runs a year", "52 runs")
    ]
    costs = {options(advisor, text)["trn2.48xlarge:capacity_block"].run.usd.likely for text in texts}
    assert len(costs) == 1


def test_a_term_is_the_rate_by_all_its_hours(advisor: Advisor) -> None:
    found = options(advisor, TRAIN.replace("20 runs", "weekly") + ", on p4d.24xlarge")
    one, three = found["p4d.24xlarge:reserved_1yr"], found["p4d.24xlarge:reserved_3yr"]
    for option, hours in ((one, 8_760), (three, 26_280)):
        assert option.run.term is not None
        assert option.run.term.usd.likely == pytest.approx(option.price.usd_per_hour.likely * hours * option.count)
        assert option.usd_total.likely == pytest.approx(option.port.usd.likely + option.run.term.usd.likely)
        assert option.run.usd.likely * option.runs == pytest.approx(option.run.term.usd.likely)
    assert one.run.term is not None and one.run.term.owed_usd == 0
    assert three.run.term is not None
    assert three.run.term.owed_usd == pytest.approx(three.price.usd_per_hour.likely * 17_520 * three.count)


def test_year_round_serving_weighs_a_reservation_without_being_asked(advisor: Advisor) -> None:
    found = options(advisor, "serve Llama 8B, 400M tokens a day, AWS, PyTorch")
    held = found["inf2.48xlarge:reserved_1yr"]
    assert held.may_lead and held.run.term is not None
    assert held.run.usd.likely * 12 == pytest.approx(held.price.usd_per_hour.likely * 8_760 * held.count)


def test_the_runs_a_sum_of_money_holds_recompute(advisor: Advisor) -> None:
    """On demand so many whole runs; of a term all of them or none."""
    found = options(advisor, TRAIN.replace("20 runs", "weekly") + ", on p4d.24xlarge")
    plain, term = found["p4d.24xlarge:on_demand"].run, found["p4d.24xlarge:reserved_1yr"].run
    assert plain.enough_for(10 * plain.usd.likely + 1) == 10
    assert term.term is not None
    assert term.enough_for(term.term.usd.likely - 1) == 0
    assert term.enough_for(term.term.usd.likely) == 8_760 // term.hours.likely
