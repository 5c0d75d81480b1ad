"""What a first line rests on has to be what is asked, whatever form put it there."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.kinds.kind import work_of
from engine.forms.parts.fit_reasons import FitsThere
from engine.library import library_of
from knowledge.facts import Facts


def first_line(advisor: Advisor, text: str) -> str:
    return " ".join(card_text(advisor.ask(text)).partition("\n\n")[0].split())


def test_no_family_of_several_sizes_gets_a_flat_yes_where_no_size_is_said(advisor: Advisor, facts: Facts) -> None:
    sizes = Counter(model.family for model in facts.models.values())
    several = [one for one in facts.families.values() if sizes[one.id] > 2 and not one.in_samples and not one.encoder]
    for family in several[::4]:  # every fourth: reading is most of the time
        said = first_line(advisor, f"can I fully fine-tune {family.name} on two RTX 3090?")
        assert not said.startswith(("Yes: full", "Yes to")) or "alike at each" in said, (family.name, said)


def test_other_work_gets_no_figures_of_a_language_model(advisor: Advisor, facts: Facts) -> None:
    library = library_of(facts)
    kinds = [one for one in facts.domains.values() if one.words and not one.is_text]
    for kind in kinds[::9]:
        text = f"{kind.words[0].partition('|')[0]}: L4 or A100, which is the better deal?"
        if work_of(advisor.parse(text), library) is not None:
            said = first_line(advisor, text)
            assert " 8B" not in said, (kind.id, said)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        (
            "Does GLM-4.5-Air run on a v6e-8 with vLLM? It says unsupported architecture",
            "Not as long as it says that",
        ),
        ("hosting frobnicator at our provider: T4 or L4, which one?", "No choice for frobnicator"),
        ("is 8x A100 80GB really the minimum for full fine-tuning of a 13B?", "No, 3 are enough by memory"),
        (
            "are 8 A100 80GB the minimum to fine-tune Vicuna 13B?",
            "No, 3 are enough by memory for full fine-tuning: full",
        ),
        (
            "one fold takes 11 h on a 3090. five folds: how long in total on g5.xlarge?",
            "About 56 h (2.3 days) to 86 h",
        ),
        ("gpt-oss-120b: TP=1 gives 90 tps, TP=2 and TP=4 77 tps. is that expected?", "Yes, that is usual"),
        ("8xA100 take 3 days, the same job on 4 of them 9 days. is that normal?", "Not normal"),
        ("Each of our 12 models trains 5 h on one L4. all of them on g6.xlarge, how much?", "$48.3 in all: 12 x 5 h"),
        ("we run yolo on a p3.2xlarge but use 1/10 of the time. would something else be cheaper?", "Instead of p3"),
    ],
)
def test_the_first_line_is_of_what_is_asked(text: str, first: str, advisor: Advisor) -> None:
    assert first_line(advisor, text).startswith(first)


def test_room_there_is_no_yes_where_a_program_refuses_the_model(advisor: Advisor) -> None:
    told = advisor.ask(
        "model type qwen3_next is not recognized with optimum-neuron on trn1.32xlarge. does it run?"
    ).facts
    assert told.headline is not None and told.headline.code == "refused_by_program"
    assert isinstance(told.sentences[0], FitsThere)


def test_tensor_parallelism_of_neuron_counts_cores(advisor: Advisor) -> None:
    said = advisor.parse("vllm with tensor-parallel-size 32 on inf2.48xlarge for Llama 3.1 8B").profile
    assert said.accelerator_count is None


def test_a_bill_that_leaves_out_how_much_is_served_is_none(advisor: Advisor) -> None:
    assert first_line(advisor, "50 drones with 1080p30 streams, RF-DETR. how many L4 and per month?").startswith(
        "No sum"
    )
