"""Whether the speed somebody sees of one request is to be expected."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.card import card
from engine.forms.claims.tokens_each import TokensEach
from engine.forms.told.decoding import AnswerSeen, DecodingSeen


@pytest.mark.parametrize(
    ("text", "least", "told", "level"),
    [
        # 13B x 2 bytes = 26 GB over 600 GB/s are 43.3 ms; 20 s over 300 tokens are 66.7
        ("My chatbot takes 20 seconds to answer with a 13B in 16 bit on an A10G, 300 tokens out. Is that expected?",
         43.3, 66.7, "expected"),
        # 8.03B x 2 bytes = 16.1 GB over 936 GB/s are 17.2 ms, 43% of 40
        ("I get 25 tokens/s with Llama 3 8B in fp16 on a 3090. Is this normal?", 17.2, 40.0, "low"),
        # 7.24B x 2 bytes = 14.5 GB over 300 GB/s are 48.3 ms, 10% of 500
        ("Mistral 7B gives me 2 tokens per second on an L4, is that expected?", 48.3, 500.0, "slow"),
        # 70.55B x 2 bytes = 141 GB over 4 x 3,350 GB/s are 10.5 ms
        ("140 tokens/s for one user with Llama 3.1 70B in bf16 on 4 H100, is this plausible?", 10.5, 7.14, "beyond"),
    ],
)  # fmt: skip
def test_a_speed_is_set_against_reading_the_weights(
    text: str, least: float, told: float, level: str, advisor: Advisor
) -> None:
    line = advisor.ask(text).facts.headline
    assert isinstance(line, DecodingSeen) and line.level == level
    assert (line.least_ms, line.told_ms) == (pytest.approx(least, rel=0.01), pytest.approx(told, rel=0.01))


def test_an_answer_of_unknown_length_says_how_long_it_may_be(advisor: Advisor) -> None:
    """9 s over 48.3 ms a token are 186 tokens at most, six tenths of them usually."""
    line = advisor.ask("Mistral 7B answers in 9 seconds on an L4, is that normal?").facts.headline
    assert isinstance(line, AnswerSeen)
    assert line.most == pytest.approx(186, rel=0.01) and line.usual == pytest.approx(112, rel=0.01)


def test_each_machine_is_judged_by_the_speed_told_of_it(advisor: Advisor) -> None:
    text = (
        "Codellama 7B on inf2.xlarge gives me about 50 to 60 ms/token. On a g5.xlarge I get 30 ms/token, faster than "
        "the inf2.xlarge. Is this expected?"
    )
    first = advisor.ask(text).facts.headline
    assert isinstance(first, TokensEach)
    found = {line.on.name: (round(line.low_ms), round(line.high_ms)) for line in first.each}
    assert found == {"inf2.xlarge": (50, 60), "g5.xlarge": (30, 30)}


def test_training_is_judged_by_other_sums(advisor: Advisor) -> None:
    told = advisor.ask("Fine-tuning Llama 3 8B runs at 3,000 tokens/s on one H100, is that normal?").facts
    assert not isinstance(told.headline, DecodingSeen | AnswerSeen)


@pytest.mark.parametrize(
    "text",
    [
        "It needs about 300 hours to train the base model on 4 A100. What should I do to check it?",
        "Training takes 5 days on 2 V100 here although the paper says half a day. What could be wrong?",
    ],
)
def test_hours_that_are_complained_of_are_not_priced(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert answer.facts.headline is not None
    assert answer.facts.headline.code in ("faq_told", "own_against_theirs")
    assert answer.facts.table is None


@pytest.mark.parametrize(
    ("asked", "word"), [("Is that slow?", "Yes, "), ("Is that normal?", "No, "), ("Is this speed expected?", "No, ")]
)
def test_the_first_word_answers_what_is_asked(advisor: Advisor, asked: str, word: str) -> None:
    """2 tokens a second of a 7B on an L4 are a tenth of its bandwidth: slow, and not normal."""
    answer = advisor.ask(f"Mistral 7B gives me 2 tokens per second for one user on an L4. {asked}")
    assert card(answer).headline.startswith(word)


def test_a_model_is_read_by_all_cards_that_it_is_split_over(advisor: Advisor) -> None:
    text = "Mixtral on vLLM with TP=2 on A100 80GB only gives 10 tokens per second, is that slow?"
    first = advisor.ask(text).facts.headline
    assert isinstance(first, DecodingSeen) and first.chips == 2 and first.asks_slow and first.level == "slow"


@pytest.mark.parametrize(
    ("text", "requests", "most", "a_second", "level"),
    [
        # 70.55B x 2 bytes = 141 GB over 4 x 2,039 GB/s are 17.3 ms: 16 / 0.0173 = 925 a second
        ("I get 400 tokens/s in total at 16 concurrent requests for Llama 3.1 70B on 4x A100 80GB. Is it normal?",
         16, 925, 400, "low"),
        # 405.9 GB in FP8 over 8 x 3,350 GB/s are 15.1 ms: 32 / 0.0151 = 2,110
        ("Llama 3.1 405B FP8 on 8x H100 with 32 concurrent prompts gives 335 tokens/s output. Isn't that too low?",
         32, 2_113, 335, "slow"),
        # 16.1 GB over 300 GB/s are 53.5 ms: 16 / 0.0535 = 299
        ("Serving Llama 3.1 8B in bf16 on one L4 gives 150 tokens/s in total at batch size 16. Is that normal?",
         16, 299, 150, "expected"),
    ],
)  # fmt: skip
def test_many_requests_share_the_reading(
    text: str, requests: int, most: float, a_second: float, level: str, advisor: Advisor
) -> None:
    line = advisor.ask(text).facts.headline
    assert isinstance(line, DecodingSeen) and (line.requests, line.level) == (requests, level)
    assert (line.most, line.a_second) == (pytest.approx(most, rel=0.01), pytest.approx(a_second, rel=0.01))


@pytest.mark.parametrize("asked", ["Shouldn't it be faster?", "Isn't that too low?", "Is that normal?"])
def test_a_program_that_leaves_layers_on_the_processor_is_slow(asked: str, advisor: Advisor) -> None:
    """7B in 4 bits are 3.6 GB: a card of 2,039 GB/s reads them 570 times a second."""
    line = advisor.ask(
        f"llama.cpp with llama-7b q4 on an A100 80GB prints 11.3 tokens per second. {asked}"
    ).facts.headline
    assert isinstance(line, DecodingSeen) and line.level == "slow"


def test_a_speed_that_is_wanted_is_set_against_the_bandwidth(advisor: Advisor) -> None:
    """141 GB over 2 x 2,039 GB/s are 34.6 ms, 28.9 tokens a second at most: 30 are out of reach in that precision."""
    text = (
        "I serve Llama 3.1 70B in bfloat16 on 2x A100 80GB and whatever I do I only get 17 tokens per second for 1 "
        "request. How can I reach 30?"
    )
    line = advisor.ask(text).facts.headline
    assert isinstance(line, DecodingSeen) and (line.level, line.wanted) == ("expected", 30)
    assert line.most == pytest.approx(28.9, rel=0.01)
    assert "30 tokens/s is more than the bandwidth allows" in card(advisor.ask(text)).headline
