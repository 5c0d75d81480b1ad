"""The tools, asked by the SDK's own client."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.advice.advisor import Advisor
from bot.brief.contract import LONGEST, Brief
from bot.brief.made import brief
from bot.mcp_server.server import server
from tests.bot.api.desks import desk_of
from tests.bot.mcp_server.clients import User, called
from tests.day import FOUNDING

LORA = {"task": "fine_tuning", "method": "lora", "model": "llama", "parameters": 7e10}


@pytest.fixture
def made(advisor: Advisor, tmp_path: Path) -> Any:
    return server(desk_of(advisor, tmp_path), "T1")


def told(made: Any, tool: str, **arguments: Any) -> Brief:
    result = called(made, tool, arguments)
    assert not result.is_error, result.content
    text = result.content[0].text  # type: ignore[union-attr]  # a text block
    assert json.loads(text) == result.structured_content and len(text.encode()) <= LONGEST
    return Brief.model_validate(result.structured_content)


def test_advice_is_the_brief_answer_in_words_and_in_slots(made: Any, advisor: Advisor) -> None:
    assert told(made, "advise", text=FOUNDING) == Brief.model_validate(brief(advisor.ask(FOUNDING)))
    stated = told(made, "advise", slots=LORA | {"runs": 52, "clouds": ["aws"]})
    assert stated.form == "choose" and stated.said["runs"] == 52 and "runs" not in stated.assumed


def test_each_tool_answers_in_its_form(made: Any) -> None:
    fits = told(made, "fit", slots=LORA | {"candidates": ["a100-80"], "accelerator_count": 4})
    assert fits.form == "fit" and fits.headline.startswith("Yes: LoRA of Llama 3 70B fits on 4 x NVIDIA A100 80 GB")
    assert told(made, "estimate", slots=LORA | {"tokens": 1e9}, on="p5.48xlarge").form == "estimate"
    config = {"name": "train.yml", "content": "base_model: meta-llama/Llama-3.1-8B\nadapter: lora\nmax_steps: 10\n"}
    assert told(made, "estimate", files=[config]).said["model"] == "llama"
    assert told(made, "compare", names=["p5.48xlarge", "trn2.48xlarge"]).table
    assert told(made, "price", name="p5.48xlarge", region="us-east-1").choices[0].usd_per_hour == 55.04
    follow = told(made, "follow_up", earlier=[{"text": "20 full fine-tunes of Llama 8B"}], slots={"runs": 400})
    assert follow.said["runs"] == 400 and follow.changed


def test_the_past_the_trace_and_what_is_recorded_have_types_of_their_own(made: Any) -> None:
    past = called(made, "price_history", {"name": "p5.48xlarge", "region": "us-east-1", "purchase": "on_demand"})
    assert past.structured_content is not None and past.structured_content["series"][0]["change_percent"] == -44.0
    trace = called(made, "explain", {"slots": LORA | {"runs": 20}}).structured_content
    assert trace is not None and trace["option"] and len(trace["steps"]) > 10
    paid = {"name": "p5.48xlarge", "amount": "31.46", "region": "us-east-1", "valid_from": "2026-01-01"}
    assert not called(made, "set_own_price", paid).is_error
    assert told(made, "price", name="p5.48xlarge", region="us-east-1").choices[0].price_is_own
    run = {"on": "p5.48xlarge", "tokens_per_second": 60_000, "model": "llama-3.1-8b"}
    recorded = called(made, "record_measurement", run).structured_content
    assert recorded is not None and recorded["row"]["by"] == "mcp"


@pytest.mark.parametrize(
    ("name", "arguments", "sentence"),
    [
        ("advise", {}, "State a question, slots, or both"),
        ("advise", {"slots": {"modle": "llama"}}, "did you mean model?"),
        ("compare", {"names": ["p5.48xlarge", "nothing-like-it"]}, "Nothing is called nothing-like-it"),
        ("price_history", {"name": "p5.48xlarge", "purchase": "haggling"}, "haggling"),
        ("explain", {"text": "Llama 8B, 20 runs", "option": "p9"}, "This answer has no option p9"),
        ("set_own_price", {"name": "p5.48xlarge", "amount": "free"}, "free is not a price: write 31.46"),
        ("advise", {"text": 5}, "text must be text."),
        ("advise", {"txt": "Llama 8B"}, "There is no argument txt; did you mean text?"),
        ("advise", {"question": "Llama 8B"}, "There is no argument question; it takes text, slots, form, earlier."),
        ("advise", {"slots": {"runs": {"a": 1}}}, "slots.runs must be a text, a number, true or false, or a list"),
        ("follow_up", {"text": "on spot"}, "earlier is missing."),
        ("follow_up", {"earlier": ["20 runs"]}, "earlier[0] must be an object with named values."),
        ("fit", {"slots": "x"}, "slots must be an object with named values."),
        ("estimate", {"files": [{"name": "a.yml"}]}, "files[0].content is missing."),
        ("compare", {"names": ["p5.48xlarge"]}, "names needs at least 2 entries."),
        ("price", {"name": ""}, "name is empty."),
        ("price_history", {"name": "p5.48xlarge", "since": "monday"}, "since must be a day such as 2026-11-21."),
        ("explain", {"option": ["p5"]}, "option must be text."),
        (
            "record_measurement",
            {"on": "p5.48xlarge", "tokens_per_second": -1},
            "tokens_per_second must be more",
        ),
        (
            "record_measurement",
            {"on": "p5.48xlarge", "tokens_per_second": 9},
            "Say which model it was: model=",
        ),
        ("set_own_price", {"name": "p5.48xlarge"}, "amount is missing."),
    ],
)
def test_what_cannot_be_answered_is_one_sentence(
    made: Any, name: str, arguments: dict[str, Any], sentence: str
) -> None:
    result = called(made, name, arguments)
    told = result.content[0].text  # type: ignore[union-attr]
    assert result.is_error and sentence in told and told.endswith((".", "?")) and "\n" not in told
    assert not any(word in told for word in ("Error executing", "validation error", "pydantic", "Input should", "--"))


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_what_is_asked_back_is_put_to_the_user_where_the_client_can(made: Any, mode: str) -> None:
    user = User("accept", {"parameters": 7e10})
    result = called(made, "advise", {"text": FOUNDING}, mode=mode, elicitation_callback=user)
    assert len(user.asked) == 1 and user.asked[0].message.startswith("How big is the model?")
    answer = Brief.model_validate(result.structured_content)
    assert answer.said["parameters"] == 7e10 and "parameters" not in answer.assumed


def test_a_size_is_replied_as_people_write_it(made: Any) -> None:
    user = User("accept", {"parameters": "70B"})
    result = called(made, "advise", {"text": FOUNDING}, elicitation_callback=user)
    assert Brief.model_validate(result.structured_content).said["parameters"] == 7e10


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.parametrize(
    ("reply", "sentence"),
    [
        ("1.5", "1.5 parameters? Say 1.5B for 1.5 billion, or 1.5M for 1.5 million."),
        (70, "70 parameters? Say 70B for 70 billion, or 70M for 70 million."),
        ("seventy", "seventy is not a value for parameters: it must be a valid number."),
        (["8B"], "The reply to the form could not be read: write it as text, such as 8B, or leave it empty."),
    ],
)
def test_a_reply_that_is_no_size_is_refused_in_one_sentence(made: Any, mode: str, reply: Any, sentence: str) -> None:
    result = called(
        made, "advise", {"text": FOUNDING}, mode=mode, elicitation_callback=User("accept", {"parameters": reply})
    )
    assert result.is_error and result.content[0].text == sentence  # type: ignore[union-attr]  # a text block


def test_a_user_who_does_not_reply_gets_the_open_answer(made: Any, advisor: Advisor) -> None:
    for user in (User("decline"), User("accept", {})):
        result = called(made, "advise", {"text": FOUNDING}, elicitation_callback=user)
        assert result.structured_content == brief(advisor.ask(FOUNDING)) and user.asked


def test_words_go_on_from_the_question(made: Any) -> None:
    user = User("accept", {"answer": "weekly LoRA of Llama 8B on AWS"})
    result = called(made, "advise", {"text": "which chip is best?"}, elicitation_callback=user)
    assert Brief.model_validate(result.structured_content).said["method"] == "lora"
