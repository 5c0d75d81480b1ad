"""What must hold of whole answers, whatever the figures."""

from __future__ import annotations

import math
from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.advice.advisor import Advisor, Answer
from engine.options.option import Option, costed
from knowledge.facts import Facts
from tests.day import DAY
from tests.engine.problems import judged
from tests.share import examples

SLOW = settings(max_examples=examples(25), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def options(answer: Answer) -> dict[str, Option]:
    assert answer.verdict is not None
    return {option.id: option for option in costed(answer.verdict.base.options)}


def by_sum(advisor: Advisor, **said: float) -> Answer:
    settings_ = {slot: f"{value:g}" for slot, value in said.items()}
    return advisor.ask("Llama full fine-tune, PyTorch, AWS, no custom kernels", settings=settings_)


@pytest.mark.parametrize("size", [8e9, 70e9])
def test_more_runs_never_lead_back_to_the_chip_without_a_port(advisor: Advisor, size: float) -> None:
    leans = []
    for runs in (1, 2, 5, 10, 20, 40, 80, 160, 320, 1000, 10_000):
        answer = by_sum(advisor, parameters=size, tokens=1e9, runs=runs)
        assert answer.verdict is not None
        leans.append(answer.verdict.base.lean)
    first = next((place for place, lean in enumerate(leans) if lean != "gpu"), len(leans))
    assert "gpu" not in leans[first:], leans
    assert leans[0] == "gpu" and leans[-1] == "trainium"


@pytest.mark.parametrize(
    ("which", "rise"), [("trn2.48xlarge", "1.01"), ("p5en.48xlarge", "1.5"), ("trn1.32xlarge", "5")]
)
def test_a_dearer_hour_never_makes_an_option_cheaper(advisor: Advisor, facts: Facts, which: str, rise: str) -> None:
    factor = Decimal(rise)
    dearer = tuple(
        offer.model_copy(
            update={
                "usd_per_hour": offer.usd_per_hour * factor,
                "usd_per_hour_low": offer.usd_per_hour_low and offer.usd_per_hour_low * factor,
                "usd_per_hour_high": offer.usd_per_hour_high and offer.usd_per_hour_high * factor,
            }
        )
        if offer.instance == which
        else offer
        for offer in facts.offers
    )
    before = options(by_sum(advisor, parameters=8e9, tokens=1e9, runs=50))
    after = options(
        by_sum(Advisor(facts.model_copy(update={"offers": dearer}), DAY), parameters=8e9, tokens=1e9, runs=50)
    )
    compared = [name for name, option in after.items() if option.instance == which and name in before]
    assert compared
    for name in compared:
        assert after[name].run.usd.likely > before[name].run.usd.likely


@SLOW
@given(size=st.floats(5e8, 4e11), tokens=st.floats(1e6, 1e13), runs=st.integers(1, 5000))
def test_every_figure_is_finite_and_ordered(advisor: Advisor, size: float, tokens: float, runs: int) -> None:
    for option in options(by_sum(advisor, parameters=size, tokens=tokens, runs=runs)).values():
        for spread in (option.price.usd_per_hour, option.run.hours, option.run.usd, option.usd_total):
            assert spread is not None
            assert 0 <= spread.low <= spread.likely <= spread.high < math.inf


@SLOW
@given(tokens=st.floats(1e7, 1e11))
def test_more_tokens_never_cost_less(advisor: Advisor, tokens: float) -> None:
    few = options(by_sum(advisor, parameters=8e9, tokens=tokens, runs=50))
    many = options(by_sum(advisor, parameters=8e9, tokens=tokens * 1.5, runs=50))
    for name in few.keys() & many.keys():
        one, other = few[name], many[name]
        if one.count == other.count:
            assert other.run.usd.likely >= one.run.usd.likely * (1 - 1e-9)


def test_the_same_question_on_the_same_day_is_the_same_answer(advisor: Advisor, facts: Facts) -> None:
    text = "weekly Llama 8B fine-tune, PyTorch"
    assert advisor.ask(text) == Advisor(facts, DAY).ask(text)


@pytest.mark.parametrize(
    "said",
    [
        "20 runs of a 8B Llama fine-tune, 2B tokens each, PyTorch, AWS, budget $40k",
        "20 runs of a 8 billion parameter Llama fine-tune, 2 billion tokens each, PyTorch, AWS, budget 40,000 USD",
        "20 runs of a 8,000M Llama fine-tune, 2000M tokens each, PyTorch, AWS, budget US$40,000",
        "twenty runs of a 8b llama fine-tune, 0.002T tokens each, pytorch, aws, budget 40000 dollars",
    ],
)
def test_how_a_number_is_written_changes_nothing(advisor: Advisor, said: str) -> None:
    plain = advisor.ask("20 runs of a 8B Llama fine-tune, 2B tokens each, PyTorch, AWS, budget 40000 USD").verdict
    found = advisor.ask(said).verdict
    assert plain is not None and found is not None
    assert found.base.filled.profile == plain.base.filled.profile
    assert found.base.options == plain.base.options


def test_a_run_of_nothing_and_a_budget_of_nothing_are_no_division_by_zero(advisor: Advisor) -> None:
    for text in ("Llama 8B fine-tune, 0 runs, PyTorch, AWS", "Llama 8B fine-tune, PyTorch, AWS, budget 0 USD"):
        verdict = judged(advisor, text)
        for spread in (option.usd_total for option in costed(verdict.base.options)):
            assert spread is not None and math.isfinite(spread.high)


@SLOW
@given(size=st.floats(1e9, 1e11), more=st.floats(2, 8))
def test_a_model_twice_as_large_never_costs_less_to_train(advisor: Advisor, size: float, more: float) -> None:
    """A larger model uses a chip better, but never twice as well."""

    def of(parameters: float) -> dict[str, Option]:
        said = {"parameters": f"{parameters:g}", "tokens": "1e10", "runs": "50"}
        return options(advisor.ask("dense transformer full fine-tune, PyTorch, AWS", settings=said))

    small, large = of(size), of(size * more)
    for name in small.keys() & large.keys():
        one, other = small[name], large[name]
        if one.count == other.count:
            assert other.run.usd.likely >= one.run.usd.likely * (1 - 1e-9), name
