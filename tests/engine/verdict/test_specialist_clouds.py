"""Specialist clouds in a verdict: who names one gets it; else the cheapest stands beside and decides nothing."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from bot.card.shown_options import shown_options
from engine.options.eligibility import NetworkUnpublished, OnSpecialist
from engine.options.option import ExcludedOption, costed
from engine.verdict.confidence import ListPriceAlone
from engine.verdict.verdict import Verdict
from knowledge.facts import COMPARED

SERVED = "serve Llama 70B, 30M tokens a day, PyTorch"  # 868 tokens/s at 40% use: one MI300X of RunPod writes them


def judged(advisor: Advisor, text: str) -> Verdict:
    verdict = advisor.ask(text).verdict
    assert verdict is not None
    return verdict


def test_unnamed_the_cheapest_that_fits_stands_beside_and_does_not_lead(advisor: Advisor) -> None:
    verdict = judged(advisor, SERVED)
    assert verdict.option is not None and verdict.option.cloud in COMPARED
    assert all(option.cloud in COMPARED for option in costed(verdict.base.options))
    aside = verdict.beside
    assert aside is not None and isinstance(aside.not_leading, OnSpecialist)
    assert aside.port.usd.likely > 0  # moving there
    assert aside.unpublished == ("capacity", "network", "transfer")
    assert aside in shown_options(verdict).held_back
    assert "RunPod: capacity, network unknown" in card_text(advisor.ask(SERVED))


def test_one_that_is_dearer_is_in_the_full_table_alone(advisor: Advisor) -> None:
    verdict = judged(advisor, "Fine-tune Llama 8B once on AWS, 1B tokens")
    aside = verdict.beside
    assert aside is not None and verdict.option is not None
    assert aside.total(1) > verdict.option.total(1)
    assert aside not in shown_options(verdict).rows and aside in shown_options(verdict, full=True).rows


@pytest.mark.parametrize(
    "text",
    [
        "serve Llama 70B on Nebius, 40M tokens a day",
        "40M tokens a day of Llama 70B inference, hosted at Nebius",
        "we are on Nebius and want to serve Llama 70B to 40M tokens a day",
    ],
)
def test_a_cloud_that_is_named_leads_at_medium_confidence_at_most(text: str, advisor: Advisor) -> None:
    """40M a day are 1,157 tokens/s at 40% use: one H200 at $4.50, as two H100 cost $7.70."""
    verdict = judged(advisor, text)
    assert verdict.option is not None and verdict.confidence is not None
    assert (verdict.option.cloud, verdict.option.instance) == ("nebius", "gpu-h200-sxm_1gpu-16vcpu-200gb")
    assert verdict.confidence.level in ("medium", "low")
    assert any(isinstance(reason, ListPriceAlone) for reason in verdict.confidence.because)
    assert verdict.beside is None


@pytest.mark.parametrize("words", ["on any cloud", "wherever it is cheapest anywhere", "on neoclouds"])
def test_any_cloud_lets_all_of_them_compete(words: str, advisor: Advisor) -> None:
    verdict = judged(advisor, f"serve Llama 70B {words}, 50M tokens a day")
    assert {"lambda", "nebius", "runpod"} <= {option.cloud for option in costed(verdict.base.options)}


@pytest.mark.parametrize(("cloud", "joined"), [("Lambda", False), ("Nebius", True)])
def test_several_machines_train_one_model_only_where_what_joins_them_is_published(
    cloud: str, joined: bool, advisor: Advisor
) -> None:
    """Full fine-tuning of 70B takes 1,050 GiB: two machines of eight H100. Nebius publishes an InfiniBand fabric."""
    options = judged(advisor, f"20 full fine-tunes of a 70B on H100 at {cloud}, 1B tokens each").base.options
    h100 = [option for option in options if option.accelerator == "h100-sxm" and option.cloud == cloud.lower()]
    assert any(option.count > 1 for option in costed(h100)) is joined
    apart = [option for option in h100 if isinstance(option, ExcludedOption)]
    assert any(isinstance(option.reason, NetworkUnpublished) for option in apart) is not joined


def test_a_chip_that_only_a_specialist_sells_is_an_option(advisor: Advisor) -> None:
    options = costed(judged(advisor, "serve Llama 70B on MI325X, 50M tokens a day").base.options)
    assert any(
        (option.cloud, option.accelerator) == ("digitalocean", "mi325x") for option in options if option.may_lead
    )


def test_a_team_that_rules_them_out_sees_none(advisor: Advisor) -> None:
    verdict = judged(advisor, SERVED + ", not on RunPod")
    assert verdict.beside is None or verdict.beside.cloud != "runpod"
