"""Google's Cloud Billing Catalog: a machine is billed as accelerators, cores, memory and local SSD, one SKU each.

Only `description` says what a SKU is. Ways of buying that no other feed has (Calendar Mode, DWS) look like on demand
and are recognized by their words; spot by the word Preemptible, because `usageType` is not always right.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import BinaryIO, NamedTuple

from knowledge.feeds.formats.amounts import Amount, nearly_equal
from knowledge.feeds.formats.collect import Collector, label
from knowledge.feeds.formats.csv_table import clipped
from knowledge.feeds.formats.json_pages import Entry, entries, inside, text, texts
from knowledge.feeds.formats.names import tpu
from knowledge.feeds.formats.rules import MachineRule, Rules, rules
from knowledge.feeds.gcp.rates import hourly
from knowledge.types.base import Purchase
from knowledge.types.observed import FeedError, ParseContext, PlacePrices, RejectedRow, SeriesKey

PURCHASES: dict[str, Purchase] = {
    "OnDemand": "on_demand",
    "Preemptible": "spot",
    "Commit1Yr": "reserved_1yr",
    "Commit3Yr": "reserved_3yr",
}
COMMITTED = re.compile(r"\bfor (1|3|[0-9]+) years?\b|\b(1|3)[- ]year\b", re.IGNORECASE)
BEFORE = re.compile(r"^(?:commitment(?: v[0-9]+)?:|spot preemptible|preemptible)\s+", re.IGNORECASE)
AFTER = re.compile(r"\s+(?:attached to\b.*|running in\b.*|in [A-Z].*|for [0-9]+ years?)$", re.IGNORECASE)
HOST = re.compile(r"([A-Za-z0-9]+)(?: Predefined)?(?: Instance)? (Core|Cpu|Ram)", re.IGNORECASE)
TPU = re.compile(r"\bTPU[ -]?(v?[0-9]{1,2}[a-z]*)\b(?:.*\b(pod|device)\b)?", re.IGNORECASE)
SSD = re.compile(r"(?:SSD backed Local Storage|Local SSD)\b", re.IGNORECASE)
MICRO = Decimal("1e-6")
SSD_PART, CORE_PART, RAM_PART = "local ssd", "core", "ram"


class Part(NamedTuple):
    """Something a machine is billed for, where, and how it is bought."""

    thing: str
    kind: str
    purchase: Purchase
    region: str = ""
    terms: str = ""


def parse(documents: Iterable[BinaryIO], context: ParseContext) -> Iterator[PlacePrices | RejectedRow]:
    """Prices of Google's machines with accelerators, of attached GPUs (a chip) and of TPUs (a chip).

    Raises:
        FeedError: a document is not such a page, is cut off or in another currency, or none has an accelerator.
    """
    collector = Collector(rules())
    parts: dict[Part, Decimal] = {}
    doubted: set[Part] = set()
    has_sku, currency = False, ""
    for document in documents:
        for sku in entries(document, "skus"):
            category = inside(sku, "category")
            has_sku = has_sku or bool({"description", "pricingInfo"} <= sku.keys())
            part, why, value = _read(sku, category, collector.rules)
            if part is None and not why:
                continue
            rate = hourly(sku, collector.rules, context.seen_on) if part is not None else None
            why = rate.why if rate is not None and not why else why
            if why or rate is None or part is None or rate.usd is None:
                if part is None or part.kind not in (CORE_PART, RAM_PART, SSD_PART):
                    currency = rate.written if rate is not None and why == "currency" else currency
                    yield RejectedRow(
                        code=why or "zero", row=_row(sku), value=value or (rate.written if rate else "")
                    )
                if part is not None and why != "not_yet":
                    doubted |= {part._replace(region=region) for region in texts(sku, "serviceRegions")}
                continue
            for region in dict.fromkeys(texts(sku, "serviceRegions")):
                here = part._replace(region=region)
                if here in parts and not nearly_equal(parts[here], rate.usd):
                    written = f"{max(parts[here], rate.usd):f} / {min(parts[here], rate.usd):f}"
                    yield RejectedRow(code="superseded", row=_row(sku), value=written[:60])
                parts[here] = min(parts.get(here, rate.usd), rate.usd)
    chips = {part: usd for part, usd in parts.items() if part.kind in ("gpu", "tpu")}
    if not chips:
        code = "currency" if currency else "no_prices" if has_sku else "wrong_document"
        raise FeedError(code, currency)
    yield from _compose(collector, parts, chips)
    for part in sorted(doubted - parts.keys()):
        for key in _series(part, collector.rules):  # still listed, so it must not count as delisted
            yield RejectedRow(code="part_doubtful", row=label(key), key=key)
    yield from collector.settle()


def _read(sku: Entry, category: Entry, known: Rules) -> tuple[Part | None, str, str]:
    """The part that a SKU prices, or why the SKU of an accelerator is rejected, or nothing for any other SKU."""
    description, group = text(sku, "description"), text(category, "resourceGroup").upper()
    is_chip = group in ("GPU", "TPU") or TPU.search(description) is not None
    low = description.lower()
    purchase = _purchase(description, text(category, "usageType"))
    why = _other(low, known)
    if why or purchase is None:
        return None, (why or "term") if is_chip else "", clipped(description, 60) if is_chip else ""
    stem = description
    while (shorter := AFTER.sub("", BEFORE.sub("", stem))) != stem:
        stem = shorter
    if is_chip and group != "GPU":
        match = TPU.search(description)
        kind = tpu(match[1]) if match else None
        if match is None or kind is None:
            return None, "unknown_accelerator", clipped(description, 60)
        terms = ("pod" if "pod" in low else "device") if kind.is_pod_priced else ""
        return Part(kind.version, "tpu", purchase, terms=terms), "", ""
    if is_chip:
        gpu = next((gpu for gpu in known.gpus if stem.lower() in {words.lower() for words in gpu.described}), None)
        if gpu is None:
            return None, "unknown_accelerator", clipped(description, 60)
        return Part(gpu.name, "gpu", purchase), "", ""
    if SSD.match(stem):
        return Part("", SSD_PART, purchase), "", ""
    host = HOST.fullmatch(stem)
    if host is not None:
        return Part(host[1].lower(), RAM_PART if host[2].lower() == "ram" else CORE_PART, purchase), "", ""
    return None, "", ""


def _purchase(description: str, usage: str) -> Purchase | None:
    years = COMMITTED.search(description)
    if usage.startswith("Commit") or description.lower().startswith("commitment") or years:
        term = f"Commit{next(number for number in years.groups() if number)}Yr" if years else usage
        return PURCHASES.get(term)
    return "spot" if "preemptible" in description.lower() else PURCHASES.get(usage)


def _other(description: str, known: Rules) -> str:
    """The code of another product or way of buying, by the words of a description in lowercase."""
    words = known.descriptions
    for code, signs in (
        ("is_scheduled", words.scheduled),
        ("is_reservation", words.reserved),
        ("other_product", words.other),
    ):
        if any(word in description for word in signs):
            return code
    return ""


def _series(part: Part, known: Rules) -> Iterator[SeriesKey]:
    """The series that a chip's SKU is part of. Machines without another part are reported when they are composed."""
    key = SeriesKey("gcp", part.thing, part.region, part.purchase, "", part.terms, "chip")
    if part.kind == "tpu":
        kind = tpu(part.thing)
        yield key._replace(instance=kind.accelerator if kind else part.thing)
    elif part.kind == "gpu":
        machines = [machine for machine in known.machines if machine.accelerator == part.thing]
        yield from (key._replace(instance=one.id, terms="", scope="instance") for one in machines)
        if all(machine.host for machine in machines):
            yield key


def _compose(collector: Collector, parts: dict[Part, Decimal], chips: dict[Part, Decimal]) -> Iterator[RejectedRow]:
    """Machines as the sum of their parts, and what is rented by itself as the price of one chip."""
    known = collector.rules
    built_in = {machine.accelerator for machine in known.machines if not machine.host}
    for part, usd in sorted(chips.items()):
        if part.kind == "tpu":
            kind = tpu(part.thing)
            name, share = (kind.accelerator, kind.host_chips or 1) if kind else (part.thing, 1)
            key = SeriesKey("gcp", name, part.region, part.purchase, "", part.terms, "chip")
            yield from collector.put_usd(key, (usd / share).quantize(MICRO), 1)
        elif part.thing not in built_in:
            yield from collector.put_usd(
                SeriesKey("gcp", part.thing, part.region, part.purchase, scope="chip"), usd, 1
            )
        for machine in known.machines if part.kind == "gpu" else ():
            if machine.accelerator == part.thing:
                yield from _machine(collector, machine, part, parts)


def _machine(
    collector: Collector, machine: MachineRule, chip: Part, parts: dict[Part, Decimal]
) -> Iterator[RejectedRow]:
    key = SeriesKey("gcp", machine.id, chip.region, chip.purchase)
    usd = parts[chip] * machine.chips
    if not any(gpu.is_whole for gpu in collector.rules.gpus if gpu.name == chip.thing):
        for kind, amount in ((CORE_PART, machine.vcpu), (RAM_PART, machine.ram_gib)):
            rate = parts.get(Part(machine.family.lower(), kind, chip.purchase, chip.region))
            if rate is None:
                missing = Amount(None, "part_missing")
                yield from collector.put_amount(key, missing, machine.chips, written=f"{machine.family} {kind}")
                return
            usd += rate * amount
        if machine.local_ssd_gib:
            rate = parts.get(Part("", SSD_PART, chip.purchase, chip.region))
            rate = rate or parts.get(Part("", SSD_PART, "on_demand", chip.region))
            if rate is None:
                yield RejectedRow(code="without_ssd", row=f"{machine.id} {chip.region} {chip.purchase}")
            usd += (rate or 0) * machine.local_ssd_gib
    yield from collector.put_usd(key, usd.quantize(MICRO), machine.chips)


def _row(sku: Entry) -> str:
    return clipped(f"{text(sku, 'skuId')} {text(sku, 'description')}".strip())
