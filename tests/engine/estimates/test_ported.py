"""What a config would have to change for another chip."""

from __future__ import annotations

from engine.configs.read_config import read_config
from engine.estimates.estimate import estimate
from engine.estimates.ported import Ported, ported
from engine.library import Library
from knowledge.facts import Facts
from tests.day import DAY
from tests.engine.estimates.sample import AXOLOTL, run

CUDA = AXOLOTL.replace(
    "adapter: lora", "adapter: qlora\nload_in_4bit: true\nflash_attention: true\ndeepspeed: z2.json"
)
NEURON = """
apiVersion: batch/v1
kind: Job
spec:
  template:
    spec:
      nodeSelector: {node.kubernetes.io/instance-type: trn1.32xlarge}
      containers:
        - name: train
          command: [torchrun, --nproc_per_node=32, train.py, --model_name_or_path, meta-llama/Llama-3.1-8B,
                    --max_steps=10, --per_device_train_batch_size=1, --max_seq_length=1024, --use_flash_attention=1]
          resources: {limits: {aws.amazon.com/neuron: 16}}
"""


def told(facts: Facts, text: str, *types: str, name: str = "a.yml") -> Ported | None:
    library = Library(facts)
    made = estimate(run(facts, text, name, instances=types), library, DAY)
    return ported(made, read_config(name, text, facts), library)


def test_a_gpu_needs_no_port(facts: Facts) -> None:
    assert told(facts, CUDA, "p5.48xlarge") is None


def test_every_piece_that_is_cuda_alone_is_named_with_its_key(facts: Facts) -> None:
    found = told(facts, CUDA, "trn2.48xlarge")
    assert found is not None
    assert {piece.feature: piece.key for piece in found.pieces} == {
        "axolotl": "",
        "qlora": "load_in_4bit",
        "deepspeed": "deepspeed",
        "flash_attention": "flash_attention",
    }
    assert found.weeks is not None
    assert found.usd is not None
    assert found.usd.likely == found.weeks.likely * 4000  # dollars a week of an engineer


def test_what_is_written_for_the_chip_has_no_port(facts: Facts) -> None:
    assert told(facts, NEURON, "trn1.32xlarge", name="job.yaml") is None
    assert told(facts, NEURON, "trn2.48xlarge", name="job.yaml") is None  # nor has its next generation


def test_an_option_that_is_off_asks_for_nothing(facts: Facts) -> None:
    found = told(facts, AXOLOTL + "flash_attention: false\n", "trn1.32xlarge")
    assert found is not None
    assert [piece.feature for piece in found.pieces] == ["axolotl"]
