"""What is unsaid is assumed with its reason; what was said never is."""

from bot.advice.advisor import Advisor
from engine.options.assumptions import refill
from tests.engine.problems import filled


def test_what_was_said_is_not_assumed(advisor: Advisor) -> None:
    made = filled(advisor, "fine-tune Llama 8B, 20 runs, PyTorch, AWS")
    assert (made.profile.parameters, made.profile.runs) == (8e9, 20)
    assert not any(made.assumed(slot) for slot in ("parameters", "runs", "framework", "clouds"))


def test_an_assumption_has_a_reason_and_a_source(advisor: Advisor) -> None:
    made = filled(advisor, "fine-tune Llama 8B")
    assert made.assumed("tokens")
    assert all(entry.because and entry.source for entry in made.assumptions)


def test_a_rate_of_runs_makes_a_number_of_them_over_the_horizon(advisor: Advisor) -> None:
    """20 runs a month over the horizon of 12 months are 240."""
    made = filled(advisor, "Llama 8B fine-tune, 20 runs a month, PyTorch, AWS")
    assert made.profile.runs == 240
    assert not made.runs_open


def test_hours_say_how_much_work_a_run_is_so_no_tokens_are_assumed(advisor: Advisor) -> None:
    assert filled(advisor, "fine-tune Llama 8B, 6 hours on one p4d.24xlarge").profile.tokens is None


def test_a_value_said_later_replaces_the_assumption(advisor: Advisor) -> None:
    made = filled(advisor, "fine-tune Llama 8B")
    changed = refill(made, advisor.library(), tokens=5e9)
    assert made.assumed("tokens") and not changed.assumed("tokens")
    assert changed.profile.tokens == 5e9
