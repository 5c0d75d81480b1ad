"""Hours and dollars of work: on what was named, else on the cheapest sensible machines."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from bot.advice.advisor import Advisor, Answer
from bot.card.as_text import card_text
from engine.forms.estimate import ESTIMATE
from engine.forms.joined.time_lines import HoursThere
from engine.forms.parts.estimate_reasons import (
    DollarsSum,
    EstimateTooSmall,
    HoursSum,
    MonthEstimate,
    OwnRun,
    RunEstimate,
    ToldHours,
    WasFor,
    WorkSum,
)
from engine.forms.per_unit.serving_cost import ServingCost
from engine.forms.sums.tokens_for import TokensFor
from engine.forms.worked.run_elsewhere import CarriedOver
from engine.options.option import costed

ASKED = tomllib.loads((Path(__file__).parent / "asked_forms.toml").read_text(encoding="utf-8"))
PRETRAIN = "How long does it take to pretrain 7B on 1T tokens on 64 H100?"


def run_of(answer: Answer) -> RunEstimate:
    assert isinstance(answer.facts.headline, RunEstimate)
    return answer.facts.headline


@pytest.mark.parametrize("text", ASKED["estimate"])
def test_a_question_about_time_or_cost_is_answered_as_one(advisor: Advisor, text: str) -> None:
    answer = advisor.ask(text)
    assert answer.form is ESTIMATE
    assert answer.facts.headline is not None


@pytest.mark.parametrize("text", (*ASKED["fit"], *ASKED["other"]))
def test_anything_else_is_not(advisor: Advisor, text: str) -> None:
    assert advisor.parse(text).form != "estimate"


def test_hours_are_work_over_speed(advisor: Advisor) -> None:
    """6 x 7e9 x 1e12 = 4.2e22 FLOP and some attention; at 64 x 414 TFLOP/s: 441 h and more."""
    answer = advisor.ask(PRETRAIN)
    said = run_of(answer)
    assert (said.machines, said.chips, said.instance) == (8, 64, "p5.48xlarge")
    work = next(reason for reason in answer.facts.sentences if isinstance(reason, WorkSum))
    speed = next(reason for reason in answer.facts.sentences if isinstance(reason, HoursSum))
    assert work.exaflop == pytest.approx(4.2e4, rel=0.15)
    assert said.hours.likely == pytest.approx(work.exaflop * 1e6 / (64 * speed.achieved) / 3600 + speed.startup)


@pytest.mark.parametrize("text", ASKED["estimate"])
def test_every_row_is_machines_times_hours_times_rate(advisor: Advisor, text: str) -> None:
    table = advisor.ask(text).facts.table
    assert table is not None
    assert 0 < len(table.rows) <= 6
    for row in table.rows:
        cells = dict(zip(table.columns, row.cells, strict=True))
        machines = int(str(cells["machines"]).split(" x ")[0])
        hours = cells.get("hours", 730)  # a month
        assert isinstance(hours, int | float)
        assert isinstance(cells["rate"], float)
        assert cells["usd"] == pytest.approx(machines * hours * cells["rate"])


@pytest.mark.parametrize("text", [PRETRAIN, "how long is a LoRA of 70B on 200M tokens on 8 H100, 10 runs?"])
def test_the_hours_are_those_of_the_verdict_for_the_same_machines(advisor: Advisor, text: str) -> None:
    answer = advisor.ask(text)
    said = run_of(answer)
    judged = advisor.judge(advisor.parse(text), advisor.library(), advisor.today())
    same = [
        option
        for option in costed(judged.base.options)
        if (option.instance, option.count, option.purchase) == (said.instance, said.machines, said.purchase)
    ]
    assert [option.run.hours for option in same] == [said.hours]


def test_what_was_named_comes_first_and_on_demand(advisor: Advisor) -> None:
    answer = advisor.ask(PRETRAIN)
    assert run_of(answer).purchase == "on_demand"
    assert answer.facts.table is not None
    assert answer.facts.table.rows[0].is_named
    assert answer.facts.table.rows[0].is_best


def test_without_an_amount_of_data_it_is_a_rate_and_the_amount_is_asked(advisor: Advisor) -> None:
    """Pretraining is worked out for 20 tokens a parameter, 140e9, and told for 1e9 of them."""
    for asked in ("how much does a full fine-tune of 8B cost?", "how long does pretraining a 7B take on 64 H100?"):
        answer = advisor.ask(asked)
        assert run_of(answer).assumed_tokens == 1e9 and answer.verdict is None
        assert [question.code for question in answer.facts.questions] == ["which_data"]
    rate = run_of(advisor.ask("how long does pretraining a 7B take on 64 H100?"))
    whole = run_of(advisor.ask("how long does pretraining a 7B on 140B tokens take on 64 H100?"))
    assert rate.hours.likely == pytest.approx(whole.hours.likely / 140)


def test_no_hours_rest_on_a_size_that_nobody_said(advisor: Advisor) -> None:
    for asked in ("how long does it take to pretrain a GPT on 8 A100?", "how long to fine-tune Llama on one A100?"):
        first = advisor.ask(asked).facts.headline
        assert first is not None and first.code == "work_unknown"


def test_a_single_run_is_costed_unless_more_were_said(advisor: Advisor) -> None:
    one = advisor.ask("how much does a LoRA of 8B on 100M tokens cost?")
    many = advisor.ask("how much does a LoRA of 8B on 100M tokens cost, 50 runs?")
    assert run_of(one).total_usd is None
    assert one.verdict is None
    assert run_of(many).total_usd is not None
    assert many.verdict is not None  # repeated: what pays off over them follows


def test_serving_is_costed_by_the_month(advisor: Advisor) -> None:
    """730 h of every machine."""
    answer = advisor.ask("cost to serve 2M tokens a day with 70B?")
    assert isinstance(answer.facts.headline, MonthEstimate)
    dollars = next(reason for reason in answer.facts.sentences if isinstance(reason, DollarsSum))
    assert dollars.billed == pytest.approx(730)


def test_too_few_chips_are_said_and_the_fewest_costed(advisor: Advisor) -> None:
    answer = advisor.ask("how long does full fine-tuning of 70B on 1B tokens take on 8 H100?")
    assert isinstance(answer.facts.headline, EstimateTooSmall)
    assert answer.facts.headline.said_chips == 8
    assert answer.facts.headline.chips == 16


def test_work_in_samples_is_costed_too(advisor: Advisor) -> None:
    """ResNet-50: 4.1 G multiply-adds are 8.2 GFLOP forward, three times that with the backward pass, x 1.28M x 90."""
    answer = advisor.ask("what will it cost to train ResNet-50 for 90 epochs on 1.28M images?")
    work = next(reason for reason in answer.facts.sentences if isinstance(reason, WorkSum))
    assert work.samples == 1.28e6
    assert work.epochs == 90
    assert work.exaflop == pytest.approx(1.28e6 * 90 * 3 * 8.2e9 / 1e18, rel=0.1)


def test_what_was_measured_on_the_machines_at_hand_leads_the_estimate(advisor: Advisor) -> None:
    """24 h / 7 % = 343 h; 100B tokens / 80,000 a second = 347 h. Five times that speed is beyond the chips' peak."""
    done = advisor.ask("7B training on 8 H100, after 24 hours only 7 % done, 100B tokens. How long will it take?")
    assert run_of(done).hours.likely == pytest.approx(342.86, abs=0.1)
    asked = "how long does 7B pretraining on 100B tokens take? We get {} tokens/s on 8 H100"
    assert run_of(advisor.ask(asked.format("80,000"))).hours.likely == pytest.approx(347.2, abs=0.1)
    assert run_of(advisor.ask(asked.format("2M"))).hours.likely > 200


def test_data_as_bytes_or_a_named_set_is_costed(advisor: Advisor) -> None:
    """Alpaca is 4.75M tokens, 3 passes 14.25M; 5 GB / 4 bytes = 1.25B."""
    named = advisor.ask("Fine-tune Llama 8B on alpaca for 3 epochs, what does it cost?")
    assert named.facts.filled is not None and named.facts.filled.profile.tokens == pytest.approx(14.25e6)
    text = advisor.ask("How long to fine-tune an 8B on 5 GB of text on 8 H100?")
    assert text.facts.filled is not None and text.facts.filled.profile.tokens == pytest.approx(1.25e9)


def test_hours_a_paper_tells_are_costed_at_prices_of_today(advisor: Advisor) -> None:
    card = advisor.ask("The paper says 6 days on 8xV100. How much would that cost today?")
    assert card.form.id == "estimate"
    told = card.facts.headline
    # 6 x 24 x 8 = 1,152 chip-hours, of the chips that were said.
    assert isinstance(told, ToldHours) and told.chip_hours == 1152
    assert told.usd == pytest.approx(1152 * told.usd_per_chip_hour)


@pytest.mark.parametrize(
    "text",
    [
        "How many H100s do I need to pretrain a 7B on 2T tokens in 30 days?",
        "how many H100 to pretrain 7B on 2T tokens within 720 hours",
        "number of H100s for pretraining a 7B model, 2T tokens, deadline 30 days?",
    ],
)
def test_how_many_chips_do_it_in_time_is_a_matter_of_speed_and_not_of_memory(advisor: Advisor, text: str) -> None:
    """6 x 7e9 x 2e12 = 8.4e22 FLOP; at 45 % of 989 TFLOP/s, 73 chips take 30 days. Two hold it, for three years."""
    said = run_of(advisor.ask(text))
    assert said.counts and said.chip == "NVIDIA H100 SXM"
    assert said.chips >= 73 and said.hours.likely <= 30 * 24


def test_a_part_of_a_machine_is_answered_for_the_chips_that_were_said(advisor: Advisor) -> None:
    """A100 of 40 GB are sold by eight on AWS: four of them take the chip-hours of the eight."""
    said = run_of(advisor.ask("how long does full fine-tuning of 8B on 1B tokens take on 4 A100 40GB on AWS?"))
    assert (said.part_chips, said.chips) == (4, 8)
    assert said.part_hours == pytest.approx(2 * said.hours.likely)
    whole = run_of(advisor.ask("how long does full fine-tuning of 8B on 1B tokens take on 8 A100 40GB on AWS?"))
    assert whole.part_chips is None and whole.hours.likely == pytest.approx(said.hours.likely, rel=0.1)


def test_whether_so_much_money_is_enough_is_answered_in_dollars(advisor: Advisor) -> None:
    told = advisor.ask("is 1 million dollars enough to pretrain a 13B?").facts.headline
    assert isinstance(told, TokensFor) and told.enough and told.usd == 1_000_000


def test_traffic_that_was_not_said_is_said_to_be_assumed(advisor: Advisor) -> None:
    assumed = advisor.ask("what does it cost to host Llama 70B?").facts.headline
    told = advisor.ask("what does it cost to host Llama 70B for 20M tokens a day?").facts.headline
    assert isinstance(assumed, ServingCost) and assumed.is_assumed
    assert isinstance(told, MonthEstimate) and not told.is_assumed


def test_a_thread_asks_what_the_answer_before_was_for(advisor: Advisor) -> None:
    first = advisor.ask("How long to fine-tune Llama 3 8B on 300M tokens on 8 H100?")
    turn = advisor.ask("was that with LoRA?", before=first.goes_on_from).facts
    said, run = turn.headline, turn.sentences[0]
    assert isinstance(said, WasFor) and (said.was, said.now, said.assumed) == ("full", "lora", True)
    assert isinstance(run, RunEstimate) and isinstance(first.facts.headline, RunEstimate)
    assert run.hours.likely < first.facts.headline.hours.likely


def test_steps_on_machines_in_use_are_hours_there_and_by_the_ratio_elsewhere(advisor: Advisor) -> None:
    """8,000 x 3 s = 6.7 h on 4 A100: 26.7 chip-hours, whatever the model; on 8 H100 a fifth of that."""
    first = advisor.ask("we do 3 s/it on 4 A100, 8000 steps")
    said = first.facts.headline
    assert isinstance(said, RunEstimate) and said.hours.likely == pytest.approx(8000 * 3 / 3600)
    other = advisor.ask("and what would it cost on 8 H100", before=first.goes_on_from).facts
    there = other.headline
    assert isinstance(there, RunEstimate) and "H100" in there.chip
    assert there.hours.likely < 6.67 / 2
    own = next(line for line in other.sentences if isinstance(line, OwnRun))
    assert (own.chips, round(own.hours, 1)) == (4, 6.7)


def test_hours_of_others_are_those_of_their_machines(advisor: Advisor) -> None:
    """Of the same chip as many chip-hours: 48 h x 32 / 4."""
    said = advisor.ask("They trained on 32 H100 for 2 days. How long would it take on 4 H100?").facts.headline
    assert isinstance(said, HoursThere)
    assert (said.hours, said.low, said.high) == (48, 384, 384)


def test_they_are_carried_to_another_chip(advisor: Advisor) -> None:
    """4,608 hours of an A100 are some 40 % of that on an H100, on eight of them 230 h."""
    said = advisor.ask("The paper used 64 A100 for 3 days. How long on 8 H100 and what does it cost?").facts.headline
    assert isinstance(said, CarriedOver) and (said.took, said.own_cards) == (72, 64)
    assert said.others[0].likely == pytest.approx(230, rel=0.05)


def test_without_traffic_a_month_of_serving_leads_with_what_a_million_tokens_cost(advisor: Advisor) -> None:
    text = card_text(advisor.ask("What does it cost to serve Llama 70B on A100 80GB?"))
    first = " ".join(text.split("[1]")[0].split())
    assert first.startswith("About $") and "per million tokens" in first.split(":")[0]
    assert "depends on your traffic, which you did not say" in first


def test_serving_nobody_knows_what_for_hours_nobody_knows_is_not_costed(advisor: Advisor) -> None:
    """It was once 100M tokens a day of an 8B."""
    asked = "How long does it take to train a voice on a single 4090, and to run inference on all the texts?"
    assert "$" not in card_text(advisor.ask(asked)).split("\n\n")[0]
