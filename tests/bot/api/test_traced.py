"""The trace of one option."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.api.traced import trace
from bot.wording.errors import UserError

QUESTION = "20 full fine-tunes of Llama 70B, 1B tokens each, PyTorch on AWS, trn2 or p5?"


def test_the_steps_of_an_option_name_what_they_use_and_cite(advisor: Advisor) -> None:
    answer = advisor.ask(QUESTION)
    made = trace(answer)
    assert made.option and len(made.steps) > 10
    labels = {step.label for step in made.steps}
    assert all(used in labels for step in made.steps for used in step.uses)
    assert {name for part in (*made.steps, *made.lines) for name in part.cites} == made.cites.keys()
    other = trace(answer, "p5.48xlarge:on_demand")
    assert other.option == "p5.48xlarge on_demand" and made.option in (*other.other_options, made.option)


def test_an_unknown_option_is_named_and_facts_have_no_steps(advisor: Advisor) -> None:
    with pytest.raises(UserError):
        trace(advisor.ask(QUESTION), "p9.48xlarge")
    told = trace(advisor.ask("how long to fine-tune llama 8b with 2B tokens on p5.48xlarge"))
    assert (
        told.steps == () and told.lines[0].text.startswith("Work: 2B tokens x") and "hf-model-configs" in told.cites
    )
