"""An hour under SageMaker beside that on EC2."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.faqs.managed import ManagedHour


@pytest.mark.parametrize(
    ("text", "instance", "usd"),
    [
        ("SageMaker training price of ml.g5.2xlarge against EC2 g5.2xlarge", "g5.2xlarge", 1.212),
        ("How much more does SageMaker cost than EC2 for p4d.24xlarge?", "p4d.24xlarge", 21.957642),
    ],
)
def test_the_surcharge_is_put_on_the_hour(text: str, instance: str, usd: float, advisor: Advisor) -> None:
    """15% to 40% on top, 25% as a rule."""
    told = advisor.ask(text).facts.headline
    assert isinstance(told, ManagedHour) and told.instance == instance
    assert told.usd == pytest.approx(usd, rel=1e-3) and told.likely == pytest.approx(1.25 * told.usd)
    assert (told.low, told.high) == (pytest.approx(1.15 * told.usd), pytest.approx(1.4 * told.usd))


@pytest.mark.parametrize(
    ("text", "faq"),
    [
        ("Confidential VM with H100 on Azure, is that possible?", "NCCads H100 v5"),
        ("does Vertex AI have H200?", "a3-ultragpu-8g"),
        ("how much is a Hugging Face Space with an L4?", "$0.80"),
        ("EKS control plane cost beside p4d", "$0.10"),
        ("ml.p5.4xlarge in a SageMaker space, is it available?", "Studio"),
    ],
)
def test_what_products_around_machines_cost_or_offer_is_told_first(text: str, faq: str, advisor: Advisor) -> None:
    told = advisor.ask(text).facts.headline
    assert told is not None and told.code == "faq_told" and faq in str(told.values["text"])
