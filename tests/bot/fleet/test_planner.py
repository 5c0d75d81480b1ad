"""From a fleet file to a plan at the prices of a day."""

from __future__ import annotations

import math

import pytest

from bot.advice.advisor import Advisor
from bot.fleet.shown import shown
from bot.wording.errors import UserError
from bot.wording.words import error
from engine.options.assumptions import fill
from engine.options.option import CostedOption
from engine.verdict.forks import answer_case
from tests.bot.fleet.sample import SERVE, TUNE, plan_of_text
from tests.day import DAY

ALL = 'commitments = ["1yr", "3yr"]\nspot = true\n'


def pretraining(text: str, days: float) -> str:
    return f'clouds = ["aws"]\n[[workload]]\nname = "pre"\ntext = "{text}"\ndeadline_days = {days:g}\n'


def test_a_workload_that_is_served_costs_what_its_card_says(advisor: Advisor) -> None:
    """One month, on demand alone: the cheapest month among the options of the card whose speed was measured."""
    plan = plan_of_text(advisor, 'months = 1\nclouds = ["aws"]\n[allow]\nblocks = false\n' + SERVE).plan
    assert plan is not None
    reading = advisor.parse(
        "serve Llama 3.3 70B, 20M tokens a day, 100 ms per token, PyTorch", settings={"clouds": "aws"}
    )
    case = answer_case(fill(reading, advisor.library()), advisor.library(), DAY)
    rented = [
        option.run.usd.likely
        for option in case.options
        if isinstance(option, CostedOption) and option.purchase == "on_demand" and option.may_lead
        if option.speed.basis != "extrapolated" and option.port.usd.likely == 0
    ]
    assert plan.usd.likely == pytest.approx(min(rented))


def test_more_ways_to_buy_never_cost_more(advisor: Advisor) -> None:
    plain, wide = plan_of_text(advisor, TUNE), plan_of_text(advisor, TUNE + ALL)
    assert plain.plan is not None
    assert wide.plan is not None
    assert wide.plan.usd.likely < plain.plan.usd.likely
    (spot,) = [each for each in plain.moved if each.what == "spot"]
    assert spot.saves == pytest.approx(plain.plan.usd.likely - wide.plan.usd.likely, abs=1.0)


def test_a_budget_that_is_too_small_says_how_much_is_missing(advisor: Advisor) -> None:
    whole = plan_of_text(advisor, TUNE).plan
    assert whole is not None
    short = plan_of_text(advisor, "budget.total_usd = 500\n" + TUNE)
    assert short.plan is None
    assert short.trouble is not None
    (needed,) = short.trouble.needed
    assert needed.more == pytest.approx(whole.usd.likely - 500, abs=0.02)


def test_a_deadline_that_nothing_keeps_says_the_days_it_takes(advisor: Advisor) -> None:
    text = pretraining("pretrain a 70B model on 2T tokens once", 4)
    answer = plan_of_text(advisor, text)
    assert answer.trouble is not None
    assert answer.trouble.no_ways[0].work.name == "pre"


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("full fine-tune of Llama 3.1 8B once on 10M tokens, PyTorch", 0.001),
        ("full fine-tune of Llama 3.1 8B once on 10M tokens, PyTorch", 0.004),
        ("pretrain a 70B model on 2T tokens once", 4),
        ("12 LoRA runs of Llama 3.1 70B, 2B tokens each, PyTorch", 0.01),
    ],
)
def test_a_deadline_that_is_advised_is_enough_and_a_step_less_is_not(
    advisor: Advisor, text: str, days: float
) -> None:
    trouble = plan_of_text(advisor, pretraining(text, days)).trouble
    assert trouble is not None
    enough = trouble.no_ways[0].needs_days
    assert enough is not None and f"a deadline of {enough:g} days" in shown(
        plan_of_text(advisor, pretraining(text, days))
    ).headline.replace(",", "")
    assert plan_of_text(advisor, pretraining(text, enough)).plan is not None
    less = enough - 1 if enough > 10 else enough - float(f"1e{math.floor(math.log10(enough)) - 2}")
    assert plan_of_text(advisor, pretraining(text, less)).plan is None


def test_a_later_deadline_is_sized_again_by_the_engine(advisor: Advisor) -> None:
    text = pretraining("pretrain a 13B model on 100B tokens once", 20)
    (moved,) = [each for each in plan_of_text(advisor, text).moved if each.what == "deadline"]
    later = plan_of_text(advisor, text.replace("= 20", "= 50")).plan
    now = plan_of_text(advisor, text).plan
    assert now is not None
    assert later is not None
    assert (moved.before, moved.after) == (20, 50)
    assert moved.saves == pytest.approx(now.usd.likely - later.usd.likely, abs=0.02)


def test_an_api_is_called_only_where_it_is_allowed_and_keeping_prompts_has_its_price(advisor: Advisor) -> None:
    inside = plan_of_text(advisor, 'months = 1\nclouds = ["aws"]\n' + SERVE)
    called = plan_of_text(advisor, 'months = 1\nclouds = ["aws"]\n' + SERVE + "apis = true\n")
    assert inside.plan is not None
    assert called.plan is not None
    assert [bool(entry.way.api) for entry in (*inside.plan.used, *called.plan.used)] == [False, True]
    (kept,) = [each for each in called.moved if each.what == "no_apis"]
    assert kept.costs == pytest.approx(inside.plan.usd.likely - called.plan.usd.likely, abs=0.02)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (TUNE + 'set = { tokenz = "5" }\n', "tokenz is not a key; did you mean tokens"),
        (TUNE.replace("5e8", '"many"'), "Line 8, tune: many is not a value for tokens"),
        (TUNE.replace("full fine-tune of Llama 3.1 8B, PyTorch", "hello"), "could not tell what tune is"),
        ('[limits]\n"p9.99xlarge" = 1\n' + SERVE, "Line 2: limits names p9.99xlarge, which is not an instance type"),
        (
            SERVE + 'apis = true\napi_models = ["groq:no-such-model"]\n',
            "Line 6, chat: groq:no-such-model is not sold by the token",
        ),
        ('months = 3\nregion = "atlantis"\n' + SERVE, "Line 2: "),
    ],
)
def test_what_cannot_be_planned_is_one_sentence(advisor: Advisor, text: str, said: str) -> None:
    with pytest.raises(UserError) as raised:
        plan_of_text(advisor, text)
    assert said in error(raised.value)


def workload(text: str, more: str = "") -> str:
    return f'months = 3\nclouds = ["aws"]\n[[workload]]\nname = "pics"\ntext = "{text}"\n{more}'


@pytest.mark.parametrize(
    "text",
    [
        "serve stable diffusion 1000 images a day",
        "serve whisper 1000 hours of audio a day",
        "serve ViT 5M images a day",
        "stable diffusion inference on g6e.xlarge, 20M tokens a day",
    ],
)
def test_what_answers_with_images_or_transcripts_is_not_costed_by_invented_tokens(
    advisor: Advisor, text: str
) -> None:
    with pytest.raises(UserError) as raised:
        plan_of_text(advisor, workload(text))
    said = error(raised.value)
    assert said.startswith("Line 5: I cannot cost pics: nobody published how many images, labels or transcripts")
    assert said.count(".") == 1 and "measure one machine" in said


def test_training_of_which_no_sample_is_published_is_costed_by_its_hours_alone(advisor: Advisor) -> None:
    text = "pretrain AlphaFold on 1M samples, PyTorch"
    with pytest.raises(UserError) as raised:
        plan_of_text(advisor, workload(text))
    assert "pics: nothing published says" in error(raised.value) and "give run_hours" in error(raised.value)
    assert plan_of_text(advisor, workload(text, 'run_hours = 24\ninstances = "p4d.24xlarge"\n')).plan


def test_a_budget_in_the_text_that_is_too_small_is_named_with_the_least_it_takes(advisor: Advisor) -> None:
    text = "full fine-tune of Llama 3.1 8B on 1B tokens, PyTorch, 20 runs a month"
    free = plan_of_text(advisor, workload(text, "blocks = false\n")).plan
    answer = plan_of_text(advisor, workload(text + ", budget 100 dollars", "blocks = false\n"))
    assert free is not None
    assert answer.trouble is not None
    needs = answer.trouble.no_ways[0].needs_usd
    assert needs == pytest.approx(free.usd.likely, rel=1e-3)
    assert "pics cannot be done for the $100 that its own budget allows" in shown(answer).headline
    assert plan_of_text(advisor, workload(f"{text}, budget {needs + 1:.0f} dollars", "blocks = false\n")).plan


def test_what_was_not_understood_of_a_text_is_said(advisor: Advisor) -> None:
    told = shown(plan_of_text(advisor, workload("full fine-tune of Llama 3.1 8B on 1B tokens with 17 frobnicators")))
    (unread,) = [section for section in told.sections if section.label == "Not understood"]
    assert "pics" in unread.sentences[0] and "17 frobnicators" in unread.sentences[0]
