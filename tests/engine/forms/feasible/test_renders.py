"""What draws needs other units of a chip than math."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.feasible.renders import NoRays, RendersOn
from engine.forms.support import SupportDiffers, Supported
from tests.engine.forms.feasible.first import first_of


def test_a_chip_without_rt_cores_runs_no_isaac_and_others_are_told(advisor: Advisor) -> None:
    text = "can we run Isaac Lab headless on an A100?"
    assert first_of(advisor, text, Supported).answer == "no"
    rent = advisor.ask(text).facts.sentences[0]
    assert isinstance(rent, RendersOn)
    assert [one.chip for one in rent.machines] == ["NVIDIA L4", "NVIDIA A10G", "NVIDIA L40S"]


def test_two_chips_are_told_apart(advisor: Advisor) -> None:
    first = first_of(advisor, "A100 or L40S for Isaac Sim?", SupportDiffers)
    assert (first.yes, "A100" in first.no) == ("NVIDIA L40S", True)


def test_whether_rays_are_slower_is_no_yes_or_no(advisor: Advisor) -> None:
    assert first_of(advisor, "is ray tracing slow on a V100?", NoRays).evidence.startswith("no RT cores")


def test_hours_of_what_runs_there_are_another_question(advisor: Advisor) -> None:
    first = advisor.ask("how long does Isaac Lab training take on an L4?").facts.headline
    assert not isinstance(first, Supported | NoRays)
