"""Turns of few words as the questions that they stand for."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.parts.fit_reasons import FitsThere
from engine.reading.asking.framed import framed
from tests.engine.reading.test_read import vocabulary

PRICE, SERVED = "p4d.24xlarge with a 1 year reservation in Oregon, price?", "Llama 3 8B on one L4, tokens per second?"


@pytest.mark.parametrize(
    ("asked", "turns", "question"),
    [
        (
            SERVED,
            ("und die latenz?", "latency?", "how fast does it respond"),
            "What is the latency of Llama 3 8B on one L4?",
        ),
        (
            PRICE,
            ("what's the saving per month", "how much do we save a month vs on demand?", "was spart das pro Monat?"),
            "What does p4d.24xlarge with a 1 year reservation save per month against on demand in Oregon?",
        ),
        (
            "T4 price on aws",
            ("anything newer that's cheaper", "is there something newer and cheaper?", "newer but cheaper?"),
            "Anything newer and cheaper than T4 on aws?",
        ),
        (
            "price of trn1.32xlarge",
            ("each option", "what options are there?", "all purchase options"),
            "trn1.32xlarge price, each way to buy it",
        ),
        (
            PRICE,
            ("is that paid upfront?", "do I have to pay it in advance?", "upfront?"),
            "Is a reservation of p4d.24xlarge paid upfront?",
        ),
        (
            PRICE,
            ("does that include storage?", "and the egress?", "is support included?"),
            "Does the hourly price of p4d.24xlarge include storage, egress and a support plan?",
        ),
        (
            "Can 4x A100 40GB fully fine-tune an 8B?",
            ("batch size?", "what batch?", "what batch size to start with"),
            "What batch size fits fully fine-tune of 8B on 4 x A100 40GB?",
        ),
        (
            "Does LoRA of a 13B fit on 2 L40S with 8k sequences?",
            ("how many then?", "how many do I need?", "how many of them"),
            "How many L40S does LoRA of 13B take, 8k sequences?",
        ),
        (
            "llama 3.1 70B inference on 2x H100 80GB, does it fit?",
            ("is 3 enough?", "are 3 of them enough", "do I need 3?"),
            "Are 3 H100 80GB enough for serving llama 3.1 70B?",
        ),
        (
            "can a 30B llama be served on a v3-8 TPU?",
            ("and trained?", "training?", "and to train it?"),
            "Can 30B llama be trained on 4 x tpu v3?",
        ),
        (
            "full fine-tuning of a 7B on 8 H100, how long for 1B tokens?",
            ("4-bit?", "in 4 bits", "with nf4"),
            "and with QLoRA?",
        ),
        (
            "QLoRA of a 70B on 8 V100 32GB, does it fit?",
            (
                "the nodes only have 10 Gbit ethernet, how bad",
                "only 10 gbit ethernet between them",
                "over 10 Gbit ethernet?",
            ),
            "does 10 Gbit ethernet between nodes slow QLoRA of 70B down a lot?",
        ),
        (
            "L4 or T4 for stable diffusion xl",
            ("which is faster?", "and which one is faster", "welche ist schneller?"),
            "How much faster is T4 than L4 for stable diffusion xl?",
        ),
    ],
)
def test_in_three_wordings_it_stands_for_one_question(
    asked: str, turns: tuple[str, ...], question: str, advisor: Advisor
) -> None:
    before = advisor.ask(asked).goes_on_from
    assert {turn: framed(before, turn, vocabulary()) for turn in turns} == dict.fromkeys(turns, question)


@pytest.mark.parametrize(
    ("asked", "turn"),
    [
        (PRICE, "and the latency?"),  # no model is spoken of
        (SERVED, "each option"),  # of work
        ("p4d.24xlarge price", "what's the saving per month"),  # by which way to buy it?
        (PRICE, "can we get it under a million?"),  # asks of an amount
        (SERVED, "does it support fp8?"),
        (PRICE, "what if it gets interrupted?"),  # nothing is on spot
        (PRICE, "how does that change on 4?"),  # says another thing
        (PRICE, "does that include storage for the 70B checkpoints we wrote last week?"),
    ],
)
def test_what_asks_more_or_of_nothing_like_it_stands_for_itself(asked: str, turn: str, advisor: Advisor) -> None:
    assert framed(advisor.ask(asked).goes_on_from, turn, vocabulary()) is None


@pytest.mark.parametrize(
    ("said", "turn", "way"),
    [
        ("Does full fine-tuning of Llama 3 70B fit on 8 H100?", "and quantized?", "qlora"),
        ("We full fine-tune Llama 3 8B on 2 x A100 80GB and get OOM.", "would quantization help?", "qlora"),
        ("Serve Llama 3 70B on one A100 80GB?", "what about quantization?", "int4"),
    ],
)
def test_fewer_bits_are_those_of_what_the_thread_does(said: str, turn: str, way: str, advisor: Advisor) -> None:
    first = advisor.ask(turn, before=advisor.ask(said).goes_on_from).facts.headline
    assert isinstance(first, FitsThere) and first.asked is not None and first.asked.way == way


@pytest.mark.parametrize(
    "asked", ["How much GPU memory does a super-resolution model need, is 24GB okay?", "VRAM of SDXL for inference?"]
)
def test_training_that_is_asked_next_is_that_of_the_same_work(asked: str, advisor: Advisor) -> None:
    before = advisor.ask(asked).goes_on_from
    firsts = [
        advisor.ask(turn, before=before).facts.headline
        for turn in ("And if I want to train it?", "and for training?", "for fine-tuning?", "if I train?")
    ]
    assert firsts[0] is not None and firsts[0].code.startswith("domain_")
    assert all(one == firsts[0] for one in firsts)
