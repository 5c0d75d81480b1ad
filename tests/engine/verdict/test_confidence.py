"""How sure a verdict is, and every reason why it is not surer."""

from bot.advice.advisor import Advisor
from engine.verdict.confidence import AssumedMuch, CarbonOverlaps, OneMeasurement, SpeedClaimed, TurnsOn, confidence
from engine.verdict.deciding_sum import deciding_sum
from engine.verdict.forks import Case
from tests.engine.offers import offer
from tests.engine.problems import filled, judged

SAID = "full fine-tune Llama 8B, 1B tokens, 20 runs, PyTorch, AWS"


def case(advisor: Advisor, gpu: float, trainium: float) -> Case:
    """A sum over two offerings measured by a vendor, on a question that states everything that matters."""
    options = (offer("gpu", gpu), offer("trainium", trainium))
    return Case(filled=filled(advisor, SAID), options=options, sum=deciding_sum(options, 20), runs=20)


def test_a_clear_sum_of_measured_speeds_is_sure(advisor: Advisor) -> None:
    assert confidence(case(advisor, 100, 300), None, None, advisor.library()).level == "high"


def test_a_vendors_claim_is_never_of_high_confidence(advisor: Advisor) -> None:
    plain = case(advisor, 100, 300)
    assert plain.sum is not None
    speed = plain.sum.winner.speed.model_copy(update={"grade": "claim", "basis": "claimed"})
    options = tuple(
        type(option)(**{name: getattr(option, name) for name in option.__dataclass_fields__} | {"speed": speed})
        for option in plain.options
    )
    claimed = plain.model_copy(update={"options": options, "sum": deciding_sum(options, 20)})
    found = confidence(claimed, None, None, advisor.library())
    assert found.level == "medium"
    assert SpeedClaimed in {type(reason) for reason in found.because}


def test_what_was_assumed_is_named(advisor: Advisor) -> None:
    sure = judged(advisor, "fine-tune Llama, PyTorch, AWS").confidence
    assert sure is not None and sure.level != "high"
    assumed = next(reason for reason in sure.because if isinstance(reason, AssumedMuch))
    assert "tokens" in assumed.slots.split(", ")


def test_a_verdict_that_turns_on_a_slot_says_which(advisor: Advisor) -> None:
    verdict = judged(advisor, "repeated Llama fine-tune, PyTorch, tight region capacity")
    assert verdict.ask is not None and verdict.confidence is not None
    turning = [reason.slot for reason in verdict.confidence.because if isinstance(reason, TurnsOn)]
    assert turning == ([verdict.ask.slot] if verdict.ask.turns else [])


def test_a_single_published_measurement_is_a_doubt_and_three_are_none(advisor: Advisor) -> None:
    found = confidence(case(advisor, 100, 300), None, None, advisor.library())
    assert not [reason for reason in found.because if isinstance(reason, OneMeasurement)]


def test_overlapping_carbon_is_of_low_confidence(advisor: Advisor) -> None:
    verdict = judged(advisor, "Llama 8B full fine-tune, 1B tokens, 50 runs, PyTorch on AWS, lowest carbon please")
    assert verdict.green is not None and verdict.confidence is not None
    overlaps = any(isinstance(reason, CarbonOverlaps) for reason in verdict.confidence.because)
    assert overlaps == (not verdict.green.decided)
    assert not overlaps or verdict.confidence.level == "low"
