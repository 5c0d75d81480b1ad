"""A machine that is named where no size is."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("RTX 4090 24GB gives CUDA out of memory. Do I have to use a V100 32GB to run it?", "RTX 4090"),
        ("What are the GPU requirements for training? Is it possible with 2 x RTX 3090?", "RTX 3090"),
        ("Can I run your training script on a server with 8 cards 40G A100?", "A100 40 GB"),
        ("Is A100 40G supported for training? Are there specific memory or compute requirements?", "A100 40 GB"),
        ("使用RTX 4090D(24GB)运行微调，提示超出内存，如何解决", "RTX 4090 D"),
    ],
)
def test_the_first_line_is_of_that_machine(text: str, says: str, advisor: Advisor) -> None:
    told = advisor.ask(text).facts
    assert told.headline is not None and told.headline.code in ("model_unnamed", "usual_room")
    assert any(
        line.code == "model_unnamed" and says in line.values["chip"] for line in (told.headline, *told.sentences)
    )
    assert any(line.code == "largest_there" for line in told.sentences)
