"""OLMo-core's Python configs."""

from __future__ import annotations

from knowledge.facts import Facts
from tests.engine.configs.sample import read

_CONFIG = """
    def build(opts, overrides):
        return ExperimentConfig(
            model=TransformerConfig.olmo2_7B(),
            data_loader=NumpyDataLoaderConfig(global_batch_size=64 * 65536),
            train_module=TransformerTrainModuleConfig(
                rank_microbatch_size=65536, max_sequence_length=65536, ac_config=None,
                cp_config=TransformerContextParallelConfig.llama3(degree=8),
                float8_config=Float8Config(enabled=True), optim=AdamWConfig(lr=1e-4),
            ),
            trainer=TrainerConfig(max_duration=Duration.tokens(int(5e12)){stop}),
        )
"""


def test_batches_are_told_in_tokens_and_a_duration_says_how_long(facts: Facts) -> None:
    reading = read("long.py", _CONFIG.format(stop=""), facts)
    assert (reading.training.micro_batch, reading.profile.batch_size, reading.profile.tokens) == (1, 64, 5e12)
    assert (reading.profile.task, reading.profile.precision) == ("pretraining", "fp8")
    assert (reading.training.context_parallel, reading.training.recompute) == (8, "none")


def test_where_a_run_stops_counts_before_where_it_would(facts: Facts) -> None:
    reading = read("long.py", _CONFIG.format(stop=", hard_stop=Duration.steps(int(1000))"), facts)
    assert reading.training.max_steps == 1000
    assert reading.profile.tokens == 1000 * 64 * 65536


def test_a_file_that_is_called_a_tuning_is_one(facts: Facts) -> None:
    assert read("OLMo-7B-sft-think.py", _CONFIG.format(stop=""), facts).profile.task == "fine_tuning"
