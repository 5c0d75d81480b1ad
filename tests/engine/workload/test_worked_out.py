"""What follows from what was said: the arithmetic, and that what was said itself is left alone."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.workload.profile import Chained, Part, Profile
from engine.workload.worked_out import horizon_months, of_chains, worked_out
from tests.engine.problems import filled


def values(advisor: Advisor, **said: object) -> dict[str, object]:
    found = worked_out(Profile.model_validate(said), advisor.library().constants)
    return {entry.slot: entry.value for entry in found}


def test_tokens_are_samples_times_length_times_epochs(advisor: Advisor) -> None:
    """50,000 x 800 x 3 = 120M; one pass where no epochs were said: 40M."""
    assert values(advisor, samples=50_000, tokens_per_sample=800, epochs=3) == {"tokens": 120e6}
    assert values(advisor, samples=50_000, tokens_per_sample=800) == {"tokens": 40e6}
    assert values(advisor, samples=50_000, epochs=3) == {}


def test_tokens_follow_from_bytes_of_text_a_named_set_or_steps(advisor: Advisor) -> None:
    """0.12 GB / 4 bytes = 30M a pass, 3 passes 90M; Alpaca has 4.75M; 1,000 steps x 32 x 2,048 = 65.5M."""
    library = advisor.library()
    assert values(advisor, data_gb=0.12, epochs=3) == {"tokens": pytest.approx(90e6)}
    named = worked_out(Profile(dataset="alpaca", epochs=2), library.constants, library.facts.text_sets)
    assert [(entry.slot, entry.value) for entry in named] == [("tokens", pytest.approx(9.5e6))]
    assert values(advisor, steps=1000, batch_size=32, sequence_length=2048) == {"tokens": 65_536_000}


def test_hours_today_follow_from_the_speed_that_was_said(advisor: Advisor) -> None:
    """100B tokens / 50,000 a second = 2M s = 555.6 h; a step of 32 x 2,048 tokens in 1.2 s is 54,613 a second."""
    today = {"current_instances": ("a100",), "current_count": 8}
    found = values(advisor, **today, tokens=100e9, current_tokens_per_second=50_000)
    assert found["current_hours_per_run"] == pytest.approx(555.56, abs=0.01)
    step = values(advisor, seconds_per_step=1.2, batch_size=32, sequence_length=2048)
    assert step == {"current_tokens_per_second": pytest.approx(54_613, abs=1)}


def test_a_run_that_is_not_done_takes_its_time_over_its_share(advisor: Advisor) -> None:
    """24 h / 7 % = 343 h; on machines at hand these are the hours there."""
    assert values(advisor, elapsed_hours=24, share_done=0.07) == {"run_hours": pytest.approx(342.86, abs=0.01)}
    found = values(advisor, elapsed_hours=24, share_done=0.07, current_instances=("p4d.24xlarge",))
    assert found["current_hours_per_run"] == pytest.approx(342.86, abs=0.01)


def test_a_budget_by_the_month_is_counted_over_the_horizon(advisor: Advisor) -> None:
    """$1,500 x 12 months = $18,000; over 6 months $9,000."""
    assert values(advisor, budget_usd=1500, budget_period="month") == {"budget_usd": 18_000}
    assert values(advisor, budget_usd=1500, budget_period="month", horizon_months=6) == {"budget_usd": 9_000}
    assert values(advisor, budget_usd=1500) == {}


def test_samples_of_unsaid_length_are_of_the_usual_length_and_never_the_usual_number_of_tokens(
    advisor: Advisor,
) -> None:
    """300,000 x 500 tokens x 3 = 450M, not the 1B that is assumed where nothing is said of the data."""
    made = filled(advisor, "fine-tune an 8B on 300k conversations, 3 epochs")
    assert made.profile.tokens == pytest.approx(450e6)
    assert [entry.slot for entry in made.assumptions if entry.slot.startswith("tokens")] == ["tokens_per_sample"]


def test_what_was_said_is_not_worked_out(advisor: Advisor) -> None:
    assert values(advisor, samples=50_000, tokens_per_sample=800, tokens=1e9) == {}


def test_a_bill_becomes_a_rate_where_the_hours_are_known(advisor: Advisor) -> None:
    """Serving: 40,000 / 730 h / 2 machines = 27.40. Training: 4,000 / (4 runs x 10 h) = 100."""
    serving = {"current_usd_per_month": 40_000, "current_count": 2, "current_instances": ("p5.48xlarge",)}
    assert values(advisor, task="inference", **serving)["current_usd_per_hour"] == pytest.approx(27.397, abs=0.001)
    runs = {"current_usd_per_month": 4_000, "runs_per_month": 4, "current_hours_per_run": 10}
    found = values(advisor, current_instances=("p4d.24xlarge",), tokens=1e9, **runs)
    assert found == {"current_usd_per_hour": 100}
    assert values(advisor, current_usd_per_month=4_000, current_instances=("p4d.24xlarge",)) == {}


def test_hours_today_say_how_much_work_a_run_is_unless_tokens_do(advisor: Advisor) -> None:
    today = {"current_instances": ("p4d.24xlarge",), "current_hours_per_run": 9}
    assert values(advisor, **today) == {"run_hours": 9}
    assert values(advisor, **today, tokens=1e9) == {}


def test_machines_that_never_stop_train_what_a_month_of_them_trains(advisor: Advisor) -> None:
    """A month of 4 machines is 730 h of each; $38,000 / 730 h / 4 = $13.01 an hour. At 60 %, 438 h of it work."""
    today = {"current_instances": ("p4d.24xlarge",), "current_count": 4, "current_usd_per_month": 38_000}
    found = values(advisor, cadence="continuous", **today)
    month = {"current_hours_per_run": 730, "run_hours": 730, "runs": 12}
    assert found == month | {"current_usd_per_hour": pytest.approx(13.014, abs=0.001)}
    busy = values(advisor, cadence="continuous", utilization=0.6, **today)
    assert busy["run_hours"] == pytest.approx(438)
    assert values(advisor, cadence="continuous", tokens=1e9, **today).keys() == {"current_usd_per_hour"}
    assert "run_hours" not in values(advisor, task="inference", cadence="continuous", **today)


def test_the_horizon_said_replaces_the_constant(advisor: Advisor) -> None:
    """4.3333 runs a month over 24 months are 104."""
    constants = advisor.library().constants
    assert horizon_months(Profile(horizon_months=24), constants) == 24
    assert horizon_months(Profile(), constants) == constants.likely("horizon_months")
    planned = filled(advisor, "weekly Llama 8B fine-tune over the next 2 years, PyTorch, AWS")
    assert planned.profile.runs == 104
    assert planned.reading.profile.horizon_months == 24


def test_a_slot_that_several_amounts_reach_is_worked_out_from_them() -> None:
    steps, each = Part(value=500, thing="step"), Part(value=64, thing="sample", per="step")
    (made,) = of_chains(
        [
            Chained(slot="tokens", value=32_000, parts=(steps, each)),
            Chained(slot="samples", value=500, parts=(steps,)),  # of one amount nothing is worked out
            Chained(slot="table_values", value=32_000, parts=(steps, each)),  # no slot of the profile
        ]
    )
    assert (made.slot, made.value, made.parts) == ("tokens", 32_000, (steps, each))


def test_the_card_shows_the_amounts(advisor: Advisor) -> None:
    text = "GRPO on Qwen2.5 7B, 100 steps, 64 prompts x 8 rollouts, answers of 1,000 tokens: how long on 8 H100?"
    shown = [entry for entry in filled(advisor, text).derived if entry.parts]
    assert [entry.value for entry in shown] == [51.2e6]  # 100 x 64 x 8 x 1,000
