"""nanoGPT's configs."""

from __future__ import annotations

from knowledge.facts import Facts
from tests.engine.configs.sample import read

_CONFIG = """
    block_size = 256
    batch_size = 64
    gradient_accumulation_steps = 8
    max_iters = 5000
    lr_decay_iters = 5000
"""


def test_accumulation_is_that_of_all_devices_together(facts: Facts) -> None:
    reading = read("train.py", _CONFIG, facts)
    assert (reading.training.micro_batch, reading.training.accumulation) == (64, None)
    assert reading.profile.batch_size == 512
    assert reading.profile.tokens == 5000 * 512 * 256


def test_what_it_starts_from_is_the_model(facts: Facts) -> None:
    reading = read("finetune.py", _CONFIG + '    init_from = "gpt2-xl"\n', facts)
    assert reading.profile.parameters is not None and 1.4e9 < reading.profile.parameters < 1.7e9
