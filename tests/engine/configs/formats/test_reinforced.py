"""verl and OpenRLHF: chips of all roles, and sequences of all answers."""

from __future__ import annotations

from knowledge.facts import Facts
from tests.engine.configs.sample import read

VERL = (
    "python3 -m verl.trainer.main_ppo algorithm.adv_estimator=grpo data.max_prompt_length=512 "
    "data.max_response_length=1536 actor_rollout_ref.model.path=Qwen/Qwen3-8B "
    "actor_rollout_ref.actor.ppo_mini_batch_size=128 actor_rollout_ref.actor.ppo_micro_batch_size_per_gpu=4 "
    "actor_rollout_ref.rollout.n=8 actor_rollout_ref.rollout.tensor_model_parallel_size=2 "
    "trainer.n_gpus_per_node=8 trainer.nnodes=2 trainer.total_epochs=3 {}\n"
)
ROLES = (
    "python3 -m openrlhf.cli.train_ppo_ray --pretrain meta-llama/Llama-3.1-8B --micro_train_batch_size 2 "
    "--rollout_batch_size 512 --actor_num_nodes 1 --actor_num_gpus_per_node 4 --critic_num_nodes 1 "
    "--critic_num_gpus_per_node 2 --vllm_num_engines 2 --vllm_tensor_parallel_size 1 --max_len 4096 {}\n"
)


def test_a_mini_batch_counts_prompts(facts: Facts) -> None:
    reading = read("a.sh", VERL.format(""), facts)
    assert (reading.format, reading.training.objective, reading.profile.method) == ("verl", "grpo", "rlhf")
    assert reading.training.global_batch == 1024  # 128 prompts x 8 answers
    assert reading.profile.sequence_length == 2048  # 512 + 1536
    assert (reading.training.devices, reading.training.tensor_parallel) == (16, None)  # the engine's split is its own
    assert reading.training.sharding == "fsdp"


def test_verl_without_an_estimator_trains_by_ppo(facts: Facts) -> None:
    unsaid = VERL.replace("algorithm.adv_estimator=grpo ", "")
    reading = read("a.sh", unsaid.format(""), facts)
    assert (reading.training.objective, reading.profile.method) == ("ppo", "rlhf")


def test_a_micro_batch_of_all_chips_is_shared_among_them(facts: Facts) -> None:
    older = VERL.replace("ppo_micro_batch_size_per_gpu=4", "ppo_micro_batch_size=64")
    assert read("a.sh", older.format(""), facts).training.micro_batch == 4  # 64 / (2 x 8)


def test_what_megatron_splits_is_not_sharded_by_fsdp(facts: Facts) -> None:
    split = "actor_rollout_ref.actor.megatron.tensor_model_parallel_size=4"
    training = read("a.sh", VERL.format(split), facts).training
    assert (training.tensor_parallel, training.sharding) == (4, None)


def test_chips_are_those_of_all_roles_unless_they_share_them(facts: Facts) -> None:
    assert read("a.sh", ROLES.format(""), facts).training.devices == 8  # 4 + 2 + 2 engines of one
    assert read("a.sh", ROLES.format("--colocate_all_models"), facts).training.devices == 4


def test_what_is_trained_for_is_in_the_name_of_the_script(facts: Facts) -> None:
    for script, objective in (("train_rm", "reward"), ("train_dpo", "dpo"), ("train_sft", "sft")):
        text = ROLES.format("").replace("train_ppo_ray", script)
        assert read("a.sh", text, facts).training.objective == objective
