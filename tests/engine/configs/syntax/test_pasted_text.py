"""What people paste."""

from __future__ import annotations

import pytest

from engine.configs.read_config import read_config
from engine.configs.syntax.pasted_text import cleaned
from knowledge.facts import Facts

AXOLOTL = "base_model: meta-llama/Llama-2-7b-hf\nmicro_batch_size: 2\nnum_epochs: 3\n"
JSON = '{"model_name_or_path": "meta-llama/Llama-2-7b-hf", "per_device_train_batch_size": 2, "num_train_epochs": 3}'
FLAGS = "--model_name_or_path meta-llama/Llama-2-7b-hf --per_device_train_batch_size 2 --num_train_epochs 3"


@pytest.mark.parametrize(
    "text",
    [
        "yaml\n" + AXOLOTL,
        "".join(f"    {line}\n" for line in AXOLOTL.splitlines()),
        "...\n" + AXOLOTL + "...\n",
        AXOLOTL.replace(": ", ":\u00a0"),
        f"json\n{JSON}",
        f"$ torchrun train.py {FLAGS}\n",
        FLAGS,
        "model_name_or_path='meta-llama/Llama-2-7b-hf',\nper_device_train_batch_size=2,\nnum_train_epochs=3,\n",
    ],
)
def test_a_snippet_is_read_as_its_file_is(text: str, facts: Facts) -> None:
    reading = read_config("", text, facts)
    assert (reading.profile.parameters, reading.training.micro_batch, reading.profile.epochs) == (6.738e9, 2, 3)


def test_a_file_is_not_touched() -> None:
    assert cleaned(AXOLOTL) == AXOLOTL
    assert cleaned("A=1\nB=2\ntorchrun train.py --a $A\n") == "A=1\nB=2\ntorchrun train.py --a $A\n"
