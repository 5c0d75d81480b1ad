"""Data sets whose published size is held."""

from __future__ import annotations

import pytest

from engine.estimates.data import samples_in, with_known_data
from knowledge.facts import Facts
from tests.engine.estimates.sample import AXOLOTL, EPOCHS, run

ALPACA = EPOCHS.replace("acme/support-tickets", "tatsu-lab/alpaca")


def test_a_published_set_says_its_samples_and_their_length(facts: Facts) -> None:
    known = with_known_data(run(facts, ALPACA), facts)
    assert [each.id for each in known.sets] == ["alpaca"]
    assert known.run.profile.samples == 52_002
    assert round(known.run.profile.tokens_per_sample or 0) == 91  # 4.75M tokens / 52,002


def test_several_sets_add_up(facts: Facts) -> None:
    both = ALPACA + "  - path: databricks/databricks-dolly-15k\n"
    assert with_known_data(run(facts, both), facts).run.profile.samples == 67_013  # 52,002 + 15,011


def test_one_set_that_is_not_held_leaves_the_size_open(facts: Facts) -> None:
    mixed = with_known_data(run(facts, ALPACA + "  - path: acme/tickets\n"), facts)
    assert (mixed.sets, mixed.run.profile.samples) == ((), None)


def test_what_was_said_of_the_work_counts_before_a_published_size(facts: Facts) -> None:
    assert with_known_data(run(facts, ALPACA, samples=100), facts).run.profile.samples == 100
    steps = AXOLOTL.replace("acme/support-tickets", "tatsu-lab/alpaca")
    assert with_known_data(run(facts, steps), facts).sets == ()


def test_a_function_of_torchtune_is_the_set_it_loads(facts: Facts) -> None:
    text = ALPACA.replace("tatsu-lab/alpaca", "torchtune.datasets.alpaca_cleaned_dataset")
    assert [each.id for each in with_known_data(run(facts, text), facts).sets] == ["alpaca"]


def test_samples_that_are_padded_and_not_packed_are_counted_at_the_full_length(facts: Facts) -> None:
    padded = ALPACA + "pad_to_sequence_len: true\n"
    assert with_known_data(run(facts, padded), facts).run.profile.tokens_per_sample == 4096
    packed = with_known_data(run(facts, padded + "sample_packing: true\n"), facts)
    assert round(packed.run.profile.tokens_per_sample or 0) == 91


def test_no_more_samples_of_a_set_are_counted_than_the_config_takes(facts: Facts) -> None:
    text = "stage: sft\nmodel_name_or_path: gpt2\nfinetuning_type: full\ndataset: alpaca\ncutoff_len: 512\n"
    said = with_known_data(run(facts, text + "max_samples: 1000\n"), facts).run.profile
    assert (said.samples, round(said.tokens_per_sample or 0)) == (1000, 91)
    assert with_known_data(run(facts, text + "max_samples: 100000\n"), facts).run.profile.samples == 52_002


@pytest.mark.parametrize(
    ("name", "samples"),
    [
        ("open-thoughts/OpenThoughts-114k", 114_000),
        ("smangrul/ultrachat-10k-chatml", 10_000),
        ("acme/mix_1.5m", 1_500_000),
        ("acme/long-32k", None),  # a length
        ("acme/slim-6b", None),  # tokens
        ("acme/tickets", None),
    ],
)
def test_a_name_may_state_its_samples(name: str, samples: int | None, facts: Facts) -> None:
    assert samples_in(name) == samples
    known = with_known_data(run(facts, EPOCHS.replace("acme/support-tickets", name)), facts)
    assert known.run.profile.samples == samples
    assert known.by_name == (None if samples is None else (name, samples))
