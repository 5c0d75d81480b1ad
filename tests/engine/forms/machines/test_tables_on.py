"""Tables on cards that were named: what they take with an optimizer, by hand."""

from __future__ import annotations

import math

import pytest

from bot.advice.advisor import Advisor
from engine.forms.machines.tables_on import TablesOn, TablesWith

GIB = 2**30


def told(advisor: Advisor, text: str) -> tuple[TablesOn, list[TablesWith]]:
    facts = advisor.ask(text).facts
    assert isinstance(facts.headline, TablesOn), text
    return facts.headline, [one for one in facts.sentences if isinstance(one, TablesWith)]


@pytest.mark.parametrize(
    "text",
    [
        "Embedding table of 600M rows x 128 dims in fp16, optimizer is Adam. Does it fit on 8 A100 80GB?",
        "임베딩 테이블 6억 행 × 128차원(fp16)이고 옵티마이저는 Adam입니다. A100 80GB 8장에 전부 올라가나요?",
        "Does it fit on 8 A100 80GB? Adam, fp16, 600 million rows x 128 dims.",
    ],
)
def test_adam_keeps_two_numbers_of_four_bytes_of_each_value(advisor: Advisor, text: str) -> None:
    """76.8B values x 2 bytes = 153.6 GB = 143.05 GiB, and x 8 bytes = 572.2 GiB: 715.3 / 72 = 9.9, so 10 cards."""
    first, _ = told(advisor, text)
    assert first.numbers == pytest.approx(76.8e9)
    assert first.values_gib == pytest.approx(76.8e9 * 2 / GIB) and first.state_gib == pytest.approx(76.8e9 * 8 / GIB)
    assert (first.needed, first.said) == (10, 8)


def test_row_wise_adagrad_keeps_one_number_a_row(advisor: Advisor) -> None:
    """600M x 4 bytes = 2.24 GiB beside 143.05: 145.3 / 72 = 2.02, so 3 cards."""
    text = "600M rows x 128 dims in fp16 with Adam on 8 A100 80GB, do they fit, or with rowwise Adagrad?"
    _, others = told(advisor, text)
    row = next(one for one in others if one.state == "states_row" and one.bytes_each == 2)
    assert row.state_gib == pytest.approx(600e6 * 4 / GIB) and row.needed == 3


def test_tables_that_are_told_in_bytes(advisor: Advisor) -> None:
    """1.1e12 bytes = 1,024.5 GiB over 90% of 141 GB: 9 cards, and 5 of half the bytes."""
    first, others = told(
        advisor, "DLRM, 1.1 TB of fp32 embeddings, rowwise adagrad: minimum number of H200? And if tables go bf16?"
    )
    assert first.values_gib == pytest.approx(1.1e12 / GIB)
    assert first.needed == math.ceil((first.values_gib + first.state_gib) / first.usable_gib) == 9
    assert [one.needed for one in others if one.bytes_each == 2] == [5]


def test_without_cards_the_machines_are_told_as_before(advisor: Advisor) -> None:
    headline = advisor.ask("200M users x 128 dim embeddings, which GPU?").facts.headline
    assert not isinstance(headline, TablesOn)


@pytest.mark.parametrize(
    ("text", "machine", "machines", "needed"),
    [
        # 3.2e12 / 2**30 + 1.6e12 / 128 x 4 / 2**30 = 3,027 GiB: 23.8 cards of 126.9, one to spare: 25 of 8 each
        ("DLRM 的 embedding 一共 3.2 TB(fp16,row-wise Adagrad)。全部放进 HBM 要几台 p5en?", "p5en.48xlarge", 4, 24),
        ("embedding tables come to 1.8 TB fp16. How many p4de to hold them?", "p4de.24xlarge", 4, 24),  # 1,676 / 72
    ],
)
def test_terabytes_are_counted_in_machines_by_name(
    advisor: Advisor, text: str, machine: str, machines: int, needed: int
) -> None:
    first, _ = told(advisor, text)
    assert (first.machine, first.machines, first.needed) == (machine, machines, needed)
