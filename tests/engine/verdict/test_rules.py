"""Every rule speaks in the cases and for the example texts that its own file lists, alone and among the others."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.forms import FORMS
from engine.reading.read import read
from engine.reading.vocabulary import compile_vocabulary
from engine.verdict.rules import matching, rule_lean
from engine.workload.profile import Profile, Reading
from knowledge.facts import Facts, RuleCase, RuleExample
from knowledge.loading.load import data_dir, load

RULES = load().rules
KIN = {
    "trainium1": "trainium",
    "trainium2": "trainium",
    "inferentia2": "inferentia",
    "a100-40": "gpu",
    "h100-sxm": "gpu",
    "tpu-v5e": "tpu",
    "tpu-v6e": "tpu",
}
LLAMA: dict[str, Any] = {"architecture": "transformer", "model": "llama"}
WEEKLY: dict[str, Any] = {"cadence": "repeated", "runs_per_month": 4.333}
TUNE: dict[str, Any] = {"task": "fine_tuning", **LLAMA}

CASES = [(rule.id, case) for rule in RULES.values() for case in rule.case]
EXAMPLES = [(rule.id, example) for rule in RULES.values() for example in rule.example]

# what was said, signals: no document decides, so no rule may speak
UNDECIDED: tuple[tuple[dict[str, Any], tuple[str, ...]], ...] = (
    ({}, ()),
    (LLAMA, ()),
    ({"task": "pretraining", "parameters": 70e9, "capacity": "normal", "candidates": ("h100", "trainium")}, ()),
    ({"task": "inference", "architecture": "diffusion", "candidates": ("inferentia2",)}, ()),
    ({"task": "inference", "instances": ("inf2.xlarge", "g6.xlarge"), "latency_ms": 30}, ()),
    ({"task": "inference", "parameters": 7e9, "priority": "cost", "tokens_per_day": 2.5e8}, ()),
    ({"priority": "carbon", "candidates": ("trainium", "tpu"), "architecture": "transformer"}, ()),
    ({**TUNE, **WEEKLY, "clouds": ("gcp",)}, ()),
    ({**TUNE, "cadence": "one_off", "neuron_experience": True}, ("trivial_port",)),
)


@pytest.mark.parametrize(("rule", "case"), CASES)
def test_a_rule_speaks_in_the_cases_its_file_lists(rule: str, case: RuleCase) -> None:
    profile = Profile.model_validate(case.said)
    assert rule in [match.id for match in matching(RULES.values(), profile, case.signals, KIN)]
    assert rule_lean(RULES.values(), profile, case.signals, KIN) == case.rule_lean


def test_a_case_names_signals_that_exist(facts: Facts) -> None:
    assert {signal for _, case in CASES for signal in case.signals} <= set(facts.signals)


@pytest.mark.parametrize(("said", "signals"), UNDECIDED)
def test_no_rule_speaks_where_no_document_decides(said: dict[str, Any], signals: tuple[str, ...]) -> None:
    assert rule_lean(RULES.values(), Profile.model_validate(said), signals, KIN) is None


def test_the_weightiest_rule_comes_first() -> None:
    profile = Profile.model_validate({**TUNE, **WEEKLY, "custom_kernels": "heavy", "clouds": ("aws",)})
    speaking = [rule.id for rule in matching(RULES.values(), profile, ("growing_bill",), KIN)]
    assert speaking[0] == "heavy-cuda-kernels"
    assert speaking.index("stable-architecture-growing-bill") < speaking.index("repeated-finetune-open-weight")


def test_no_two_rules_share_a_priority() -> None:
    """A tie would be broken by the alphabet."""
    assert len({rule.priority for rule in RULES.values()}) == len(RULES)


def test_a_rule_lies_in_the_file_of_its_name() -> None:
    assert {path.stem for path in (data_dir() / "rules").glob("*.toml")} == set(RULES)


@pytest.fixture(scope="module")
def reader(facts: Facts) -> Callable[[str], Reading]:
    """The real reader on the real facts."""
    vocabulary = compile_vocabulary(facts, FORMS)
    return lambda text: read(text, vocabulary)


@pytest.mark.parametrize(("rule", "example"), EXAMPLES)
def test_a_rule_speaks_for_the_text_of_its_example(
    rule: str, example: RuleExample, reader: Callable[[str], Reading]
) -> None:
    reading = reader(example.text)
    speaking = matching(RULES.values(), reading.profile, reading.signals, KIN)
    assert rule in [match.id for match in speaking], (reading.profile.stated(), reading.signals)
    assert speaking[0].lean == example.rule_lean


def test_a_scenario_in_plain_words_leans_as_its_rule_does(facts: Facts) -> None:
    """Words a platform engineer would use: in 95 of 100 texts, the rules that speak lean as the scenario does."""
    texts = tomllib.loads((Path(__file__).parent / "paraphrases.toml").read_text())["text"]
    vocabulary = compile_vocabulary(facts, FORMS)
    wrong = []
    for text in texts:
        reading = read(text["text"], vocabulary)
        speaking = matching(RULES.values(), reading.profile, reading.signals, KIN)
        if not speaking or speaking[0].lean != text["lean"]:
            wrong.append(text["text"])
    told = Counter(text["rule"] for text in texts)
    assert len(told) >= 38 and min(told.values()) >= 3  # a new rule has its examples first
    assert len(wrong) <= 0.05 * len(texts), wrong


def test_most_of_a_text_is_not_counted_as_an_answer(facts: Facts) -> None:
    """3 billion tokens a day are traffic: no answer is that long."""
    reading = read("We answer 3 billion tokens of chat a day with Llama 8B.", compile_vocabulary(facts, FORMS))
    assert reading.profile.answer_tokens is None


@pytest.mark.parametrize(
    ("text", "lean"),
    [
        (
            "Every Sunday our Llama 70B gets a full refresh on new data, all in PyTorch on Amazon. What silicon?",
            "trainium",
        ),
        (
            "We write everything in JAX and begin from random weights, 3B params, GCP. Which chip do you advise?",
            "tpu",
        ),
        ("It is one single fine-tuning of BERT and after this never again. AWS.", "gpu"),
        ("Our nets are in TensorFlow, monthly retrain, Google's cloud.", "tpu"),
        ("TensorFlow models, each week retrained, only AWS allowed. Which hardware?", "gpu"),
        ("We do PPO for Qwen 7B once a week. What to take?", "gpu"),
        ("Big insurer, platform department of 40 on AWS and GCP, undecided between Trainium and TPU", "pilot_both"),
        ("Whatever it costs, the 13B transformer must be trained as quick as humanly possible", "gpu"),
        ("For training we look only at how many TFLOPS one dollar buys", "tpu"),
        (
            "H100 cannot be had anywhere in our region, and next month we must start a big 128 chip pretraining",
            "trainium",
        ),
        ("No two batches have the same shape in our model, repeated training, AWS. Trainium or GPU?", "gpu"),
        ("About 25 LoRA jobs a month with a 7B, six hours for each one", "trainium"),
        ("Our JAX jobs have patience: they can wait until there is a lot of wind power. Google Cloud.", "tpu"),
        ("We never evaluated any of them and have nothing in production yet. Trainium or GPU?", "pilot_both"),
        ("Nobody here can spare weeks for learning another compiler; Llama 8B, weekly fine-tune, AWS", "gpu"),
        ("We are seven engineers with seed money, PyTorch, AWS. Trainium or v5e?", "trainium"),
        ("All in this team grew up with CUDA and we train maybe one time in a month. Go to Neuron?", "gpu"),
        ("Quite ordinary transformer, trained again each month, and money matters most. AWS.", "trainium"),
        ("Only small tests of two or three hours on AWS. What do we take?", "gpu"),
        ("Half of our ops the Neuron compiler refuses. Repeated training on AWS, Trainium or GPU?", "gpu"),
        ("30B pretraining must begin in less than three weeks, and in Frankfurt no H100 is free", "trainium"),
        ("Lowest carbon has priority for us and the training code is JAX. Which accelerator?", "tpu"),
    ],
)
def test_a_condition_is_read_in_the_plain_words_of_engineers(
    text: str, lean: str, reader: Callable[[str], Reading]
) -> None:
    found = reader(text)
    assert rule_lean(RULES.values(), found.profile, found.signals, KIN) == lean
