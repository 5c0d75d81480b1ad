"""Text in, answer out, by the one path that every surface takes."""

from __future__ import annotations

import pytest

from bot.advice.advisor import MAX_CHARACTERS, Advisor
from bot.advice.team import TeamData
from bot.card.card import card
from bot.wording.errors import UserError
from bot.wording.words import say
from engine.options.option import costed
from knowledge.facts import Facts
from tests.day import DAY, FOUNDING


@pytest.mark.parametrize(
    ("text", "code"), [("  ", "empty"), ("?!…", "no_words"), ("a" * (MAX_CHARACTERS + 1), "too_long")]
)
def test_what_cannot_be_read_is_refused_with_a_reason(advisor: Advisor, text: str, code: str) -> None:
    with pytest.raises(UserError) as refused:
        advisor.ask(text)
    assert refused.value.code == code


def test_the_same_question_on_the_same_day_has_the_same_answer(facts: Facts, advisor: Advisor) -> None:
    assert advisor.ask(FOUNDING) == Advisor(facts, DAY).ask(FOUNDING)


def test_a_slot_that_is_set_counts_as_said(advisor: Advisor) -> None:
    answer = advisor.ask(FOUNDING, settings={"runs": "7"})
    assert answer.reading.profile.runs == 7


@pytest.mark.parametrize(("slot", "value", "code"), [("rums", "7", "unknown_slot"), ("runs", "many", "bad_value")])
def test_a_setting_that_cannot_be_is_refused(advisor: Advisor, slot: str, value: str, code: str) -> None:
    with pytest.raises(UserError) as refused:
        advisor.ask(FOUNDING, settings={slot: value})
    assert refused.value.code == code


def test_a_follow_up_is_answered_against_the_card_before_it(advisor: Advisor) -> None:
    first = advisor.ask(f"{FOUNDING}, 70B")
    second = advisor.ask("and with one run only?", before=first.reading)
    assert second.reading.profile.parameters == 70e9
    assert second.changed is not None


def test_a_question_about_facts_has_an_answer_and_no_verdict(advisor: Advisor) -> None:
    answer = advisor.ask("price of p5.48xlarge in us-east-1")
    assert answer.verdict is None and answer.facts.prices


def test_libraries_of_the_same_team_are_made_once(advisor: Advisor) -> None:
    assert advisor.library(TeamData().own) is advisor.library()


SAID = {
    "port_weeks": ("the port takes 3 engineer-weeks", "3"),
    "engineer_usd_per_week": ("an engineer-week is $5k", "5000"),
    "sequence_length": ("seq len 8192", "8192"),
    "batch_size": ("batch size 16", "16"),
    "precision": ("in fp8", "fp8"),
    "horizon_months": ("over the next 18 months", "18"),
    "credits_usd": ("$100k credits", "100000"),
    "current_instances": ("we run on p4d.24xlarge today", "p4d.24xlarge"),
    "utilization": ("utilization 70 %", "0.7"),
    "requests_per_second": ("20 QPS", "20"),
    "prompt_tokens": ("prompts of 1,500 tokens", "1500"),
    "answer_tokens": ("answers of 300", "300"),
}
SERVED = ("utilization", "requests_per_second", "prompt_tokens", "answer_tokens")


@pytest.mark.parametrize("slot", SAID)
def test_a_value_in_words_is_the_same_as_set(advisor: Advisor, slot: str) -> None:
    """The same profile and the same dollars, but that a machine in words is also one that was named."""
    words, value = SAID[slot]
    text = "serve Llama 8B, 50M tokens a day" if slot in SERVED else "weekly Llama 8B fine-tune"
    text += ", PyTorch, AWS"
    said = advisor.ask(f"{text}, {words}")
    given = advisor.ask(text, settings={slot: value})
    assert getattr(said.reading.profile, slot) == getattr(given.reading.profile, slot)
    beside = {"instances"} if slot == "current_instances" else set()
    stated = [
        {name: it for name, it in answer.reading.profile.stated().items() if name not in beside}
        for answer in (said, given)
    ]
    assert stated[0] == stated[1]
    assert said.verdict is not None and given.verdict is not None
    if not beside:
        totals = [{o.id: o.usd_total for o in costed(v.base.options)} for v in (said.verdict, given.verdict)]
        assert totals[0] == totals[1]
        assert said.verdict.lean == given.verdict.lean


@pytest.mark.parametrize(
    ("slot", "value", "says"),
    [
        ("dataset", "nosuch", "nosuch is not a dataset known here; for example"),
        ("dataset", "finewebb", "did you mean fineweb"),
        ("candidates", "h1000", "h1000 is not a chip known here; did you mean h100"),
        ("region", "us-east-9", "did you mean us-east-1"),
        ("credits_until", "march", "write a month or a day, 2027-03 or 2027-03-31"),
    ],
)
def test_a_setting_that_names_nothing_held_is_refused_in_a_sentence(
    advisor: Advisor, slot: str, value: str, says: str
) -> None:
    with pytest.raises(UserError) as refused:
        advisor.ask(FOUNDING, settings={slot: value})
    sentence = say("errors.j2", refused.value.code, **refused.value.values)
    assert says in sentence and "^" not in sentence


def test_a_period_without_a_budget_is_no_error(advisor: Advisor) -> None:
    answer = advisor.ask(FOUNDING, settings={"budget_period": "month"})
    assert "month" not in card(answer).known


def test_thanks_say_nothing_of_what_is_not_priced(advisor: Advisor) -> None:
    before = advisor.ask("can I LoRA a 7B on an RTX 3090?").reading
    thanked = advisor.ask("ok thank you very much!", before=before)
    assert thanked.form.id == "chat" and thanked.facts.unpriced == ()
    assert thanked.goes_on_from == before


def test_a_cloud_that_was_never_said_is_no_longer_the_home(advisor: Advisor) -> None:
    before = advisor.ask("fine-tune Llama 8B weekly on GCP").reading
    assert before.home == ("gcp",)
    after = advisor.ask("I never said GCP", before=before)
    assert after.verdict is not None and after.verdict.option is not None and after.verdict.option.cloud == "aws"
