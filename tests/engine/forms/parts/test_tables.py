"""The tables of an answer about memory."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.parts.fit_reasons import (
    ChipsNeeded,
    FitsPartly,
    FitsShorter,
    FitsThere,
    OnNamed,
    TooSmallThere,
)
from engine.forms.parts.tables import way_said
from engine.workload.profile import Profile

ASKED = tomllib.loads((Path(__file__).parents[1] / "asked_forms.toml").read_text(encoding="utf-8"))


def test_the_way_that_was_said_is_marked(advisor: Advisor) -> None:
    table = advisor.ask("does QLoRA of 34B fit on a 48 GB card?").facts.table
    assert table is not None
    assert [row.cells[table.columns.index("way")] for row in table.rows if row.is_named] == ["qlora"]


def test_training_in_a_precision_is_no_way_to_serve() -> None:
    assert way_said(Profile(task="fine_tuning", precision="int8")) is None
    assert way_said(Profile(task="inference", precision="int8")) == "int8"
    assert way_said(Profile(task="pretraining")) == "pretraining"


def test_a_method_that_was_ruled_out_is_not_counted(advisor: Advisor) -> None:
    table = advisor.ask("How much memory do I need to fine-tune 7B without LoRA?").facts.table
    assert table is not None
    assert "lora" not in [row.cells[table.columns.index("way")] for row in table.rows]


def test_several_models_that_are_asked_about_stand_side_by_side(advisor: Advisor) -> None:
    """LoRA in 16 bits: 7B holds 14 GB of weights in 22 GiB, 13B would hold 26 GB."""
    answer = advisor.ask("Can I LoRA fine-tune a 7B or a 13B on one A10G?")
    assert answer.facts.table is not None
    at = [answer.facts.table.columns.index(name) for name in ("model", "way", "fits")]
    told = {tuple(row.cells[place] for place in at[:2]): row.cells[at[2]] for row in answer.facts.table.rows}
    assert told[7e9, "lora"] is True
    assert told[13e9, "lora"] is False
    second = answer.facts.sentences[0]
    assert isinstance(answer.facts.headline, FitsThere)
    assert isinstance(second, TooSmallThere)
    assert second.parameters == 13e9


AGREED = (
    *ASKED["fit"],
    "Can 4 32G V100s do LoRA of a 13B?",
    "Does Llama 2 7B or 13B fit on a T4 in int8?",
    "vllm serve meta-llama/Llama-3.1-70B-Instruct --tensor-parallel-size 4 --max-model-len 32768 on A100 40GB, OOM",
    "DeepSeek R1 on 8 H20 in fp8 with 64k context and 16 concurrent users?",
    "DeepSeek-V3 with 128k context on 16 H100?",
    "PPO of a 7B with a critic on 2 A100 80GB, does it fit?",
    "lora_r: 128 with Mistral 7B on one A10G?",
    "Splitting over 4 GPUs (1 A100 and 3 4090s): does full fine-tuning of a 7B fit?",
    "does full fine-tuning of a 13B fit on 2 g5.48xlarge?",
    "1, 2 or 4 L40S for Qwen2.5 32B in bf16: what fits?",
    "Works on A100 80GB but I only have V100 32GB x4. Will LoRA of a 13B run?",
    "Full fine-tune Llama 8B with ZeRO-2 on 4 A100 40GB, does it fit?",
)


def _agrees(told: OnNamed, rows: list[tuple[dict[str, object], bool]]) -> bool:
    """Whether a line about named hardware says what the rows of that hardware and model say."""
    mine = [
        (row, named)
        for row, named in rows
        if row.get("on", told.chip) in (told.chip, told.card_gib)
        and row.get("model") in (None, told.model, told.parameters)
    ]
    fits = {row["way"]: row["fits"] for row, _ in mine}
    asked = [row["fits"] for row, named in mine if named] or list(fits.values())
    expected = {
        FitsThere: all(asked),
        FitsPartly: any(asked) and not all(asked),
        TooSmallThere: not any(asked),
        FitsShorter: not any(asked),
        ChipsNeeded: True,
    }
    parts = all(fits[held.way] for held in told.fitting) and not any(fits[held.way] for held in told.failing)
    return bool(mine) and expected[type(told)] and parts


@pytest.mark.parametrize("text", AGREED)
def test_the_first_line_and_the_table_say_the_same(advisor: Advisor, text: str) -> None:
    answer = advisor.ask(text)
    table = answer.facts.table
    told = [one for one in (answer.facts.headline, *answer.facts.sentences) if isinstance(one, OnNamed)]
    if table is None or "fits" not in table.columns:
        assert not any(isinstance(one, FitsThere | FitsPartly | TooSmallThere | FitsShorter) for one in told)
        return
    rows = [(dict(zip(table.columns, row.cells, strict=True)), row.is_named) for row in table.rows]
    assert all(_agrees(one, rows) for one in told)


def test_a_table_of_memory_keeps_its_words_under_another_form(advisor: Advisor) -> None:
    """A question of speed whose answer is that it does not fit: the columns are worded where those of `fit` are."""
    answer = advisor.ask("Does DeepSeek-R1 fit on 2x H100, and how many tokens per second?")
    assert answer.facts.table is not None
    assert answer.form.id == "estimate"
    assert answer.facts.table.words == "fit"
    assert "usable a chip" in card_text(answer)
