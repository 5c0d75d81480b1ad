"""How many of the machines that a thread names a turn says."""

from __future__ import annotations

import pytest

from engine.reading.asking.counts import factors
from engine.reading.document import lay_out
from engine.workload.profile import Profile
from tests.engine.reading.asking.test_instead import changed
from tests.engine.reading.test_read import vocabulary


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


@pytest.mark.parametrize("turn", ["on 16", "16 of them?", "and 16 cards"])
def test_a_run_that_was_told_of_is_asked_about_on_so_many(turn: str) -> None:
    told = changed("It takes 3 days on 8 A100 80GB. Cost?", turn)
    assert told == "It takes 3 days on 8 A100 80GB. Cost on 16 A100 80GB?"


def test_so_many_times_a_card_is_a_number_of_cards() -> None:
    turn = lay_out("and 2x L40S, at 3x the traffic", vocabulary(), Profile(), in_thread=True)
    assert [turn.slice(one.first, one.last) for one in factors(turn)] == ["3x"]


@pytest.mark.parametrize(
    ("turn", "changed_to"),
    [
        ("p3.8xlarge then? it has 4 GPUs", "LoRA of a 13B on p3.8xlarge?"),
        ("and on g5.12xlarge? It has 4 GPUs", "LoRA of a 13B on g5.12xlarge?"),
        ("and on two g5.12xlarge", "LoRA of a 13B on two g5.12xlarge?"),
    ],
)
def test_the_chips_that_a_type_is_said_to_have_are_no_number_of_machines(turn: str, changed_to: str) -> None:
    assert changed("LoRA of a 13B on p3.2xlarge?", turn) == changed_to
