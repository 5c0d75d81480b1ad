"""The first line about memory."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from bot.wording.reasons import fact
from engine.forms.parts.fit_reasons import FitsPartly, FitsThere, TooSmallThere
from engine.forms.smallest.smaller import Smaller


def test_a_model_that_loads_and_answers_one_request_runs_there(advisor: Advisor) -> None:
    """7B in INT8: 7.7 GB of weights at most, and under 1 GiB of cache for 2,048 tokens; 9.9 GiB usable of 11."""
    told = advisor.ask("Is a 2080 Ti enough to serve a 7B?").facts.headline
    assert isinstance(told, FitsPartly)
    assert [held.way for held in told.fitting] == ["int8", "int4"]
    assert all(held.requests >= 1 for held in told.fitting)


def test_what_is_told_without_a_question_mark_is_answered_too(advisor: Advisor) -> None:
    answer = advisor.ask("run Llama 70B on 8 A100")
    assert answer.form.id == "fit"
    assert isinstance(answer.facts.headline, FitsThere)
    assert answer.facts.headline.said == 8


@pytest.mark.parametrize(
    ("text", "shared", "copied"),
    [
        ("We got CUDA out of memory full fine-tuning Llama 3 8B with DDP on 8 x A100 40GB, does it fit?", 19.4, 123),
        ("full fine-tuning of Llama 3 8B ran out of device memory on trn1.32xlarge, should it fit?", 8.16, 123),
        ("Does full fine-tuning of Llama 3 8B fit on 8 A100 40GB with one process per GPU?", 19.4, 123),
    ],
)
def test_what_fits_only_if_it_is_sharded_is_said_so(
    advisor: Advisor, text: str, shared: float, copied: float
) -> None:
    """8.03e9 x 16 bytes are 119.7 GiB and 3.5 of activations; over 8 GPUs 15 + 3.5, and the layer that is gathered;
    over the 32 cores of a trn1.32xlarge 3.7."""
    told = advisor.ask(text).facts.headline
    assert isinstance(told, FitsThere)
    assert told.copies is not None
    assert (told.copies.shared_gib, told.copies.copied_gib) == pytest.approx((shared, copied), rel=0.01)
    assert told.copies.fails
    assert card_text(advisor.ask(text)).startswith("Only if it is sharded: full fine-tuning takes")


@pytest.mark.parametrize(
    "words",
    [
        "max_model_len 32768",
        "max-model-len=32768",
        "with a context of 32k tokens",
        "with 32k context",
        "ctx 32K",
        "with a context window of 32,768 tokens",
    ],
)
def test_the_cache_of_a_request_of_the_length_that_was_said_is_in_the_first_line(
    advisor: Advisor, words: str
) -> None:
    """Llama 3 8B keeps 2 x 32 layers x 8 heads x 128 x 2 bytes = 131,072 a token: 4 GiB for 32,768; an A10G has
    20.1 GiB usable, 15.0 are weights."""
    told = advisor.ask(f"Does serving Llama 3.1 8B {words} fit on one A10G?").facts.headline
    assert isinstance(told, FitsThere)
    assert told.cached is not None
    assert (told.cached.tokens, told.cached.gib) == (32768, pytest.approx(4.0))
    assert told.cached.rooms[0] == ("bf16", 1)


def test_a_yes_in_fewer_bits_stands_behind_the_no_of_the_plain_precision(advisor: Advisor) -> None:
    """70.6e9 x 2 bytes are 131 GiB, on 72 usable."""
    line = card_text(advisor.ask("Can I serve Llama 3 70B on one H100 80GB?"))
    assert line.startswith("BF16: no, it takes 2; INT8 and INT4: yes")


@pytest.mark.parametrize(
    "words",
    [
        "it uses 38GB of VRAM",
        "it took 70 GB of GPU memory on an H100",
        "the weights are 26GB",
        "it consumes about 60 GB of VRAM",
    ],
)
def test_what_a_run_takes_is_no_memory_of_a_chip(advisor: Advisor, words: str) -> None:
    assert advisor.parse(f"Our 13B model: {words}. Does it fit on an L40S?").profile.chip_memory_gb is None
    assert advisor.parse("Our 13B model uses a 24GB GPU. Does it fit?").profile.chip_memory_gb == 24


@pytest.mark.parametrize("words", ["1M context", "a context of 1M tokens", "1M tokens of context"])
def test_a_context_of_a_million_tokens_is_a_length(advisor: Advisor, words: str) -> None:
    """Qwen2.5 7B keeps 2 x 28 layers x 4 heads x 128 x 2 bytes = 57,344 a token: 53.4 GiB for a million."""
    told = advisor.ask(f"Does serving Qwen 2.5 7B with {words} fit on 8 H100?").facts.headline
    assert isinstance(told, FitsThere)
    assert told.cached is not None
    assert told.cached.gib == pytest.approx(53.4, rel=0.01)


@pytest.mark.parametrize(
    "text",
    [
        "Mistral 7B with a context of 64k tokens on a single A10G?",
        "Llama 3.1 8B at 64k on 2 L4?",
        "Llama 3.1 8B with 64k context on one L4?",
    ],
)
def test_a_model_with_a_length_put_on_chips_asks_whether_it_fits(advisor: Advisor, text: str) -> None:
    answer = advisor.ask(text)
    assert answer.form.id == "fit"
    assert answer.reading.profile.sequence_length == 65536


@pytest.mark.parametrize("precision", ["bf16", "int8", "fp8"])
def test_the_precision_that_was_said_is_the_way(advisor: Advisor, precision: str) -> None:
    assert advisor.parse(f"Does Llama 3 70B in {precision} fit on 4 H100?").profile.precision == precision
    assert advisor.parse(f"Does the L40S have {precision} for Llama 3 70B?").profile.precision is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Does serving Llama 3 70B in bf16 fit on 2, 4 or 8 L40S?", ((2, False), (4, True), (8, True))),
        ("Does Qwen2.5 32B in bf16 fit on 1, 2 or 4 A10G?", ((1, False), (2, False), (4, True))),
        ("Does Llama 3 70B in bf16 fit on 1 or 2 A100 80GB?", ((1, False), (2, True))),
        ("Does Llama 3 70B in bf16 fit on 2 A100 80GB?", ()),
    ],
)
def test_each_number_of_chips_that_was_asked_has_its_own_verdict(
    advisor: Advisor, text: str, expected: tuple[tuple[int, bool], ...]
) -> None:
    """132 GiB on 40.2 usable each of an L40S, 61.5 on 20.1 of an A10G (three do not share 8 heads), 72 of an A100."""
    answer = advisor.ask(text)
    told = answer.facts.headline
    assert isinstance(told, FitsThere)
    assert told.by_number == expected
    assert not answer.reading.unread


def test_the_numbers_are_told_where_no_precision_was_said(advisor: Advisor) -> None:
    line = " ".join(card_text(advisor.ask("Does Llama 3 70B fit on 2, 4 or 8 L40S?")).split())
    assert "Serving in BF16 by their number: 2 no, 4 yes, 8 yes." in line


def test_a_latent_cache_stays_whole_on_each_chip(advisor: Advisor) -> None:
    """671 GB / 8 = 78 GiB of weights and 16 x 65,536 x 35,136 bytes = 34.3 GiB of cache on each of 8: 112 of 86."""
    answer = advisor.ask("Does DeepSeek R1 fit on 8 H20 in fp8 with 64k context and 16 concurrent users?")
    said = answer.facts.headline
    assert isinstance(said, TooSmallThere)
    assert said.each_gib == pytest.approx(112, abs=1)
    assert said.whole_gib == pytest.approx(34.3, abs=0.1)


def test_cards_of_several_kinds_hold_what_the_smallest_does_in_training(advisor: Advisor) -> None:
    """4 x 24 GiB x 0.9 = 86 GiB, less than the 112 GB of 7B x 16 bytes."""
    text = "Splitting over 4 GPUs (1 A100 and 3 4090s) goes OOM: does full fine-tuning of a 7B fit?"
    said = advisor.ask(text).facts.headline
    assert isinstance(said, TooSmallThere)
    assert said.mixed
    assert said.usable_all_gib == pytest.approx(86.4)


def test_each_of_several_numbers_that_are_named_has_its_verdict(advisor: Advisor) -> None:
    """70B x 36 bytes are 2,347 GiB; 32 x 72 are 2,304."""
    text = "70b PPO: with A100 80G (1 node with 8 gpus), do I need 4 nodes with totally 32 gpus?"
    said = advisor.ask(text).facts.headline
    assert isinstance(said, TooSmallThere)
    assert (said.said, said.by_number) == (32, ((8, False), (32, False)))


def test_a_library_that_trains_asks_of_training(advisor: Advisor) -> None:
    said = advisor.ask("Does the DeepSpeed ZeRO-3 job of a 13B fit on 8 A100 40GB?").facts.headline
    assert isinstance(said, FitsThere)
    assert [held.way for held in said.fitting] == ["full", "lora", "qlora"]


def test_cards_that_do_not_divide_the_heads_are_so_many_stages(advisor: Advisor) -> None:
    """DeepSeek-R1 has 128 heads: 24 does not divide them, 8 does, three times."""
    first = advisor.ask("three A100 nodes (24x80GB) for DeepSeek-R1 in bf16: are three enough?").facts.headline
    assert first is not None and first.values["stages"] == (8, 3)


def test_one_card_that_is_nearly_full_is_the_least_to_serve_on(advisor: Advisor) -> None:
    """13.5 GiB of weights and 0.25 of cache in 14.4 usable GiB; they are sold by four."""
    told = advisor.ask("how many v5e chips to serve Mistral 7B in bf16?").facts.headline
    assert told is not None and told.values["roomy"] == 4
    roomy = advisor.ask("how many L4 to serve Mistral 7B in bf16?").facts.headline
    assert roomy is not None and roomy.values["roomy"] == 0


def test_what_leaves_an_engine_no_room_is_too_tight_and_no_yes(advisor: Advisor) -> None:
    """671e9 bytes are 625 GiB, 39.1 on each of 16; an L40 has 44.7 and 40.2 usable, and an engine takes 0.6."""
    answer = advisor.ask("16x L40 48GB for DeepSeek-V3 in FP8 with vllm?")
    first = answer.facts.headline
    assert isinstance(first, FitsThere)
    assert (first.engine_gib, first.enough) == (0.6, 24)
    assert first.weights_gib == pytest.approx(625, abs=1)
    said = " ".join(card_text(answer).split())
    assert said.startswith(
        "Too tight to rely on: serving in FP8, its native precision, of DeepSeek-V3 takes 39.1 of 40.2"
    )
    assert "a shorter context or fewer requests hardly help" in said
    assert "FP8 123" not in said


def test_a_model_too_large_for_one_machine_by_its_buffers_takes_two(advisor: Advisor) -> None:
    """1.03e12 bytes over 8 of 126.9 usable GiB leave 3 on each, which an engine takes: two machines of 8."""
    first = advisor.ask("can I serve Kimi-K2 in FP8 on 8x H200 with 128k context?").facts.headline
    assert isinstance(first, FitsThere) and first.enough == 16
    assert first.instead[0].instance == "p6-b200.48xlarge"


def test_a_smaller_machine_than_a_failed_one_may_have_one_card(advisor: Advisor) -> None:
    text = "llama 3.1 70b QLoRA on p4d.24xlarge OOMs at loading the shards, p4de worked. is there a smaller one?"
    told = advisor.ask(text).facts.headline
    assert isinstance(told, Smaller) and told.usd < told.than_usd
    assert told.chips == 1  # 45 GiB of one copy, on one card of more


def test_a_fit_with_hardly_any_room_is_no_plain_yes(advisor: Advisor) -> None:
    said = advisor.ask("Would 8 x T4 on aws do fine-tuning of a 7B?").facts.headline
    assert isinstance(said, FitsThere) and said.barely  # 13.3 of 13.5 GiB on each
    assert fact(said).startswith("Just barely")


@pytest.mark.parametrize(
    ("text", "gib"),
    [
        # 12 bytes of FP32 copy and Adam states a parameter: 8.03B x 12 / 2**30
        ("Does full fine-tuning of Llama 3 8B fit on a single H100 with ZeRO-3?", 89.7),
        ("Can I full fine-tune baichuan-7b on a single A100 80GB with DeepSpeed ZeRO stage 2?", 78.2),
    ],
)
def test_sharding_on_one_card_saves_nothing_and_offload_does(advisor: Advisor, text: str, gib: float) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, TooSmallThere)
    assert first.away_gib == pytest.approx(gib, abs=0.05)
    assert "on one they save nothing by themselves" in " ".join(card_text(advisor.ask(text)).split())


VARIANTS = (
    ("Can I fully fine-tune a 3B on an A100?", "On NVIDIA A100 80 GB yes, on NVIDIA A100 40 GB no: "),
    ("Is one A100 enough to fully fine-tune a 3B?", "On NVIDIA A100 80 GB yes, on NVIDIA A100 40 GB no: "),
    ("Will a 70B in int4 with 8k context run on an A100?", "On NVIDIA A100 80 GB yes, on NVIDIA A100 40 GB no: "),
    ("Can I fully fine-tune a 3B on an A100 40GB?", "Not as it is: "),
    ("Can I fully fine-tune a 7B on an A100?", "No: "),
)


@pytest.mark.parametrize(("text", "starts"), VARIANTS)
def test_a_name_of_two_memories_is_answered_of_both(advisor: Advisor, text: str, starts: str) -> None:
    """3B x 16 bytes = 48 GB = 45 GiB: 36 are usable of 40, 72 of 80. 7B takes 104 and fits neither."""
    assert " ".join(card_text(advisor.ask(text)).split()).startswith(starts)
