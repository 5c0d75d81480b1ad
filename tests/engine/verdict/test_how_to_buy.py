"""What a card says about buying: how to live on spot, which blocks to book, and what a plan would have to cost."""

import pytest

from bot.advice.advisor import Advisor
from engine.base.reason import Reason
from engine.options.option import (
    ExcludedOption,
    Option,
    costed,
)


def because(advisor: Advisor, question: str, code: str) -> list[Reason]:
    verdict = advisor.ask(question).verdict
    assert verdict is not None
    return [why for why in verdict.because if why.code == code]


def options(advisor: Advisor, question: str) -> list[Option]:
    verdict = advisor.ask(question).verdict
    assert verdict is not None
    return list(verdict.base.options)


def test_spot_asked_for_comes_with_a_checkpoint_interval(advisor: Advisor) -> None:
    """8B: 112 GB take 1.87 min at 1 GB/s; with 24 h between interruptions that is every 72 min."""
    notes = because(advisor, "8B full fine-tune on spot, PyTorch, AWS, 20 runs a month", "spot_plan")
    first = notes[0].values
    assert first["gb"] == pytest.approx(112, rel=0.01)
    assert first["every"] == pytest.approx(72.1, abs=0.3)
    assert first["lost"] == pytest.approx(36, abs=0.2)


def test_spot_is_not_explained_to_who_did_not_ask(advisor: Advisor) -> None:
    assert because(advisor, "8B full fine-tune, PyTorch, AWS, 20 runs a month", "spot_plan") == []


def test_the_interval_stands_in_the_trace(advisor: Advisor) -> None:
    asked = "8B full fine-tune on spot, PyTorch, AWS, 20 runs a month"
    steps = {
        step.label: step for option in costed(options(advisor, asked)) if option.run.spot for step in option.steps
    }
    assert steps["checkpoint_interval_minutes"].value.likely == pytest.approx(72.1, abs=0.3)
    assert "checkpoint_interval_minutes" in steps["spot_slowdown"].uses


def test_walking_away_costs_what_on_demand_does(advisor: Advisor) -> None:
    """The walk-away price times the time it takes is the on-demand price: 21.50 for trn1.32xlarge."""
    found = options(advisor, "8B full fine-tune on spot on trn1.32xlarge, PyTorch, AWS, 20 runs a month")
    held = next(option.run.spot for option in found if option.id == "trn1.32xlarge:spot")
    assert held is not None and held.walk_away_usd is not None
    assert held.walk_away_usd * held.slowdown.likely == pytest.approx(21.50)


def test_more_instances_than_blocks_hold_are_not_led_by(advisor: Advisor) -> None:
    asked = "pretrain a 70B on 2T tokens with 300 p5.48xlarge by capacity block, PyTorch, AWS"
    trn2 = next(option for option in options(advisor, asked) if option.id == "trn2.48xlarge:capacity_block")
    assert trn2.not_leading is not None and trn2.not_leading.code == "block_too_many"


def test_where_the_number_is_ours_a_block_run_takes_longer_instead(advisor: Advisor) -> None:
    asked = "pretrain a 405B on 2T tokens by capacity block on trn2, PyTorch, AWS"
    trn2 = next(option for option in options(advisor, asked) if option.id == "trn2.48xlarge:capacity_block")
    assert trn2.count == 64 and trn2.not_leading is None  # one block: several may lie in different zones
    assert not because(advisor, asked, "block_orders")


def test_a_deadline_says_by_when_the_block_has_to_start(advisor: Advisor) -> None:
    asked = "pretrain a 70B on 300B tokens by capacity block on trn2.48xlarge, deadline in 60 days, PyTorch, AWS"
    note = because(advisor, asked, "block_start")[0]
    held = next(option for option in options(advisor, asked) if option.instance == note.values["option"])
    assert held.run.hours is not None
    wanted = min(56, 60 - 1.25 * held.run.hours.likely / 24)  # a quarter more hours, to be safe
    assert note.values["days"] == pytest.approx(wanted)


def test_a_savings_plan_without_a_rate_is_priced_at_on_demand(advisor: Advisor) -> None:
    """No rate is made from "up to 72 percent": on demand is the most it can cost, and the card says what to ask."""
    asked = "fine-tune Llama 8B, PyTorch, AWS, on p5.48xlarge with a savings plan, 20 runs a month"
    notes = because(advisor, asked, "term_at_on_demand")
    assert notes and notes[0].values["usd"] in (55.04, 63.296, 142.416)
    assert all(
        option.purchase != "savings_plan" or isinstance(option, ExcludedOption) for option in options(advisor, asked)
    )


def test_a_reservation_without_a_rate_is_priced_at_on_demand_and_no_dearer_machine_leads(advisor: Advisor) -> None:
    """Of g6e no reservation is known: it costs 1.861 an hour at most, which is less than a reserved p4d does."""
    load = "serve llama 3.1 8b, 40 requests per second, 800 tokens in, 200 out, AWS"
    plain, reserved = (advisor.ask(f"{load}{way}").verdict for way in ("", ", reserved for a year"))
    assert plain is not None and plain.option is not None and reserved is not None and reserved.option is not None
    assert reserved.option.usd_total.likely <= plain.option.usd_total.likely
    notes = because(advisor, f"{load}, reserved for a year", "term_at_on_demand")
    assert [note.values["usd"] for note in notes][:1] == [1.861]


def test_managed_spot_pays_the_surcharge_too(advisor: Advisor) -> None:
    asked = "8B full fine-tune on spot in SageMaker, PyTorch, AWS, 20 runs a month"
    assert len(because(advisor, asked, "managed_spot")) == 1
    assert because(advisor, "8B full fine-tune on spot, PyTorch, AWS, 20 runs a month", "managed_spot") == []


def test_a_term_says_its_sum_and_what_is_still_owed(advisor: Advisor) -> None:
    """12.48 x 26,280 h is 327,974; after the planned twelve months two thirds of it are still owed."""
    notes = because(advisor, "3-year reserved p4d.24xlarge, weekly 7B fine-tune, PyTorch, AWS", "term_paid")
    note = next(note for note in notes if note.values["option"] == "p4d.24xlarge")
    assert note.values["usd"] == pytest.approx(327_974.4)
    assert note.values["owed"] == pytest.approx(327_974.4 * 2 / 3)
