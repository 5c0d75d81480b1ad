"""Somebody's table of benchmarks, its spellings and its blanks."""

from __future__ import annotations

import pytest

from bot.inputs.benchmark_table import Reader
from bot.wording.errors import UserError
from engine.base.run_config import RunConfig
from engine.speed.backtest import BacktestRow
from knowledge.facts import Facts


@pytest.fixture(scope="module")
def reader(facts: Facts) -> Reader:
    return Reader(facts)


def row(reader: Reader, **cells: str) -> BacktestRow:
    plain = {"id": "a", "kind": "training", "model": "llama31_8b", "accelerator": "NVIDIA H100 80GB HBM3"} | cells
    (read,) = reader.rows(f"# a comment\n{','.join(plain)}\n\n{','.join(plain.values())}\n", "table.csv")
    return read


def test_names_are_understood_as_at_every_command(reader: Reader) -> None:
    config = row(reader).config
    assert isinstance(config, RunConfig)
    assert (config.accelerator, round(config.parameters / 1e9, 1)) == ("h100-sxm", 8.0)


def test_a_total_is_divided_among_the_chips(reader: Reader) -> None:
    read = row(reader, accelerator_count="16", tokens_per_second_total="51200")
    assert read.measured == 3200


def test_blanks_are_filled_from_the_published_model_and_methods_have_one_name(reader: Reader) -> None:
    config = row(reader, parameters="", method="full_ft", sequence_length="4096").config
    assert isinstance(config, RunConfig)
    assert (config.method, config.sequence_length, config.batch_size) == ("full", 4096, None)


def test_bert_is_an_encoder_whatever_the_table_says(reader: Reader) -> None:
    config = row(reader, model="bert-large", architecture="dense").config
    assert isinstance(config, RunConfig) and config.architecture == "encoder"


@pytest.mark.parametrize(
    ("cells", "code"),
    [
        ({"accelerator": "abacus"}, "unknown_chip"),
        ({"kind": "rendering"}, "kind_unknown"),
        ({"model": "nobody-knows"}, "size_unknown"),
        ({"architecture": "cnn"}, "not_a_language_model"),
        ({"parameters": "many"}, "no_number"),
    ],
)
def test_a_row_that_cannot_be_predicted_says_why(reader: Reader, cells: dict[str, str], code: str) -> None:
    config = row(reader, **cells).config
    assert not isinstance(config, RunConfig) and config.code == code


@pytest.mark.parametrize(
    ("table", "code"),
    [("id,kind\na,training\n", "no_benchmark_table"), ("id,kind,model,accelerator\na,b,c,d,e\n", "ragged_table")],
)
def test_what_is_no_such_table_is_refused(reader: Reader, table: str, code: str) -> None:
    with pytest.raises(UserError, match=code):
        list(reader.rows(table, "table.csv"))
