"""Several sizes in one question for hours and cost."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("How many A100 80GB and hours to fine tune llama7/13/70b?", [7e9, 13e9, 70e9]),
        ("How long does fine-tuning 7B, 13B or 34B take on 8 A100 with 100M tokens?", [7e9, 13e9, 34e9]),
    ],
)
def test_every_size_has_its_line(text: str, sizes: list[float], advisor: Advisor) -> None:
    first = advisor.ask(text).facts.headline
    assert first is not None and first.code == "each_size"
    assert [round(one.parameters / 1e9) * 1e9 for one in first.values["sizes"]] == sizes


def test_sizes_of_one_version_keep_it(advisor: Advisor) -> None:
    answer = advisor.ask("Qwen2.5 7/14/32B on a 3090: which ones fit for inference?")
    models = [line.values.get("model") for line in (answer.facts.headline, *answer.facts.sentences) if line]
    assert [name for name in models if name] == ["Qwen2.5 7B", "Qwen2.5 14B", "Qwen2.5 32B"]
