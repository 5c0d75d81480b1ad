"""Two cards for a kind of work: their figures first, then the rule."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.cards.paired import PairFigures


def told(advisor: Advisor, text: str) -> PairFigures:
    facts = advisor.ask(text).facts
    found = next((one for one in (facts.headline, *facts.sentences) if isinstance(one, PairFigures)), None)
    assert found is not None, text
    return found


@pytest.mark.parametrize(
    "text", ["How does L4 compare with T4 for stable diffusion?", "L4 vs T4 for stable diffusion"]
)
def test_images_are_bound_by_math(text: str, advisor: Advisor) -> None:
    """121 over 65 TFLOP/s is 1.86 times."""
    pair = told(advisor, text)
    assert (pair.faster.name, pair.slower.name, pair.bound) == ("NVIDIA L4", "NVIDIA T4", "compute")
    assert pair.times == pytest.approx((121 / 65, 121 / 65))
    assert pair.price == pytest.approx(pair.faster.usd / pair.slower.usd)
    assert pair.worth == "more"  # 1.86 times the speed at 1.3 times the hour


def test_it_comes_before_the_rule_where_no_card_is_picked(advisor: Advisor) -> None:
    facts = advisor.ask("A10G vs L4 for whisper").facts
    assert isinstance(facts.headline, PairFigures) and facts.sentences[0].code == "domain_decides"


def test_transcribing_is_bound_by_both(advisor: Advisor) -> None:
    """L4 over A10G: 300 over 600 GB/s."""
    pair = told(advisor, "A10G vs L4 for whisper")
    assert pair.bound == "both" and pair.times[0] == pytest.approx(0.5)


def test_a_card_that_nobody_rents_has_no_price(advisor: Advisor) -> None:
    pair = told(advisor, "A100 40GB vs A40 for YOLO training")
    assert pair.slower.usd == 0.0 and pair.price is None and pair.times[1] == pytest.approx(312 / 149.7)
