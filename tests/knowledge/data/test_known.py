"""Nothing the data knows disappears unnoticed, and one command lists what is new."""

from __future__ import annotations

import difflib

from knowledge.facts import Facts
from tools.known import KNOWN, known


def unlisted(listed: str, now: str) -> str:
    """The lines that differ and what to do about them; empty if none do."""
    changes = [
        line for line in difflib.unified_diff(listed.splitlines(), now.splitlines(), n=0, lineterm="") if line[1:2]
    ]
    lines = [line for line in changes if not line.startswith(("---", "+++", "@@"))]
    return "\n".join([*lines, "If that is meant, run `make known` and commit the file."]) if lines else ""


def test_the_list_of_known_ids_matches_the_data(facts: Facts) -> None:
    difference = unlisted(KNOWN.read_text(encoding="utf-8"), known(facts))
    assert not difference, f"\n{difference}"


def test_a_chip_that_disappears_is_named_with_the_command_that_accepts_it(facts: Facts) -> None:
    left = {name: chip for name, chip in facts.accelerators.items() if name != "trainium2"}
    difference = unlisted(known(facts), known(facts.model_copy(update={"accelerators": left})))
    assert "-accelerator trainium2: can be rented, training not measured, serving measured" in difference
    assert difference.endswith("run `make known` and commit the file.")


def test_a_new_price_replaces_the_line_of_the_previous_one(facts: Facts) -> None:
    before = next(
        offer
        for offer in facts.offers
        if (offer.instance, offer.purchase, offer.region) == ("p5.48xlarge", "on_demand", "us-east-1")
    )
    new = before.model_copy(update={"usd_per_hour": 50, "observed_on": before.observed_on.replace(year=2030)})
    difference = unlisted(known(facts), known(facts.model_copy(update={"offers": (*facts.offers, new)})))
    assert "-price p5.48xlarge on_demand us-east-1: " in difference
    assert "+price p5.48xlarge on_demand us-east-1: 50 on 2030-" in difference
