"""Servers as the questions they stand for."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from bot.estimates.estimator import jobs
from bot.estimates.files import ConfigFile
from bot.estimates.served import asked_of, spelled_out
from bot.wording.errors import UserError
from knowledge.facts import Facts
from tests.engine.configs.test_served import DEPLOYMENT, TASK, TRAINING

COMMAND = "vllm serve Qwen/Qwen3-32B --tensor-parallel-size 4 --quantization fp8 --max-model-len 16384"


@pytest.mark.parametrize(
    ("name", "text", "asked"),
    [
        ("a.sh", COMMAND, "Serving Qwen/Qwen3-32B in FP8 with vLLM on 4 GPUs, requests of 16384 tokens: does it fit"),
        (
            "a.yaml",
            DEPLOYMENT,
            "Serving Qwen/Qwen3-32B with vLLM on p5.48xlarge, requests of 16384 tokens: does it fit",
        ),
        ("a.yaml", TASK, "Serving Qwen/Qwen3-8B with vLLM on 1 x l4, requests of 8192 tokens: does it fit"),
    ],
)
def test_what_a_file_serves_is_asked(name: str, text: str, asked: str, facts: Facts) -> None:
    assert str(asked_of([ConfigFile(name, text)], facts)).startswith(asked)


def test_words_beside_it_ask_for_themselves(facts: Facts) -> None:
    told = spelled_out(f"how many requests at once on H100? ```{COMMAND}```", facts)
    assert told.startswith("how many requests at once on H100?  Serving Qwen/Qwen3-32B in FP8")
    assert "does it fit" not in told
    assert spelled_out(f"```{TRAINING}```", facts) == f"```{TRAINING}```"


def test_a_server_is_no_training(facts: Facts) -> None:
    assert asked_of([ConfigFile("a.sh", TRAINING)], facts) is None
    with pytest.raises(UserError, match="config_serves"):
        jobs([ConfigFile("a.yaml", DEPLOYMENT)], facts)


def test_the_question_of_a_deployment_is_answered_for_its_machine(advisor: Advisor) -> None:
    asked = asked_of([ConfigFile("a.yaml", DEPLOYMENT)], advisor.facts)
    assert asked is not None
    first = card_text(advisor.ask(asked)).split("\n\n")[0]
    assert "Qwen3 32B" in first and "p5.48xlarge" in first
