"""Turns of a thread about what the answer before them was about, whatever form that has."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.advice.answer import Answer
from bot.card.as_text import card_text

FIT = "can I LoRA a 13B on one 24GB card?"  # it takes 2; by itself a g6e.xlarge holds it
ROOM = "train yolov8x on 40k images 1280px, which card"  # 24 GB
RUN = "finetune 7B, 50M tokens, p4d.24xlarge: how many hours"
ENERGY = "how much co2 does 8 H100 for 3 days make in virginia"
BLOCK = "want trn2.48xlarge in us-east-2 next week, 1 machine, 6 days. possible?"


def thread(advisor: Advisor, *turns: str) -> Answer:
    answer = advisor.ask(turns[0])
    for turn in turns[1:]:
        answer = advisor.ask(turn, before=answer.goes_on_from)
    return answer


def first_line(answer: Answer) -> str:
    return card_text(answer, 1000).strip().splitlines()[0]


@pytest.mark.parametrize("turn", ["spot?", "and on spot", "as preemptible", "se usiamo le spot?", "スポットだと？"])
def test_another_way_to_buy_is_one_of_the_machine_that_was_told(advisor: Advisor, turn: str) -> None:
    assert first_line(thread(advisor, FIT, turn)).startswith("On spot: g6e.xlarge (NVIDIA L40S) is $0.5918 an hour")


def test_it_is_set_against_what_it_was(advisor: Advisor) -> None:
    """$0.5918 of $1.861 are 32%."""
    assert "68% less than $1.861 on demand in us-east-1" in first_line(thread(advisor, FIT, "spot?"))


def test_a_place_is_told_of_the_way_that_the_thread_said(advisor: Advisor) -> None:
    assert first_line(thread(advisor, FIT, "spot?", "and in frankfurt")).startswith(
        "In eu-central-1: g6e.xlarge (NVIDIA L40S) is $1.556 an hour on spot"
    )


def test_where_the_cloud_does_not_sell_it_the_nearest_that_holds_as_much_is_told(advisor: Advisor) -> None:
    line = first_line(thread(advisor, FIT, "on azure"))
    assert line.startswith(
        "On Azure: no NVIDIA L40S is sold there; the nearest with as much memory is Standard_NC24ads"
    )


@pytest.mark.parametrize("turn", ["in europe?", "anything in the eu only?", "und in Europa?"])
def test_a_card_of_so_much_memory_is_the_cheapest_that_has_it(advisor: Advisor, turn: str) -> None:
    line = first_line(thread(advisor, ROOM, turn))
    assert "the cheapest I know with 24 GB a card is g2-standard-4 (NVIDIA L4) at $0.7429 an hour" in line


@pytest.mark.parametrize("turn", ["where do I get those", "where can we rent these?", "where sold"])
def test_where_it_is_sold(advisor: Advisor, turn: str) -> None:
    assert first_line(thread(advisor, ROOM, turn)).startswith(
        "g2-standard-4 (1 x NVIDIA L4) on demand on Google Cloud"
    )


NOTICE = "AWS gives two minutes before it takes a spot instance back; Google Cloud and Azure give about 30 seconds."


@pytest.mark.parametrize("turn", ["how often do those get killed", "do they get interrupted a lot"])
def test_how_often_it_is_taken_away(advisor: Advisor, turn: str) -> None:
    assert first_line(thread(advisor, ROOM, "spot?", turn)).partition(" [")[0].endswith(NOTICE)


@pytest.mark.parametrize("turn", ["what would the rented equivalent be", "rental price", "price?"])
def test_the_hour_of_what_was_told(advisor: Advisor, turn: str) -> None:
    assert first_line(thread(advisor, FIT, turn)).startswith("$1.86 an hour: g6e.xlarge on demand in us-east-1")


@pytest.mark.parametrize(
    ("turn", "begins"),
    [
        ("what would that cost a day", "$44.66 a day: g6e.xlarge on demand"),  # 24 x 1.861
        ("we only have 2000 a month", "Yes: $1,359 a month, g6e.xlarge on demand in us-east-1, is within $2,000"),
        ("max 1000 dollars a month", "No: $1,359 a month, g6e.xlarge on demand in us-east-1, is $359 over $1,000"),
    ],
)
def test_a_time_or_an_amount_of_money_of_it(advisor: Advisor, turn: str, begins: str) -> None:
    assert first_line(thread(advisor, FIT, turn)).startswith(begins)


@pytest.mark.parametrize("turn", ["x5", "for all 5 folds", "5 seeds", "e per tutti e 5 i fold?"])
def test_so_many_runs_are_so_many_times_the_dollars(advisor: Advisor, turn: str) -> None:
    """5 x $12.4 is $62.2, of what is not rounded."""
    assert first_line(thread(advisor, RUN, turn)).startswith("$62.4 ($45.1 to $99.7) for 5 runs: p4d.24xlarge")


def test_so_many_of_what_nobody_told_the_hours_of(advisor: Advisor) -> None:
    """5 x $0.7068."""
    line = first_line(thread(advisor, ROOM, "for 5 seeds"))
    assert line.startswith("5 times the hours and dollars of one:")
    assert "or at once on 5 of it at $3.534 an hour" in line


@pytest.mark.parametrize(
    ("turns", "begins"),
    [
        (("pretrain 1.1B params on 300B tokens, what does it take", "3 weeks tops"), "Yes, within 21 days"),
        (
            ("how much vram to full finetune mistral 7b", "what machine on azure", "3 weeks tops"),
            "That depends on how much data it is, which you did not say: 21 days on NC80adis_H100_v5 are enough for",
        ),
        (("smallest machine for full finetune of gemma 2 9b", "spot?", "2 weeks at most"), "Whether 14 days on"),
    ],
)
def test_whether_the_time_that_is_allowed_holds(advisor: Advisor, turns: tuple[str, ...], begins: str) -> None:
    assert first_line(thread(advisor, *turns)).startswith(begins)


@pytest.mark.parametrize("turn", ["no upfront payments allowed here, on demand only", "nothing paid upfront"])
def test_what_is_paid_before_is_not_told_where_nothing_may_be(advisor: Advisor, turn: str) -> None:
    line = first_line(thread(advisor, BLOCK, turn))
    assert line.startswith(
        "With nothing paid before: AWS Trainium2 is not sold on demand; the nearest that is: trn1.32x"
    )


def test_grams_of_the_run_that_was_told(advisor: Advisor) -> None:
    turns = "how long to train 8B on 2B tokens with 8 H100", "and with 16?", "as CO2 in ireland"
    assert first_line(thread(advisor, *turns)).startswith(
        "16 x NVIDIA H100 SXM for 4.2 h: about 60 kWh and 24 kgCO2e"
    )


def test_another_place_after_grams_is_one_of_grams(advisor: Advisor) -> None:
    line = first_line(thread(advisor, ENERGY, "and had we been in sweden"))
    assert "13 kgCO2e in eu-north-1" in line


@pytest.mark.parametrize("turn", ["fastest instead", "make it faster", "anything faster?"])
def test_faster_is_the_same_on_the_fastest_machine(advisor: Advisor, turn: str) -> None:
    assert "p6-b300.48xlarge" in first_line(thread(advisor, RUN, turn))


def test_who_sells_it_for_the_least(advisor: Advisor) -> None:
    line = first_line(thread(advisor, "what does azure want for 8 H100", "thats crazy. who's cheapest then"))
    assert line.startswith("The cheapest of the clouds I price: p5.48xlarge (8 x NVIDIA H100 SXM) is $55.04 an hour")


@pytest.mark.parametrize("turn", ["sorry 30B not 13", "not 13B but 30B", "30B, not 13B sorry"])
def test_a_correction_holds_for_all_later_turns(advisor: Advisor, turn: str) -> None:
    turns = "smallest aws box for full finetuning a 13B?", turn
    assert first_line(thread(advisor, *turns)).startswith("For full fine-tuning of 30B: 2 x p4d.24xlarge")
    assert thread(advisor, *turns, "thx. so p5 or is the older one fine").reading.profile.parameters == 30e9


def test_what_was_worked_out_so_says_under_what(advisor: Advisor) -> None:
    turns = "L4 or A10G for serving a 7B?", "in frankfurt"
    assert first_line(thread(advisor, *turns)).startswith("In eu-central-1: L4: about $2.0 per 1M tokens served")


def test_a_wish_asks_nothing(advisor: Advisor) -> None:
    assert thread(advisor, RUN, "carbon matters most").form.id != "carbon"


def test_a_line_that_tells_the_way_to_buy_is_not_said_to_leave_it_out(advisor: Advisor) -> None:
    told = first_line(thread(advisor, "can I LoRA a 34B on 2x L40S?", "and in frankfurt on spot"))
    assert told.startswith("On spot in eu-central-1: 2 x g6e.xlarge")


@pytest.mark.parametrize("turn", ["which regions?", "in which regions is that?", "which regions exactly"])
def test_regions_are_told_of_what_the_line_was_about(advisor: Advisor, turn: str) -> None:
    told = first_line(thread(advisor, "cheapest H100 right now", turn))
    assert "on demand on AWS, 13 regions, the cheapest first" in told


def test_each_of_the_regions_is_priced(advisor: Advisor) -> None:
    told = first_line(thread(advisor, "which regions sell trn1.32xlarge", "how much in each?"))
    assert told.startswith(
        "trn1.32xlarge (16 x AWS Trainium) on demand on AWS, 3 regions, the cheapest first: $21.50/h"
    )


def test_how_to_buy_lists_where_and_in_which_ways(advisor: Advisor) -> None:
    told = first_line(thread(advisor, "p6-b200.48xlarge price per GPU", "how to buy it?"))
    assert "by Capacity Block" in told and "4 regions" in told
