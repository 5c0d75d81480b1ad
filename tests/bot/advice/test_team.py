"""A workspace's own measurements and prices: its own alone."""

from __future__ import annotations

from pathlib import Path

from bot.advice.advisor import Advisor
from bot.advice.audience import MEMBERS, Audience
from bot.advice.team import TeamData, team_data
from knowledge.facts import OwnPrice
from knowledge.store.store import Store
from tests.day import DAY

RATE = OwnPrice.model_validate(
    {
        "team": "T1", "kind": "rate", "scope": "instance", "name": "p5en.48xlarge", "cloud": "aws", "amount": "20",
        "purchase": "capacity_block", "valid_from": DAY,
    }
)  # fmt: skip
QUESTION = "trn2.48xlarge or p5en.48xlarge for a Llama 8B full fine-tune, 1B tokens a run, 150 runs, PyTorch, AWS"


def test_a_workspace_has_what_it_recorded_and_another_has_not(tmp_path: Path) -> None:
    with Store(tmp_path / "chipscout.db", lambda: 0.0) as store:
        (rate,) = store.own_prices.add(RATE)
        assert team_data(store, "T1", MEMBERS) == TeamData(own=(), prices=(rate,))
        assert team_data(store, "T2", MEMBERS) == TeamData()
        assert team_data(store, "T1", Audience(limit="guest")) == TeamData()


def test_an_answer_is_made_of_the_prices_the_team_pays(advisor: Advisor) -> None:
    """At 20 USD/h the GPU's 150 runs cost less than Trainium's with its migration."""
    listed, paid = advisor.ask(QUESTION), advisor.ask(QUESTION, team=TeamData(prices=(RATE,)))
    assert listed.verdict is not None and listed.verdict.lean == "trainium"
    assert paid.verdict is not None and paid.verdict.lean == "gpu"
