"""What the files say, taken apart so that one part can be changed alone."""

from __future__ import annotations

import pytest

from engine.configs.read_config import read_config
from engine.estimates.run import PARTS, run_of, with_defaults, with_said
from engine.workload.profile import Profile
from knowledge.facts import Facts
from tests.engine.estimates.sample import AXOLOTL, EPOCHS, run


def test_what_was_worked_out_is_left_out_so_that_it_follows_a_change(facts: Facts) -> None:
    reading = read_config("a.json", '{"model_name_or_path": "gpt2", "per_device_train_batch_size": 2}', facts)
    assert run_of(reading).profile.tokens is None
    assert run_of(reading).profile.batch_size is None


def test_two_versions_differ_in_the_part_that_was_changed(facts: Facts) -> None:
    longer = run(facts, AXOLOTL.replace("4096", "16384"))
    assert run(facts, AXOLOTL).changed(longer) == ("sequence",)


def test_a_comment_or_another_order_of_the_keys_is_no_change(facts: Facts) -> None:
    lines = AXOLOTL.splitlines()
    turned = "\n".join(["# our run", *reversed(lines[:-2]), *lines[-2:]])
    assert run(facts, AXOLOTL).changed(run(facts, turned)) == ()


def test_taking_every_changed_part_gives_the_other_run(facts: Facts) -> None:
    before, after = run(facts, AXOLOTL), run(facts, EPOCHS.replace("lora", "qlora"), accumulator_count=None)
    for part in PARTS:
        before = before.with_part(part, after)
    assert before.changed(after) == ()


def test_machines_that_are_said_replace_those_of_the_files(facts: Facts) -> None:
    first = run(facts, AXOLOTL, candidates=("h100",), accelerator_count=8)
    said = with_said(first, Profile(instances=("p4d.24xlarge",)), {}, ["instances"])
    assert (said.profile.candidates, said.devices) == ((), None)
    more = with_said(first, Profile(accelerator_count=16), {}, ["accelerator_count"])
    assert (more.profile.candidates, more.devices) == (("h100",), 16)


def test_samples_that_are_said_take_the_place_of_a_number_of_steps(facts: Facts) -> None:
    said = with_said(run(facts, AXOLOTL), Profile(samples=1000), {}, ["samples"])
    assert (said.profile.samples, said.setup.max_steps) == (1000, None)


def test_torchtune_shards_over_several_chips_whatever_its_file_says(facts: Facts) -> None:
    text = """\
model:
  _component_: torchtune.models.llama3_1.llama3_1_8b
checkpointer:
  checkpoint_dir: /tmp/Meta-Llama-3.1-8B-Instruct
dataset:
  _component_: torchtune.datasets.alpaca_cleaned_dataset
batch_size: 2
epochs: 1
"""
    assert run(facts, text, "8B_full.yaml").setup.sharding == "fsdp"
    assert run(facts, AXOLOTL).setup.sharding is None


def test_the_names_of_a_mixture_of_data_are_its_keys(facts: Facts) -> None:
    text = "model_name_or_path: gpt2\nnum_train_epochs: 1\ndataset_mixer:\n  acme/tickets: 1.0\n"
    assert run(facts, text).setup.datasets == ("acme/tickets",)


BARE = "base_model: meta-llama/Llama-3.1-8B\nadapter: lora\nsequence_len: 512\n"
COMMAND = "torchrun --nproc_per_node 2 train.py --model_name_or_path meta-llama/Llama-3.1-8B"


@pytest.mark.parametrize(
    ("name", "text", "micro", "epochs"),
    [
        ("a.yml", BARE, 1, 1),
        ("a.json", '{"model_name_or_path": "gpt2", "gradient_accumulation_steps": 4}', 8, 3),
        ("run.sh", COMMAND + " --num_train_epochs 2", 8, 2),
        ("run.sh", COMMAND + " --per_device_train_batch_size 4", 4, 3),
        ("run.sh", COMMAND + " --batch 4", None, None),
    ],
)
def test_where_nothing_is_said_its_library_says_passes_and_micro_batch(
    name: str, text: str, micro: int | None, epochs: int | None, facts: Facts
) -> None:
    full = with_defaults(run(facts, text, name), facts)
    assert (full.setup.micro_batch, full.profile.epochs) == (micro, epochs)


def test_a_default_is_named_as_one_and_steps_or_tokens_take_none(facts: Facts) -> None:
    assert with_defaults(run(facts, BARE), facts).assumed == ("micro_batch", "epochs")
    assert with_defaults(run(facts, BARE + "max_steps: 10\n"), facts).assumed == ("micro_batch",)
    assert with_defaults(run(facts, BARE, tokens=1e9), facts).assumed == ("micro_batch",)
    assert with_defaults(run(facts, BARE + "micro_batch_size: 1\nnum_epochs: 1\n"), facts).assumed == ()


def test_a_library_has_a_length_of_its_own(facts: Facts) -> None:
    told = with_defaults(run(facts, AXOLOTL.replace("sequence_len: 4096\n", "")), facts)
    assert (told.profile.sequence_length, told.assumed) == (512, ("sequence_length",))
    assert "sequence_length" not in with_defaults(run(facts, AXOLOTL), facts).assumed


def test_every_answer_to_a_prompt_is_a_sequence(facts: Facts) -> None:
    text = '{"model_name_or_path": "Qwen/Qwen3-8B", "per_device_train_batch_size": 4, "num_generations": 8}'
    prompts = run(facts, text, "a.json")
    assert (prompts.answers_a_sample, prompts.sequences_a_sample) == (8, 1)
    assert run(facts, AXOLOTL).answers_a_sample == 1
