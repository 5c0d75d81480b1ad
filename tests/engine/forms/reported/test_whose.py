"""Which cards a project is to run on: one's own, not those of its authors; of a free service the card it gives."""

import pytest

from bot.advice.advisor import Advisor


@pytest.mark.parametrize(
    "text",
    [
        "I know you used 4 A6000s. How much memory does training take on each card? (with StableVSR)",
        "You trained with 4 A6000. How much memory does each card use in training? (with StableVSR)",
    ],
)
def test_cards_of_the_authors_are_not_those_one_has(advisor: Advisor, text: str) -> None:
    first = advisor.ask(text).facts.headline
    assert first is not None
    assert first.code == "reported_memory"  # 17 GB a card, whoever asks


def test_inference_that_nobody_reports_takes_less_than_its_training(advisor: Advisor) -> None:
    first = advisor.ask("Can inference run on a 24 GB card? (with StableVSR)").facts.headline
    assert first is not None
    assert (first.code, first.values["level"], first.values["report"].gb) == ("reported_room", "trained", 17)


def test_your_cards_beside_mine_are_no_comparison(advisor: Advisor) -> None:
    """Reported of ALBEF: 8 A100 of 40 GB."""
    text = "How long did it take on your A100? Can I use 8 32gb-v100 gpus to reproduce your training? (with ALBEF)"
    answer = advisor.ask(text)
    codes = {part.facts.headline.code for part in (answer.parts or (answer,)) if part.facts.headline}
    assert "pair_costs" not in codes
    assert any(code.startswith("reported") for code in codes)


def test_a_free_session_is_too_short_for_days_of_training(advisor: Advisor) -> None:
    """24 h on 8 A100 of 312 TFLOP/s each are 24 x 8 x 312 / 65 = 922 h on one T4; a session ends after 12."""
    first = advisor.ask("Can I train it on free Colab? (with LlamaGen)").facts.headline
    assert first is not None
    assert (first.code, first.values["session"]) == ("reported_session", 12)
    assert first.values["low"] <= 922 <= first.values["high"] + 320
