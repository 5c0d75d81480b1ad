"""Below the table: when it pays, what to do next, and what booking a block each time costs."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from bot.card.first_screen import batching_line, break_even_line, next_line, yours_line
from engine.verdict.deciding_sum import break_even
from tests.day import FOUNDING
from tests.engine.problems import judged

SAID = "full fine-tune Llama 8B, 1B tokens, 20 runs, PyTorch, AWS"


def test_a_break_even_is_told_for_each_open_size(advisor: Advisor) -> None:
    line = break_even_line(judged(advisor, FOUNDING))
    assert " runs at 8B, from " in line and " runs at 70B, against p4d.24xlarge." in line


def test_a_break_even_is_rounded_up_to_whole_runs(advisor: Advisor) -> None:
    verdict = judged(advisor, SAID)
    decision = verdict.case.sum
    assert decision is not None and decision.rival is not None and decision.reference is not None
    runs = break_even(decision.rival, decision.reference).runs
    assert runs is not None and runs.likely % 1
    assert f"from {int(runs.likely) + 1} runs against {decision.reference.instance}" in break_even_line(verdict)


def test_a_type_bought_in_two_ways_has_both_named_in_the_break_even(advisor: Advisor) -> None:
    line = break_even_line(
        judged(advisor, "We pay $42k a month for 4 p4d.24xlarge, training 13B models continuously; Trainium?")
    )
    assert "p4d.24xlarge by Capacity Block" in line and "p4d.24xlarge as today" in line


def test_the_speed_to_look_for_is_counted_in_what_the_model_learns_from(advisor: Advisor) -> None:
    images = next_line(judged(advisor, "Stable Diffusion XL fine-tune on 1M images, 5 epochs, repeated monthly"))
    assert "images/s per chip use" in images and "tokens/s" not in images


def test_the_next_step_asks_for_old_prices_and_says_what_to_run(advisor: Advisor) -> None:
    verdict = judged(advisor, "full fine-tune Llama 8B, 1B tokens, 600 runs, PyTorch, AWS")
    line = next_line(verdict)
    assert verdict.pilot is not None and (verdict.pilot.worth_it or verdict.pilot.to_decide)
    assert line.startswith("Ask AWS for today's rates (free): ")
    assert verdict.pilot.bench.instance in line.split("Then measure")[1]


def test_without_a_doubt_worth_measuring_the_next_step_is_to_start(advisor: Advisor) -> None:
    line = next_line(judged(advisor, "one LoRA of a Llama 8B, once, six hours on one g5.xlarge"))
    assert "Start 1 x" in line or "Then start 1 x" in line


def test_a_block_each_time_is_told_where_it_costs_more_than_a_tenth_more(advisor: Advisor) -> None:
    verdict = judged(advisor, SAID)
    assert verdict.option is not None and verdict.option.run.booking is not None
    assert "Queue runs back to back" in batching_line(verdict)
    assert batching_line(judged(advisor, "one LoRA of a Llama 8B, once, six hours on one g5.xlarge")) == ""


def test_what_the_asker_has_stands_on_the_first_screen(advisor: Advisor) -> None:
    """52 runs of about $156 cost more than $2,000, and $2,000 / 156 = 12.8."""
    said = "weekly Llama 8B fine-tune of 1.25B tokens on AWS, one p4d.24xlarge"
    assert "of AWS credits" in yours_line(judged(advisor, f"{said}, $2,000 of credits"))
    own = yours_line(judged(advisor, "our on-prem DGX A100 does a weekly 13B fine-tune of 1B tokens"))
    assert "costs was not said (A100)" in own
    assert yours_line(judged(advisor, said)) == ""
