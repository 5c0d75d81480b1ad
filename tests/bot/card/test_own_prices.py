"""What a card says of the prices of the team it is for."""

from datetime import date
from typing import Any

from bot.advice.advisor import Advisor
from bot.advice.team import TeamData
from bot.card.own_prices import own_price_lines
from knowledge.facts import OwnPrice

ASKED = "full fine-tune Llama 8B, 1B tokens, 20 runs, PyTorch, AWS, p5.48xlarge only"


def own(**changed: Any) -> OwnPrice:
    plain = {"id": 1, "team": "T1", "kind": "rate", "scope": "instance", "name": "p5.48xlarge", "cloud": "aws"}
    return OwnPrice.model_validate(plain | {"amount": 20, "valid_from": date(2026, 1, 1)} | changed)


def lines(advisor: Advisor, *prices: OwnPrice) -> list[tuple[str, tuple[str, ...]]]:
    return list(own_price_lines(advisor.ask(ASKED, team=TeamData(prices=prices))))


def test_a_team_without_prices_of_its_own_reads_nothing_about_them(advisor: Advisor) -> None:
    assert lines(advisor) == []


def test_a_rate_that_leads_is_said_and_cited(advisor: Advisor) -> None:
    (text, cites), *_ = lines(advisor, own())
    assert "p5.48xlarge" in text and "20.00" in text
    assert "own-price-1" in cites


def test_credits_say_what_they_pay(advisor: Advisor) -> None:
    said = lines(advisor, own(kind="credits", scope="cloud", name="aws", amount=5000))
    assert len(said) == 1 and "5,000" in said[0][0]


def test_a_price_that_ran_out_is_said_once(advisor: Advisor) -> None:
    ended = own(kind="discount", scope="cloud", name="aws", amount=5, valid_until=date(2026, 11, 1))
    said = lines(advisor, ended)
    assert [cites for _, cites in said] == [("own-price-1",)]
