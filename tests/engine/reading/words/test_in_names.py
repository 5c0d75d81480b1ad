"""A word of a task inside a name is no task."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor


@pytest.mark.parametrize(
    ("text", "task"),
    [
        ("Can I run OA_SFT_Llama_30B_6 with 3 x RTX 3090?", None),
        ("Does HuggingFaceH4/mistral-7b-sft-beta fit on a 16 GB card?", None),
        ("SFT of a 7B on one A100, how long?", "fine_tuning"),
        ("run finetune_llama_7b.py on one A100", "fine_tuning"),
    ],
)
def test_what_a_name_was_made_by_is_no_task(text: str, task: str | None, advisor: Advisor) -> None:
    assert advisor.parse(text).profile.task == task
