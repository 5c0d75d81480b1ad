"""To whom sentences are said."""

from __future__ import annotations

import contextvars
import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from bot.advice.advisor import Advisor
from bot.api.asked import ConfigText, EstimateOf, NewMeasurement
from bot.brief.made import brief
from bot.brief.shorten import text_of
from bot.card.as_json import answer_json
from bot.card.as_text import card_text
from bot.wording.errors import UserError
from bot.wording.surface import speaking_to, surface
from bot.wording.words import error
from tests.bot.api.desks import desk_of
from tests.slack.asking.test_five_doors import QUESTIONS


def test_a_command_is_named_to_whoever_types_and_an_argument_to_a_program() -> None:
    missing = UserError("measure_size")
    assert "--model llama-3.1-8b, or --parameters 8B" in error(missing)
    with speaking_to("program"):
        assert "model=llama-3.1-8b, or parameters=8e9" in error(missing)
    assert surface() == "terminal"


def test_threads_that_it_starts_speak_alike() -> None:
    with speaking_to("program"), ThreadPoolExecutor(1) as threads:
        assert threads.submit(contextvars.copy_context().run, surface).result() == "program"
        assert threads.submit(surface).result() == "terminal"


TYPED = re.compile(r"(?<![\w-])--[a-z][a-z-]+|chipscout (?:ask|compare|estimate|facts|measure|mcp|prices|serve) ")
CONFIG = "base_model: my-org/own-7b\nadapter: lora\ndatasets:\n  - path: my-org/own-data\n"


@pytest.mark.parametrize("text", [*QUESTIONS, "compare everything", "price of p5.48xlarge in mars-1"])
def test_no_answer_to_a_program_names_an_option_or_a_command(text: str, advisor: Advisor) -> None:
    with speaking_to("program"):
        answer = advisor.ask(text)
        said = [
            text_of(brief(answer)),
            json.dumps(without_command(answer_json(answer))),
            card_text(answer),
            card_text(answer),
        ]
    assert [found for each in said for found in TYPED.findall(each.replace(text, ""))] == []


def without_command(full: Any) -> Any:
    """Without the key that holds a command."""
    if isinstance(full, dict):
        return {key: without_command(part) for key, part in full.items() if key != "command"}
    return [without_command(part) for part in full] if isinstance(full, list) else full


def test_an_estimate_of_files_asks_for_values_and_not_for_options(advisor: Advisor, tmp_path: Path) -> None:
    run = EstimateOf(files=(ConfigText(name="train.yml", content=CONFIG),))
    told = text_of(desk_of(advisor, tmp_path).estimate(run, "T1").told)
    assert "(samples=N)" in told and TYPED.findall(told) == []


def test_what_is_recorded_names_no_command(advisor: Advisor, tmp_path: Path) -> None:
    slow = NewMeasurement(on="p5.48xlarge", tokens_per_second=6, model="llama-3.1-8b")
    with speaking_to("program"):
        assert TYPED.findall(desk_of(advisor, tmp_path).record(slow, "T1").says) == []


def test_a_terminal_is_told_its_own_options(advisor: Advisor) -> None:
    assert TYPED.findall(card_text(advisor.ask("20 full fine-tunes of Llama 70B, PyTorch on AWS, trn2 or p5?")))
