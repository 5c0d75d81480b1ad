"""The golden cards choose from a catalogue of their own, so that a chip nobody asked about does not move them."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from bot.advice.advisor import Advisor
from knowledge.facts import Facts
from tests.day import DAY

CATALOGUE = tomllib.loads((Path(__file__).parent / "catalogue.toml").read_text(encoding="utf-8"))


def narrowed(facts: Facts) -> Facts:
    """The facts without the chips and types that the catalogue does not list, and without what is said of them."""
    chips, types = frozenset(CATALOGUE["accelerators"]), frozenset(CATALOGUE["instances"])
    return facts.model_copy(
        update={
            "accelerators": {name: chip for name, chip in facts.accelerators.items() if name in chips},
            "instances": {name: instance for name, instance in facts.instances.items() if name in types},
            "offers": tuple(offer for offer in facts.offers if offer.instance in types | chips),
            "relative_claims": {
                name: claim for name, claim in facts.relative_claims.items() if claim.instance in types
            },
            "specialists": tuple(row for row in facts.specialists if row.accelerator in chips),
            "measurements": tuple(row for row in facts.measurements if row.accelerator in chips),
        }
    )


@pytest.fixture(scope="session")
def advisor(facts: Facts) -> Advisor:
    return Advisor(narrowed(facts), DAY)
