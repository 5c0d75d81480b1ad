"""It ran out of memory although it fits: yes first, and the cause in bytes."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from bot.card.sentences import answer_line
from engine.forms.parts.fit_reasons import FitRanOutServing, FitsThere, FitSum, OnNamed, TooSmallThere


def told(advisor: Advisor, text: str) -> OnNamed:
    headline = advisor.ask(text).facts.headline
    assert isinstance(headline, OnNamed)
    return headline


@pytest.mark.parametrize(
    "text",
    [
        "Inference of a 6B on one 24 GB card runs out of memory, does it fit?",
        "CUDA out of memory when I run inference of a 6B model on a 24 GB GPU. Should it fit?",
        "6B模型推理爆显存，24GB显存不够吗",
        "I want to serve a 6B on one 24 GB GPU, but I get OOM. How much memory does it need?",
        "does a 6B fit on a 24GB GPU for inference? it OOMs",
    ],
)
def test_weights_in_fp32_are_the_cause_where_they_do_not_fit(advisor: Advisor, text: str) -> None:
    """6e9 x 4 bytes = 22.35 GiB, more than 90% of 24; 6e9 x 2 = 11.2 GiB fit."""
    headline = told(advisor, text)
    assert isinstance(headline, FitsThere)
    (cause,) = headline.causes
    assert cause.of == "fp32" and cause.gib == pytest.approx(22.35, abs=0.01)
    line = answer_line(advisor.ask(text))
    assert line.startswith("By the sum there is room") and "FP32 (4 bytes a parameter), 22.4 GiB" in line


def test_where_fp32_fits_as_well_it_is_not_the_cause(advisor: Advisor) -> None:
    """1e9 x 4 bytes = 3.7 GiB."""
    headline = told(advisor, "Serving a 1B on one 24 GB card runs out of memory, does it fit?")
    assert isinstance(headline, FitsThere) and headline.causes == ()


def test_a_server_that_loads_as_published_reserves_the_whole_context(advisor: Advisor) -> None:
    """Llama 3.1 8B: 2 x 32 layers x 8 heads x 128 x 2 bytes x 131,072 tokens = 16 GiB, beside 15 of 21.6."""
    headline = told(advisor, "vLLM runs out of memory serving Llama 3.1 8B on one 24 GB card, does it fit?")
    (cause,) = headline.causes
    assert (cause.of, cause.tokens) == ("context", 131_072)
    assert cause.gib == pytest.approx(16.0)


def test_what_runs_out_on_several_chips_is_a_copy_on_each(advisor: Advisor) -> None:
    """Qwen3-VL 235B: 235.7e9 x 2 bytes = 439 GiB over 8 x 86.4, and not on one of them."""
    answer = advisor.ask("Qwen3-VL-235B-A22B raises OOM with vLLM on 8 x H20. Does it fit?")
    (line,) = [line for line in answer.facts.sentences if isinstance(line, FitRanOutServing)]
    assert not line.copied_fits and line.copied == pytest.approx(439, abs=1) and line.fp32 == 0
    assert answer_line(answer).startswith("Yes, split over all of them")


def test_where_the_sum_says_no_it_is_no(advisor: Advisor) -> None:
    headline = told(advisor, "A 70B OOMs on one A100 80GB in BF16 inference, does it fit?")
    assert isinstance(headline, TooSmallThere) and headline.causes == ()


@pytest.mark.parametrize(
    "text",
    [
        "I get OOM serving Qwen3-VL-235B-A22B on my 8 x H20. They say an H100 works. Does it fit?",
        "We run 8 H20 and Qwen3-VL-235B-A22B inference goes out of memory. The docs say H100 is fine. Does it fit?",
    ],
)
def test_the_chips_at_hand_are_judged_with_their_number(advisor: Advisor, text: str) -> None:
    headline = told(advisor, text)
    assert (headline.chip, headline.said) == ("NVIDIA H20", 8)


@pytest.mark.parametrize(
    "text",
    [
        "How much memory to serve Llama 3.1 8B?",
        "Does Llama 3.1 8B fit on a 24 GB GPU for inference?",
        "What VRAM do I need for inference of Llama 3.1 8B?",
        "How many L4 to serve Llama 3.1 8B?",
        "Llama 3.1 8B推理需要多大显存？",
    ],
)
def test_memory_is_reckoned_with_one_request_where_nobody_said_how_many(advisor: Advisor, text: str) -> None:
    """8.03e9 x 2 bytes = 14.96 GiB; a request of 2,048 tokens 2 x 32 x 8 x 128 x 2 bytes x 2,048 = 0.25 GiB."""
    answer = advisor.ask(text)
    every = (answer, *answer.parts)
    sums = [line for one in every for line in one.facts.sentences if isinstance(line, FitSum) and line.way == "bf16"]
    assert sums and all(line.requests == 1 for line in sums)
    assert sums[0].total == pytest.approx(15.21, abs=0.02)
    rooms = [line for line in answer.facts.sentences if line.code == "fit_requests"]
    assert rooms, "how many there is room for is told beside it"


def test_several_requests_are_reckoned_where_they_were_said(advisor: Advisor) -> None:
    """32 x 0.25 GiB = 8."""
    answer = advisor.ask("How much memory to serve Llama 3.1 8B for 32 users at once?")
    sums = [line for line in answer.facts.sentences if isinstance(line, FitSum)]
    assert sums and sums[0].requests == 32 and sums[0].cache == pytest.approx(8.0)


def test_under_zero_2_each_card_holds_all_weights(advisor: Advisor) -> None:
    """14.17e9 x 2 bytes = 26.4 GiB on each of 24; an eighth of that with ZeRO-3."""
    headline = told(advisor, "LoRA of Qwen1.5 14B on 8 RTX 3090 with deepspeed zero-2, does it fit?")
    assert isinstance(headline, TooSmallThere)
    assert headline.unsharded == 2 and headline.unsharded_gib > 26.4 and 3.3 < headline.sharded_gib < 21.6


@pytest.mark.parametrize("words", ["GRPO", "RLHF with PPO", "DPO"])
def test_learning_from_answers_counts_the_models_beside_it(advisor: Advisor, words: str) -> None:
    """16 bytes a parameter and at least 2 more for the reference: 32e9 x 18 = 536 GiB."""
    answer = advisor.ask(f"How much memory does {words} of a 32B take in full and with LoRA?")
    table = answer.facts.table
    assert table is not None
    needs = {row.cells[table.columns.index("way")]: row.cells[table.columns.index("needs")] for row in table.rows}
    assert isinstance(needs["rlhf"], float) and needs["rlhf"] > 536
    assert "252 GB" not in "".join(str(line.values) for line in answer.facts.sentences)


def test_without_a_card_the_weights_in_fp32_are_told(advisor: Advisor) -> None:
    """6e9 x 4 bytes = 22.35 GiB."""
    answer = advisor.ask("How much memory does inference of a 6B need? Loading it directly gives CUDA out of memory")
    (line,) = [line for line in answer.facts.sentences if line.code == "loaded_wide"]
    assert line.values["gib"] == pytest.approx(22.35, abs=0.01)


def test_every_model_that_is_named_gets_its_line(advisor: Advisor) -> None:
    answer = advisor.ask(
        "What memory do Llama-3.1-8B, Llama-3.1-70B, Llama-3.1-405B, Llama-3-8B and Llama-3-70B take for inference?"
    )
    table = answer.facts.table
    assert table is not None
    models = {str(row.cells[table.columns.index("model")]) for row in table.rows}
    assert models == {"Llama 3.1 8B", "Llama 3.1 70B", "Llama 3.1 405B", "Llama 3 8B", "Llama 3 70B"}


@pytest.mark.parametrize(
    "failed",
    [
        "It gave CUDA memory out of error", "I get torch.cuda.OutOfMemoryError", "memory overflow", "it OOM'd",
        "there is not enough memory", "it failed due to memory", "the VRAM is exhausted", "memory allocation failed",
        "cannot allocate memory", "it doesn't fit in it", "显存溢出",
    ],
)  # fmt: skip
def test_where_it_was_seen_to_fail_no_first_line_says_yes(advisor: Advisor, failed: str) -> None:
    text = f"I tried to fine-tune a 2B on one 40 GB GPU with sequence length 256. {failed}. Is 40 GB enough?"
    assert not answer_line(advisor.ask(text)).startswith("Yes")


def test_what_failed_elsewhere_may_fit_here(advisor: Advisor) -> None:
    """Memory ran out on four A10G; a p4d is the way out that is asked about."""
    text = "QLoRA of a 32B at 13,137 tokens a sample. I got OOM on ml.g5.12xlarge. Does ml.p4d.24xlarge do?"
    assert answer_line(advisor.ask(text)).startswith("Yes")


def test_weights_that_are_packed_are_not_told_to_be_loaded_in_fp32(advisor: Advisor) -> None:
    """Kimi K2 is published in FP8: 3,730 GiB in FP32 fit nowhere there, and nobody loads them so."""
    text = "Can I serve Kimi K2 in FP8 on 8 H200? It runs out of memory."
    assert "3,730" not in card_text(advisor.ask(text))
