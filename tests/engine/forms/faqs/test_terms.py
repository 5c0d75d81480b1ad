"""What a term of the field means is told where a message asks for that and for nothing else."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.answers import FactAnswer
from knowledge.facts import Facts

TERMS = (
    "ttft", "tpot", "kv-cache", "continuous-batching", "prefill", "quantization", "tensor-parallel", "fsdp",
    "checkpointing", "lora", "moe", "grpo", "fp4", "hbm", "neuroncore", "nvlink", "infiniband", "roofline", "pue",
    "reserved-instance", "flex-start", "ultraserver", "chip-hour", "trainium", "inferentia", "lean", "claim",
    "mfu", "spot",
)  # fmt: skip
NAMES = {
    "kv-cache": "KV cache", "continuous-batching": "continuous batching", "tensor-parallel": "tensor parallelism",
    "checkpointing": "gradient checkpointing", "moe": "mixture of experts", "fp4": "MXFP4",
    "reserved-instance": "reserved instance", "chip-hour": "chip-hour",
}  # fmt: skip
WORDINGS = (
    "what is {}?", "what's {}", "explain {}", "what does {} mean", "hey, what exactly is {} here?", "Was ist {}?",
    "qu'est-ce que {} ?", "¿qué es {}?", "{} 是什么", "{}とは何ですか？", "{}가 뭐야?", "что такое {}?",
)  # fmt: skip


def told(advisor: Advisor, text: str) -> FactAnswer:
    return advisor.ask(text).facts


@pytest.mark.parametrize("term", TERMS)
def test_however_its_meaning_is_asked(term: str, advisor: Advisor, facts: Facts) -> None:
    says = facts.faqs[f"term-{term}"].says
    texts = [wording.format(NAMES.get(term, term)) for wording in WORDINGS]
    firsts = {text: told(advisor, text).headline for text in texts}
    assert {text for text, first in firsts.items() if first is None or first.values.get("text") != says} == set()


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("TTFT?", "ttft"),
        ("I'm new to this, what is a TPU slice?", "tpu-slice"),
        ("what does 'held back' mean on the card?", "held-back"),
        ("difference between trn1 and trn1n", "trn1n"),
        ("what's the difference between p5, p5e and p5en?", "p5-line"),
        ("what's new in trn3", "trn3"),
        ("What is the difference between P and G instances?", "p-and-g"),
        ("what is the difference between prefill and decode?", "prefill-decode"),
        ("what is a p4d?", "p4d"),
    ],
)
def test_of_its_machines_and_cards(text: str, term: str, advisor: Advisor, facts: Facts) -> None:
    first = told(advisor, text).headline
    assert first is not None and first.values["text"] == facts.faqs[f"term-{term}"].says


@pytest.mark.parametrize(
    "text",
    [
        "what is the price of an H100",
        "what is the MFU of 8B on H100",
        "is FP8 supported on trn2?",
        "what is the cheapest GPU with NVLink",
        "what is the HBM of a B200?",
        "what is the memory bandwidth of an H200?",
        "what is the TDP of an H100",
        "what is the spot price of p5.48xlarge",
        "what is the KV cache size of Llama 3.1 8B at 32k?",
        "what is the break-even of trn2 against p5 for LoRA of an 8B?",
        "p5 vs p5e",
        "p5?",
        "what is it?",
        "explain",
    ],
)
def test_a_word_more_asks_for_something_else(text: str, advisor: Advisor, facts: Facts) -> None:
    asked = advisor.parse(text).faqs
    assert not any(facts.faqs[name].is_term for name in asked)


def test_nothing_of_the_message_is_called_not_understood(advisor: Advisor) -> None:
    assert "Not understood" not in card_text(advisor.ask("what does confidence mean?"))


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("what happens when a capacity block ends", "When a Capacity Block ends EC2 terminates"),
        ("my capacity block expires tomorrow, what happens to the instances?", "When a Capacity Block ends EC2"),
        ("is FP8 training stable on H100?", "FP8 training on H100 is stable with fine-grained scaling"),
        ("Does the loss diverge when training in FP8?", "FP8 training on H100 is stable with fine-grained scaling"),
    ],
)
def test_what_is_near_a_term_is_answered_itself(text: str, first: str, advisor: Advisor) -> None:
    assert card_text(advisor.ask(text)).startswith(first)
