from __future__ import annotations

from datetime import date

import pytest

from bot.advice.advisor import Advisor
from engine.forms.sold.limits import UnderRate
from knowledge.facts import Facts
from tests.day import DAY

DAYS = (date(2026, 10, 10), DAY, date(2026, 11, 28))
ALIKE = (  # wordings of one question
    ("cheapest H100", "H100 per hour cheapest", "best price for H100", "H100 best price", "lowest H100 price",
     "I need a cheap H100, which?", "H100 price per hour cheapest anywhere", "what is the lowest price for an H100?"),
    ("cheapest B200", "B200 per hour cheapest", "B200, lowest hourly price"),
    ("cheapest MI300X", "lowest price of an MI300X", "MI300X best deal"),
    ("cheapest on-demand H100", "lowest on demand price for H100", "H100 on demand cheapest"),
    ("cheapest H100 on AWS", "cheapest AWS H100", "H100 on AWS cheapest per chip-hour", "AWS: lowest H100 price"),
    ("cheapest H100 in Europe", "H100 in Europe cheapest", "in Europe, lowest price for H100"),
    ("cheapest GPU with 80 GB", "cheapest 80GB card", "80 GB card cheapest"),
    ("cheapest 2x H100", "2x H100 cheapest", "lowest price for 2x H100"),
    ("cheapest TPU with 96 GB", "which TPU with 96 GB of memory is cheapest?"),
    ("cheapest chip with 96 GB of memory", "cheapest accelerator with 96GB", "accelerator with 96 GB, lowest price"),
    ("cheapest 8 GPUs with 640GB total", "8 GPUs, 640GB total, cheapest", "lowest price, 8 GPUs with 640 GB in all"),
    ("cheapest A100 80GB with a 1-year reservation", "1-year reservation of an A100 80GB, cheapest",
     "lowest price of a 1-year reserved A100 80GB"),
    ("cheapest H100 3-year", "H100 3yr reserved cheapest", "cheapest H100 on a 3 year commitment"),
    ("which GPUs are under $1 an hour?", "GPUs for less than a dollar an hour", "any GPU below $1 per hour",
     "cheapest GPU under $1/h", "GPUs under $1 per GPU-hour", "GPUs at most 1 dollar an hour"),
    ("spot GPUs on AWS under $0.50/h", "spot GPUs under $0.50/h on AWS", "AWS: spot GPUs below $0.50 an hour"),
    ("H100 under $3", "H100 under $3/h", "H100 for less than 3 dollars an hour"),
)  # fmt: skip


@pytest.mark.parametrize("texts", ALIKE, ids=lambda texts: str(texts[0]))
@pytest.mark.parametrize("day", DAYS, ids=str)
def test_the_order_of_its_words_changes_no_answer(texts: tuple[str, ...], day: date, facts: Facts) -> None:
    advisor = Advisor(facts, day)
    first, *others = (advisor.ask(text) for text in texts)
    assert first.form.id == "price" and first.facts.headline is not None
    for text, other in zip(texts[1:], others, strict=True):
        assert (other.form.id, other.facts.headline) == ("price", first.facts.headline), text
        assert other.facts.table == first.facts.table, text


@pytest.mark.parametrize(
    "text",
    [
        "cheapest way to fine-tune a 7B on an A100",
        "why is the H100 cheapest on RunPod?",
        "LoRA of Llama 8B on H100 for at most $3 per hour, lowest cost",
        "H100 vs A100, which has the lowest price per token?",
        "what is the cheapest alternative to our p4d, we train weekly?",
    ],
)
def test_work_and_comparisons_are_no_such_question(text: str, advisor: Advisor) -> None:
    reading = advisor.parse(text)
    assert (reading.most_usd_per_hour, reading.machine_memory_gb) == (None, None)
    assert advisor.ask(text).form.id != "price" or "cheapest_of" not in reading.cues


def test_what_an_hour_may_cost_is_no_budget(advisor: Advisor) -> None:
    reading = advisor.parse("A100 under $2/h")
    assert reading.most_usd_per_hour == pytest.approx(2.0) and reading.profile.budget_usd is None


@pytest.mark.parametrize("text", ["budget at most $500 for an H100", "H100 under $100 a day", "H100 under $900"])
def test_a_budget_and_a_rate_by_the_day_are_no_rate_by_the_hour(text: str, advisor: Advisor) -> None:
    assert advisor.parse(text).most_usd_per_hour is None


def test_gigabytes_of_a_machine_are_not_those_of_a_chip(advisor: Advisor) -> None:
    reading = advisor.parse("cheapest server with 1 TB of VRAM in total")
    assert reading.machine_memory_gb == pytest.approx(1000.0) and reading.profile.chip_memory_gb is None


@pytest.mark.parametrize("text", ["cheapest H100 without a 3 year contract", "cheapest H100, not for 3 years"])
def test_a_term_that_is_excluded_is_not_asked_for(text: str, advisor: Advisor) -> None:
    assert advisor.parse(text).profile.purchase is None


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("1000 H100 hours on AWS spot, total cost", 1000.0),
        ("cost of 500 A100-hours on GCP", 500.0),
        ("8 H100 for 24 hours", None),
        ("fine-tune llama 8B in 1000 H100 hours", None),
        ("1000 GPU hours", None),
    ],
)
def test_hours_of_a_chip_are_told_where_no_work_is_said(text: str, hours: float | None, advisor: Advisor) -> None:
    assert advisor.ask(text).reading.chip_hours == hours


@pytest.mark.parametrize(
    ("text", "usd"),
    [
        ("what can I get for $10/h?", 10.0),
        ("budget of $20 per hour, which GPUs can I rent?", 20.0),
        ("we pay $5/h", None),
    ],
)
def test_a_sum_for_an_hour_is_a_limit(text: str, usd: float | None, advisor: Advisor) -> None:
    assert advisor.ask(text).reading.most_usd_per_hour == usd


@pytest.mark.parametrize(
    ("text", "usd"),
    [
        ("what can I rent for $5/h", 5),
        ("what can I rent for $5 an hour?", 5),
        ("which instance can I rent for $5/h", 5),
        ("Was kann ich für 5 $ pro Stunde mieten?", 5),
        ("which instances are under $10 per hour", 10),
        ("what can I run for 48 dollars a day", 2),
    ],
)
def test_a_sum_for_an_hour_or_a_day_asks_what_it_rents(text: str, usd: float, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert isinstance(answer.facts.headline, UnderRate)
    assert answer.facts.headline.usd == usd and answer.facts.headline.by_machine


@pytest.mark.parametrize("text", ["which gpus cost less than $1/h", "what gpus cost under $1 per hour"])
def test_cards_that_cost_less_are_bounded_by_their_own_hour(text: str, advisor: Advisor) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, UnderRate) and told.usd == 1 and not told.by_machine
