"""LLM Foundry."""

from __future__ import annotations

import pytest

from knowledge.facts import Facts
from tests.engine.configs.sample import read

CONFIG = """
    device_train_microbatch_size: 2
    global_train_batch_size: 32
    max_duration: {}
    max_seq_len: 2048
    model: {{name: hf_causal_lm, pretrained_model_name_or_path: meta-llama/Llama-3.1-8B}}
    train_loader: {{dataset: {{hf_name: acme/tickets}}, name: {}}}
"""


@pytest.mark.parametrize(
    ("duration", "epochs", "steps", "tokens"),
    [("3ep", 3, None, None), ("500ba", None, 500, 500 * 32 * 2048), ("20e9tok", None, None, 20e9)],
)
def test_how_long_it_goes_on_is_one_word(
    duration: str, epochs: float | None, steps: int | None, tokens: float | None, facts: Facts
) -> None:
    reading = read("a.yaml", CONFIG.format(duration, "finetuning"), facts)
    assert reading.format == "llm_foundry"
    assert (reading.profile.epochs, reading.training.max_steps, reading.profile.tokens) == (epochs, steps, tokens)


def test_the_loader_says_whether_it_is_tuned(facts: Facts) -> None:
    assert read("a.yaml", CONFIG.format("1ep", "finetuning"), facts).training.objective == "sft"


def test_a_job_names_its_chips_and_what_its_command_overrides(facts: Facts) -> None:
    text = """
        command: |
          cd llm-foundry/scripts
          composer train/train.py train/yamls/pretrain/mpt-1b.yaml max_duration=100ba
        compute: {gpus: 16, gpu_type: a100_80gb}
        integrations:
        - {integration_type: git_repo, git_repo: mosaicml/llm-foundry}
    """
    reading = read("mcli.yaml", text, facts)
    assert (reading.training.devices, reading.training.max_steps) == (16, 100)
    assert reading.profile.candidates == ("a100-80",)
