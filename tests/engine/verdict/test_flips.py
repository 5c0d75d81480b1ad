"""A flip is what the decision itself says past a value: totals propose it, rules and constraints can take it back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.advice.advisor import Advisor
from engine.base.interval import Interval
from engine.verdict.decide import by_rule
from engine.verdict.deciding_sum import deciding_sum
from engine.verdict.flips import Asked, Flip, flips
from engine.verdict.forks import Case, OpenSlot
from tests.day import DAY
from tests.engine.offers import offer, ported
from tests.engine.problems import filled, judged
from tests.engine.properties.test_flips_hold import labelled

GPU = offer("gpu", 219, runs=200)
TRAINIUM = replace(offer("trainium", 90, runs=200), port=ported(Interval.exactly(16_000)))


def asked(advisor: Advisor) -> Asked:
    """200 runs: 43,800 USD on the GPU, 16,000 + 18,000 on Trainium; no rule speaks."""
    options = (GPU, TRAINIUM)
    plan = filled(advisor, "Llama 8B full fine-tune, 200 runs")
    case = Case(filled=plan, options=options, sum=deciding_sum(options, 200), runs=200)
    library = advisor.library()
    return Asked(by_rule(None, case, OpenSlot(case, library, DAY), library), case, None, library, DAY)


def found(advisor: Advisor) -> dict[tuple[str, str | None], Flip]:
    return {(flip.slot, flip.option): flip for flip in flips(asked(advisor))}


def test_a_dearer_hour_turns_it_where_the_totals_meet(advisor: Advisor) -> None:
    """(43,800 - 16,000) / 200 = 139 USD a run, 1.544 times the 90 of now; past it, to three digits: 1.55."""
    flip = found(advisor)["usd_per_hour", TRAINIUM.id]
    assert (flip.at, flip.lean, flip.upwards) == (1.55, "gpu", True)


def test_a_cheaper_hour_of_the_other_turns_it_too(advisor: Advisor) -> None:
    """34,000 / 200 = 170 USD a run, 0.7763 of the 219 of now."""
    flip = found(advisor)["usd_per_hour", GPU.id]
    assert (flip.at, flip.lean, flip.upwards) == (0.776, "gpu", False)


def test_a_slower_chip_turns_it_at_the_inverse(advisor: Advisor) -> None:
    """90 / 139 = 0.6475."""
    flip = found(advisor)["throughput_ratio", TRAINIUM.id]
    assert (flip.at, flip.lean, flip.upwards) == (0.647, "gpu", False)


def test_one_family_alone_has_nothing_to_flip_to_by_price(advisor: Advisor) -> None:
    options = (GPU, offer("gpu", 300, runs=200))
    alone = asked(advisor)
    case = alone.base.model_copy(update={"options": options, "sum": deciding_sum(options, 200)})
    taken = by_rule(None, case, OpenSlot(case, alone.library, DAY), alone.library)
    assert {flip.slot for flip in flips(alone._replace(taken=taken, base=case))} & {"usd_per_hour", "runs"} == set()


def test_more_runs_turn_it_at_the_first_whole_run_that_does(advisor: Advisor) -> None:
    text = "Llama 8B full fine-tune, 1B tokens a run, {} runs, PyTorch, AWS, trn2.48xlarge or p5en.48xlarge"
    flip = next(flip for flip in judged(advisor, text.format(20)).flips if flip.slot == "runs")
    assert flip.upwards and isinstance(flip.at, float) and flip.at.is_integer()
    assert judged(advisor, text.format(round(flip.at))).lean == flip.lean
    assert judged(advisor, text.format(round(flip.at) - 1)).lean != flip.lean


def test_no_number_of_runs_turns_what_a_rule_beyond_dollars_decided(advisor: Advisor) -> None:
    verdict = judged(advisor, "trn2 or p4d: Llama 70B fine-tune full of custom CUDA kernels, 90 runs, PyTorch, AWS")
    assert verdict.lean == "gpu"
    slots = {flip.slot for flip in verdict.flips}
    assert "custom_kernels" in slots
    assert slots & {"runs", "tokens", "usd_per_hour", "throughput_ratio"} == set()


def test_the_numbers_come_nearest_first(advisor: Advisor) -> None:
    ratios = [flip.ratio for flip in judged(advisor, "repeated Llama 70B fine-tune, 52 runs, PyTorch, AWS").flips]
    away = [max(ratio, 1 / ratio) for ratio in ratios if ratio]
    assert away == sorted(away) and away


@pytest.mark.parametrize("text", ["weekly Llama 8B fine-tune on AWS", "serve Llama 70B on AWS, 1B tokens a day"])
def test_no_flip_leads_to_the_lean_that_is_there(advisor: Advisor, text: str) -> None:
    verdict = judged(advisor, text)
    assert verdict.flips
    assert all(flip.lean != verdict.lean for flip in verdict.flips)


def test_a_flip_of_the_runs_away_from_the_break_even_says_why(advisor: Advisor) -> None:
    """A near tie goes to the rule's Trainium: it is recommended before the likely totals cross."""
    verdict = advisor.ask("Llama 8B fine-tune, 100 runs, PyTorch, AWS").verdict
    assert verdict is not None and verdict.case.sum is not None and verdict.case.tie is not None
    (flip,) = (flip for flip in verdict.flips if flip.slot == "runs")
    rival, reference = verdict.case.sum.rival, verdict.case.sum.reference
    assert rival is not None and reference is not None and flip.break_even is not None
    before, after = flip.break_even - 1, flip.break_even
    assert rival.total(before) > reference.total(before) and rival.total(after) <= reference.total(after)
    assert float(flip.at) * 1.03 < flip.break_even
    assert (flip.apart, flip.favored, flip.pays) == ("near_tie", verdict.case.tie.family, rival.instance)


def test_a_flip_of_the_runs_at_the_break_even_needs_no_clause(advisor: Advisor) -> None:
    for text in (
        "Llama 8B full fine-tune, 1B tokens a run, 52 runs, PyTorch, AWS",
        "20 runs of a 13B full fine-tune",
    ):
        verdict = advisor.ask(text).verdict
        for flip in verdict.flips if verdict else ():
            if flip.apart is not None:
                assert flip.slot == "runs" and flip.break_even is not None
                assert abs(float(flip.at) - flip.break_even) > max(1.0, 0.03 * flip.break_even)


def test_a_chip_of_another_cloud_that_needs_no_port_has_no_flip_of_its_weeks(advisor: Advisor) -> None:
    """Moving clouds costs dollars and no engineer-weeks: there is no value of them to divide by."""
    text = next(text for text in labelled() if "Nvidia TPUs (A100" in text)
    verdict = judged(advisor, text)
    assert verdict.case.sum is not None
    sides = [side for side in (verdict.case.sum.winner, verdict.case.sum.other) if side]
    assert any(side.port.usd.likely > 0 and side.port.weeks.likely == 0 for side in sides)
    assert "port_weeks" not in {flip.slot for flip in verdict.flips}


def test_a_move_that_takes_no_weeks_has_no_number_of_weeks_to_turn_at(advisor: Advisor) -> None:
    """Away from TPUs to GPUs data is moved for dollars, and no engineer ports anything."""
    text = """We use the Nvidia TPUs (A100 I think?) to train the chat model, it's a Mistral, 24 billion.
    Amazon rep offers us "Inferentia for training". Does that make sense?"""
    assert "port_weeks" not in {flip.slot for flip in judged(advisor, text).flips}
