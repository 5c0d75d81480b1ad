"""Which keys an estimate is made with."""

from __future__ import annotations

from engine.configs.read_config import read_config
from engine.estimates.estimate import estimate
from engine.estimates.read import read_keys
from engine.library import Library
from knowledge.facts import Facts
from tests.day import DAY
from tests.engine.estimates.sample import AXOLOTL, run


def test_what_was_read_stands_with_its_key(facts: Facts) -> None:
    read = {entry.name: (entry.value, entry.key) for entry in read_keys(read_config("a.yml", AXOLOTL, facts))}
    assert read["sequence_length"] == (4096, "sequence_len")
    assert read["micro_batch"] == (2, "micro_batch_size")
    assert read["datasets"] == (("acme/support-tickets",), "datasets.0.path")


def test_weights_in_eight_bits_are_read_from_the_key_that_says_so(facts: Facts) -> None:
    text = AXOLOTL + "load_in_8bit: true\nload_in_4bit: false\n"
    read = {entry.name: entry for entry in read_keys(read_config("a.yml", text, facts))}
    assert read["quantization_bits"].key == "load_in_8bit"


def test_machines_said_beside_the_files_take_those_of_the_files_out(facts: Facts) -> None:
    reading = read_config("a.yml", AXOLOTL + "batch_size: 64\n", facts)
    made = estimate(run(facts, AXOLOTL, batch_size=128), Library(facts), DAY)
    names = {entry.name for entry in read_keys(reading, made)}
    assert "batch_size" not in names
    assert {"micro_batch", "sequence_length", "max_steps"} <= names
