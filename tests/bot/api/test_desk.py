"""Where Python, HTTP and MCP ask."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from bot.advice.advisor import Advisor
from bot.api.asked import ConfigText, EstimateOf, NewMeasurement, NewPrice, Question, Turn
from bot.api.desk import Door
from bot.brief.made import brief
from bot.wording.errors import UserError
from tests.bot.api.desks import desk_of

AXOLOTL = (
    "base_model: meta-llama/Llama-3.1-8B\nadapter: lora\nlora_r: 16\nsequence_len: 4096\n"
    "micro_batch_size: 1\ngradient_accumulation_steps: 8\nnum_epochs: 1\nmax_steps: 1000\n"
)


def test_a_question_is_answered_as_the_advisor_does(advisor: Advisor, tmp_path: Path) -> None:
    text = "20 LoRA runs a month on a 7B, 6 hours each"
    assert desk_of(advisor, tmp_path).ask(Question(text=text), "T1").told == brief(advisor.ask(text))
    assert not (tmp_path / "own.db").exists()


def test_a_thread_is_told_with_its_earlier_questions(advisor: Advisor, tmp_path: Path) -> None:
    first = advisor.ask("does a full fine-tune of Llama 8B fit on one H100?")
    expected = advisor.ask("and with LoRA?", before=first.goes_on_from)
    earlier = (Turn(text="does a full fine-tune of Llama 8B fit on one H100?"),)
    reply = desk_of(advisor, tmp_path).ask(Question(text="and with LoRA?", earlier=earlier), "T1")
    assert reply.told == brief(expected) and reply.brief.headline.startswith("Yes")


def test_a_config_is_estimated_with_where_and_when_its_price_was_seen(advisor: Advisor, tmp_path: Path) -> None:
    run = EstimateOf(files=(ConfigText(name="train.yml", content=AXOLOTL),), on="p5.48xlarge")
    made = desk_of(advisor, tmp_path).estimate(run, "T1").brief
    assert made.form == "estimate" and made.option is not None
    assert (made.option.instance, made.option.usd_per_hour) == ("p5.48xlarge", 55.04)
    assert (made.option.region, made.option.price_as_of) == ("us-east-1", "2026-11-09")
    assert made.said["method"] == "lora"


def test_a_machine_to_estimate_on_is_a_slot_too(advisor: Advisor, tmp_path: Path) -> None:
    run = EstimateOf(slots={"task": "fine_tuning", "parameters": 8e9, "tokens": 1e9}, on="p5.48xlarge")
    desk = desk_of(advisor, tmp_path)
    option = desk.estimate(run, "T1").brief.option
    assert option is not None and option.instance == "p5.48xlarge"
    for on in ("8xH100", "2 x p5.48xlarge"):
        option = desk.estimate(run.model_copy(update={"on": on}), "T1").brief.option
        assert option is not None and (option.accelerator, option.count) == ("h100-sxm", 2 if "x p5" in on else 1)
    with pytest.raises(UserError):
        desk.estimate(run.model_copy(update={"on": "8xH999"}), "T1")


def test_names_are_compared_and_priced_and_unknown_ones_are_named(advisor: Advisor, tmp_path: Path) -> None:
    desk = desk_of(advisor, tmp_path)
    compared = desk.compare(("p5.48xlarge", "trainium2"), "T1").brief.table
    assert compared is not None and len(compared.columns) >= 3
    priced = desk.price("P5.48xlarge", "T1", region="us-east-1", purchase="on_demand").brief.choices
    assert [(choice.purchase, choice.usd_per_hour) for choice in priced] == [("on_demand", 55.04)]
    for names in (("p5.48xlarge", "p5.48xlarg"), ("p5.48xlarge",)):
        with pytest.raises(UserError):
            desk.compare(names, "T1")


def test_what_a_workspace_pays_and_measured_counts_for_it_alone(advisor: Advisor, tmp_path: Path) -> None:
    desk = desk_of(advisor, tmp_path)
    paid = desk.set_price(
        NewPrice(name="p5.48xlarge", amount="31.46", region="us-east-1", valid_from=date(2026, 1, 1)), "T1"
    )
    measured = desk.record(NewMeasurement(on="p5.48xlarge", tokens_per_second=60_000, model="llama-3.1-8b"), "T1")
    assert paid.id.startswith("own-price-") and "31.46" in paid.says and "60,000" in measured.says
    ours = desk.price("p5.48xlarge", "T1", region="us-east-1").brief.choices
    theirs = desk.price("p5.48xlarge", "T2", region="us-east-1").brief.choices
    assert ours[0].usd_per_hour == 31.46 and ours[0].price_is_own
    assert all(choice.usd_per_hour != 31.46 and not choice.price_is_own for choice in theirs)
    assert {row["id"] for row in desk.own_rows("T1").rows} == {paid.id, measured.id}
    assert desk.own_rows("T2").rows == () and "T1" not in str(desk.own_rows("T1").rows)


def test_what_is_recorded_keeps_the_door_it_came_through(advisor: Advisor, tmp_path: Path) -> None:
    desk = desk_of(advisor, tmp_path)
    paid = NewPrice.model_validate({"name": "p5.48xlarge", "amount": "31.46"})
    run = NewMeasurement(on="p5.48xlarge", tokens_per_second=60_000, model="llama-3.1-8b")
    doors: tuple[Door, ...] = ("http", "mcp", "python")
    assert [desk.at(door).set_price(paid, "T1").row["by"] for door in doors] == list(doors)
    assert [desk.at(door).record(run, "T1").row["by"] for door in doors] == list(doors)
