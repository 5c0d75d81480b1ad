"""Simpler forms of blocks: no word is lost on the way down, and each form is one Slack takes."""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any

import pytest

from bot.advice.advisor import Advisor
from bot.blockkit import fallbacks
from bot.blockkit.check import check_message
from bot.card.blocks.message import (
    card_blocks,
)
from tests.day import FOUNDING

KINDS = tuple(fallbacks.SIMPLER)
TABLE: dict[str, Any] = {
    "type": "data_table",
    "caption": "Costs",
    "rows": [
        [{"type": "raw_text", "text": "machine"}, {"type": "raw_text", "text": "USD"}],
        [{"type": "raw_text", "text": "p5 <!here>"}, {"type": "raw_number", "value": 3.5, "text": "3.50"}],
    ],
}


@pytest.mark.parametrize("refused", [set(some) for size in range(7) for some in combinations(KINDS, size)])
def test_every_set_of_refusals_leaves_a_card_slack_takes(refused: set[str], advisor: Advisor) -> None:
    made = fallbacks.without(card_blocks(advisor.ask(FOUNDING)), frozenset(refused))
    assert check_message({"text": "x", "blocks": made}) == ()
    assert not {block["type"] for block in made} & refused
    assert "trn2.48xlarge, block" in json.dumps(made) and "p4d.24xlarge, block" in json.dumps(made)
    assert "p5e.48xlarge, spot" in json.dumps(made)


def test_a_table_becomes_a_plainer_one_then_fields_then_text() -> None:
    plainer = fallbacks.without([TABLE], frozenset({"data_table"}))
    assert [block["type"] for block in plainer] == ["section", "table"]
    assert plainer[1]["column_settings"] == [{"is_wrapped": True}] * 2
    assert plainer[1]["rows"][1][1] == {"type": "raw_text", "text": "3.50"}

    fields = fallbacks.without([TABLE], frozenset({"data_table", "table"}))
    assert fields[1]["text"]["text"] == "*p5 &lt;!here&gt;*"
    assert fields[1]["fields"] == [{"type": "mrkdwn", "text": "*USD*\n3.50"}]

    text = fallbacks.without([TABLE], frozenset(KINDS))
    assert text[1] == {"type": "section", "text": {"type": "mrkdwn", "text": "*p5 &lt;!here&gt;*\n*USD* 3.50"}}


def test_the_block_slack_points_at_goes_first_then_the_newest() -> None:
    blocks = [{"type": "header"}, {"type": "context_actions"}, {"type": "data_table"}]
    assert (
        fallbacks.to_refuse(blocks, ["[ERROR] unsupported type [json-pointer:/blocks/1/type]"]) == "context_actions"
    )
    assert fallbacks.to_refuse(blocks, ["[ERROR] no more than 201 [json-pointer:/blocks/2/rows/0]"]) == "data_table"
    assert fallbacks.to_refuse(blocks, ["invalid_blocks"]) == "data_table"
    assert fallbacks.to_refuse(blocks[:1], []) is None
