"""The same question gets the same answer in every process: no order of a set decides."""

from __future__ import annotations

import os
import subprocess
import sys

QUESTIONS = (
    "a 3-day job on 4 p4d: cost on p5?",
    "if our p4d run takes 30 h, how long on trn1?",
    "p4d or p5 or trn1 for 20 runs of a 13B fine-tune with 1B tokens?",
    "cheapest H100 or H200 in Frankfurt or Dublin",
    "4 p4d and 2 p5 for a week, total?",
    "does vLLM or DeepSpeed run on inf2 or trn1?",
    "one p5 vs 2 p4d for serving 70B",
    "monthly cost to serve a 70B at 5 requests per second on p5 or g6e",
)
SCRIPT = """
import sys
from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from knowledge.loading.load import load
from tests.day import DAY
advisor = Advisor(load(), DAY)
for text in sys.argv[1:]:
    print(card_text(advisor.ask(text)))
"""


def _told(seed: int) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT, *QUESTIONS], capture_output=True, text=True, check=True, env=environment
    )
    return ran.stdout


def test_another_seed_of_hashes_changes_no_card() -> None:
    first, *others = (_told(seed) for seed in (1, 2, 3))
    assert all(other == first for other in others)
    assert first.count("Understood") >= len(QUESTIONS)
