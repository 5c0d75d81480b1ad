"""A cloud's bill at the edge: files opened, recognized and summed. Nothing of them is kept."""

from __future__ import annotations

import gzip
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from datetime import date
from decimal import Decimal
from io import BufferedReader
from pathlib import Path
from typing import NamedTuple, cast

from bot.advice.typed.typed_number import respelled
from bot.inputs.cost_view import CostViews
from bot.inputs.overlap import Overlap
from bot.wording.errors import UserError
from bot.wording.words import say
from engine.bills.summary import BillSummary, ExchangeRateError, summed
from knowledge.archives import DAMAGED, GZIP, ZIP, only_file
from knowledge.bills.registry import Bill, UnknownBillError, bill
from knowledge.bills.rules import rules
from knowledge.facts import BillLine, Facts
from knowledge.types.bill import BillContext, BillError

WORDS = "words/prices/bill.j2"
RATE = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,12})?")


class ReadBill(NamedTuple):
    """What the files came to, and which exports they are."""

    formats: tuple[str, ...]
    summary: BillSummary
    overlap: Overlap


def read_bill(
    paths: Sequence[Path],
    facts: Facts,
    usd_per_unit: Mapping[str, Decimal],
    run_tag: str | None,
    today: date | None = None,
) -> ReadBill:
    """The sums of all files together.

    Raises:
        UserError: a file cannot be read as a bill, is given twice, under whatever name or as another view of the
            same cost, or is in a currency nobody states a rate for.
    """
    tags = (run_tag,) if run_tag else rules().run_tags
    context = BillContext({types.id: types.prefixes for types in facts.accelerated.values()}, tags)
    real = [path.resolve() for path in paths]
    if twice := next((path for path, whole in zip(paths, real, strict=True) if real.count(whole) > 1), None):
        raise UserError("bill_twice", path=str(twice))
    formats: list[str] = []
    overlap = Overlap(len(paths))
    try:
        summary = summed(_lines(paths, context, formats, overlap), facts, usd_per_unit, today)
    except ExchangeRateError as problem:
        raise UserError("bill_currency", currency=problem.currency) from None
    return ReadBill(tuple(dict.fromkeys(formats)), summary, overlap)


def exchange_rates(typed: Sequence[str]) -> dict[str, Decimal]:
    """`EUR=1.08`: what one euro is in dollars.

    Raises:
        UserError: it is not written so, or a currency is given twice.
    """
    rates: dict[str, Decimal] = {}
    for text in typed:
        currency, _, usd = text.partition("=")
        rate = Decimal(usd.strip()) if RATE.fullmatch(usd.strip()) else Decimal(0)
        if not rate or not currency.strip().isalpha():
            right = respelled(text)
            raise UserError("decimal_comma", value=text, right=right) if right else UserError("bill_rate", value=text)
        code = currency.strip().upper()
        if code in rates:
            raise UserError("bill_rate_twice", value=code)
        rates[code] = rate
    return rates


def _lines(paths: Sequence[Path], context: BillContext, formats: list[str], overlap: Overlap) -> Iterator[BillLine]:
    read: dict[tuple[int, int], Path] = {}
    views = CostViews()
    for path in paths:
        with ExitStack() as stack:
            try:
                recognized: Bill = bill(_opened(path, stack), context)
                formats.append(recognized.format.title)
                yield from views.of(overlap.of(recognized.lines), path)
            except UnknownBillError as problem:
                known = [form.title for form in rules().formats]
                raise UserError(
                    "bill_unknown", path=str(path), found=problem.found, known=known, missing=problem.missing,
                    nearest=problem.nearest.title if len(problem.missing) < len(problem.nearest.needs) else None,
                ) from None  # fmt: skip
            except BillError as problem:
                because = say(WORDS, problem.code, problem.found)
                raise UserError("bill_unreadable", path=str(path), row=problem.row, because=because) from None
            except DAMAGED:
                raise UserError("import_damaged", path=str(path)) from None
            except OSError as problem:
                raise UserError("unreadable_file", path=str(path), reason=problem.strerror or "") from None
        held = overlap.read[-1]
        if held.count and (same := read.setdefault((held.count, held.sum), path)) is not path:
            raise UserError("bill_same", path=str(path), same=str(same))


def _opened(path: Path, stack: ExitStack) -> BufferedReader:
    """The file, unpacked as it is read."""
    file = stack.enter_context(path.open("rb"))
    head = file.peek(len(ZIP))
    if head.startswith(GZIP):
        return BufferedReader(cast(BufferedReader, stack.enter_context(gzip.GzipFile(fileobj=file))))
    if head.startswith(ZIP):
        archive = stack.enter_context(zipfile.ZipFile(file))
        return BufferedReader(cast(BufferedReader, stack.enter_context(archive.open(only_file(archive)))))
    return file
