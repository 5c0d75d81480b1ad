"""A log and what is said beside it, made into a measurement."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from bot.inputs.measurement_log import FromLog, SaidOfLog, from_log, held_already, text_of
from bot.wording.errors import UserError
from bot.wording.words import say
from engine.library import Library
from knowledge.facts import Facts
from tests.day import DAY
from tests.engine.logs.test_megatron import ARGUMENTS, lines
from tests.engine.logs.test_serving import SERVE

TORCHTUNE = "\n".join(f"Step {step} | loss:1.7 lr:2e-05 tokens_per_second_per_gpu:1000.0" for step in range(1, 6))


def read(text: str, facts: Facts, **said: object) -> FromLog:
    return from_log(text, SaidOfLog.model_validate(said), Library(facts), DAY)


def refusal(text: str, facts: Facts, **said: object) -> str:
    with pytest.raises(UserError) as raised:
        read(text, facts, **said)
    return say("errors.j2", raised.value.code, **raised.value.values)


def test_the_chips_are_those_of_the_machine(facts: Facts) -> None:
    """1,000 tokens/s a chip on the eight of a p5.48xlarge."""
    measured = read(TORCHTUNE, facts, on="p5.48xlarge", model="llama-3.1-8b", method="lora").measured
    assert (measured.chips, measured.tokens_per_second, measured.method) == (8, 8000.0, "lora")
    assert measured.tokens_per_second_per_accelerator == 1000.0 and measured.measured_on == DAY


def test_the_machine_has_to_be_said(facts: Facts) -> None:
    assert "--on" in refusal(TORCHTUNE, facts, model="llama-3.1-8b")


def test_what_lacks_is_named(facts: Facts) -> None:
    assert "--sequence" in refusal(lines(1000.0, 1000.0), facts, on="p4d.24xlarge", parameters="8B")


def test_all_that_lacks_is_asked_for_at_once(facts: Facts) -> None:
    asked = refusal(lines(1000.0, 1000.0), facts)
    assert all(option in asked for option in ("--on", "--model", "--parameters", "--sequence"))
    trainer = '{"log_history": [{"train_runtime": 1e4, "total_flos": 4e18, "train_samples_per_second": 9}]}'
    asked = refusal(trainer, facts, on="p5.48xlarge")
    assert "--model" in asked and "--tokens-per-sample" not in asked  # the FLOPs of a known model say it


def test_a_sequence_length_that_nobody_said_is_marked(facts: Facts) -> None:
    assumed = read(TORCHTUNE, facts, on="p5.48xlarge", model="llama-3.1-8b", note="night run").measured
    assert assumed.note == "night run; sequence length assumed"
    assert read(TORCHTUNE, facts, on="p5.48xlarge", model="llama-3.1-8b", sequence=2048).measured.note is None


def test_a_log_that_gives_a_row_that_is_held_is_known(facts: Facts) -> None:
    first = read(TORCHTUNE, facts, on="p5.48xlarge", model="llama-3.1-8b")
    yesterday = first.measured.model_copy(update={"id": 3, "measured_on": date(2026, 11, 1), "by": "Ada"})
    assert held_already(first, [yesterday]) == yesterday
    said = read(TORCHTUNE, facts, on="p5.48xlarge", model="llama-3.1-8b", measured_on=DAY)
    assert held_already(said, [yesterday]) is None  # another day that was said is another run


def test_a_megatron_log_brings_its_own_chips_and_sequence(facts: Facts) -> None:
    """128 sequences x 4,096 tokens in 2 s on 64 chips: 262,144 tokens/s, 4,096 a chip."""
    measured = read(ARGUMENTS + lines(*[2000.0] * 5), facts, on="p5.48xlarge", parameters="8B").measured
    assert (measured.chips, measured.sequence_length, measured.precision) == (64, 4096, "fp8")
    assert measured.tokens_per_second == pytest.approx(262_144)


def test_above_the_peak_nothing_is_taken(facts: Facts) -> None:
    """8e9 x 6 FLOPs x 1e6 tokens/s is 48 PFLOP/s on one chip of 0.989."""
    fast = TORCHTUNE.replace("1000.0", "1000000.0")
    assert "times the peak" in refusal(fast, facts, on="p5.48xlarge", parameters="8B")


def test_a_serving_benchmark_is_of_its_own_day_and_model(facts: Facts) -> None:
    taken = read(json.dumps(SERVE), facts, on="g6.xlarge")
    assert taken.measured.task == "inference" and taken.measured.model == "llama-3.1-8b"
    assert taken.measured.measured_on == date(2026, 8, 12) and taken.measured.tokens_per_second == 1980.0
    assert "10 of 1000 requests failed" in say("words/card/own.j2", "from_log", taken.log, taken.found)


def test_a_model_nobody_published_needs_its_size(facts: Facts) -> None:
    own = json.dumps(SERVE | {"model_id": "ada/my-model"})
    assert "size" in refusal(own, facts, on="g6.xlarge")
    assert read(own, facts, on="g6.xlarge", parameters="8B").measured.parameters == 8e9


def test_flops_of_the_trainer_become_tokens_without_the_embeddings(facts: Facts) -> None:
    """Llama 3.1 8B: 8.03e9 - 128,256 x 4,096 = 7.505e9; 4.503e18 / 6 / 7.505e9 = 1e8 tokens in 1e4 s: 10,000/s."""
    text = json.dumps(
        {"log_history": [{"train_runtime": 1e4, "total_flos": 4.503e18, "train_samples_per_second": 9}]}
    )
    taken = read(text, facts, on="p5.48xlarge", model="llama-3.1-8b")
    assert taken.found.tokens_per_second == pytest.approx(10_000, rel=1e-3)
    assert "FLOPs" in say("words/card/own.j2", "from_log", taken.log, taken.found)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="unreadable_file"):
        text_of(tmp_path / "missing.log")
    (tmp_path / "x").write_bytes(b"\xff\xfe\x00binary")
    with pytest.raises(UserError, match="log_unknown"):
        text_of(tmp_path / "x")
    (tmp_path / "bom").write_bytes(b"\xef\xbb\xbfStep 1")
    assert text_of(tmp_path / "bom") == "Step 1"


def test_chips_may_be_counted_before_their_name(facts: Facts) -> None:
    """1,000 tokens/s on each of 16."""
    measured = read(TORCHTUNE, facts, on="16xH100", model="llama-3.1-8b").measured
    assert (measured.chips, measured.tokens_per_second) == (16, 16000.0)


def test_a_state_without_a_time_says_what_to_give_instead(facts: Facts) -> None:
    state = json.dumps(
        {"global_step": 10, "log_history": [{"loss": 2.0, "step": 10}, {"eval_runtime": 3.0, "step": 10}]}
    )
    said = refusal(state, facts, on="p5.48xlarge", model="llama-3.1-8b", tokens_per_sample=500)
    assert "says of no step how long it took" in said and "progress bar" in said
