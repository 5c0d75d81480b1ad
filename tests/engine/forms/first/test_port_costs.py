"""What a port costs: the weeks of `ports.toml` at the usual rate of an engineer, or as the team says."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.first.port_costs import PortCosts


@pytest.mark.parametrize(
    "text",
    [
        "what would the port cost?",
        "How much does porting to Trainium cost us?",
        "was kostet die Portierung auf Trainium?",
    ],
)
def test_it_is_told_in_weeks_and_dollars(text: str, advisor: Advisor) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, PortCosts)
    assert (told.weeks.likely, told.usd.likely) == (4, 16_000)  # 4 weeks x $4,000


def test_kernels_and_the_teams_own_rate_count(advisor: Advisor) -> None:
    text = "How much would a migration to Trainium cost, heavy custom CUDA kernels, an engineer is $6,000 a week?"
    told = advisor.ask(text).facts.headline
    assert isinstance(told, PortCosts)
    assert told.usd.likely == told.weeks.likely * 6_000 > 50_000


def test_the_price_of_a_chip_is_no_port(advisor: Advisor) -> None:
    assert not isinstance(advisor.ask("what does trn1.32xlarge cost?").facts.headline, PortCosts)
