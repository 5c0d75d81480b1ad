"""What it costs once to bring the work to a chip."""

from bot.advice.advisor import Advisor
from engine.options.port import PortCost, port
from knowledge.facts import Cloud
from tests.engine.problems import filled

TRAIN = "fine-tune Llama 8B, 20 runs, PyTorch, AWS"


def ported(advisor: Advisor, chip: str, cloud: Cloud, text: str = TRAIN) -> PortCost:
    return port(filled(advisor, text), advisor.facts.accelerators[chip], cloud, advisor.library())


def test_a_gpu_in_the_cloud_that_is_used_needs_no_port(advisor: Advisor) -> None:
    cost = ported(advisor, "h100-sxm", "aws")
    assert (cost.usd.high, cost.moves_cloud) == (0, False)


def test_another_cloud_costs_the_move_even_for_a_gpu(advisor: Advisor) -> None:
    cost = ported(advisor, "h100-sxm", "gcp")
    assert cost.moves_cloud and cost.weeks.high == 0 and cost.usd.low > 0


def test_weeks_to_production_are_paid_at_the_stated_rate(advisor: Advisor) -> None:
    cost = ported(advisor, "trainium2", "aws")
    week = advisor.library().constants.likely("engineer_usd_per_week")
    assert cost.usd.likely == cost.weeks.likely * week > 0
    assert cost.first_job_weeks.likely < cost.weeks.likely


def test_hand_written_kernels_take_longest(advisor: Advisor) -> None:
    """8 to 39 weeks, likely 18, by the entry for heavy kernels."""
    cost = ported(advisor, "trainium2", "aws", TRAIN + ", heavy custom CUDA kernels")
    assert cost.entry == "neuron-heavy-kernels"
    assert (cost.weeks.low, cost.weeks.likely, cost.weeks.high) == (8, 18, 39)
