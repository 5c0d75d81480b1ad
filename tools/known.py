"""Rewrites tests/knowledge/data/known.txt: everything the data knows, so that nothing disappears unnoticed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from knowledge.facts import Facts, Offer
from knowledge.loading.load import load

KNOWN = Path(__file__).resolve().parents[1] / "tests" / "knowledge" / "data" / "known.txt"
HEADER = "# Written by `make known`: everything the data knows. Read the diff: a line that goes is something lost.\n"


def known(facts: Facts) -> str:
    """The text of the file for these facts."""
    return HEADER + "".join(f"{line}\n" for line in sorted(set(_lines(facts))))


def write(facts: Facts, file: Path = KNOWN) -> None:
    file.write_text(known(facts), encoding="utf-8")


def _lines(facts: Facts) -> Iterator[str]:
    training = {row.accelerator for row in facts.measurements if row.kind == "training"}
    serving = {row.accelerator for row in facts.measurements if row.kind == "inference"}
    rented = {instance.accelerator for instance in facts.instances.values()}
    priced = {offer.instance for offer in facts.offers if offer.scope == "instance"}
    priced_chips = {(offer.cloud, offer.instance) for offer in facts.offers if offer.scope == "chip"}
    for chip in facts.accelerators:
        states = (
            "can be rented" if chip in rented else "cannot be rented",
            "training measured" if chip in training else "training not measured",
            "serving measured" if chip in serving else "serving not measured",
        )
        yield f"accelerator {chip}: {', '.join(states)}"
    for name, instance in facts.instances.items():
        is_priced = name in priced or (instance.cloud, instance.accelerator) in priced_chips
        sold = ", ".join(instance.sold) or "nobody says how"
        yield f"instance {name}: {'priced' if is_priced else 'price unknown'}; sold: {sold}"
    kinds = ("models", "families", "rules", "claims", "conflicts", "signals", "feeds", "regions", "sources", "faqs")
    for kind in kinds:
        for name in getattr(facts, kind):
            yield f"{kind} {name}"
    for term in facts.terms:
        yield f"term {term.slot} {term.value}"
    for row in facts.measurements:
        yield f"precision {row.precision or 'unstated'}"
    for offer in _newest(facts):
        offered = facts.instances.get(offer.instance)
        gone = "; no longer sold this way" if offered and offer.purchase not in offered.sold else ""
        yield (
            f"price {offer.instance} {offer.purchase} {offer.region}:"
            f" {offer.usd_per_hour} on {offer.observed_on}, {offer.source}{gone}"
        )


def _newest(facts: Facts) -> Iterator[Offer]:
    """The newest price of every series; a claim only where nothing better is known."""
    series: dict[tuple[str, str, str], Offer] = {}
    for offer in facts.offers:
        key = (offer.instance, offer.purchase, offer.region)
        if key not in series or _rank(facts, offer) > _rank(facts, series[key]):
            series[key] = offer
    yield from series.values()


def _rank(facts: Facts, offer: Offer) -> tuple[bool, str, str]:
    grade = offer.grade or facts.sources[offer.source].grade
    return grade != "claim", offer.observed_on.isoformat(), offer.source


if __name__ == "__main__":
    write(load())
    sys.stdout.write("Wrote tests/knowledge/data/known.txt; read git diff before you commit it.\n")
