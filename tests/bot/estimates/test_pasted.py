"""Configs in the code of a text."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.estimates.estimator import jobs
from bot.estimates.files import ConfigFile
from bot.estimates.pasted import beside, pasted
from knowledge.facts import Facts
from tests.engine.configs.labels import labels
from tests.engine.estimates.sample import AXOLOTL


@pytest.mark.parametrize("marks", ["```yaml\n{}```", "```\n{}\n```", "`{}`"])
def test_a_config_between_marks_is_a_run_and_the_rest_is_the_question(facts: Facts, marks: str) -> None:
    found = pasted(f"does this fit on 8 A100 40GB?\n{marks.format(AXOLOTL)}", facts)
    assert [job.reading.training.model_id for job in found.jobs] == ["llama-3.1-8b"]
    assert found.words.strip() == "does this fit on 8 A100 40GB?"


@pytest.mark.parametrize("text", ["fine-tune Llama 8B", "`base_model` is a key", "this: ```Llama 8B, 20 runs```"])
def test_code_that_is_no_config_is_part_of_the_question(facts: Facts, text: str) -> None:
    assert pasted(text, facts).jobs == ()


@pytest.mark.parametrize(
    "file", ["xtuner-7b-qlora.py.txt", "slurm-halos-dpo.sh", "torchtitan-8b.toml", "hf-r1-distill.yaml"]
)
def test_a_config_in_a_message_is_the_run_of_the_file(facts: Facts, file: str) -> None:
    label = next(label for label in labels() if label.file == file)
    (of_file,) = jobs([ConfigFile(label.name, label.text)], facts)
    (of_message,) = pasted(f"what does this cost on 8 H100?\n```\n{label.text}\n```", facts).jobs
    assert of_message.reading.profile == of_file.reading.profile
    assert of_message.reading.training == of_file.reading.training


def test_the_words_beside_it_say_machines_or_nothing(advisor: Advisor) -> None:
    profile = beside("does this fit on 8 A100 40GB?", advisor)
    assert (profile.candidates, profile.accelerator_count) == (("a100-40",), 8)
    assert beside("", advisor).stated() == {}
