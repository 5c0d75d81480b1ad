"""Why another chip than the recommended one is not: dollars on both sides, and the question stays as it was."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor, Answer
from bot.card.as_text import card_text
from engine.forms.again.why_not import WhyNot, WhyNotTaken

WEEKLY = "weekly full fine-tune of Llama 70B, PyTorch, AWS, 500M tokens"


def turn(advisor: Advisor, text: str, first: str = WEEKLY) -> Answer:
    return advisor.ask(text, before=advisor.ask(first).goes_on_from)


@pytest.mark.parametrize("text", ["why not H100?", "why not use H100", "warum nicht H100?", "but why not an H100?"])
def test_the_other_chip_is_set_against_the_recommended_one(text: str, advisor: Advisor) -> None:
    before = advisor.ask(WEEKLY)
    answer = turn(advisor, text)
    first = answer.facts.headline
    assert isinstance(first, WhyNot) and first.chip == "NVIDIA H100 SXM"
    assert before.verdict is not None and before.verdict.option is not None
    assert (first.lead, first.lead_usd) == (
        before.verdict.option.instance,
        pytest.approx(before.verdict.option.usd_total.likely),
    )
    assert first.usd > first.lead_usd  # else it would be the recommended one
    assert answer.reading.profile == before.reading.profile  # nothing is added to what is compared


def test_what_holds_another_cloud_back_is_told(advisor: Advisor) -> None:
    first = turn(advisor, "why not TPU?").facts.headline
    assert isinstance(first, WhyNot) and (first.held, first.cloud) == ("other_cloud", "gcp")
    assert first.port_usd > 0


def test_the_recommended_one_is_said_to_be_it(advisor: Advisor) -> None:
    weekly = "weekly full fine-tune of Llama 8B, PyTorch, AWS, 500M tokens"
    assert isinstance(turn(advisor, "why isn't A100 recommended?", weekly).facts.headline, WhyNotTaken)


def test_the_thread_goes_on_with_the_question_before(advisor: Advisor) -> None:
    reading = turn(advisor, "why not TPU?").goes_on_from
    alone, after = turn(advisor, "and monthly runs?"), advisor.ask("and monthly runs?", before=reading)
    assert alone.verdict is not None and after.verdict is not None
    assert after.verdict.option == alone.verdict.option


@pytest.mark.parametrize("text", ["what about H100?", "and on H100?", "how about H100?"])
def test_what_about_another_chip_is_told_first_and_bounds_no_choice(text: str, advisor: Advisor) -> None:
    before, answer = advisor.ask(WEEKLY), turn(advisor, text)
    first = answer.facts.headline
    assert isinstance(first, WhyNot) and first.chip == "NVIDIA H100 SXM" and first.usd > first.lead_usd
    assert before.verdict is not None and answer.verdict is not None
    assert answer.verdict.option == before.verdict.option
    assert answer.reading.profile.candidates == ("h100",)


def test_whatever_holds_it_back_is_told_with_its_values(advisor: Advisor) -> None:
    """A block ends after so many days: a thread that failed for want of the number."""
    first = advisor.ask("model of 45M parameters, 64 tokens, 40,000 requests/s, how many L4 or T4?")
    told = card_text(advisor.ask("why not trn2?", before=first.goes_on_from))
    assert "a block ends after 182 days" in " ".join(told.split())
