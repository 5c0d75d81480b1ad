from __future__ import annotations

import math

import pytest

from bot.advice.advisor import Advisor
from engine.answers.rank_prices import ranked
from engine.forms.sold.counted import NoOneMachine, in_all, is_counted
from engine.forms.sold.price_reasons import CheapestChip, ChipHour
from tests.day import DAY
from tests.engine.forms.test_price import cells


@pytest.mark.parametrize("wanted", [3, 6, 16, 64])
@pytest.mark.parametrize("text", ["cheapest {}x H100", "{} H100 cheapest", "lowest price for {} H100"])
def test_a_number_that_no_machine_has_is_told_as_machines_and_their_sum(
    wanted: int, text: str, advisor: Advisor
) -> None:
    answer = advisor.ask(text.format(wanted))
    first = answer.facts.headline
    assert isinstance(first, CheapestChip) and first.machines * first.count >= wanted
    assert first.machines == math.ceil(wanted / first.count)
    (said,) = [reason for reason in answer.facts.sentences if isinstance(reason, NoOneMachine)]
    assert said.wanted == wanted
    sums = [float(str(usd)) for usd in cells(answer, "usd_all")]
    assert sums[0] == pytest.approx(first.usd * first.machines) and sums[0] == min(sums)


def test_three_h100_are_three_machines_of_one(advisor: Advisor) -> None:
    """Nebius' gpu-h100-sxm_1gpu on spot, $1.25 of 2026-07-20: 3 x 1.25 = 3.75."""
    first = advisor.ask("cheapest 3x H100").facts.headline
    assert isinstance(first, CheapestChip)
    assert (first.machines, first.count, first.machines * first.usd) == (3, 1, pytest.approx(3.75))


def test_more_than_a_machine_has_are_whole_machines(advisor: Advisor) -> None:
    """64 = 8 machines of 8, whose chips are joined, and no 64 of one."""
    first = advisor.ask("cheapest 64 H100").facts.headline
    assert isinstance(first, CheapestChip) and (first.machines, first.count) == (8, 8)


@pytest.mark.parametrize("count", [1, 2, 4, 8])
def test_of_a_number_that_machines_have_every_seller_takes_part(count: int, advisor: Advisor) -> None:
    """RunPod lists machines of 1, 2, 4 and 8 H100, all on demand."""
    answer = advisor.ask(f"cheapest {count}x H100")
    assert "runpod" in set(cells(answer, "cloud"))
    assert not any(isinstance(reason, NoOneMachine) for reason in answer.facts.sentences)


def test_a_sum_is_never_below_that_of_a_smaller_number(advisor: Advisor) -> None:
    types = [thing for thing in advisor.facts.instances.values() if thing.accelerator == "h100-sxm"]
    rows = ranked(types, advisor.library(), DAY, None, None)
    sums = [in_all(rows, wanted)[0].usd_in_all for wanted in range(1, 9)]
    assert sums == sorted(sums)
    assert is_counted(rows, 3) and not is_counted(rows, 8) and not is_counted((), 3) and not is_counted(rows, None)


def test_cards_that_no_link_joins_are_rented_one_by_one(advisor: Advisor) -> None:
    """10 L4 are 10 machines of one, and not two of eight, of which six are paid for nothing."""
    first = advisor.ask("10 L4 on spot on google cloud, cheapest way").facts.headline
    assert isinstance(first, CheapestChip) and (first.machines, first.count) == (10, 1)
    assert first.machines * first.usd == pytest.approx(2.709, rel=1e-3)  # 10 x 0.2709


def test_so_many_chips_and_nothing_else_is_a_price(advisor: Advisor) -> None:
    answer = advisor.ask("10 L4")
    told = answer.facts.headline
    assert answer.form.id == "price" and isinstance(told, ChipHour)
    assert (told.machines, told.instance) == (10, "g2-standard-4")


def test_what_is_to_be_done_on_them_is_no_price(advisor: Advisor) -> None:
    assert advisor.ask("train on 4 L4").form.id != "price"
