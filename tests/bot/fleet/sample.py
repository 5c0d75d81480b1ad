"""Fleet files, and the plan of one on the day of the goldens."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from bot.fleet.file import fleet_file
from bot.fleet.planner import Planned, planned

TUNE = """
months = 3
clouds = ["aws"]
[[workload]]
name = "tune"
text = "full fine-tune of Llama 3.1 8B, PyTorch"
runs_per_month = 4
tokens = 5e8
"""
SERVE = """
[[workload]]
name = "chat"
text = "serve Llama 3.3 70B, 20M tokens a day, 100 ms per token, PyTorch"
"""


def plan_of_text(advisor: Advisor, text: str, name: str = "fleet.toml") -> Planned:
    return planned(advisor, fleet_file(name, text))
