"""Cards in groups, each with a copy of its own."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.fields.groups import GroupsHold


def test_a_copy_fits_in_a_group_or_takes_more_cards(advisor: Advisor) -> None:
    """(32 + 24)e9 x 2 / 2^30 = 104.3 GiB; two A100 80 GB have 144 usable, so eight hold four copies."""
    text = "FLUX.2 [dev] won't load on one A100 80GB, I have eight, can I run inference in groups of 2 x 4?"
    first = advisor.ask(text).facts.headline
    assert isinstance(first, GroupsHold)
    on = first.on[0]
    assert (first.count, first.cards, round(first.gib, 1)) == (2, 4, 104.3)
    assert (on.fits, on.least, on.copies) == (True, 2, 4)


def test_a_group_that_is_too_small_is_told_what_it_takes(advisor: Advisor) -> None:
    """(17 + 13.5)e9 x 2 / 2^30 = 56.8 GiB, and two cards of 24 have 43.2 usable: three a copy."""
    first = advisor.ask("I've 8 4090s, can HiDream run as 4 pairs?").facts.headline
    assert isinstance(first, GroupsHold)
    assert (first.on[0].fits, first.on[0].least, first.on[0].copies) == (False, 3, 2)
