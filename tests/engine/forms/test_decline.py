"""What is not ours gets a line on what is, and never a purchase."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_json import answer_json
from bot.card.as_text import card_text
from engine.base.reason import Reason
from engine.forms.decline import DECLINE, NoDebugging, NoForecast, NoShopping, RentInstead
from engine.forms.sold.moved import PriceMoved


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("what is the weather like", "not_ours"),
        ("book me a meeting room", "not_ours"),
        ("who won the world cup", "not_ours"),
        ("Write a poem about our H100 cluster", "not_ours"),
        ("write me a short tweet that we finally moved off p3 instances", "not_ours"),
        ("loss is NaN", "no_debugging"),
        ("my loss became nan after 200 steps", "no_debugging"),
        ("my training crashed with a segfault", "no_debugging"),
        ("RuntimeError: CUDA error: device-side assert triggered", "no_debugging"),
        ("best graphics card for gaming and a bit of ML at home", "no_shopping"),
        ("should I get a 4090 for my home PC?", "no_shopping"),
        ("which laptop should I buy for deep learning?", "no_shopping"),
        ("should I buy NVIDIA stock?", "no_forecast"),
        ("any stock tips?", "no_forecast"),
        ("will H100 prices fall next year?", "no_forecast"),
        ("GPU price forecast for 2027?", "no_forecast"),
    ],
)
def test_what_cannot_be_done_here_is_said_in_the_first_line(text: str, code: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert answer.form is DECLINE
    assert answer.facts.headline is not None and answer.facts.headline.code == code
    assert answer.verdict is None
    said = answer_json(answer)["verdict"]
    assert said["lean"] is None and said["option"] is None


def test_a_card_of_ones_own_is_answered_with_what_the_smallest_costs_to_rent(advisor: Advisor) -> None:
    """g6.xlarge was seen at 0.8048 USD/h or more; a month of it has 730 hours."""
    told = advisor.ask("graphics card recommendation for training at home, or should I rent one?").facts.sentences
    (rented,) = [line for line in told if isinstance(line, RentInstead)]
    assert rented.values["usd_per_month"] == pytest.approx(730 * rented.values["usd_per_hour"])
    assert rented.values["usd_per_hour"] < 1.5, "one small chip, not a machine of eight"
    assert rented.cites


@pytest.mark.parametrize(
    "text",
    [
        "I got CUDA out of memory fine-tuning Llama 8B on one A100 40GB",
        "our spot runs crash twice a week: 8B LoRA weekly, should we go on-demand?",
        "is p5 in stock in Ohio?",
        "does a 3-year savings plan make sense for the p5 of my mining rig?",
        "the price of p5.48xlarge",
        "we build a recommender, 20 runs a month, which chip?",
    ],
)
def test_what_can_be_answered_is_not_declined(text: str, advisor: Advisor) -> None:
    assert advisor.ask(text).form is not DECLINE


def test_an_aside_in_a_thread_does_not_end_what_it_is_about(advisor: Advisor) -> None:
    first = advisor.ask("repeated Llama 8B fine-tune, 20 runs, PyTorch, AWS")
    aside = advisor.ask("book me a meeting room", before=first.reading)
    assert aside.form is DECLINE
    then = advisor.ask("make it 70B", before=aside.reading)
    assert then.form.id == "choose"
    assert then.reading.profile.parameters == 70e9 and then.reading.profile.runs == 20


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("What card is best for training if I have a budget of up to $1000 to buy one?", NoShopping),
        ("GPU power is 0 in codecarbon, the GPU is not tracked, what's wrong?", NoDebugging),
    ],
)
def test_a_card_of_ones_own_and_a_broken_tool_are_not_ours(text: str, kind: type[Reason], advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert answer.form is DECLINE and isinstance(answer.facts.headline, kind) and answer.verdict is None


def test_memory_that_ran_out_is_no_bug_to_decline(advisor: Advisor) -> None:
    answer = advisor.ask("CUDA out of memory error in line 40, help")
    assert answer.form is not DECLINE
    assert answer.facts.headline is not None and answer.facts.headline.code == "faq_told"


@pytest.mark.parametrize(
    "text",
    [
        "What card is best for training? If I have a budget of up to 1000 $, what can you suggest me?",
        "I'm planning to buy new GPUs and can't figure out which one is good for deep learning",
        "Which GPU should I buy for fine-tuning at home?",
        "We want to buy hardware to train models, what graphics card do you recommend?",
        "looking for a used card on eBay to train LoRAs, which one?",
    ],
)
def test_a_card_to_buy_is_answered_with_what_common_cards_hold(text: str, advisor: Advisor) -> None:
    """LoRA keeps 2 bytes a parameter: 90% of 24 GiB hold no more than 11.6B, and 7B with room to spare."""
    answer = advisor.ask(text)
    assert answer.form is DECLINE and isinstance(answer.facts.headline, NoShopping)
    table = answer.facts.table
    assert table is not None
    held = {
        row.cells[table.columns.index("card")]: row.cells[table.columns.index("up_to_lora")] for row in table.rows
    }
    assert set(held) == {"12 GB", "16 GB", "24 GB", "48 GB"}
    assert isinstance(held["24 GB"], float) and 7e9 < held["24 GB"] < 11.6e9
    assert "T4G" not in str(answer.facts.sentences)


@pytest.mark.parametrize(
    "text",
    [
        "How do you recommend to spend $1500 on GPUs from eBay: 1x Titan RTX or 2x RTX 2080 Ti?",
        "Titan RTX or RTX 2080 Ti to buy for training?",
        "is it better to buy a Titan RTX or a 2080 Ti?",
        "I want to buy a card for training, a Titan RTX or RTX 2080 Ti",
        "my home PC needs a new card: RTX 2080 Ti or Titan RTX?",
    ],
)
def test_named_cards_are_set_side_by_side_by_what_they_hold(text: str, advisor: Advisor) -> None:
    """Both of a generation without BF16; 24 and 11 GiB."""
    table = advisor.ask(text).facts.table
    assert table is not None and {"card", "has_bf16", "bandwidth"} <= set(table.columns)
    rows = {
        str(row.cells[0]).split("RTX")[-1]: dict(zip(table.columns, row.cells, strict=True)) for row in table.rows
    }
    assert {cells["hbm"] for cells in rows.values()} == {24, 11}
    assert not any(cells["has_bf16"] for cells in rows.values())


@pytest.mark.parametrize(
    "text",
    [
        "I have an RTX 3090 and it reports about 100 MH/s, is that what is expected of it?",
        "NiceHash shows 105 Mh/s on the RTX 3090 and 40 on the 1080 Ti, how can I fix that?",
        "what hashrate should a 3070 have?",
        "which is better for mining ethereum, a 3080 or a 3090?",
        "undervolting my 3090 to lower the fan noise, which settings?",
    ],
)
def test_mining_and_tuning_a_card_are_declined_without_a_figure(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert answer.form is DECLINE and answer.facts.headline is not None and answer.facts.headline.code == "other_use"
    assert answer.facts.table is None and answer.facts.sentences == () and answer.facts.questions == ()


@pytest.mark.parametrize(
    "text",
    [
        "Minimum GPU requirements\n\nAre there requirements for GPU memory? My RTX 5060 Ti with 16 GB VRAM runs out.",
        "Can I train it with one GPU? The script prints a segmentation fault. I have an RTX 3060 with 6gb vram",
        "I am thinking of getting an RTX 3060, can it be used for fine-tuning the model?",
    ],
)
def test_what_a_failing_run_or_a_card_to_buy_needs_is_a_question_of_memory(advisor: Advisor, text: str) -> None:
    assert advisor.ask(text).facts.headline.code in ("model_unnamed", "usual_room")


@pytest.mark.parametrize("text", ["will H100 prices go down next year?", "think H100 prices will drop again soon?"])
def test_no_forecast_is_told_with_what_moved_so_far(text: str, advisor: Advisor) -> None:
    """55.04 / 98.32 = 0.56."""
    told = advisor.ask(text).facts
    assert isinstance(told.headline, NoForecast)
    moved = [one for one in told.sentences if isinstance(one, PriceMoved)]
    assert moved and round(moved[0].share, 2) == -0.44
    assert card_text(advisor.ask(text))
