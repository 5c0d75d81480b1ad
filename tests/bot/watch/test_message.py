"""The report on a verdict whose prices moved: then and now, figure by figure."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from bot.watch.message import is_serving, rows
from engine.impact.attribution import Moved
from engine.impact.verdict_figures import VerdictFigures

BEFORE = VerdictFigures("gpu", "p5:block", 100.0, saving_usd=2000.0, break_even_runs=120.0, runs=50)


def cells(after: VerdictFigures) -> list[tuple[str, str]]:
    return [row[1:] for row in rows(Moved(BEFORE, after, ("saving",), ()), serving=False)]


def test_a_figure_missing_on_both_days_has_no_row() -> None:
    none = BEFORE._replace(usd_per_run=None, saving_usd=None, break_even_runs=None)
    assert len(rows(Moved(none, none, ("flipped",), ()), serving=False)) == 2  # what is recommended, and as what
    assert len(cells(BEFORE)) == 5


def test_advice_that_now_costs_more_has_a_negative_saving() -> None:
    then, now = cells(BEFORE._replace(saving_usd=-3000.0))[3]
    assert "2,000" in then and "-" not in then
    assert "3,000" in now and "-" in now


def test_a_lost_break_even_reads_never() -> None:
    assert cells(BEFORE._replace(break_even_runs=None))[4] == ("120 runs", "never")


def test_serving_is_counted_in_months(advisor: Advisor) -> None:
    assert is_serving(advisor.ask("serve Llama 70B, 400M tokens a day, latency 800 ms, AWS"))
    assert not is_serving(advisor.ask("70B full fine-tune, 1B tokens, 50 runs"))
