"""Which offerings have a row: the recommended one first, nothing cheaper hidden, everything named answered."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.shown_options import LONG, SHORT, recommended, rows, shown_options
from engine.options.nothing_fits import Nearest
from engine.options.option import Named, costed
from tests.engine.problems import judged

SAID = "full fine-tune Llama 8B, 1B tokens, 20 runs, PyTorch, AWS"
TEXTS = (
    SAID,
    "repeated Llama fine-tune, PyTorch, tight region capacity",
    "LoRA of a 1B, once",
    "serve Llama 8B, 20M tokens a day, PyTorch, AWS",
    "TPU v6e or H100, 70B, 60 runs, JAX",
)


@pytest.mark.parametrize("text", TEXTS)
def test_the_recommended_offering_comes_first(advisor: Advisor, text: str) -> None:
    verdict = judged(advisor, text)
    assert verdict.option is not None
    assert rows(verdict)[0].id == verdict.option.id


@pytest.mark.parametrize("text", TEXTS)
def test_the_three_cheapest_that_fit_and_cost_less_than_the_recommended_one_are_there(
    advisor: Advisor, text: str
) -> None:
    verdict = judged(advisor, text)
    first, runs = recommended(verdict), verdict.case.runs
    assert first is not None
    cheaper = [option for option in costed(verdict.case.options) if option.total(runs) < first.total(runs)]
    cheaper = sorted((o for o in cheaper if o.too_few is None), key=lambda option: option.total(runs))[:3]
    assert {option.id for option in cheaper} <= {option.id for option in rows(verdict)}


@pytest.mark.parametrize("text", TEXTS)
def test_rows_are_few_at_first_and_more_in_full_and_none_comes_twice(advisor: Advisor, text: str) -> None:
    verdict = judged(advisor, text)
    brief, full = shown_options(verdict), shown_options(verdict, full=True)
    assert len(brief.rows) <= SHORT + 2 <= LONG
    assert len(full.rows) >= len(brief.rows)
    for shown in (brief, full):
        assert len({option.id for option in shown.rows}) == len(shown.rows)
        beside = int(verdict.beside in shown.rows)  # of a specialist cloud, which is none of the options
        assert len(shown.rows) + shown.hidden == len(costed(verdict.case.options)) + beside


def test_winner_rival_and_reference_always_have_a_row(advisor: Advisor) -> None:
    verdict = judged(advisor, SAID)
    decision = verdict.case.sum
    assert decision is not None
    wanted = {side.id for side in (decision.winner, decision.rival, decision.reference) if side}
    assert wanted <= {option.id for option in rows(verdict)}


def test_named_hardware_has_a_row_even_where_it_is_dear(advisor: Advisor) -> None:
    shown = rows(judged(advisor, SAID + ", on p5e.48xlarge or p4d.24xlarge"))
    assert "p4d.24xlarge" in {option.instance for option in shown if option.named is Named.BY_TYPE}


def test_where_nothing_fits_what_the_answer_names_has_a_row(advisor: Advisor) -> None:
    verdict = judged(advisor, "3-year reserved p4d, pretrain 7B once")
    assert verdict.kind == "no_fit"
    shown = {row.id for row in rows(verdict)}
    assert "p4d.24xlarge:reserved_3yr" in shown
    told = [reason for reason in verdict.because if isinstance(reason, Nearest)]
    assert told and {f"{reason.option}:{reason.purchase}" for reason in told} <= shown
