"""How fast AWS's large price files are read, and whether memory grows with their size.

Run: make bench. The peers do less: the csv module splits the same text into cells and keeps none, json.loads builds
the whole object. They run in turn on one machine.
"""

from __future__ import annotations

import csv
import io
import json
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, BinaryIO

from benchmarks.timing import median_seconds
from knowledge.feeds.aws.offers import parse as parse_offers
from knowledge.feeds.aws.savings_plans import parse as parse_plans
from knowledge.types.observed import Observed, ParseContext, RejectedRow
from tests.knowledge.feeds.aws_files import CONTEXT, FEE, HOURLY, P5, PLAN, offers_csv, offers_object, plans_csv

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

MEGABYTE = 1_000_000
MEGABYTES = 30
REPEATS = 3
EVERY = 40  # about one row in so many of a price list is about an accelerator
FILLER = {  # the other columns of an instance's row
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
    to_csv: Callable[..., bytes], operation: str, other: dict[str, str], mine: dict[str, str]
) -> Callable[[int], Iterator[bytes]]:
    """A function that generates a CSV file of so many megabytes, one row in `EVERY` about an accelerator."""
    others = [other | {operation: f"RunInstances:{code}"} for code in SOFTWARE]
    *head, plain = to_csv(other).splitlines(keepends=True)
    common = [plain, *to_csv(*others).splitlines(keepends=True)[len(head) :]]
    rare = to_csv(mine).splitlines(keepends=True)[-1]

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
    """A stream of bytes generated on demand, so that no whole file is kept in memory."""

    def __init__(self, parts: Iterator[bytes]) -> None:
        self.parts, self.rest = parts, b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        into = memoryview(buffer)
        self.rest = self.rest or next(self.parts, b"")
        given, self.rest = self.rest[: len(into)], self.rest[len(into) :]
        into[: len(given)] = given
        return len(given)


def document(parts: Iterator[bytes]) -> BinaryIO:
    return io.BufferedReader(Generated(parts))


CSV_OFFERS = many_rows(offers_csv, "operation", OTHER, P5 | FILLER)
CSV_PLANS = many_rows(plans_csv, "DiscountedOperation", OTHER_PLAN, PLAN)


Parse = Callable[[Iterable[BinaryIO], ParseContext], Iterator[Observed | RejectedRow]]


def read_all(parse: Parse, parts: Iterable[bytes]) -> list[Observed | RejectedRow]:
    """Everything in a document that is generated while it is read."""
    return list(parse([document(iter(parts))], CONTEXT))


def peak_megabytes(work: Callable[[], object]) -> float:
    tracemalloc.start()
    work()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / MEGABYTE


def main() -> None:
    def count_rows(content: bytes) -> int:
        return sum(1 for _ in csv.reader(io.TextIOWrapper(io.BytesIO(content), "utf-8")))

    kinds = (
        ("offers CSV", parse_offers, CSV_OFFERS, "csv.reader", count_rows),
        ("offers JSON", parse_offers, many_products, "json.loads", json.loads),
        ("plans CSV", parse_plans, CSV_PLANS, "csv.reader", count_rows),
    )
    for name, parse, parts, peer_name, peer in kinds:
        content = b"".join(parts(MEGABYTES))
        size = len(content) / MEGABYTE
        ours = median_seconds(partial(read_all, parse, [content]), REPEATS)
        theirs = median_seconds(partial(peer, content), REPEATS)
        peaks = [peak_megabytes(partial(read_all, parse, parts(size))) for size in (3, 12)]
        print(
            f"{name:12} {size / ours:5.0f} MB/s  {theirs / ours:5.2f} x  {peer_name}"
            f"   peak {peaks[0]:.1f} MB of 3 MB, {peaks[1]:.1f} MB of 12 MB"
        )


if __name__ == "__main__":
    main()
