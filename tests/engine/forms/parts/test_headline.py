"""The first line about memory."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.parts.fit_reasons import FitsPartly, FitsThere


def test_a_model_that_loads_and_answers_one_request_runs_there(advisor: Advisor) -> None:
    """7B in INT8: 7.7 GB of weights at most, and under 1 GiB of cache for 2,048 tokens; 9.9 GiB usable of 11."""
    told = advisor.ask("Is a 2080 Ti enough to serve a 7B?").facts.headline
    assert isinstance(told, FitsPartly)
    assert [held.way for held in told.fitting] == ["int8", "int4"]
    assert all(held.requests >= 1 for held in told.fitting)


def test_what_is_told_without_a_question_mark_is_answered_too(advisor: Advisor) -> None:
    answer = advisor.ask("run Llama 70B on 8 A100")
    assert answer.form.id == "fit"
    assert isinstance(answer.facts.headline, FitsThere)
    assert answer.facts.headline.said == 8
