"""Hours of a day in which a model serves are those of the machine."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor


@pytest.mark.parametrize(
    "text",
    [
        "LLM endpoint used only 2 hours a day, 8B. serverless or a machine?",
        "mistral 7b endpoint, 10 hours a day monday to friday, price per month",
        "llama 8b chatbot 8h pro tag werktags, kosten im monat",
    ],
)
def test_they_are_no_runs(advisor: Advisor, text: str) -> None:
    said = advisor.parse(text).profile
    assert (said.cadence, said.runs_per_month, said.run_hours) == (None, None, None)


def test_a_job_that_comes_again_keeps_its_runs(advisor: Advisor) -> None:
    said = advisor.parse("our nightly fine-tune of a 7B takes 2 hours a day on g5.xlarge").profile
    assert said.runs_per_month is not None


def test_words_that_only_say_when_are_understood(advisor: Advisor) -> None:
    assert advisor.parse("llama 8b, 20 users at once, only weekdays 9 to 18, monthly cost?").unread == ()
