"""Who reads an answer: the narrower of two audiences, and what a stored one stands for."""

from __future__ import annotations

import pytest

from bot.advice.audience import MEMBERS, OUTSIDERS, Audience

GUEST = Audience(limit="guest")


def test_members_see_what_is_their_own_and_nobody_else_does() -> None:
    assert MEMBERS.is_ours
    assert not OUTSIDERS.is_ours and not GUEST.is_ours


@pytest.mark.parametrize(
    ("one", "other", "both"), [(MEMBERS, MEMBERS, MEMBERS), (MEMBERS, GUEST, GUEST), (GUEST, MEMBERS, GUEST)]
)
def test_together_they_are_the_narrower(one: Audience, other: Audience, both: Audience) -> None:
    assert one.together_with(other) == both


@pytest.mark.parametrize(
    ("kept", "stands_for"), [(None, MEMBERS), ("guest", GUEST), ("of a later version", Audience(limit="unknown"))]
)
def test_what_is_stored_of_an_unknown_kind_is_for_outsiders(kept: str | None, stands_for: Audience) -> None:
    assert Audience.kept(kept) == stands_for
