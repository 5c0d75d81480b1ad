"""Inference with an end: hours and dollars from the throughput of serving."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.served.jobs import JobAssumes, JobCheapest, JobOther, JobSpeed, JobTakes


def told(advisor: Advisor, text: str) -> tuple[JobTakes, FactAnswer]:
    answer = advisor.ask(text)
    first = answer.facts.headline
    assert answer.form.id == "serving" and isinstance(first, JobTakes)
    return first, answer.facts


def line(facts: FactAnswer, kind: type[Reason]) -> Reason:
    return next(one for one in facts.sentences if isinstance(one, kind))


@pytest.mark.parametrize(
    "text",
    [
        "How long to generate 10 million synthetic samples of 1k tokens with Qwen2.5 72B on 8 H100, and cost?",
        "generating 10M samples of 1,000 tokens with Qwen2.5 72B on 8 H100: hours and dollars?",
        "用 Qwen2.5 72B 在 8 张 H100 上生成 1000 万条合成数据，每条 1k token，需要多久？",
    ],
)
def test_generation_is_no_training(advisor: Advisor, text: str) -> None:
    """10M x 1,000 tokens over what the machine writes a second, busy so much of the time, at its price."""
    first, facts = told(advisor, text)
    speed = line(facts, JobSpeed)
    assert isinstance(speed, JobSpeed)
    assert (first.requests, first.answer, first.chips, first.said_chips) == (10e6, 1000, 8, None)
    hours = 10e9 / (speed.tokens_per_second * speed.utilization) / 3600
    assert first.hours.likely == pytest.approx(hours, rel=0.01)
    assert speed.exaflop is None and first.usd.likely > 0


@pytest.mark.parametrize(
    ("text", "requests", "prompt", "answer"),
    [
        ("label 5M documents of 800 tokens with a 8B, 50 tokens out each", 5e6, 800, 50),
        ("translate 2B tokens with NLLB 3.3B", 2e9 / 256, 256, 256),
        ("offline batch inference of 70B over 1B prompt tokens", 1e9 / 1024, 1024, 256),
        ("batch inference: 2M requests, 3k tokens in, 500 out, Llama 3.1 70B on 8 H100. hours?", 2e6, 3000, 500),
        (
            "Wie lange dauert es, 5 Mio. Dokumente mit je 600 Tokens mit Llama 3.1 8B auf 4 L40S zu klassifizieren?",
            5e6, 600, 16,
        ),
    ],
)  # fmt: skip
def test_prompts_and_answers_are_told_apart(
    advisor: Advisor, text: str, requests: float, prompt: float, answer: float
) -> None:
    first, _ = told(advisor, text)
    assert (first.requests, first.prompt, first.answer) == (requests, prompt, answer)


def test_a_model_that_nobody_named_is_told_in_two_sizes(advisor: Advisor) -> None:
    first, facts = told(advisor, "summarize 300k PDFs")
    assert (first.parameters, first.assumed_size) == (8e9, True)
    other, assumed = line(facts, JobOther), line(facts, JobAssumes)
    assert isinstance(other, JobOther) and other.parameters == 70e9 and other.usd.likely > first.usd.likely
    assert isinstance(assumed, JobAssumes) and assumed.prompt and assumed.answer


@pytest.mark.parametrize(
    "text",
    [
        "how long to embed 100M chunks of 256 tokens with bge-large on an L4",
        "embedding 100M chunks of 256 tokens with bge-large on one L4: how many hours?",
    ],
)
def test_embedding_is_one_pass_forward(advisor: Advisor, text: str) -> None:
    """2 x (335M - 30,522 x 1,024) + 4 x 24 x 1,024 x 256 = 0.63 GFLOP a token; of 25.6B tokens 16.2 exaFLOP.

    At the 121 TFLOP/s that an L4 has in 16 bits that is 37.2 hours, so it takes more, and less than five times that.
    """
    first, facts = told(advisor, text)
    speed = line(facts, JobSpeed)
    assert isinstance(speed, JobSpeed) and first.answer is None and first.chips == 1
    assert speed.gflop == pytest.approx(0.633, rel=0.01) and speed.exaflop == pytest.approx(16.2, rel=0.01)
    assert 37.2 < first.hours.likely < 5 * 37.2
    assert speed.sixteen is None  # as most embed, unless 8 bits are asked for


def test_an_embedding_model_made_of_a_language_model_is_an_encoder(advisor: Advisor) -> None:
    first, _ = told(advisor, "cheapest way to embed 2B tokens with e5-mistral-7b")
    assert first.answer is None and first.model == "E5 Mistral 7B" and not first.is_named


def test_the_cheapest_machine_stands_beside_one_that_was_named(advisor: Advisor) -> None:
    first, facts = told(advisor, "how long does translating 500M tokens with Llama 3.1 8B take on one A100?")
    best = line(facts, JobCheapest)
    assert isinstance(best, JobCheapest) and best.usd.likely < first.usd.likely


def test_whether_it_is_done_in_time_comes_first(advisor: Advisor) -> None:
    first, _ = told(advisor, "can one L4 embed 100M chunks of 256 tokens in a day with bge-large?")
    assert first.allowed == 24 and not first.counts and first.hours.likely > 24
    many, _ = told(advisor, "embed 300M docs with bge-large within 2 days, how many L4?")
    assert many.counts and many.hours.likely <= 48


@pytest.mark.parametrize(
    "text",
    [
        "we fine-tune an 8B on 5M labeled documents of 800 tokens, how long on 8 H100?",
        "serve Llama 8B at 50M tokens a day",
        "how much memory does bge-large take for 100M documents?",
    ],
)
def test_training_traffic_and_memory_are_no_job(advisor: Advisor, text: str) -> None:
    assert not isinstance(advisor.ask(text).facts.headline, JobTakes)


def test_pictures_are_tokens_and_each_card_that_was_named_has_a_number(advisor: Advisor) -> None:
    """1024 x 1024 pixels over squares of 32 are 1,024 tokens; 2M of them in 20 hours are 28 a second."""
    told = advisor.ask(
        "Qwen3-VL-30B-A3B, about 2 million picture every day, 1024x1024 each, answer 150 token. offline batch. "
        "how many 4090 or L40S need to finish in 20 hours"
    ).facts.headline
    assert isinstance(told, JobTakes) and told.requests == 2_000_000
    assert told.prompt == 1024 and told.answer == 150 and told.pixels == 1024
    assert told.chip == "NVIDIA L40S" and 3 <= told.chips <= 12 and told.hours.likely <= 20
    ((card, least, most),) = told.also
    assert card == "NVIDIA RTX 4090" and 1 <= least <= told.chips <= most


def test_pages_that_are_recognized_are_read_and_no_training(advisor: Advisor) -> None:
    first, _ = told(advisor, "A server to recognize over 200,000 pages with olmOCR: how much money and time?")
    assert first.requests == 200_000
