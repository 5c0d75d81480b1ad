"""verl and OpenRLHF as files."""

from __future__ import annotations

from knowledge.facts import Facts
from tests.engine.configs.formats.test_reinforced import ROLES
from tests.engine.configs.sample import read


def test_a_script_is_that_of_what_it_starts(facts: Facts) -> None:
    assert read("a.sh", ROLES.format(""), facts).format == "openrlhf"


def test_verl_as_yaml(facts: Facts) -> None:
    text = """
        actor_rollout_ref:
          actor: {ppo_mini_batch_size: 64, ppo_micro_batch_size_per_gpu: 2}
          model: {path: Qwen/Qwen3-8B, lora_rank: 32}
          rollout: {n: 4}
        algorithm: {adv_estimator: rloo}
        data: {max_prompt_length: 1024, max_response_length: 1024}
        trainer: {n_gpus_per_node: 8, nnodes: 1, total_epochs: 1}
    """
    reading = read("a.yaml", text, facts)
    assert (reading.format, reading.training.objective, reading.training.lora_rank) == ("verl", "rloo", 32)
    assert (reading.training.global_batch, reading.training.answers_each) == (256, 4)  # 64 x 4
