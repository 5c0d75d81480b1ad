"""Servers of models."""

from __future__ import annotations

import pytest

from engine.configs.served import served
from knowledge.facts import Facts

DEPLOYMENT = """\
apiVersion: apps/v1
kind: Deployment
spec:
  template:
    spec:
      nodeSelector: {node.kubernetes.io/instance-type: p5.48xlarge}
      containers:
      - name: llm
        image: vllm/vllm-openai:v0.10
        args: [--model, Qwen/Qwen3-32B, --tensor-parallel-size, '2', --max-model-len, '16384']
        resources: {limits: {nvidia.com/gpu: 2}}
"""
TASK = """\
resources: {accelerators: "L4:1"}
envs: {MODEL: Qwen/Qwen3-8B}
run: |
  vllm serve $MODEL --max-model-len 8192
"""
TRAINING = "torchrun train.py --model_name_or_path Qwen/Qwen3-8B --per_device_train_batch_size 2 --use_vllm True\n"


@pytest.mark.parametrize(
    ("text", "engine", "model", "chips", "precision"),
    [
        ("vllm serve Qwen/Qwen3-32B -tp 4 --quantization fp8", "vLLM", "Qwen/Qwen3-32B", 4, "FP8"),
        (
            "python -m sglang.launch_server --model-path Qwen/Qwen3-32B --tp 2 --pp 2",
            "SGLang",
            "Qwen/Qwen3-32B",
            4,
            "",
        ),
        (
            "$ text-generation-launcher --model-id tiiuae/falcon-7b --num-shard 2 --quantize awq",
            "TGI",
            "tiiuae/falcon-7b",
            2,
            "INT4",
        ),
        (
            "docker run --gpus all vllm/vllm-openai:v0.9 --model deepseek-ai/DeepSeek-V3",
            "vLLM",
            "deepseek-ai/DeepSeek-V3",
            None,
            "",
        ),
    ],
)
def test_a_command(text: str, engine: str, model: str, chips: int | None, precision: str, facts: Facts) -> None:
    found = served("", text, facts)
    assert found is not None
    assert (found.engine, found.model, found.chips, found.precision) == (engine, model, chips, precision)


def test_a_deployment_names_its_machine(facts: Facts) -> None:
    found = served("a.yaml", DEPLOYMENT, facts)
    assert found is not None
    assert (found.model, found.chips, found.sequence) == ("Qwen/Qwen3-32B", 2, 16384)
    assert found.machines.instances == ("p5.48xlarge",)


def test_a_task_says_the_model_in_a_variable(facts: Facts) -> None:
    found = served("a.yaml", TASK, facts)
    assert found is not None and (found.model, found.machines.candidates) == ("Qwen/Qwen3-8B", ("l4",))


@pytest.mark.parametrize("text", [TRAINING, "vllm serve --help", "what does vllm serve do?", "{", "a: [1"])
def test_what_serves_no_model_is_none(text: str, facts: Facts) -> None:
    assert served("", text, facts) is None
