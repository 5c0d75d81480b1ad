"""How fast AWS's big price files are read, and that the memory it takes does not grow with them.

Run: make bench. The peers do less: the csv module cuts the same text into cells and keeps none, json.loads builds the
whole of it. All take their turns on one machine.
"""

from __future__ import annotations

import csv
import io
import json
import statistics
import time
import tracemalloc
from collections.abc import Callable, Iterator
from typing import BinaryIO

from knowledge.feeds.aws.offers import parse as parse_offers
from knowledge.feeds.aws.savings_plans import parse as parse_plans
from tests.knowledge.feeds.aws_files import FEE, HOURLY, KNOWN, P5, PLAN, offers_csv, offers_object, plans_csv

MEGABYTE = 1_000_000
MEGABYTES = 30
REPEATS = 3
EVERY = 40  # of so many rows of a price list, about one is of an accelerator
FILLER = {  # what else stands in a row of an instance
    "Current Generation": "Yes",
    "Instance Family": "Compute optimized",
    "vCPU": "2",
    "Physical Processor": "Intel Xeon 8375C (Ice Lake)",
    "Clock Speed": "3.5 GHz",
    "Memory": "4 GiB",
    "Storage": "EBS only",
    "Network Performance": "Up to 12500 Megabit",
    "Processor Architecture": "64-bit",
    "Dedicated EBS Throughput": "Up to 10000 Mbps",
    "Enhanced Networking Supported": "Yes",
    "Processor Features": "Intel AVX; Intel AVX2; Intel AVX512; Intel Turbo",
}
SOFTWARE = ("0002", "0004", "0006", "000g", "0010", "0100", "0102", "0200", "0202")  # nine rows in ten
OTHER = HOURLY | FILLER | {"Instance Type": "c6i.large", "usageType": "APN1-BoxUsage:c6i.large"}
OTHER_PLAN = PLAN | {"DiscountedInstanceType": "c6i.large", "DiscountedUsageType": "APE2-BoxUsage:c6i.large"}


def many_rows(
    written: Callable[..., bytes], operation: str, other: dict[str, str], mine: dict[str, str]
) -> Callable[[int], Iterator[bytes]]:
    """A CSV file of so many megabytes, in which a row in `EVERY` is of an accelerator."""
    others = [other | {operation: f"RunInstances:{code}"} for code in SOFTWARE]
    *head, plain = written(other).splitlines(keepends=True)
    common = [plain, *written(*others).splitlines(keepends=True)[len(head) :]]
    rare = written(mine).splitlines(keepends=True)[-1]

    def lines(megabytes: int) -> Iterator[bytes]:
        yield b"".join(head)
        block = b"".join(common) * (EVERY // len(common)) + rare
        for _ in range(megabytes * MEGABYTE // len(block)):
            yield block

    return lines


def many_products(megabytes: int) -> Iterator[bytes]:
    """A JSON file of so many megabytes: products, then the terms of each."""
    listed = offers_object(OTHER, OTHER | FEE | {"Instance Type": "c6i.large"})
    mine = offers_object(P5)
    sku = OTHER["SKU"]
    product = json.dumps(listed["products"][sku], indent=2).encode()
    terms = json.dumps(listed["terms"]["Reserved"][sku], indent=2).encode()
    count = megabytes * MEGABYTE // (len(product) + len(terms))
    yield b'{"offerCode": "AmazonEC2", "publicationDate": "2026-11-20T22:53:08Z", "products": {'
    for number in range(count):
        yield b'"C%d": %s,\n' % (number, product)
    yield json.dumps(mine["products"]).encode().strip(b"{}") + b'}}}, "terms": {"OnDemand": '
    yield json.dumps(mine["terms"]["OnDemand"]).encode() + b', "Reserved": {'
    for number in range(count):
        yield (b"," if number else b"") + b'"C%d": %s\n' % (number, terms)
    yield b"}}}"


class Generated(io.RawIOBase):
    """Bytes as they are asked for, so that no whole file is kept in memory."""

    def __init__(self, parts: Iterator[bytes]) -> None:
        self.parts, self.rest = parts, b""

    def readable(self) -> bool:
        return True

    def readinto(self, into: bytearray) -> int:  # type: ignore[override]
        self.rest = self.rest or next(self.parts, b"")
        given, self.rest = self.rest[: len(into)], self.rest[len(into) :]
        into[: len(given)] = given
        return len(given)


def document(parts: Iterator[bytes]) -> BinaryIO:
    return io.BufferedReader(Generated(parts))  # type: ignore[return-value]


CSV_OFFERS = many_rows(offers_csv, "operation", OTHER, P5 | FILLER)
CSV_PLANS = many_rows(plans_csv, "DiscountedOperation", OTHER_PLAN, PLAN)


def seconds(work: Callable[[], object]) -> float:
    taken = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def peak_megabytes(work: Callable[[], object]) -> float:
    tracemalloc.start()
    work()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / MEGABYTE


def main() -> None:
    def cut(content: bytes) -> int:
        return sum(1 for _ in csv.reader(io.TextIOWrapper(io.BytesIO(content), "utf-8")))

    kinds = (
        ("offers CSV", parse_offers, CSV_OFFERS, "csv.reader", cut),
        ("offers JSON", parse_offers, many_products, "json.loads", json.loads),
        ("plans CSV", parse_plans, CSV_PLANS, "csv.reader", cut),
    )
    for name, parse, parts, peer_name, peer in kinds:
        content = b"".join(parts(MEGABYTES))
        size = len(content) / MEGABYTE
        ours = seconds(lambda content=content, parse=parse: list(parse([io.BytesIO(content)], KNOWN)))
        theirs = seconds(lambda content=content, peer=peer: peer(content))
        peaks = [
            peak_megabytes(lambda size=size, parse=parse, parts=parts: list(parse([document(parts(size))], KNOWN)))
            for size in (3, 12)
        ]
        print(
            f"{name:12} {size / ours:5.0f} MB/s  {theirs / ours:5.2f} x  {peer_name}"
            f"   peak {peaks[0]:.1f} MB of 3 MB, {peaks[1]:.1f} MB of 12 MB"
        )


if __name__ == "__main__":
    main()
