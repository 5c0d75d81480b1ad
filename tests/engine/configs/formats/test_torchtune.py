"""torchtune."""

from __future__ import annotations

import pytest

from knowledge.facts import Facts
from tests.engine.configs.sample import read

CONFIG = """
    output_dir: /tmp/x
    model:
      _component_: torchtune.models.{builder}
      lora_rank: 8
      lora_attn_modules: ['q_proj']
      apply_lora_to_mlp: {mlp}
    tokenizer:
      _component_: torchtune.models.llama3.llama3_tokenizer
      max_seq_len: 2048
    checkpointer:
      checkpoint_dir: {folder}
      output_dir: ${{output_dir}}
    batch_size: 2
    epochs: 3
    max_steps_per_epoch: {steps}
"""


@pytest.mark.parametrize(
    ("builder", "folder", "id", "method"),
    [
        ("llama3_1.lora_llama3_1_8b", "/tmp/Meta-Llama-3.1-8B-Instruct/", "llama-3.1-8b", "lora"),
        ("llama3_1.qlora_llama3_1_8b", "/tmp/ckpt", "llama-3.1-8b", "qlora"),
        ("llama2.llama2_7b", "${output_dir}/base", "llama-2-7b", "full"),
        ("llama3_2.llama3_2_1b", "/ckpt", "llama-3.2-1b", "full"),
    ],
)
def test_the_builder_says_model_and_method(builder: str, folder: str, id: str, method: str, facts: Facts) -> None:
    reading = read("a.yaml", CONFIG.format(builder=builder, folder=folder, mlp=True, steps="null"), facts)
    assert (reading.training.model_id, reading.profile.method) == (id, method)


def test_steps_are_of_each_epoch(facts: Facts) -> None:
    text = CONFIG.format(builder="llama2.llama2_7b", folder="/c", mlp=False, steps=100)
    assert read("a.yaml", text, facts).training.max_steps == 300


def test_the_feed_forward_block_is_a_target_of_its_own(facts: Facts) -> None:
    text = CONFIG.format(builder="llama2.lora_llama2_7b", folder="/c", mlp=True, steps="null")
    assert read("a.yaml", text, facts).training.lora_targets == ("q_proj", "mlp")


def test_a_config_of_ones_own_is_named_after_its_model(facts: Facts) -> None:
    script = (
        "tune run --nproc_per_node 4 full_finetune_distributed --config own/llama2_7b_full_lowmem.yaml epochs=2\n"
    )
    reading = read("run.sh", script, facts)
    assert (reading.profile.method, reading.training.model_id) == ("full", "llama-2-7b")
    assert reading.training.sharding == "fsdp"  # as its recipes for several chips do
