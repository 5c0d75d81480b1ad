"""An estimate as an answer."""

from __future__ import annotations

from textwrap import dedent

import pytest

from engine.answers.model import FactAnswer
from engine.base.constants import Constants
from engine.configs.read_config import read_config
from engine.estimates.answer import answer_of
from engine.estimates.estimate import estimate
from engine.estimates.reasons import (
    Estimated,
    Generating,
    KnownSet,
    Multiplied,
    NotUsed,
    PartlyTrained,
    ReadFrom,
    SizeByName,
    TooBig,
    Unsized,
    WithoutBf16,
)
from engine.estimates.run import run_of
from engine.library import Library
from knowledge.facts import Facts
from tests.day import DAY
from tests.engine.estimates.sample import AXOLOTL, EPOCHS, FULL, run

ON = {"candidates": ("h100",), "accelerator_count": 8}


def answered(facts: Facts, text: str, *, full: bool = False) -> FactAnswer:
    library = Library(facts)
    made = estimate(run(facts, text, **ON), library, DAY)
    return answer_of(made, read_config("a.yml", text, facts), library.constants, full=full)


def test_the_first_line_says_fit_hours_and_dollars(facts: Facts) -> None:
    first = answered(facts, AXOLOTL).headline
    assert isinstance(first, Estimated)
    assert first.low < first.usd < first.high


def test_a_set_up_that_is_too_big_is_the_first_line(facts: Facts) -> None:
    first = answered(facts, FULL).headline
    assert isinstance(first, TooBig)
    assert first.core_gib > first.usable_gib


def test_data_of_unknown_size_is_asked_for_by_its_name(facts: Facts) -> None:
    first = answered(facts, EPOCHS).headline
    assert isinstance(first, Unsized)
    assert (first.missing, first.datasets) == (("samples",), ("acme/support-tickets",))
    assert first.usd is not None


def test_every_line_of_codes_is_given_once(facts: Facts) -> None:
    codes = [line.code for line in answered(facts, AXOLOTL).sentences]
    assert codes == ["multiplied", "tokens_of_run", "batch_of_run", "memory_of_run", "assumed_of_run", "read_from"]


def test_the_row_that_was_named_comes_first(facts: Facts) -> None:
    table = answered(facts, AXOLOTL).table
    assert table is not None
    assert [row.is_named for row in table.rows] == [True] + [False] * (len(table.rows) - 1)


def test_a_secret_is_never_among_what_was_read(facts: Facts) -> None:
    text = AXOLOTL.replace("acme/support-tickets", "https://me:hf_SECRET@data.example/set?token=hf_SECRET")
    text += "hub_token: hf_SECRET\nwandb_api_key: hf_SECRET\n"
    said = answered(facts, text, full=True)
    assert "hf_SECRET" not in str(said.headline) + str(said.sentences)
    assert "https://data.example/set" in str(said.sentences)


@pytest.mark.parametrize(("full", "listed"), [(False, 6), (True, 9)])
def test_unused_keys_are_cut_to_a_line_and_all_listed_in_full(facts: Facts, full: bool, listed: int) -> None:
    text = AXOLOTL + "".join(f"odd_{number}: 1\n" for number in range(9))
    left = next(line for line in answered(facts, text, full=full).sentences if isinstance(line, NotUsed))
    assert len(left.listed) == listed
    assert len(left.listed) + left.more == 9


def test_a_size_taken_from_a_name_says_so(facts: Facts) -> None:
    lines = answered(facts, EPOCHS.replace("acme/support-tickets", "acme/tickets-120k")).sentences
    assert [line for line in lines if isinstance(line, SizeByName)] == [
        SizeByName(name="acme/tickets-120k", samples=120_000)
    ]


def test_answers_generated_while_it_trains_are_named_as_what_they_count(facts: Facts) -> None:
    grpo = FULL + "rl: grpo\n"
    lines = [line for line in answered(facts, grpo.replace("8B", "1B")).sentences if isinstance(line, Generating)]
    assert [(line.objective, line.likely) for line in lines] == [("grpo", 3)]
    assert not [line for line in answered(facts, AXOLOTL).sentences if isinstance(line, Generating)]


def test_memory_above_a_thousand_is_written_out(facts: Facts) -> None:
    huge = FULL.replace("meta-llama/Llama-3.1-8B", "meta-llama/Llama-3.1-405B")
    table = answered(facts, huge).table
    assert table is not None and "e+" not in str(table.rows[0].cells[1])


def test_a_chip_without_bf16_is_told_of_a_config_that_asks_for_it(facts: Facts) -> None:
    def told(text: str) -> list[str]:
        library, on = Library(facts), {"candidates": ("t4",), "accelerator_count": 8}
        made = estimate(run(facts, text, **on), library, DAY)
        lines = answer_of(made, read_config("a.yml", text, facts), library.constants).sentences
        return [line.chip for line in lines if isinstance(line, WithoutBf16)]

    small = AXOLOTL.replace("Llama-3.1-8B", "Llama-3.2-1B")
    assert told(small) == ["NVIDIA T4"]
    assert told(small.replace("bf16: true", "fp16: true")) == []


def test_a_run_that_trains_a_part_says_that_all_is_counted(facts: Facts) -> None:
    full = AXOLOTL.replace("adapter: lora\n", "")
    part = answered(facts, full + "unfrozen_parameters:\n  - model.layers.[0-3].\n")
    assert [line.key for line in part.sentences if isinstance(line, PartlyTrained)] == ["unfrozen_parameters"]
    assert not [line for line in answered(facts, full).sentences if isinstance(line, PartlyTrained)]


def test_what_a_setting_overrides_is_not_told_as_read(facts: Facts) -> None:
    """A sentence with a figure that the sum is not made of sends a reader to recompute it."""
    library = Library(facts)
    text = EPOCHS.replace("acme/support-tickets", "tatsu-lab/alpaca")
    said = run(facts, text, tokens_per_sample=180.0, epochs=2.0, **ON)
    made = estimate(said, library, DAY)
    lines = answer_of(made, read_config("a.yml", text, facts), library.constants).sentences
    known = next(line for line in lines if isinstance(line, KnownSet))
    assert (known.samples, known.length) == (52_002, None)
    assert made.work.tokens == 52_002 * 180 * 2
    read = next(line for line in lines if isinstance(line, ReadFrom))
    assert "epochs" not in {each.name for each in read.read}
    assert "sequence_length" in {each.name for each in read.read}


def test_days_of_a_block_are_told_beside_the_hours_of_the_run(facts: Facts) -> None:
    library = Library(facts)
    said = run(facts, AXOLOTL, purchase="capacity_block", instances=("p5.48xlarge",))
    lines = answer_of(estimate(said, library, DAY), read_config("a.yml", AXOLOTL, facts), library.constants).sentences
    product = next(line for line in lines if isinstance(line, Multiplied))
    assert product.hours == 24
    assert product.worked is not None and product.worked < 24
    assert "aws-capacity-blocks-purchase" in product.cites


def test_the_size_of_a_shape_and_a_batch_that_grows_are_said(facts: Facts) -> None:
    text = """
        data: {seq_len: 2048}
        model: {hidden_size: 4096, num_layers: 32, vocab_size: 50000}
        optimizer: {lr: 1e-4}
        train: {max_steps: 1000, micro_batch_size: 4}
    """
    reading = read_config("a.yaml", dedent(text), facts)
    made = estimate(run_of(reading), Library(facts), DAY)
    lines = {reason.code: reason for reason in answer_of(made, reading, Constants(facts)).sentences}
    assert lines["model_of_run"].parameters == 32 * 12 * 4096**2 + 50_000 * 4096  # type: ignore[attr-defined]
    assert lines["batch_of_run"].grows is True  # type: ignore[attr-defined]
