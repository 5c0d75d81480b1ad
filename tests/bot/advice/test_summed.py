"""Turns that ask something of the dollars told before them, in whole threads."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.advice.answer import Answer
from bot.advice.summed import is_of_sums, unsummed
from bot.advice.thread.first_line import first_words
from bot.card.as_text import card_text

RUN = "pretrain 3b on 300B tokens, 64 h100, what does it cost"

BILL = "what's the monthly bill for serving llama 8B at 5 requests a second on g6e.xlarge"
MONTH = "whats a g6e.xlarge per month in us-east-1"


def thread(advisor: Advisor, *turns: str) -> Answer:
    answer = advisor.ask(turns[0])
    for turn in turns[1:]:
        answer = advisor.ask(turn, before=answer.goes_on_from)
    return answer


def first_line(answer: Answer) -> str:
    return card_text(answer, 1000).strip().splitlines()[0]


@pytest.mark.parametrize(
    ("turns", "begins"),
    [
        (("how much is a p4d.24xlarge", "and for a month?", "and spot?"), "$7,225 a month: p4d.24xlarge on spot"),
        (("price of h100 on aws", "8 of them for a month"), "$40.2k a month: 8 x NVIDIA H100 SXM on demand"),
        (("was kostet eine g5.2xlarge", "und im monat?"), "$885 a month: g5.2xlarge on demand"),
        (("g6e.xlarge cost", "what about g6e.12xlarge", "which is cheaper per gpu?"), "g6e.xlarge on demand"),
        (("trn1.32xlarge hourly price?", "we'd run it 10h a day", "split over 3 teams?"), "$2,180 a month for each"),
        (
            ("8 A100 for 10 hours, cost?", "16 of them"),
            "10 h on 16 x NVIDIA A100 40 GB are 160 chip-hours",
        ),
        ((BILL, "we only have 2 of them"), "$2,720 ($1,350 to $2,960) a month: 2 x g6e.xlarge"),
        ((RUN, "and on a100?", "which is cheaper?"), "8 x p4d.24xlarge on demand is the cheaper"),
        ((RUN, "can we get it under a million?"), "Yes: $32.7k"),
        ((RUN, "how many runs would 100k buy?"), "$100k buys 3.1 runs"),
        ((RUN, "we do 2 a month", "per year?"), "$784k"),
        ((MONTH, "is that 24/7?"), "Yes, day and night: $1,359 a month is 730 h at $1.861"),
        ((MONTH, "only weekdays 9 to 18"), "$364 a month"),  # 9 h x 21.73 days x $1.861
        (
            ("was kostet g5.48xlarge pro Monat?", "und nur 8 Stunden am Tag?", "als Spot?"),
            "$1,276 a month: g5.48xlarge",
        ),
        (("was kostet g5.48xlarge pro Monat?", "zwei davon", "als Spot?"), "$7,656 a month: 2 x g5.48xlarge on spot"),
        (("monthly cost of 3 g5.xlarge", "make it 5", "only 10 hours a day"), "$1,530 a month: 5 x g5.xlarge"),
        (("g5.2xlarge monthly", "only weekdays", "10h a day"), "$263 a month"),  # 10 h x 21.73 days x $1.212
        (("g5.2xlarge monthly", "10h a day", "only weekdays"), "$263 a month"),
        (("g5.2xlarge monthly", "10h a day", "24/7?"), "$885 a month"),  # 730 x 1.212
        (("what does a p4d cost", "for a month"), "$16.03k a month: p4d.24xlarge"),  # 730 x 21.96
        (("p4d per gpu price", "for a month"), "$2,004 a month: NVIDIA A100 40 GB"),  # 730 x 2.745
        (
            ("cost of 4 g5.2xlarge a month", "and 6", "so which is cheaper"),
            "4 x g5.2xlarge on demand in us-east-1 is the",
        ),
        (("2x p4d.24xlarge for a month", "half as many machines"), "$16.03k a month"),
        (("p5.48xlarge 200 hours on demand", "with 15% EDP"), "$9,357"),  # 200 x 55.04 x 0.85
        ((MONTH, "and daily?"), "$44.66 a day"),  # 24 x 1.861
        ((RUN, "and on 128?", "cost each way?"), "74 h and $32.7k on 8 x p5.48xlarge (64 chips); "),
        (("llama 3.3 70b in bf16 - how many v6e chips", "so whats that per hour?"), "$21.60 an hour: 8 x TPU v6e"),
        (
            ("g5.xlarge in sydney?", "and in mumbai?", "the difference per month?"),
            "g5.xlarge on demand in ap-south-1",
        ),
        ((MONTH, "only weekdays 9 to 18", "does that include nights?"), "No, not all hours: $364 a month"),
    ],
)
def test_the_first_line_is_what_they_ask(advisor: Advisor, turns: tuple[str, ...], begins: str) -> None:
    answer = thread(advisor, *turns)
    assert first_line(answer).startswith(begins), first_line(answer)
    assert answer.question == turns[-1]


def test_what_was_asked_of_the_last_sum_is_asked_of_the_next(advisor: Advisor) -> None:
    told = first_line(thread(advisor, RUN, "can we get it under 10k?", "what about spot"))
    assert told.startswith(("Yes: ", "No: ", "Probably")) and "on spot" in told and "$10k" in told


def test_people_are_answered_in_a_thread_where_they_ask_for_a_sum(advisor: Advisor) -> None:
    before = advisor.ask(RUN).goes_on_from

    def asks(text: str) -> bool:
        return is_of_sums(text, advisor.sum_turn(text, before), before)

    assert asks("split over 3 teams?") and not asks("sounds good")


def test_sums_are_no_part_of_what_is_judged(advisor: Advisor) -> None:
    before = advisor.ask(RUN).goes_on_from
    assert before.sums and unsummed(before).sums == ()


@pytest.mark.parametrize(
    ("turns", "begins"),
    [
        (("trn1.32xlarge price", "total for the year"), "$188.3k a year"),  # 8,760 x 21.50
        (("trn1.32xlarge price", "and per quarter"), "$47.1k a quarter"),  # 2,190 x 21.50
        (("tpu v6e per hour", "256 chips for a week", "with 3 year commitment"), "$52.5k a week: v6e-256"),
        (("mi300x price", "per GB of memory"), "An hour of one GiB of memory on demand: AMD Instinct MI300X $0.031"),
        (("p5.48xlarge price", "when was that checked?"), "The price I hold of p5.48xlarge"),
    ],
)
def test_a_turn_of_a_price_thread_is_of_what_it_speaks_of(
    advisor: Advisor, turns: tuple[str, ...], begins: str
) -> None:
    """168 x 312.32 = 52,470: the machine has all 256 chips."""
    answer = thread(advisor, *turns)
    assert first_line(answer).startswith(begins), first_line(answer)


def test_what_is_owed_whole_is_not_paid_for_the_share_that_is_used(advisor: Advisor) -> None:
    """At 43 % off it pays from 57 % of its hours."""
    before = advisor.ask("p4d.24xlarge with a 3 year reservation, price?").goes_on_from
    answer = advisor.ask("we only use it 40% of the time", before=before)
    assert first_words(answer).startswith("No. At 43% off a 3-year reservation pays from 57% of its hours")
