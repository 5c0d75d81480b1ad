"""The same question in other words has the same form of answer, the same first line and the same figures."""

from __future__ import annotations

from itertools import combinations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_json import answer_json

GROUPS = {
    "fit of a method on a chip": (
        "Does Llama 70B QLoRA fit on one A100 80GB?",
        "Can I QLoRA Llama 70B on a single A100 80GB?",
        "Is 1x A100 80GB enough memory for QLoRA of Llama 70B?",
    ),
    "fit on a card of so much memory": (
        "Will a 24 GB card run Mistral 7B in bf16?",
        "Can I serve Mistral 7B, bf16, on a GPU with 24 GB?",
    ),
    "cost of a run": (
        "How much does a LoRA of Llama 8B on 100M tokens cost on one H100?",
        "What would I pay for a Llama 8B LoRA with 100M tokens on 1 H100?",
        "Cost of one LoRA run, Llama 8B, 0.1B tokens, single H100?",
    ),
    "cheapest hour of a chip": (
        "What is the cheapest H100 per hour?",
        "Where do I get the lowest price for an H100 hour?",
        "cheapest way to rent an H100?",
    ),
    "support of a library": (
        "Can I use FlashAttention on TPU v5e?",
        "Does FlashAttention work on TPU v5e?",
        "Is FlashAttention available for TPU v5e?",
    ),
    "emissions of a week": (
        "How much CO2 does a week on 8 H100s in Frankfurt emit?",
        "Carbon footprint of 8 H100s for one week in Frankfurt?",
        "What are the emissions of running 8x H100 for 7 days in eu-central-1?",
    ),
    "fit said with run": ("can a 70B full fine-tune run on one p4d?", "can one p4d hold a 70B full fine-tune?"),
    "advice on machines at hand": (
        "60 fine-tunes of 8B, we run on two p4d.24xlarge now",
        "currently on 2 p4d.24xlarge, 8B fine-tuning, 60 runs",
    ),
    "advice on a mixture of experts": (
        "fine-tune a 30B MoE with 3B active, 15 runs",
        "15 fine-tunes of a mixture of experts, 30B total, 3B active",
        "30B-A3B MoE fine-tuning, 15 runs",
    ),
}


def answered(advisor: Advisor, text: str) -> tuple[object, ...]:
    """What an asker takes away: the form, the first line, the first row of the table or what is recommended."""
    said = answer_json(advisor.ask(text))
    verdict, table = said["verdict"], said["facts"]["table"]
    row = table["rows"][0] if table and table["rows"] else None
    return said["form"], verdict["headline"], row, verdict["lean"], verdict["option"]


@pytest.mark.parametrize("group", GROUPS)
def test_the_same_question_in_other_words_is_answered_the_same(group: str, advisor: Advisor) -> None:
    answers = {text: answered(advisor, text) for text in GROUPS[group]}
    for one, other in combinations(GROUPS[group], 2):
        assert answers[one] == answers[other], (one, other)


@pytest.mark.parametrize(
    "text",
    ["fine-tune a 100B MoE with 12B active parameters", "pretrain our MoE: 100B total, 12B activated, 1T tokens"],
)
def test_the_active_size_of_a_mixture_of_experts_is_counted_and_is_not_its_size(text: str, advisor: Advisor) -> None:
    profile = advisor.parse(text).profile
    assert (profile.parameters, profile.active_parameters) == (100e9, 12e9)


def test_a_second_model_beside_is_no_active_size(advisor: Advisor) -> None:
    profile = advisor.parse("serve Llama 70B with a 1B draft model").profile
    assert (profile.parameters, profile.active_parameters) == (70e9, None)


def test_of_things_compared_that_all_are_too_small_that_is_said_first(advisor: Advisor) -> None:
    """405B in full takes 405 x 16 = 6,480 GB of states: no number of single-chip 24 GB machines holds it."""
    said = answer_json(advisor.ask("llama 405b full fine-tune: g5.xlarge or g6.xlarge?"))
    assert "does not fit on g5.xlarge or g6.xlarge" in said["verdict"]["headline"]
