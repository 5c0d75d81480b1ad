"""What is derived from the facts is derived once for the same facts, and anew for others."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.forms import FORMS
from engine.library import library_of
from engine.reading.vocabulary import compile_vocabulary
from knowledge.facts import Facts, Identity, names_of


@pytest.mark.parametrize("derived", [names_of, library_of, lambda facts: compile_vocabulary(facts, FORMS)])
def test_the_same_facts_share_it_and_equal_ones_do_not(facts: Facts, derived: Callable[[Facts], object]) -> None:
    assert derived(facts) is derived(facts)
    assert derived(facts.model_copy()) is not derived(facts)


def test_it_is_no_other_thing(facts: Facts) -> None:
    assert Identity(facts) == Identity(facts) and Identity(facts) != facts
