"""Whether a job that comes again is to move to another chip."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.served.moves import JobMoves, MoveSide


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("Should we move our nightly embedding job (200M docs, 512 tokens each) from T4 to Inferentia2?", 365),
        ("is it worth moving our weekly embedding job of 300M docs from g5 to inf2?", 52),
    ],
)
def test_a_run_saved_so_often_is_held_against_the_port(advisor: Advisor, text: str, runs: float) -> None:
    said = advisor.ask(text).facts.headline
    assert isinstance(said, JobMoves)
    saved = said.here_usd - said.there_usd.likely
    assert said.runs == pytest.approx(runs, abs=1)
    assert said.saved == pytest.approx(saved * said.runs)
    assert said.pays_off == pytest.approx(said.port_usd.likely / saved)
    assert said.verdict == ("yes" if said.pays_off <= said.runs else "no")
    assert said.there_chip == "AWS Inferentia2"


def test_both_sides_end_before_the_next_run(advisor: Advisor) -> None:
    facts = advisor.ask(
        "Should we move our nightly embedding job (200M docs, 512 tokens each) from T4 to Inferentia2?"
    ).facts
    sides = [one for one in facts.sentences if isinstance(one, MoveSide)]
    assert [one.chip for one in sides] == ["NVIDIA T4", "AWS Inferentia2"]
    assert all(one.hours <= 24.1 for one in sides)
    assert all(
        one.usd.likely == pytest.approx(one.machines * one.hours * one.usd_per_hour, rel=0.02) for one in sides
    )


def test_where_a_run_costs_more_there_nothing_pays_the_port(advisor: Advisor) -> None:
    said = advisor.ask(
        "should we move our nightly summarization of 500k articles of 900 tokens "
        "with Llama 3.1 8B from L4 to Inferentia2?"
    ).facts.headline
    assert isinstance(said, JobMoves) and said.verdict == "dearer" and said.pays_off is None
