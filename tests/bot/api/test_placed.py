"""The machines of a config's estimate as choices."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from bot.api.placed import placed
from bot.estimates.estimator import estimated, jobs
from bot.estimates.files import ConfigFile

CONFIG = "base_model: meta-llama/Llama-3.1-8B\nadapter: lora\nsequence_len: 4096\n"


def test_an_unknown_number_of_steps_leaves_dollars_out_and_the_rate_in(advisor: Advisor) -> None:
    (job,) = jobs([ConfigFile("train.yml", CONFIG)], advisor.facts)
    option = placed(estimated(advisor, job, on="p5.48xlarge").made)["option"]
    assert option["usd_per_hour"] == 55.04 and "usd_per_run" not in option and option["count"] == 1


def test_count_hours_and_rate_make_the_dollars(advisor: Advisor) -> None:
    (job,) = jobs([ConfigFile("train.yml", CONFIG + "max_steps: 5000\n")], advisor.facts)
    made = placed(estimated(advisor, job, on="p5.48xlarge").made)
    option = made["option"]
    worked = option["count"] * option["hours"] * option["usd_per_hour"]
    assert abs(worked / option["usd_per_run"] - 1) < 2e-3 and made["choices"]
