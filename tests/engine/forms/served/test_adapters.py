"""Many adapters on one base model."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.served.adapters import AdaptersFit, AdapterSum


def told(advisor: Advisor, text: str) -> AdaptersFit:
    said = advisor.ask(text).facts.headline
    assert isinstance(said, AdaptersFit)
    return said


@pytest.mark.parametrize(
    "text",
    [
        "multi-LoRA with 50 adapters on one L40S, Llama 3.1 8B, feasible?",
        "can one L40S serve 50 LoRA adapters of Llama 3.1 8B?",
    ],
)
def test_serving_adapters_is_no_fine_tuning(advisor: Advisor, text: str) -> None:
    """Rank 16 on all linear layers of Llama 8B is 41.9M parameters: 80 MiB in 16 bits, and 50 of them 3.9 GiB."""
    said = told(advisor, text)
    assert (said.adapters, said.mib) == (50, pytest.approx(80, rel=0.01))
    assert said.gib == pytest.approx(3.9, rel=0.01)
    assert [way for way, *_ in said.fits] == ["bf16", "fp8", "int4"]
    # 15 GiB of base, 3.9 of adapters and 0.25 of a request of 40.2
    assert said.fits[0][1] == pytest.approx(19.1, rel=0.01)


def test_more_than_fit_are_not_all_there_at_once(advisor: Advisor) -> None:
    """200 x 80 MiB = 15.7 GiB beside 13 GiB of weights, of 20.1: some 80 fit, and the base itself does."""
    said = told(advisor, "serve 200 LoRA adapters of a 7B on one A10G")
    assert not said.fits and dict(said.most)["bf16"] == pytest.approx(77, abs=8)


def test_a_rank_that_was_said_is_counted(advisor: Advisor) -> None:
    facts = advisor.ask("multi-LoRA serving: 20 adapters, Llama 3.1 8B, one L40S, rank 64").facts
    worked = next(one for one in facts.sentences if isinstance(one, AdapterSum))
    assert (worked.rank, worked.is_assumed) == (64, False)
    assert worked.mib == pytest.approx(320, rel=0.01)


@pytest.mark.parametrize(
    "text", ["train 50 LoRA adapters of an 8B, 10M tokens each, on one L40S", "does LoRA of an 8B fit on one L40S?"]
)
def test_training_them_is_another_question(advisor: Advisor, text: str) -> None:
    assert advisor.ask(text).form.id != "serving"
