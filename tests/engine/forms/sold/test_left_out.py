from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.sold.left_out import RowsAside, RowsLeftOut
from tests.engine.forms.test_price import cells


@pytest.mark.parametrize("text", ["cheapest H100", "cheapest A100", "cheapest TPU", "A100 price per hour"])
def test_a_way_to_buy_without_a_row_is_told_with_its_price(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    (told,) = [reason for reason in answer.facts.sentences if isinstance(reason, RowsLeftOut)]
    shown = set(zip(cells(answer, "cloud"), cells(answer, "bought"), strict=True))
    assert told.rows > 0 and shown.isdisjoint({(cloud, way) for cloud, way, _ in told.ways})


def test_what_is_all_shown_leaves_nothing_out(advisor: Advisor) -> None:
    for text in ("cheapest MI325X", "cheapest 2x H100", "cheapest GH200"):
        assert not any(isinstance(reason, RowsLeftOut) for reason in advisor.ask(text).facts.sentences), text


def test_rows_that_stand_last_although_they_cost_less_are_explained(advisor: Advisor) -> None:
    for text, aside in (("cheapest B200", True), ("cheapest MI325X", False)):
        told = advisor.ask(text).facts.sentences
        assert any(isinstance(reason, RowsAside) for reason in told) is aside, text
