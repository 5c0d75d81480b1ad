"""All facts in one value: found by id, and immutable."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from knowledge.types.facts import Facts, Signal, Term


def test_loaded_facts_cannot_be_changed(facts: Facts) -> None:
    with pytest.raises(ValidationError, match="frozen"):
        facts.offers = ()
    with pytest.raises(ValidationError, match="frozen"):
        facts.accelerators["h100-sxm"].name = "H200"


def test_entries_are_found_by_their_ids(facts: Facts) -> None:
    assert facts.instances["p5.48xlarge"].accelerator == "h100-sxm"
    assert all(key == chip.id for key, chip in facts.accelerators.items())


def test_a_term_sets_a_slot_and_a_signal_does_not() -> None:
    assert Term(slot="method", value="lora", words=("lora",)).implies == {}
    with pytest.raises(ValidationError):
        Signal.model_validate({"id": "growing-bill", "words": ("bill grows",), "slot": "budget_usd"})
