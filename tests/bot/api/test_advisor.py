"""The Python interface."""

from __future__ import annotations

import doctest
import json
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from pydantic import BaseModel

import bot.api
from bot.advice.advisor import Advisor as Inner
from bot.api import advisor as module
from bot.api.advisor import Advisor, AskError
from bot.brief.frozen import FrozenDict
from bot.brief.made import brief
from bot.brief.shorten import text_of
from tests.bot.api.desks import desk_of

SEVENTH = date(2026, 11, 7)
KEPT = (str, int, float, type(None), date, tuple, FrozenDict, BaseModel)


def test_the_examples_in_the_docstring_are_true() -> None:
    assert doctest.testmod(module, raise_on_error=False) == (0, 14)


def test_its_text_is_the_line_that_the_terminal_prints(advisor: Inner, tmp_path: Path) -> None:
    question = "20 LoRA runs a month on a 7B, 6 hours each"
    asked = Advisor(desk=desk_of(advisor, tmp_path)).ask(question)
    assert asked.json() == text_of(brief(advisor.ask(question)))


def test_a_day_far_ahead_is_refused_in_one_sentence() -> None:
    with pytest.raises(AskError, match=r"^2099-01-01 is too far ahead: [^.]*\.$"):
        Advisor(as_of="2099-01-01")


def test_an_answer_is_frozen_and_has_all_of_it(advisor: Inner, tmp_path: Path) -> None:
    asked = Advisor(desk=desk_of(advisor, tmp_path))
    answer = asked.ask("20 full fine-tunes of Llama 8B on AWS, trn2 or p5?")
    with pytest.raises(AttributeError):
        answer.brief = None  # type: ignore[misc, assignment]  # what is tried
    assert str(answer) == answer.headline == answer.full()["verdict"]["headline"]
    assert answer.headline.split(":")[0] in answer.text().replace("\n", " ")
    trace = answer.trace()
    assert trace.option and {"tokens", "run_tflop"} <= {step.label for step in trace.steps}
    follow = asked.follow_up(answer, slots={"runs": 400})
    assert follow.brief.said["runs"] == 400 and len(follow.turns) == 2 and follow.brief.changed


def test_a_day_is_a_date_or_text_or_one_sentence(advisor: Inner, tmp_path: Path) -> None:
    """As text in the example of the docstring."""
    asked = Advisor(desk=desk_of(advisor, tmp_path))
    days = ("2026-11-07", SEVENTH, datetime(2026, 11, 7, 12, tzinfo=UTC))
    first, *others = (asked.history("p5.48xlarge", since=day) for day in days)
    assert others == [first, first] and first != asked.history("p5.48xlarge")
    for wrong in ("monday", "2026-13-01", 20261107):
        with pytest.raises(AskError, match="is not a date; write it as 2026-11-21"):
            Advisor(as_of=wrong)  # type: ignore[arg-type]  # what is tried
        with pytest.raises(AskError, match="is not a date"):
            asked.history("p5.48xlarge", since=wrong)  # type: ignore[arg-type]


def test_nothing_in_an_answer_can_be_changed_and_json_takes_it(advisor: Inner, tmp_path: Path) -> None:
    asked = Advisor(desk=desk_of(advisor, tmp_path))
    told = asked.ask(
        "20 full fine-tunes of Llama 8B on AWS, trn2 or p5?", slots={"candidates": ["h100", "trainium2"]}
    )
    recorded = asked.set_own_price("p5.48xlarge", "31.46")
    for held in (told.brief, told.turns, recorded, told.trace()):
        assert [part for part in parts_of(held) if not isinstance(part, KEPT)] == []
    for held in (told.brief.cites, told.brief.said, told.brief.left_out, told.turns[0].slots, recorded.row):
        assert held
        with pytest.raises(TypeError, match="cannot be changed"):
            held["runs"] = 1  # type: ignore[index]  # what is tried
        with pytest.raises(TypeError, match="cannot be changed"):
            held.clear()
    assert json.loads(json.dumps(told.brief.said))["candidates"] == ["h100", "trainium2"]
    assert told.brief.cites.keys() == json.loads(told.brief.model_dump_json())["cites"].keys()


def parts_of(value: object) -> Iterator[object]:
    """The value and everything in it."""
    yield value
    if isinstance(value, BaseModel):
        value = tuple(getattr(value, name) for name in type(value).model_fields)
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ():
        yield from parts_of(part)


def test_files_are_estimated(advisor: Inner, tmp_path: Path) -> None:
    config = tmp_path / "train.yml"
    config.write_text("base_model: meta-llama/Llama-3.1-8B\nadapter: lora\nmax_steps: 10\n", encoding="utf-8")
    answer = Advisor(desk=desk_of(advisor, tmp_path)).estimate(files=[config], on="p5.48xlarge")
    assert answer.brief.form == "estimate" and answer.brief.said["model"] == "llama"


def test_what_is_wrong_is_one_sentence(advisor: Inner, tmp_path: Path) -> None:
    asked = Advisor(desk=desk_of(advisor, tmp_path))
    for wrong in (
        lambda: asked.ask(),
        lambda: asked.fit(slots={"model": {"a": 1}}),
        lambda: asked.compare("p5.48xlarge"),
        lambda: asked.price("nonsense"),
        lambda: asked.price(5),  # type: ignore[arg-type]
        lambda: asked.ask(5),  # type: ignore[arg-type]
        lambda: asked.ask(slots="runs=20"),  # type: ignore[arg-type]
        lambda: asked.ask("Llama 8B", form=5),  # type: ignore[arg-type]
        lambda: asked.estimate(files=[tmp_path / "nothing.yml"]),
        lambda: asked.estimate(files=[tmp_path]),
        lambda: asked.source("nothing"),
        lambda: asked.set_own_price("p5.48xlarge", "free"),
        lambda: asked.set_own_price("p5.48xlarge", "31", color="red"),
        lambda: asked.history("p5.48xlarge", purchase="haggling"),
        lambda: asked.record_measurement(on="p5.48xlarge", tokens_per_second=-1),
        lambda: asked.ask("Llama 8B, 20 runs").trace("p5.480xlarge"),
    ):
        with pytest.raises(AskError) as problem:
            wrong()
        said = str(problem.value)
        assert "\n" not in said and len(said) < 700 and said.endswith((".", "?")) and "--" not in said
    with pytest.raises(AttributeError):
        _ = bot.api.Nothing
    assert bot.api.Advisor is Advisor
