"""The benchmark that would settle a verdict: its hours and dollars, the result that turns it, when it is worth it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from bot.advice.advisor import Advisor
from bot.advice.team import TeamData
from engine.base.interval import Interval
from engine.library import Library
from engine.options.assumptions import Filled, fill
from engine.options.option import Option, leading
from engine.options.problem import Problem
from engine.verdict.forks import Case
from engine.verdict.pilot import Pilot, turning_ratio
from engine.verdict.pilot_cost import PilotRun, bench
from engine.verdict.verdict import Verdict
from engine.workload.profile import Profile, Reading
from knowledge.facts import Facts
from tests.day import DAY, FOUNDING
from tests.engine.offers import offer
from tests.knowledge.store.test_measurements import measurement

PAIR = f"trn2.48xlarge or p5en.48xlarge: {FOUNDING}"
TWO = "trn2.48xlarge or p5en.48xlarge for a Llama 8B fine-tune, 1B tokens a run, {} runs, PyTorch, AWS"


def judged(advisor: Advisor, text: str, **own: float) -> Verdict:
    """With one own measurement for each chip named, in tokens/s a chip on Llama 3.1 8B."""
    rows = [
        measurement(id=n, accelerator=chip, instance=None, chips=1, tokens_per_second=speed)
        for n, (chip, speed) in enumerate(own.items(), 1)
    ]
    found = advisor.ask(text, team=TeamData(tuple(rows))).verdict
    assert found is not None
    return found


def plan(advisor: Advisor, text: str, **own: float) -> Pilot:
    found = judged(advisor, text, **own).pilot
    assert found is not None
    return found


# ---- what turns it


def ratio(runs: float, measured: Option, against: Option) -> float | None:
    filled = Filled(reading=Reading(), profile=Profile(), assumptions=())
    return turning_ratio(Case(filled=filled, options=(measured, against), sum=None, runs=runs), measured, against)


def test_the_leader_turns_where_its_runs_cost_what_is_left_of_the_other_s_total_after_the_port() -> None:
    """200 x 90 / (200 x 219 - 16,000) = 18,000 / 27,800: the same as the flip in throughput."""
    found = ratio(200, offer("trainium", 90, 16_000, runs=200), offer("gpu", 219, runs=200))
    assert found == pytest.approx(0.6475, abs=1e-4)


def test_the_other_side_has_to_be_faster_than_predicted() -> None:
    """200 x 219 / (16,000 + 200 x 90) = 43,800 / 34,000."""
    found = ratio(200, offer("gpu", 219, runs=200), offer("trainium", 90, 16_000, runs=200))
    assert found == pytest.approx(1.2882, abs=1e-4)


def test_no_speed_turns_it_where_the_port_alone_costs_more() -> None:
    """20 x 219 = 4,380 is less than 16,000."""
    assert ratio(20, offer("trainium", 90, 16_000, runs=20), offer("gpu", 219, runs=20)) is None


# ---- what it takes


def benched(
    facts: Facts, advisor: Advisor, instance: str, tflops: float, text: str = TWO.format(200), day: date = DAY
) -> PilotRun:
    """The benchmark of an offering that reaches `tflops` a chip, at the prices of `day`."""
    library = Library(facts)
    options = advisor.ask(text).verdict
    assert options is not None
    option = next(option for option in leading(options.base.options) if option.instance == instance)
    scene = Problem(fill(advisor.parse(text), library), library, day)
    found = bench(scene, replace(option, speed=option.speed.model_copy(update={"speed": Interval.exactly(tflops)})))
    assert found is not None
    return found


def test_a_block_is_paid_by_the_day(facts: Facts, advisor: Advisor) -> None:
    """200 steps x 524,288 tokens x 5.1401e10 FLOPs = 5.3898e18; on 16 chips at 300 TFLOP/s 1,122.9 s = 0.312 h.

    With an hour of set-up and two compilations of 0.75 h: 2.81 h of work in a day of 24 x 35.7608 = 858.26 USD.
    """
    found = benched(facts, advisor, "trn2.48xlarge", 300)
    assert found.hours == pytest.approx(2.812, abs=0.001)
    assert (found.instance, found.instances, found.steps, found.billed_hours) == ("trn2.48xlarge", 1, 200, 24)
    assert found.usd == found.cap_usd == pytest.approx(858.26, abs=0.01)


def test_what_is_sold_by_the_hour_is_paid_by_the_hour_and_needs_no_compiler(facts: Facts, advisor: Advisor) -> None:
    """5.3898e18 on 8 chips at 450 TFLOP/s: 1,497.2 s = 0.416 h, and an hour of set-up; at 63.296 USD 89.62."""
    found = benched(facts, advisor, "p5en.48xlarge", 450)
    assert (found.purchase, found.compile_hours) == ("on_demand", 0)
    assert found.hours == found.billed_hours == pytest.approx(1.416, abs=0.001)
    assert found.usd == pytest.approx(89.62, abs=0.05)
    assert found.cap_usd == pytest.approx(24 * 63.296)


def test_work_that_fits_one_chip_is_tried_on_the_type_with_one(facts: Facts, advisor: Advisor) -> None:
    """A LoRA of 8B needs some 17 of the 80 GB of an H100: p5.4xlarge, at 6.88 USD an hour."""
    text = "Trainium2 or H100 for a LoRA of Llama 8B, 1B tokens a run, 400 runs, PyTorch, AWS"
    found = benched(facts, advisor, "p5.4xlarge", 450, text)
    assert (found.instance, found.chips) == ("p5.4xlarge", 1)
    assert found.usd == pytest.approx(found.hours * 6.88, abs=0.01)


def test_a_slow_benchmark_takes_fewer_steps_than_more_than_a_day(facts: Facts, advisor: Advisor) -> None:
    """At 3 TFLOP/s a chip a step takes 561.4 s: (24 - 2.5) h hold 137 of them."""
    found = benched(facts, advisor, "trn2.48xlarge", 3)
    assert found.steps == 137
    assert found.hours <= 24


# ---- the plan


def test_the_founding_question_gets_a_day_of_trainium2(advisor: Advisor) -> None:
    found = plan(advisor, PAIR)
    assert (found.doubt, found.bench.option) == ("claimed", "trn2.48xlarge:capacity_block")
    assert found.bench.usd == pytest.approx(858.26, abs=0.01)
    assert found.upwards is False
    assert (found.turns_to, found.turns_lean) == ("p5en.48xlarge", True)
    assert found.threshold == pytest.approx(found.ratio * found.expected.likely)
    assert found.threshold_per_instance == pytest.approx(16 * found.threshold)


def test_the_result_it_names_is_where_the_verdict_turns(advisor: Advisor) -> None:
    """Recorded a tenth above the threshold the sum stays as it was, a tenth below it is the other's."""
    found = plan(advisor, TWO.format(200), h200=9_000)
    assert (found.bench.accelerator, found.turns_to) == ("trainium2", "p5en.48xlarge")
    for factor, family in ((1.1, "trainium"), (0.9, "gpu")):
        case = judged(advisor, TWO.format(200), h200=9_000, trainium2=factor * found.threshold).case
        assert case.sum is not None and case.sum.lean == family


def test_trainium2_measured_at_half_of_what_is_claimed_turns_the_verdict_to_the_gpu(advisor: Advisor) -> None:
    before = judged(advisor, TWO.format(150))
    assert before.lean == "trainium"
    claimed = next(
        option for option in leading(before.case.options) if option.speed.basis == "claimed" and option.speed
    )
    half = claimed.speed.speed.likely * 1e12 / 5.1401e10 / 2
    assert judged(advisor, TWO.format(150), trainium2=half).lean == "gpu"


def test_with_both_sides_measured_and_a_clear_sum_there_is_nothing_to_settle(advisor: Advisor) -> None:
    assert judged(advisor, TWO.format(400), h200=9_000, trainium2=6_400).pilot is None


def test_what_was_measured_is_not_measured_again(advisor: Advisor) -> None:
    found = plan(advisor, TWO.format(200), trainium2=6_400)
    assert found.bench.accelerator == "h200"
    assert found.also is None


def test_a_benchmark_is_worth_it_where_it_saves_more_than_it_costs(advisor: Advisor) -> None:
    """The block costs the same whatever hangs on it; a thousand times the tokens, a thousand times at stake."""
    small = plan(advisor, TWO.format(200), h200=9_000)
    large = plan(advisor, TWO.format(200).replace("1B tokens", "1000B tokens"), h200=9_000)
    assert (small.bench.usd, large.bench.usd) == (pytest.approx(858.26, abs=0.01),) * 2
    assert not small.worth_it
    assert small.value_usd <= small.expected_loss_usd
    assert large.value_usd > small.value_usd


def test_a_port_begun_for_the_test_alone_counts_as_its_cost(advisor: Advisor) -> None:
    """At 80 runs the GPU leads: a first job on Trainium is engineers' time spent for the test alone."""
    found = plan(advisor, TWO.format(80), h200=9_000)
    assert (found.bench.accelerator, found.upwards) == ("trainium2", True)
    assert found.first_job_usd > 0
    assert found.cost_usd == pytest.approx(found.bench.usd + found.first_job_usd)


def test_the_early_stop_lies_either_side_of_the_threshold(advisor: Advisor) -> None:
    found = plan(advisor, PAIR)
    assert found.stop_below < found.threshold < found.stop_above
    assert found.stop_below * found.stop_above == pytest.approx(found.threshold**2)


def test_a_verdict_to_pilot_both_gets_a_plan_that_holds_the_two_against_each_other(advisor: Advisor) -> None:
    """A rule asks for one run on each before a small adapter is ported, whatever the dollars and third chips say."""
    verdict = judged(advisor, "QLoRA of Mistral 7B on p5en.48xlarge or trn2.48xlarge, 200 runs")
    assert verdict.lean == "pilot_both" and verdict.pilot is not None
    assert verdict.pilot.to_decide
    families = {verdict.base.sum.lean, verdict.pilot.lean} if verdict.base.sum else set()
    assert families == {"gpu", "trainium"}
    assert verdict.pilot.also is not None
    assert verdict.pilot.also.accelerator != verdict.pilot.bench.accelerator


def test_where_the_port_alone_costs_more_than_the_other_no_speed_is_worth_knowing(advisor: Advisor) -> None:
    """52 small runs on a GPU cost some 11,000 USD in all, the port to Trainium 28,000: no speed repays it."""
    assert judged(advisor, "weekly QLoRA of Mistral 7B on two g5.12xlarge").pilot is None


def test_where_a_rule_decides_beyond_dollars_no_speed_is_asked_for(advisor: Advisor) -> None:
    named = "trn2.48xlarge or p5en.48xlarge"
    text = (
        f"{named}, custom CUDA kernels everywhere, heavy, Llama 70B full fine-tune, 5000 runs of 10B tokens, PyTorch"
    )
    verdict = judged(advisor, text)
    assert verdict.base.sum is not None and verdict.base.sum.lean != verdict.lean
    assert verdict.pilot is None


def test_a_serving_verdict_is_settled_by_a_load_test(advisor: Advisor) -> None:
    """One hour to set up, two compilations of 0.75 h, 20,000 answers of 256 tokens at the assumed speed."""
    found = plan(
        advisor,
        "trn2.48xlarge or p5en.48xlarge: serve Llama 70B in BF16 by block, 200M tokens a day, TTFT under 800 ms",
    )
    assert (found.task, found.bench.steps, found.bench.setup_hours, found.bench.compile_hours) == (
        "inference",
        20_000,
        1.0,
        1.5,
    )
    answers = 20_000 * 256 / (found.expected.likely * found.bench.chips) / 3600
    assert found.bench.step_hours == pytest.approx(answers)
    assert found.threshold > found.expected.likely


def test_a_plan_of_a_hundred_pilots_on_a_claimed_speed_is_measured_first(advisor: Advisor) -> None:
    """Trainium2's speed is a vendor's claim; the plan costs millions, a day on one trn2 some hundred dollars."""
    found = judged(advisor, "pretrain a 70B Llama on 15T tokens, trn2.48xlarge or p5en.48xlarge, PyTorch").pilot
    assert found is not None and found.doubt == "claimed"
    assert found.planned_usd >= 100 * found.cost_usd
    assert found.advised and found.worth_it


def test_a_plan_of_a_few_pilots_is_not_held_up_by_one(advisor: Advisor) -> None:
    text = "Llama 70B full fine-tune, 1B tokens, 52 runs, trn2.48xlarge or p5en.48xlarge, PyTorch"
    found = judged(advisor, text).pilot
    assert found is not None and not found.advised


def test_a_speed_that_was_measured_is_not_measured_first_however_much_is_planned(advisor: Advisor) -> None:
    found = judged(advisor, "pretrain a 70B Llama on 15T tokens, p5.48xlarge or p5en.48xlarge, PyTorch").pilot
    assert found is None or not found.advised
