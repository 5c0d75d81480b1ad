"""Advice is what a text asks for when it asks for nothing else."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_json import answer_json
from bot.card.as_text import card_text
from engine.forms.choose import CHOOSE, RuleLeans, is_bare
from engine.forms.form import Asked
from engine.forms.parts.estimate_reasons import Cost
from engine.forms.per_unit.rates import says_amount
from engine.workload.profile import Profile, Reading
from knowledge.facts import Facts, Hit
from tests.day import DAY

WORK = Reading(profile=Profile(task="fine_tuning", parameters=8e9, tokens=1e9, runs=20))


def test_the_verdict_follows_whatever_was_said(advisor: Advisor) -> None:
    for reading in (Reading(), WORK):
        answered = CHOOSE.answer(Asked(reading, advisor.library(), DAY))
        assert answered is not None
        assert answered.verdict_below and answered.headline is None
        assert answered.passages == ()


def test_what_is_written_about_the_question_stands_beside_the_verdict(advisor: Advisor, facts: Facts) -> None:
    rule = next(iter(facts.rules))
    answered = CHOOSE.answer(Asked(WORK, advisor.library(), DAY, lambda: (Hit(kind="rule", id=rule, score=1.0),)))
    assert answered is not None
    assert [passage.id for passage in answered.passages] == [rule]


def test_what_is_written_answers_where_nothing_was_said_of_any_work(advisor: Advisor, facts: Facts) -> None:
    rule = next(iter(facts.rules))
    asked = Asked(Reading(), advisor.library(), DAY, lambda: (Hit(kind="rule", id=rule, score=1.0),))
    assert CHOOSE.answer(asked) is None, "the next form tries"


@pytest.mark.parametrize(
    ("profile", "bare"),
    [
        (Profile(), True),
        (Profile(candidates=("trainium2",), clouds=("aws",)), True),
        (Profile(candidates=("trainium2",), runs=20), True),
        (Profile(task="fine_tuning", parameters=8e9), False),  # a piece of work
        (Profile(candidates=("h100",), clouds=("aws",), region="us-east-1", purchase="spot"), False),  # much was said
    ],
)
def test_a_text_that_says_little_of_any_work_may_ask_for_a_fact_after_all(profile: Profile, bare: bool) -> None:
    assert is_bare(Reading(profile=profile)) is bare


def test_a_follow_up_is_about_the_work_of_its_thread() -> None:
    assert not is_bare(Reading(intent="followup"))


@pytest.mark.parametrize(
    "text",
    [
        "Which accelerator would suit a monthly LoRA refresh of Mistral 7B?",
        "Nightly QLoRA of Llama 3 8B, JAX shop, Google credits",  # work, and nothing asked
        "Would TPUs be the smarter pick for pretraining a 3B from scratch?",
        "stay on 8 A100 or go to H200 for our 34B continued pretraining?",
        "we retrain a 13B every fortnight on p4d and the bill keeps growing, is it time to leave for Trainium?",
        "what would you run a ViT-L pretraining on?",
        "weekly LoRA of Llama 8B on AWS, PyTorch?",  # a question mark alone asks what to use
    ],
)
def test_where_a_choice_is_asked_or_work_is_told_the_verdict_answers(text: str, advisor: Advisor) -> None:
    """In totals where an amount was said, else in what a unit of the work costs."""
    answer = advisor.ask(text)
    assert answer.form is CHOOSE
    assert (answer.verdict is not None) is says_amount(answer.reading.profile)
    assert answer.verdict is not None or answer.facts.table is not None


@pytest.mark.parametrize(
    "text",
    [
        "Is it normal that a 13B generates 6 tokens per second on a V100?",
        "Could a Falcon 40B be served from two A10G machines?",
        "We fine-tuned a 7B on 4 A100 and the loss got stuck after one epoch. Has anyone seen that?",
        "The authors used 16 V100 for 4 days. How much is that in cloud money today?",
        "Do I need InfiniBand for a two-node fine-tune of 70B?",
        "If I double the GPUs, will my 13B fine-tune take half the time?",
        "Why does my 8B serving on inf2 need longer for the first token than on g5?",
        "We have 2 A10G and the paper used 8 A100. Will it run if I add more 24GB cards?",
        "your 4xA100 get only 0.6 req/s under vllm, is that for real?",
    ],
)
def test_a_question_of_another_kind_is_never_answered_with_what_to_use(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert answer.form is not CHOOSE and answer.verdict is None


def test_without_task_and_size_no_branches_of_assumed_sizes_are_told(advisor: Advisor) -> None:
    for text in (
        "Would a 3-year savings plan make sense for my GPU boxes, which is cheaper?",
        "Does being on reserved make sense for our Azure nodes?",
        "our machines: 4 cores, 15 GB RAM, 8 A100 for 6 days. which instance is cheapest for us?",
    ):
        verdict = advisor.ask(text).verdict
        assert verdict is None or verdict.rules, text


@pytest.mark.parametrize(
    ("text", "lean"),
    [
        ("PhD group, Flax code, mostly odd new network designs. What do we train on?", "tpu"),
        ("Training is all SageMaker jobs here; mgmt wants us to shrink the spend. What hardware?", "trainium"),
        ("Half of our model is bespoke CUDA we wrote ourselves. Would Trainium work?", "gpu"),
    ],
)
def test_a_rule_answers_where_no_size_was_said_and_what_makes_it_a_sum_is_asked(
    text: str, lean: str, advisor: Advisor
) -> None:
    answer = advisor.ask(text)
    told = answer_json(answer)
    assert isinstance(answer.facts.headline, RuleLeans) and answer.facts.headline.lean == lean
    assert told["verdict"]["lean"] == told["verdict"]["rule_lean"] == lean
    assert told["verdict"]["kind"] == "recommend" and len(told["verdict"]["ask_back"]) >= 2


def test_a_sum_of_an_assumed_size_never_speaks_against_the_rule(advisor: Advisor) -> None:
    against = advisor.ask("PhD group, Flax code, mostly odd new network designs. What do we train on?")
    assert against.verdict is None and "p4d" not in card_text(against)


def test_work_of_a_size_is_a_sum_whatever_rule_speaks(advisor: Advisor) -> None:
    answer = advisor.ask("SageMaker jobs, cost comes first: Llama 8B fine-tune every week. What hardware?")
    assert answer.facts.headline is None and answer.verdict is not None


@pytest.mark.parametrize(
    "text", ["RTX 3060 12GB or RTX 3070 8GB for LoRA of a 3B?", "RTX 3090 or RTX 4080 for LoRA of a 7B?"]
)
def test_of_cards_that_nobody_rents_what_they_hold_is_told_and_no_machine(text: str, advisor: Advisor) -> None:
    told = card_text(advisor.ask(text))
    assert "NVIDIA RTX 30" in told and " fit" in told and "Nothing fits" not in told and "Capacity Block" not in told


@pytest.mark.parametrize(
    ("text", "chip"),
    [
        ("we serve llama 3.1 8b, 40 requests per second, 800 tokens in 200 out, on L4s", "NVIDIA L4"),
        ("full fine-tune of 7B, 1B tokens, on A100 80GB", "NVIDIA A100 80 GB"),
        ("pretrain a 3B on 60B tokens, 16 H100", "NVIDIA H100 SXM"),
    ],
)
def test_what_work_takes_on_the_machine_it_is_put_on_comes_before_the_verdict(
    advisor: Advisor, text: str, chip: str
) -> None:
    answer = advisor.ask(text)
    first = answer.facts.headline
    assert isinstance(first, Cost) and first.is_named and first.chip == chip
    one_run = answer.facts.filled is not None and answer.facts.filled.profile.runs == 1
    assert answer.form.id == "choose" and (answer.verdict is None) == one_run  # a verdict would be on 52 of them
    planned = advisor.ask(f"{text}, for 12 months, tight capacity")
    assert planned.facts.headline is None and planned.verdict is not None  # then the choice is what is asked
