"""Embedding tables against the cards or the host that were named, by hand."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.counted.embedding_tables import TablesElse, TablesNeed


def told(advisor: Advisor, text: str) -> TablesNeed:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, TablesNeed), text
    return first


def test_adagrad_doubles_a_table_and_its_row_wise_kind_does_not(advisor: Advisor) -> None:
    """8e8 x 64 x 4 = 204.8 GB; x 2 = 409.6; + 8e8 x 4 = 208. 8 x 36 GiB usable are 309.2 GB."""
    first = told(advisor, "an 800M x 64 embedding table in fp32 and Adagrad, does that fit one p4d?")
    assert [(one.state, round(one.gb, 1), one.fits) for one in first.ways] == [
        ("states_adagrad", 409.6, False),
        ("states_row", 208.0, True),
    ]
    assert first.usable == pytest.approx(309.2, abs=0.1)


def test_adam_keeps_two_numbers_of_four_bytes_of_each_value(advisor: Advisor) -> None:
    """76.8B values x 2 bytes + x 8 bytes = 768 GB over 72 GiB of each card: 10 cards."""
    first = told(advisor, "600M rows x 128 dims embeddings in fp16 with Adam, do they fit on 8 A100 80GB?")
    assert first.ways[0].gb == pytest.approx(768) and first.ways[0].needed == 10


def test_host_memory_that_is_told_is_what_it_is_held_against(advisor: Advisor) -> None:
    """76,914,149 x 400 x 4 = 123.1 GB, 246 with Adagrad, of 256 / 1.2 = 213."""
    first = told(advisor, "KG embedding: 76914149 entities, hidden dim 400, Adagrad, 256GB RAM. Does it fit?")
    assert first.host and [one.fits for one in first.ways] == [False, True]
    assert first.gb == pytest.approx(123.06, abs=0.01)


@pytest.mark.parametrize(
    ("text", "needed"),
    [
        ("DLRM, 1.1 TB of fp32 embeddings, rowwise adagrad: minimum number of H200?", 9),  # 1,134 / 136.3 GB
        ("embedding tables come to 1.8 TB fp16, SGD. How many p4de to hold them?", 24),  # 1,800 / 77.3 GB
    ],
)
def test_their_number_is_told_where_it_is_asked(advisor: Advisor, text: str, needed: int) -> None:
    answer = advisor.ask(text)
    first = answer.facts.headline
    assert isinstance(first, TablesNeed) and first.counts and first.ways[0].needed == needed
    assert any((isinstance(one, TablesElse) and one.each == 4) or one.each == 2 for one in answer.facts.sentences[:2])


def test_a_machine_is_looked_for_in_a_list(advisor: Advisor) -> None:
    first = advisor.ask("200M users x 128 dim embeddings, which GPU?").facts.headline
    assert first is not None and first.code == "tables_in"
