"""The intent of short questions."""

from __future__ import annotations

import tomllib

import pytest

from tests.engine.reading.test_read import TEXTS, reading


def kinds() -> list[list[str]]:
    return list(tomllib.loads((TEXTS / "intents.toml").read_text(encoding="utf-8"))["rows"])


@pytest.mark.parametrize("row", kinds(), ids=lambda row: row[1])
def test_a_short_question_is_of_its_kind(row: list[str]) -> None:
    wanted, text, *also = row
    assert reading(text).intent in (wanted, *also)


@pytest.mark.parametrize("row", [row for row in kinds() if row[0] == "off_topic"], ids=lambda row: row[1])
def test_a_question_about_something_else_states_no_workload(row: list[str]) -> None:
    assert reading(row[1]).profile.stated() == {}


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("[rank2] Watchdog caught collective operation timeout: WorkNCCL ran for 1800771 milliseconds", "decline"),
        ("ModuleNotFoundError: No module named 'apex' when axolotl starts", "decline"),
        ("the job hangs at the end of the epoch, some of the 3090s are at 100 %, the others at 0", "decline"),
        ("training is slower with 4 GPUs than on a single one, what could be wrong?", "decline"),
        ("compose us a haiku about our GPUs", "decline"),
        ("We own 4 L4. Could they host gemma 3 27b?", "fit"),
        ("how large a card do I need for qwen2.5 32b awq at 16k context", "fit"),
        ("it ran out of memory on one 24GB GPU. Can inference be done on 24GB?", "fit"),
        ("I get an OOM with 8 A100: what GPU setup, and how much memory, does the 7B fine-tune need?", "fit"),
        ("Is it worth it to book a capacity block, or just on demand, for a two week training?", "commitment"),
        ("could one run inference on two 8GB GPUs?", "fit"),
        ("cost per million tokens when I host a 70B on 8 H100", "estimate"),
        ("is NeMo supported on a TPU?", "support"),
    ],
)
def test_the_question_decides_the_form_and_not_what_is_told_beside_it(text: str, form: str) -> None:
    assert reading(text).form == form
