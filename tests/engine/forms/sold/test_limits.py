from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import headline
from engine.answers.rank_prices import holds
from engine.forms.sold.limits import NoneHolds, NothingUnder, UnderRate
from engine.forms.sold.price_reasons import CheapestChip, ChipHour
from tests.engine.forms.test_price import cells


@pytest.mark.parametrize(
    "text",
    [
        "H100 under $3",
        "GPUs under $2 per hour with 80GB",
        "A100 below $2/h on AWS",
        "which GPUs are under $1 an hour?",
    ],
)
def test_nothing_dearer_than_what_was_said_is_shown(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    limit = answer.facts.headline
    assert isinstance(limit, UnderRate) and max(limit.usd_each) <= limit.usd
    shown = [float(str(usd)) for usd in cells(answer, "usd_chip")]
    assert shown and max(shown) <= limit.usd


@pytest.mark.parametrize(
    "text", ["H100 under $1/h", "cheapest H100 for less than a dollar an hour", "H100 below 1 $/h"]
)
def test_where_nothing_is_so_cheap_that_is_said_before_the_cheapest(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert isinstance(answer.facts.headline, NothingUnder) and answer.facts.headline.usd == pytest.approx(1.0)
    cheapest = answer.facts.sentences[0]
    assert isinstance(cheapest, CheapestChip) and cheapest.usd_chip > 1.0


@pytest.mark.parametrize(
    ("gb", "chip"), [(200, "AMD Instinct MI325X"), (256, "AMD Instinct MI325X"), (288, "AMD Instinct MI350X")]
)
@pytest.mark.parametrize("text", ["cheapest GPU with {}GB", "cheapest {} GB card", "{}GB GPU, lowest price"])
def test_large_memories_are_of_every_vendor(gb: int, chip: str, text: str, advisor: Advisor) -> None:
    first = advisor.ask(text.format(gb)).facts.headline
    assert isinstance(first, CheapestChip) and first.chip == chip


def test_memory_in_all_is_that_of_all_chips_of_a_machine(advisor: Advisor) -> None:
    for text in ("cheapest 8 GPUs with 640GB total", "cheapest machine with 640 GB of GPU memory"):
        answer = advisor.ask(text)
        for name in cells(answer, "instance"):
            thing = advisor.library().reaching(("runpod", "nebius", "lambda", "crusoe", "digitalocean", "hot-aisle",
                                                "oracle-cloud")).facts.instances[str(name)]  # fmt: skip
            chip = advisor.facts.accelerators[thing.accelerator]
            assert holds(chip, 640 / thing.count), name


def test_what_no_chip_has_is_said_with_the_one_that_has_most(advisor: Advisor) -> None:
    told = advisor.ask("cheapest GPU with 500 GB").facts.headline
    assert isinstance(told, NoneHolds) and told.gb == 500 and told.gib == pytest.approx(268)


@pytest.mark.parametrize("text", ["p5.48xlarge under $50/h", "p5.48xlarge for less than $50 an hour"])
def test_a_limit_beside_a_type_is_that_of_the_machine(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    limit = answer.facts.headline
    assert isinstance(limit, UnderRate) and limit.by_machine
    assert max(float(str(usd)) for usd in cells(answer, "usd")) <= 50


@pytest.mark.parametrize(
    ("text", "usd"),
    [
        ("what can I get for $10/h?", 10.0),
        ("I have a budget of $20 per hour, which GPUs can I rent?", 20.0),
        ("budget of $20 per hour, which GPUs can I rent?", 20.0),
    ],
)
def test_a_sum_for_an_hour_is_a_limit_of_a_machine_the_dearest_chip_first(
    text: str, usd: float, advisor: Advisor
) -> None:
    """6.79 USD: a B200 of RunPod."""
    answer = advisor.ask(text)
    limit = answer.facts.headline
    assert isinstance(limit, UnderRate) and limit.by_machine and limit.usd == usd
    assert limit.chips[0] == "NVIDIA B200" and limit.usd_each[0] == pytest.approx(6.79)
    assert max(float(str(cell)) for cell in cells(answer, "usd")) <= usd


def test_a_rate_of_work_or_of_a_bill_is_no_such_limit(advisor: Advisor) -> None:
    for text in ("we pay $20 per hour for p4d.24xlarge", "fine-tune llama 8B with a budget of $10 per hour"):
        assert advisor.ask(text).reading.most_usd_per_hour is None


@pytest.mark.parametrize(
    "text",
    [
        "cheapest GPU with at least 24 GB under $1/hour",
        "GPUs with 24GB under $1 an hour",
        "which GPU with 24 GB is under $1 per hour?",
    ],
)
def test_a_chip_of_a_machine_that_costs_more_stands_behind_those_that_can_be_rented_for_it(
    text: str, advisor: Advisor
) -> None:
    """p4d.24xlarge is 5.16 USD an hour on spot, 0.65 a chip."""
    answer = advisor.ask(text)
    limit = answer.facts.headline
    assert isinstance(limit, UnderRate) and limit.chips[-1] == "NVIDIA A100 40 GB"
    assert [(count, round(usd, 2)) for count, usd in limit.shared] == [(8, 5.16)]
    assert "; in machines that cost more, NVIDIA A100 40 GB from $0.65 ($5.16/h for 8)" in headline(answer)


@pytest.mark.parametrize("name", ["H100 SXM", "NVIDIA H100 SXM"])
def test_the_form_that_is_written_comes_before_the_number(name: str, advisor: Advisor) -> None:
    """Azure sells one H100 as NVL; H100 SXM by eight, at 88.49 / 8."""
    told = advisor.ask(f"price of one {name} on Azure").facts.headline
    assert isinstance(told, ChipHour) and (told.chip, told.count) == ("NVIDIA H100 SXM", 8)
