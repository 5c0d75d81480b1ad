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
from knowledge.facts import Facts, Rule, RuleCase, RuleExample
from knowledge.loading.load import data_dir, read_rows

RULES = {row.fact.id: row.fact for row in read_rows(data_dir()) if isinstance(row.fact, Rule)}
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
