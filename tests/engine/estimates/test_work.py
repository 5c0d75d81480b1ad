"""Tokens of a run, and the batch they come in."""

from __future__ import annotations

from engine.estimates.work import batch_of, work_of
from knowledge.facts import Facts
from tests.engine.estimates.sample import AXOLOTL, EPOCHS, run


def test_a_global_batch_is_micro_batch_times_accumulation_times_devices(facts: Facts) -> None:
    assert batch_of(run(facts, AXOLOTL), 8).sequences == 64  # 2 x 4 x 8


def test_devices_that_share_a_copy_of_the_model_do_not_multiply_the_batch(facts: Facts) -> None:
    split = run(facts, AXOLOTL + "tensor_parallel_size: 4\n")
    assert batch_of(split, 8).sequences == 16  # 2 x 4 x (8 / 4)


def test_steps_give_tokens_by_batch_and_length(facts: Facts) -> None:
    work = work_of(run(facts, AXOLOTL), 8)
    assert work.tokens == 262_144_000  # 1,000 x 64 x 4,096
    assert [factor.value for factor in work.factors] == [1000, 64, 4096]


def test_samples_give_tokens_by_length_and_epochs(facts: Facts) -> None:
    work = work_of(run(facts, EPOCHS, samples=52_000), 8)
    assert work.tokens == 638_976_000  # 52,000 x 4,096 x 3
    assert work.full_length
    short = work_of(run(facts, EPOCHS, samples=52_000, tokens_per_sample=300.0), 8)
    assert short.tokens == 46_800_000  # 52,000 x 300 x 3
    assert not short.full_length


def test_a_pair_of_answers_is_two_sequences(facts: Facts) -> None:
    pairs = work_of(run(facts, EPOCHS + "rl: dpo\n", samples=1000), 8)
    assert pairs.tokens == 24_576_000  # 1,000 x 4,096 x 3 x 2


def test_the_size_of_a_data_set_is_asked_for_and_not_invented(facts: Facts) -> None:
    work = work_of(run(facts, EPOCHS), 8)
    assert (work.tokens, work.missing) == (None, ("samples",))


def test_a_number_of_steps_alone_asks_for_the_batch(facts: Facts) -> None:
    assert work_of(run(facts, AXOLOTL), None).missing == ("batch_size",)


def test_prompts_count_as_often_as_they_are_answered(facts: Facts) -> None:
    text = (
        '{"model_name_or_path": "Qwen/Qwen3-8B", "per_device_train_batch_size": 4, "num_generations": 8,'
        ' "max_prompt_length": 512, "max_completion_length": 512, "num_train_epochs": 2}'
    )
    work = work_of(run(facts, text, "a.json", samples=1000), 8)
    assert work.tokens == 1000 * 1024 * 2 * 8
    steps = work_of(run(facts, text.replace("num_train_epochs", "max_steps"), "a.json"), 8)
    assert steps.tokens == 2 * 4 * 8 * 1024  # a batch counts answers already
