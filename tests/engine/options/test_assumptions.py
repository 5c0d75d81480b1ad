"""What is unsaid is assumed with its reason; what was said never is."""

import pytest

from bot.advice.advisor import Advisor
from engine.options.assumptions import fill, refill
from engine.workload.profile import Profile, Reading
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


@pytest.mark.parametrize("rhythm", ["weekly", "repeated", "52 runs", "52 runs a year", "once a week"])
def test_one_rhythm_in_any_words_is_one_profile(advisor: Advisor, rhythm: str) -> None:
    """Once a week over the horizon of 12 months: 52 runs, 52 / 12 a month."""
    profile = filled(advisor, f"fine-tune Llama 8B, {rhythm}, PyTorch").profile
    assert (profile.cadence, profile.runs) == ("repeated", 52)
    assert profile.runs_per_month == 52 / 12


def test_a_number_of_runs_that_was_said_is_never_cut(advisor: Advisor) -> None:
    """52 runs of 10 days are 520 days of work: several machines side by side, not fewer runs."""
    said = filled(advisor, "fine-tune a 7B model, 52 runs, a run takes 10 days on p5.48xlarge")
    weekly = filled(advisor, "fine-tune a 7B model weekly, a run takes 10 days on p5.48xlarge")
    assert said.profile.run_hours == weekly.profile.run_hours == 240
    assert said.profile.runs == weekly.profile.runs == 52


def test_a_rhythm_nobody_said_is_at_most_back_to_back(advisor: Advisor) -> None:
    """730 h x 12 = 8,760 h hold 36 runs of 240 h."""
    made = filled(advisor, "fine-tune a 7B model, a run takes 10 days on p5.48xlarge")
    assert made.profile.runs == 36
    assert made.assumed("runs")


def test_a_budget_without_a_number_of_runs_pays_for_one(advisor: Advisor) -> None:
    one = filled(advisor, "1B LoRA fine-tune, the budget is $20")
    assert one.profile.runs == 1
    assert "budget" in next(entry.because for entry in one.assumptions if entry.slot == "cadence")
    assert filled(advisor, "1B LoRA fine-tune weekly, the budget is $20").profile.runs == 52


def test_an_open_slot_is_asked_about_and_not_listed(advisor: Advisor) -> None:
    made = filled(advisor, "fine-tune Llama").opened("parameters")
    assert made.open_slots == ("parameters",)
    assert "parameters" not in [entry.slot for entry in made.assumptions]
    assert made.assumed("parameters")


def test_serving_on_a_three_year_term_counts_the_months_of_the_term(advisor: Advisor) -> None:
    """3 x 12 months are paid; a horizon that was said, or a term of one year, counts as before."""
    asked = "serve Llama 70B on AWS, 50 requests per second"
    assert filled(advisor, f"{asked}, 3-year reserved").profile.runs == 36
    assert filled(advisor, f"{asked}, 3-year reserved, over the next 2 years").profile.runs == 24
    assert filled(advisor, f"{asked}, 1-year reserved").profile.runs == 12


def test_each_family_has_the_size_that_is_written_for_it(advisor: Advisor) -> None:
    """GPT-NeoX begins with "gpt", and has a size of its own."""
    for default in advisor.facts.defaults:
        (only,) = default.when if len(default.when) == 1 else (None,)
        if default.slot == "parameters" and only and only.slot == "model" and not default.unless:
            for family in only.is_:
                said = Reading(profile=Profile(model=str(family)))
                assert fill(said, advisor.library()).profile.parameters == default.value, family
