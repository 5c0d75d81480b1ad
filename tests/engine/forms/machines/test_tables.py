"""Machines for embedding tables, by hand."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.machines.tables import TablesIn


def told(advisor: Advisor, text: str) -> TablesIn:
    found = advisor.ask(text).facts.headline
    assert isinstance(found, TablesIn), text
    return found


@pytest.mark.parametrize(
    ("text", "gb"),
    [
        ("recommend an instance for a 2B parameter DLRM with 500GB embedding tables", 500.0),
        ("which Azure machine for 2 TB of embedding tables?", 2000.0),
        ("We train a DLRM with 100 GB embedding tables on AWS, what should we rent?", 100.0),
    ],
)
def test_the_size_that_is_told_is_used(text: str, gb: float, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    first = answer.facts.headline
    assert isinstance(first, TablesIn) and first.gb == gb
    assert not any("GB" in words for words in answer.reading.unread)
    assert first.hbm is not None and first.hbm[1] * 2**30 >= gb * 1e9
    assert first.host is None or first.host[1] * 2**30 >= 1.2 * gb * 1e9


@pytest.mark.parametrize(
    ("text", "gb"),
    [
        ("200M users x 128 dim embeddings, which GPU?", 102.4),  # 200e6 x 128 x 4 bytes
        ("Which instance for 50 million items x 64 dimensional embeddings?", 12.8),  # 50e6 x 64 x 4 bytes
    ],
)
def test_rows_and_width_make_the_size(text: str, gb: float, advisor: Advisor) -> None:
    assert told(advisor, text).gb == pytest.approx(gb)


def test_more_than_any_machine_has_is_several(advisor: Advisor) -> None:
    """2 TB are 1,863 GiB; eight MI300X have 1,536, of which 90% are usable: two machines."""
    first = told(advisor, "which Azure machine for 2 TB of embedding tables?")
    assert first.hbm is not None and first.hbm[0].startswith("2 x ") and first.hbm[1] == 2 * 1536


def test_a_card_that_is_named_is_asked_whether_it_fits(advisor: Advisor) -> None:
    first = advisor.ask("Does an embedding table of 1M users x 128 fit on a T4?").facts.headline
    assert first is not None and first.code == "tables_need"
