"""Which machine, where nobody said how much work it is."""

from __future__ import annotations

import re

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_json import answer_json
from bot.card.as_text import card_text
from bot.card.blocks.message import card_blocks
from engine.forms.per_unit.choice import (
    ChosenBy,
    HowMuchTraffic,
    HowMuchTraining,
    NamedUnit,
    OtherMethod,
    ServesOn,
    TrainsOn,
    WithinBounds,
    amount_free,
    deciding,
    lead_of,
    open_to,
)
from engine.forms.per_unit.fastest import FastestOn
from engine.forms.per_unit.rates import unit_case, unit_costs
from tests.engine.forms.per_unit.questions import question

ASSUMED = re.compile(r"\b52 runs|\d+ runs|12 months|if it runs|if you serve", re.IGNORECASE)
UNSAID = [
    "Which GPU should I use to fine-tune Qwen2.5 14B with LoRA?",
    "What do you recommend for full fine-tuning of Llama 3.1 8B on AWS?",
    "Which EC2 instance should we deploy Mistral 7B on?",
    "what hardware for serving Llama 3 70B in-house?",
    "best accelerator to pretrain a 3B transformer from scratch on AWS?",
    "Should we fine-tune our 13B on Trainium or on GPUs?",
    "which instance for a LoRA of Stable Diffusion?",
    "What's the best accelerator to pretrain a 3B model from scratch on AWS?",
]


@pytest.mark.parametrize("text", UNSAID)
def test_no_total_of_work_that_nobody_said_is_told(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    shown = card_text(answer, full=True)
    assert answer.verdict is None and not ASSUMED.search(shown), shown
    assert "runs" not in {entry["slot"] for entry in answer_json(answer)["assumptions"]}
    assert not ASSUMED.search(str(card_blocks(answer)))


@pytest.mark.parametrize("text", UNSAID)
def test_how_much_it_is_is_asked_back_and_the_lean_told(text: str, advisor: Advisor) -> None:
    told = answer_json(advisor.ask(text))
    assert told["verdict"]["kind"] == "recommend" and told["verdict"]["lean"]
    assert any(asked.startswith("How much") for asked in told["verdict"]["ask_back"])
    assert told["facts"]["table"]["rows"]


@pytest.mark.parametrize("more", [", 20 runs", " every week", " on 2B tokens", ", the bill is $9k a month"])
def test_where_an_amount_was_said_the_verdict_in_totals_follows(more: str, advisor: Advisor) -> None:
    assert advisor.ask(f"Which GPU should I use to fine-tune Qwen2.5 14B with LoRA{more}?").verdict is not None


def test_who_asks_for_a_gpu_is_told_of_no_other_chip(advisor: Advisor) -> None:
    assert "trn" not in card_text(advisor.ask(UNSAID[0]), full=True).lower()


def test_the_first_line_names_the_machine_its_price_and_what_a_unit_costs(advisor: Advisor) -> None:
    told = advisor.ask(UNSAID[0]).facts.headline
    assert isinstance(told, TrainsOn) and told.hours is not None
    assert told.usd == pytest.approx(told.hours * told.usd_per_hour)
    assert told.purchase == "on_demand" and told.unit == "tokens"


def test_a_served_model_has_a_month_and_a_million_tokens(advisor: Advisor) -> None:
    told = advisor.ask("Which EC2 instance should we deploy Mistral 7B on?").facts
    assert isinstance(told.headline, ServesOn) and isinstance(told.questions[0], HowMuchTraffic)
    assert told.headline.usd_per_month == pytest.approx(730 * told.headline.usd_per_hour)


def test_where_the_method_was_not_said_both_are_told(advisor: Advisor) -> None:
    told = advisor.ask("Which instance should we use to fine-tune Llama 3.1 8B?").facts
    assert isinstance(told.headline, TrainsOn) and told.headline.method == "full"
    assert [line.method for line in told.sentences if isinstance(line, OtherMethod)] == ["lora"]
    assert isinstance(told.questions[0], HowMuchTraining)


def test_blocks_lead_only_where_they_are_asked_for_or_capacity_is_tight(advisor: Advisor) -> None:
    text = "full fine-tune of Llama 8B on AWS"
    for more, by_block in (("", False), (", capacity is tight", True)):
        asked = question(advisor, text + more)
        found = open_to(unit_costs(unit_case(asked)), asked)
        ways = {cost.option.purchase for cost in found if cost.option.accelerator == "a100-40"}
        assert ("capacity_block" in ways) is by_block


def test_a_rule_that_weighs_dollars_gives_way_where_no_amount_pays(advisor: Advisor) -> None:
    asked = question(advisor, "SageMaker jobs, cost comes first: LoRA of Llama 8B")
    costs = unit_costs(unit_case(asked))
    lead = lead_of(costs, asked)
    rule = deciding(costs, asked)
    assert lead is not None
    assert lead.option.family == (rule.lean if rule else "gpu")


def test_nothing_is_named_where_nothing_can_be_costed(advisor: Advisor) -> None:
    asked = question(advisor, "serve Stable Diffusion XL")
    assert amount_free(asked) is None


def test_a_chip_that_was_named_comes_first_and_the_sensible_machine_after_it(advisor: Advisor) -> None:
    """Whether it holds the work, then what it costs a unit there, then the machine that makes sense."""
    told = advisor.ask("Is p5 overkill for LoRA of Llama 8B?").facts
    assert told.headline is not None and told.headline.code.startswith("fit")
    named = told.sentences[0]
    assert isinstance(named, NamedUnit) and "H100" in named.chip
    assert any(isinstance(line, TrainsOn) for line in told.sentences)


def test_by_what_the_machine_was_chosen_is_told(advisor: Advisor) -> None:
    for text, serving in ((UNSAID[0], False), (UNSAID[2], True)):
        lines = advisor.ask(text).facts.sentences
        assert [line.serving for line in lines if isinstance(line, ChosenBy)] == [serving]


def test_the_size_of_a_family_is_told_beside_its_name(advisor: Advisor) -> None:
    assert "LoRA of Llama 8B" in card_text(advisor.ask("which GPU for LoRA of Llama 8B?"))


def test_whether_a_card_without_a_price_holds_the_model_comes_first(advisor: Advisor) -> None:
    told = advisor.ask("Should we use RTX 4090s for LoRA of a 13B?").facts
    assert told.headline is not None and not isinstance(told.headline, TrainsOn)
    assert any(isinstance(line, TrainsOn) for line in told.sentences)


def test_in_a_thread_no_change_is_told_against_a_total_that_was_not(advisor: Advisor) -> None:
    first = advisor.ask(UNSAID[0])
    then = advisor.ask("20 runs of 100M tokens each", before=first.goes_on_from)
    assert then.verdict is not None and then.changed is None


@pytest.mark.parametrize(
    "question",
    [
        "which accelerator is best to fine-tune a 7B?",
        "best chip for full fine-tuning of an 8B on AWS?",
        "what should we pretrain a 1B on?",
        "best chip for mamba 2.8b training?",
    ],
)
def test_a_rack_that_is_sold_by_the_day_is_nothing_to_begin_with(question: str, advisor: Advisor) -> None:
    """A day of 72 GB200 at 761.90 an hour is $18,286; a usual run of 1B tokens is about $80 of it, a 228th."""
    facts = advisor.ask(question).facts
    told = [facts.headline, *facts.sentences]
    assert not [line for line in told if line is not None and "gb200" in str(line.values)]


def test_a_rack_that_is_named_is_told(advisor: Advisor) -> None:
    facts = advisor.ask("fine-tune a 7B on u-p6e-gb200x72 or p5.48xlarge, which is better?").facts
    assert any("gb200" in str(line.values) for line in (facts.headline, *facts.sentences) if line is not None)


@pytest.mark.parametrize(
    "bound", ["total budget 300 usd", "deadline in 5 weeks", "budget of $300, deadline in 5 weeks"]
)
def test_what_work_may_cost_says_not_how_much_it_is(bound: str, advisor: Advisor) -> None:
    """The same machine and the same dollars a unit; what the bound is enough for stands below."""
    plain = "cheapest gpu to rent to LoRA finetune Mistral 7B"
    free, bounded = advisor.ask(plain).facts, advisor.ask(f"{plain}, {bound}").facts
    assert isinstance(bounded.headline, TrainsOn) and bounded.headline == free.headline
    (within,) = (one for one in bounded.sentences if isinstance(one, WithinBounds))
    if within.by_budget:  # dollars / dollars of a billion tokens
        assert within.by_budget == pytest.approx(300 / bounded.headline.usd * 1e9)
    if within.by_deadline and bounded.headline.hours:  # 35 days of 24 hours
        assert within.by_deadline == pytest.approx(35 * 24 / bounded.headline.hours * 1e9)


@pytest.mark.parametrize(
    ("text", "family"),
    [("which TPU to train a 3B model?", "tpu"), ("which trainium instance for a 7B full fine-tune?", "trainium")],
)
def test_of_a_family_that_is_asked_which_one_of_it_is_told(text: str, family: str, advisor: Advisor) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, TrainsOn)
    chip = advisor.facts.instances[first.instance].accelerator
    assert advisor.facts.accelerators[chip].family == family


def test_the_format_that_was_said_and_the_fastest_are_kept_to(advisor: Advisor) -> None:
    """An A100 has no FP8; of those that have it, the fastest is no cheapest."""
    told, cheapest = (
        advisor.ask(text).facts.headline
        for text in (
            "fastest of the stuff on AWS for serving a 405B in fp8?",
            "cheapest machine to serve a 405B in fp8 on AWS",
        )
    )
    assert isinstance(told, FastestOn) and told.precision == "fp8"
    assert isinstance(cheapest, ServesOn) and cheapest.precision == "fp8"
    assert told.tokens_per_second > cheapest.tokens_per_second


@pytest.mark.parametrize(
    "text", ["cheapest TPU to serve gemma 3 27b", "what is the cheapest TPU for serving Gemma 27B?"]
)
def test_the_cheapest_of_a_family_is_one_of_it(text: str, advisor: Advisor) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, ServesOn) and first.chip.startswith("TPU")


def test_a_little_more_an_hour_is_the_cheapest_where_it_serves_ten_times_as_much(advisor: Advisor) -> None:
    """16 L40S in two machines are $60.26 an hour and write 140 tokens/s, 8 H200 in one $63.30 and 1,900."""
    first = advisor.ask("cheapest way to serve deepseek-r1 671b").facts.headline
    assert isinstance(first, ServesOn) and first.instance == "p5en.48xlarge" and first.machines == 1
