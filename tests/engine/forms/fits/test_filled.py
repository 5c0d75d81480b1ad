"""Cards that a served model fills: the reserve of the engine is no need of the model."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.fits.filled import CacheGrows, CardFilled, told_full


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("39G / 40G", [(39, 40)]),
        ("38912MiB / 40960MiB", [(38, 40)]),
        ("22.1/24GB", [(22.1, 24)]),
        ("8/10 GB", []),
        ("8GB / 24GB", []),
    ],
)
def test_fills_are_read_in_gigabytes(text: str, full: list[tuple[float, float]]) -> None:
    """38,912 / 1,024 = 38. A card that is a third full is no full one."""
    assert [tuple(one) for one in told_full(text)] == full


def test_what_an_engine_reserved_is_told_apart_from_the_weights(advisor: Advisor) -> None:
    """Qwen2.5 7B has 7.62B parameters: 2 bytes each are 14.2 GiB, 7.1 on each of two cards, of 22.1."""
    text = (
        "vLLM shows 22.1GB / 24GB used on each of my two 3090 with Qwen2.5-7B. Does the model really need that much?"
    )
    first = advisor.ask(text).facts.headline
    assert isinstance(first, CardFilled) and not first.mostly and first.chips == 2
    assert first.weights == pytest.approx(14.2, abs=0.05) and first.each == pytest.approx(7.1, abs=0.05)


def test_where_weights_fill_the_cards_it_is_said_first_what_grows(advisor: Advisor) -> None:
    """72.7B x 2 bytes are 135 GiB: 67.7 on each of 2 cards of 80 GB, 33.9 on each of 4 of 40 GB."""
    text = (
        "Qwen-72B in LMDeploy takes 72G / 80G on 2 x A800 80G and 39G / 40G on 4 x A100 40G. "
        "Does the memory of the model grow with concurrency?"
    )
    told = advisor.ask(text).facts
    assert isinstance(told.headline, CacheGrows)
    lines = [line for line in told.sentences if isinstance(line, CardFilled)]
    assert [line.chips for line in lines] == [2, 4]
    assert lines[1].each == pytest.approx(33.9, abs=0.1)


def test_training_that_fills_a_card_is_another_matter(advisor: Advisor) -> None:
    told = advisor.ask("Fine-tuning a 7B shows 23GB / 24GB on my 3090, is that normal?").facts
    assert not isinstance(told.headline, CardFilled | CacheGrows)


@pytest.mark.parametrize(
    ("text", "begins", "weights", "mostly"),
    [
        # 0.9 x 24 = 21.6; 0.5B x 2 bytes = 0.93 GiB
        ("I launch a 0.5B model with vLLM on a 24 GB card and nvidia-smi shows 21 GB used. Why does it need 21 GB?",
         "21 of 24 GB on a card is what the serving engine reserved", 0.931, False),
        ("Llama 3.1 8B takes 72 GB of my A100 80GB in vLLM. Is that normal?",
         "Yes, that is to be expected: 72 of 80 GB", 15.0, False),
        # 70.55B x 2 bytes = 131.4 GiB on two cards, of which the 129 are
        ("Serving Llama 3.1 70B in bf16 on 2 H100 takes 129 of 144 GiB, is it expected to be that tight?",
         "Yes, that is to be expected: most of it are weights", 131.4, True),
    ],
)  # fmt: skip
def test_whether_so_much_is_to_be_expected_is_answered_with_the_weights(
    text: str, begins: str, weights: float, mostly: bool, advisor: Advisor
) -> None:
    answer = advisor.ask(text)
    first = answer.facts.headline
    assert isinstance(first, CardFilled) and first.mostly == mostly
    assert first.weights == pytest.approx(weights, rel=0.01)
    assert " ".join(card_text(answer).split()).startswith(begins)


def test_what_little_is_left_is_told_where_it_is_asked_if_so_little_is_to_be_expected(advisor: Advisor) -> None:
    """72 usable GiB less 66.0 on each of two cards."""
    before = advisor.ask("Does Llama 3.1 70B fit in bf16 on 2x H100?").goes_on_from
    told = " ".join(card_text(advisor.ask("Is it expected to be that tight?", before=before)).split())
    assert told.startswith("Yes: serving in BF16 of Llama 3.1 70B fits") and "that leaves 6.0 GiB on each" in told
