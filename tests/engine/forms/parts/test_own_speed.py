"""Whether a speed that was measured, or a time that was claimed, is normal; figures by hand."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.parts.estimate_reasons import OwnRun, RunEstimate
from engine.forms.parts.own_speed import OwnSpeed, own_speed
from tests.engine.problems import problem


def judged(advisor: Advisor, text: str) -> OwnSpeed:
    found = own_speed(advisor.parse(text), problem(advisor, text, brief=True))
    assert found is not None
    return found


def test_a_step_tells_what_the_chips_achieve(advisor: Advisor) -> None:
    """2 x 8,192 tokens in 3.2 s = 5,120 a second, x 6 x 8.03e9 and attention over 2 chips: 140 TFLOP/s."""
    said = judged(advisor, "3.2 s/it with 2x A100 on Llama 3 8B, seq 8192, 12000 steps. Is that normal?")
    assert said.tokens_per_second == pytest.approx(5_120)
    assert said.tflops == pytest.approx(5_120 * (6 * 8.03e9 + 6 * 32 * 4096 * 8192) / 2 / 1e12, rel=0.01)
    assert (said.judged, said.batch) == ("normal", 1)
    assert said.seen.low < said.tflops < said.seen.high


def test_a_speed_of_one_chip_is_judged_as_one(advisor: Advisor) -> None:
    """9,600 x 6 x 7e9 = 403 TFLOP/s and attention, of 989."""
    said = judged(advisor, "We get 9600 tokens/s per GPU on H100 for a 7B model. What MFU is that and is it good?")
    assert said.chips == 1
    assert 0.40 < said.mfu < 0.46


@pytest.mark.parametrize(
    ("hours", "verdict"),
    [(16, "slow"), (3, "normal"), (1, "beyond")],  # 82M x 83e9 FLOP = 6.8e18, over 4 x 312e12: 1.5 h at the peak
)
def test_hours_that_are_told_are_held_against_the_work(advisor: Advisor, hours: int, verdict: str) -> None:
    text = f"If we full finetune a 13B with 41k rows of 2k tokens on 4 A100 80GB, does {hours} hours sound right?"
    said = judged(advisor, text)
    assert said.judged == verdict
    assert said.expected is not None and 2 < said.expected.likely < 5


def test_a_claim_of_others_is_confirmed_or_denied(advisor: Advisor) -> None:
    """6 x 1.3e9 x 300e9 = 2.3e21 FLOP in 72 h on 64 chips is 141 TFLOP/s each, and some more with attention."""
    text = "A colleague claims 3 days on 64 A100s for pretraining a 1.3B on 300B tokens. Realistic?"
    assert judged(advisor, text).judged == "normal"
    assert judged(advisor, text.replace("3 days", "12 hours")).judged == "beyond"


def test_nothing_is_judged_that_nobody_asks_about(advisor: Advisor) -> None:
    text = "3.2 s/it with 2x A100 on Llama 3 8B, seq 8192, 12000 steps. How long on H100?"
    assert own_speed(advisor.parse(text), problem(advisor, text, brief=True)) is None


def test_another_machine_is_answered_beside_it(advisor: Advisor) -> None:
    """12,000 x 3.2 s = 10.7 h there; on 2 H100 NVL, a machine of two, by the speeds: 0.84 of 376 to 150."""
    answer = advisor.ask(
        "3.2 s/it with 2x A100 on Llama 3 8B, seq 8192, 12000 steps. Is that normal, and how long on H100?"
    )
    assert isinstance(answer.facts.headline, OwnSpeed)
    run, own = answer.facts.sentences[:2]
    assert isinstance(run, RunEstimate) and "H100" in run.chip
    assert isinstance(own, OwnRun)
    assert own.hours == pytest.approx(10.67, abs=0.01)
    assert (run.instance, run.chips, run.part_hours) == ("Standard_NC80adis_H100_v5", 2, None)
    assert run.hours.likely == pytest.approx(10.67 * 150 / (0.84 * 376), rel=0.15)


def test_samples_a_second_are_the_first_source_of_hours(advisor: Advisor) -> None:
    """1.8 x 4,096 = 7,373 tokens a second; 120,000 x 3 samples over 1.8 a second are 55.6 h."""
    answer = advisor.ask(
        "SFT on 4x H100: 1.8 samples/s at 4096 tokens with a 14B. 120k samples x 3 epochs. ETA, and is that speed ok?"
    )
    said, run = answer.facts.headline, answer.facts.sentences[0]
    assert isinstance(said, OwnSpeed) and said.judged == "slow"
    assert said.tokens_per_second == pytest.approx(1.8 * 4096)
    assert isinstance(run, RunEstimate) and run.hours.likely == pytest.approx(360_000 / 1.8 / 3600, rel=0.01)


@pytest.mark.parametrize(
    ("text", "judged", "yes"),
    [
        ("our 7B does 8k tok/s on H100: normal?", "normal", True),  # 6 x 7e9 x 8,000 = 336 TFLOP/s and attention
        ("is 1,900 tokens/s per A100 on a 13B slow?", "normal", False),  # 148 TFLOP/s and attention, of 312
        ("We see 1,200 tokens/s per A100 pretraining a 7B. Too slow?", "slow", True),  # 50 TFLOP/s and attention
    ],
)
def test_good_or_slow_is_said_first(advisor: Advisor, text: str, judged: str, yes: bool) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, OwnSpeed) and (told.judged, told.yes) == (judged, yes)


def test_tokens_a_second_of_nobody_knows_what_are_told_as_answers_too(advisor: Advisor) -> None:
    served = [line.code for line in advisor.ask("our 7B does 8k tok/s on H100: normal?").facts.sentences]
    trained = [line.code for line in advisor.ask("We train a 7B at 8k tok/s per H100: normal?").facts.sentences]
    assert "if_served" in served and "if_served" not in trained


@pytest.mark.parametrize(("machines", "cause"), [("4 nodes, 32 H200 in total", "network"), ("8 H200", "micro-batch")])
def test_of_a_slow_run_the_likeliest_cause_is_told_where_it_is_asked(
    advisor: Advisor, machines: str, cause: str
) -> None:
    """6 x 70e9 x 200 = 84 TFLOP/s a chip, and some for attention, of 989: under a tenth of the peak."""
    asked = f"Training Llama 3 70B with torchtitan on {machines}, but wps is only around 200."
    answer = advisor.ask(f"{asked} What could cause such slowness?")
    said = answer.facts.headline
    assert isinstance(said, OwnSpeed) and said.judged == "slow" and 0.08 < said.mfu < 0.1
    assert card_text(answer).startswith("That is slow") and cause in " ".join(card_text(answer).split("\n")[:6])
