"""How many of the machines that a thread names a turn says."""

from __future__ import annotations

import pytest

from tests.engine.reading.asking.test_instead import changed


@pytest.mark.parametrize(
    ("question", "turn", "changed_to"),
    [
        ("How long on one p4de.24xlarge?", "what about 4 nodes?", "How long on 4 p4de.24xlarge?"),
        ("7B on 64 A100 of 80GB?", "and with 128?", "7B on 128 A100 of 80GB?"),
        ("13B at 2400 tok/s on 8 A100?", "and with 16", "13B at 2400 tok/s on 16 A100?"),
        ("13B at 2400 tok/s per gpu on 8 A100?", "if we move to 4", "13B at 2400 tok/s per gpu on 4 A100?"),
        ("70B in int4 on one A100 40GB?", "and with 80?", "70B in int4 on one A100 80GB?"),
    ],
)
def test_so_many_of_the_machine_that_is_named(question: str, turn: str, changed_to: str) -> None:
    assert changed(question, turn) == changed_to


def test_nodes_of_a_chip_are_counted_by_the_chips_of_the_thread() -> None:
    assert changed("How long on 8x H100?", "what about 2 nodes?") is None  # goes on as a turn: 2 x 8 chips


def test_a_number_with_a_name_is_of_that_alone() -> None:
    assert (
        changed("LoRA of a 13B on one 48GB card, batch 4?", "with batch 8")
        == "LoRA of a 13B on one 48GB card, batch 8?"
    )
    assert changed("LoRA of a 13B on one 48GB card?", "with batch 8") is None
