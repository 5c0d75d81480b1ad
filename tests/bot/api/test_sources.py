"""What is known of a source."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.advice.advisor import Advisor
from bot.api.asked import NewPrice
from bot.wording.errors import UserError
from tests.bot.api.desks import desk_of


def test_a_source_without_a_public_address_is_told_by_its_id(advisor: Advisor, tmp_path: Path) -> None:
    told = desk_of(advisor, tmp_path).source("chipscout-assumption", "T1")
    assert (told.grade, told.as_of, told.url) == ("assumed", "2026-11-21", None)
    assert told.note and told.publisher == "chipscout"


def test_an_own_price_is_told_to_its_workspace_alone(advisor: Advisor, tmp_path: Path) -> None:
    desk = desk_of(advisor, tmp_path)
    paid = NewPrice.model_validate({"name": "p5.48xlarge", "amount": "31.46", "valid_from": "2026-01-01"})
    name = desk.set_price(paid, "T1").id
    assert desk.source(name, "T1").grade == "own"
    with pytest.raises(UserError, match="no_such_source"):
        desk.source(name, "T2")


def test_the_thread_of_a_report_is_told_by_its_id(advisor: Advisor, tmp_path: Path) -> None:
    told = desk_of(advisor, tmp_path).source("report:TencentARC/InstantMesh#69", "T1")
    assert told.url == "https://github.com/TencentARC/InstantMesh/issues/69"
    with pytest.raises(UserError, match="no_such_source"):
        desk_of(advisor, tmp_path).source("report:TencentARC/InstantMesh#1", "T1")
