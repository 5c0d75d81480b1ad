"""Rules for parsing: what the data file says, read once, with money as exact decimals."""

from __future__ import annotations

from decimal import Decimal

import pytest
from pydantic import ValidationError

from knowledge.facts import Facts
from knowledge.feeds.formats.rules import Rules, rules


def test_rules_are_read_once() -> None:
    assert rules() is rules()


def test_every_tpu_of_the_facts_can_be_read_from_a_feed(facts: Facts) -> None:
    tpus = {chip.id for chip in facts.accelerators.values() if chip.family == "tpu"}
    assert tpus and tpus <= {tpu.accelerator for tpu in rules().tpus}


def test_bounds_are_exact_and_leave_room_for_prices() -> None:
    bounds = rules().bounds
    assert bounds.usd_per_chip_hour_low == Decimal("0.004")
    assert bounds.usd_per_chip_hour_low < bounds.usd_per_chip_hour_high
    assert bounds.usd_per_machine_hour_low < bounds.usd_per_machine_hour_high


def test_every_exception_names_its_source(facts: Facts) -> None:
    every = rules()
    cited = (every.bounds, every.spot, *every.sentinels, *every.lookalikes, *every.counts, *every.machines)
    assert {entry.source for entry in cited} <= facts.sources.keys()


def test_an_unknown_key_in_the_rules_is_refused() -> None:
    with pytest.raises(ValidationError, match="Extra inputs"):
        Rules.model_validate(rules().model_dump(by_alias=True) | {"guesses": ()})
