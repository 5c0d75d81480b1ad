"""What the roles of the machines of one text say of each other."""

from __future__ import annotations

from engine.workload.profile import Equipment
from engine.workload.roles import count_asked, in_their_roles, is_of_others


def test_a_remedy_alone_is_what_is_asked_about() -> None:
    remedy = Equipment(id="a100", role="remedy")
    assert in_their_roles([remedy], with_memory=False)[0].role == "asked"
    assert in_their_roles([remedy], with_memory=True) == [remedy]  # "on 11 GB it fails"
    assert in_their_roles([remedy, Equipment(id="t4", role="owned")], with_memory=False)[0] == remedy


def test_a_yardstick_beside_a_card_is_compared_with_it() -> None:
    yardstick = Equipment(id="rtx3090", role="yardstick")
    assert in_their_roles([yardstick], with_memory=False) == [yardstick]
    assert in_their_roles([yardstick, Equipment(id="t4")], with_memory=False)[0].role == "compared"


def test_the_number_of_what_is_asked_about_counts_before_that_of_others() -> None:
    theirs = Equipment(id="a100", chips=8, role="quoted")
    assert count_asked((theirs, Equipment(id="t4", chips=2, role="remedy"))) == 2
    assert is_of_others((theirs, Equipment(id="t4", role="remedy")), 8)
