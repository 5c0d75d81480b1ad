"""The largest batch and the longest context that there is room for."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.fits.largest import LargestThere
from engine.forms.fits.most import MostFits


def most(advisor: Advisor, text: str) -> MostFits:
    said = advisor.ask(text).facts.headline
    assert isinstance(said, MostFits)
    return said


def test_a_batch_is_what_is_left_over_what_a_sequence_takes(advisor: Advisor) -> None:
    """21.6 usable GiB less 14.1 of weights and adapters: three times the 2.0 of a sequence of 4,096 tokens."""
    said = most(advisor, "What batch size fits for LoRA of Mistral 7B at 4096 on an RTX 4090?")
    assert (said.of, said.most, said.tokens) == ("batch", 3, 4096)


def test_a_context_is_what_the_cache_has_room_for(advisor: Advisor) -> None:
    """A10G: 22.35 GiB x 0.9 = 20.1, less 15.0 of weights; 128 KiB a token of Llama 3.1 8B: 42,000 tokens."""
    said = most(advisor, "what is the max context for Llama 3.1 8B in bf16 on one A10G?")
    assert said.of == "context"
    assert said.most == pytest.approx(42_000, rel=0.03)


def test_how_large_a_model_is_answered_without_its_size(advisor: Advisor) -> None:
    """24 x 0.9 = 21.6 GiB at 0.52 bytes a parameter, with room for adapters and a sequence."""
    said = advisor.ask("what's the biggest model I can QLoRA on a 24GB card?").facts.headline
    assert isinstance(said, LargestThere) and not said.is_first
    assert said.ways[0].way == "qlora" and 30e9 < said.ways[0].parameters < 40e9


def test_what_does_not_fit_has_no_batch(advisor: Advisor) -> None:
    assert most(advisor, "what batch size fits for full fine-tuning of a 70B at 4096 on one A100 80GB?").most == 0


@pytest.mark.parametrize(
    "text",
    [
        "How many users can an A100 80 GB serve at once with Llama 2 13B in BF16?",
        "When two users access our A100 80 GB with Llama 2 13B in BF16, one waits. How many users can use it?",
        "Llama 2 13B in BF16 on an A100 80 GB: one user's request gets queued. How many people can access it?",
    ],
)
def test_users_of_a_complaint_are_not_those_there_is_room_for(text: str, advisor: Advisor) -> None:
    """72 usable GiB less 24.2 of weights; 2,048 tokens x 40 layers x 40 heads x 128 x 2 x 2 bytes = 1.56 GiB each."""
    said = most(advisor, text)
    assert (said.of, said.most) == ("requests", 30)


@pytest.mark.parametrize(
    ("text", "commits"),
    [
        ("How much GPU RAM should I reserve per environment?", False),
        ("How much memory does PyTorch reserve for a 7B?", False),
        ("Should we reserve H100 capacity for three months?", True),
    ],
)
def test_memory_that_is_reserved_is_no_commitment(text: str, commits: bool, advisor: Advisor) -> None:
    assert (advisor.parse(text).form == "commitment") == commits


def test_of_a_card_with_two_memories_that_counts_which_holds_the_model(advisor: Advisor) -> None:
    """72.7B in 16 bits are 135 GiB: 2 A100 of 80 GB have 144 usable, 2 of 40 GB have 72."""
    for text in ("concurrency of qwen2.5-72B on 2 A100?", "2张A100部署qwen2.5-72b的并发是多少"):
        said = most(advisor, text)
        assert said.chip == "NVIDIA A100 80 GB" and said.most > 1


def test_beside_the_longest_request_stands_how_many_shorter_ones_there_is_room_for(advisor: Advisor) -> None:
    """20.1 usable - 15.0 of weights = 5.2 GiB, at 4,096 tokens x 128 KiB = 0.5 GiB a request."""
    before = advisor.ask("Serve Llama 3 8B on an A10G with vLLM.").goes_on_from
    first = advisor.ask("what max-model-len and max-num-seqs should I set?", before=before).facts.headline
    assert isinstance(first, MostFits) and (first.usual, first.at_once) == (4096, 10)


def test_a_context_that_an_engine_starts_with_and_that_does_not_fit_is_told(advisor: Advisor) -> None:
    """A10G: 22.35 GiB x 0.85 = 19.0, less 15.0 of weights, leaves 4.0: 128 KiB a token of Llama 3.1 8B, 33,000."""
    said = most(advisor, "vLLM defaults, Llama 3.1 8B in bf16 on one A10G: how many concurrent requests?")
    assert said.of == "requests" and (said.published, said.starts) == (131_072, 131_072)
    assert said.longest == pytest.approx(33_000, rel=0.03)
    assert most(advisor, "How many concurrent requests of Llama 3.1 8B in bf16 fit on one H100?").starts == 0


@pytest.mark.parametrize(
    ("cards", "starts"),
    [("2 H100 80GB", 32_768), ("2 A100 80GB", 32_768), ("4 H100 80GB", 0)],
)
def test_a_context_that_has_to_be_switched_on_is_not_what_an_engine_starts_with(
    cards: str, starts: int, advisor: Advisor
) -> None:
    """config.json of Qwen2.5 72B Instruct says 32,768; 131,072 need YaRN. 135.4 GiB of weights on two cards are 67.7
    each: 80 x 0.9 hold them, and the 0.85 that an engine leaves has 0.3 GiB for 2,048 tokens of 0.31."""
    text = f"How many requests can I serve at once with Qwen2.5 72B Instruct on {cards}?"
    assert (most(advisor, text).published, most(advisor, text).starts) == (131_072, starts)
    told = " ".join(card_text(advisor.ask(text)).split())
    assert ("(the 131,072 it is published for have to be switched on, by YaRN)" in told) == bool(starts)
    assert ("raise gpu-memory-utilization to 0.95" in told) == bool(starts)


CROWDS = (
    "How many concurrent users can one L40S serve with Llama 3 8B? And how many do I need for 500 users?",
    "How many concurrent users can one L40S serve with Llama 3 8B, and how many of them for 500 users?",
    "Llama 3 8B on one L40S: how many requests at once? And how many L40S for 500 concurrent requests?",
)


@pytest.mark.parametrize("text", CROWDS)
def test_more_users_than_one_holds_are_told_in_copies(advisor: Advisor, text: str) -> None:
    """44.7 x 0.9 = 40.2 GiB less 15.0 of weights = 25.3; 2,048 tokens x 128 KiB = 0.25 GiB: 101; 500 / 101 = 5."""
    said = most(advisor, text)
    assert (said.most, said.wanted, said.copies) == (101, 500, 5)
    assert "500 at once take 5 of them" in " ".join(card_text(advisor.ask(text)).split())
