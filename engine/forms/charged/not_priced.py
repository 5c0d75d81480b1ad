"""What nobody prices here: a chip of which nothing is held, said by its name with the nearest one; disks, buckets and
data that leaves a cloud, with the usual rates."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.answers.model import FactAnswer
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.forms.money.rows import Priced, priced, rows_of
from engine.forms.parts.asked_on import AskedOn
from engine.options.named import called
from engine.workload.conditions import FAMILIES
from knowledge.facts import COMPARED, Accelerator

PRICED = frozenset({"price", "price_strong", "price_short", "asks_cost", "chip_hour"})  # cues
ASKS = PRICED | {"asks_bill"}
STORED, SENT = "s3_usd_per_gb_month", "egress_usd_per_gb"  # constants
OF_WORK = frozenset(
    {"parameters", "model", "tokens", "samples", "task", "method", "tokens_per_day", "sequence_length"}
)
LONGEST, NEAR = 24, 40  # words of such a question; characters between an amount and what is done with it
_CHIP = re.compile(
    r"\b((?:tpu[\s-]?v)\d{1,2}[a-z]?|(?:trainium|trn|inferentia)[\s-]?\d(?!\d)|MI[\s-]?\d{3}[a-z]{0,2}|"
    r"(?:rtx|gtx)[\s-]?\d{4}(?:\s?ti)?|GB\d{3}|[ABHLVR]\d{2,3}[a-z]{0,2})(?![\w.]|\s?(?:gb|gib|tb))",
    re.IGNORECASE,
)
_NAMED = re.compile(r"^([a-z]+)[\s-]?v?[\s-]?(\d+)")
_AMOUNT = re.compile(r"(?<![\w.,])(\d[\d,]*(?:\.\d+)?)\s?(gb|gib|tb|tib|pb|pib)\b", re.IGNORECASE)
_GB = {"g": 1.0, "t": 1_000.0, "p": 1_000_000.0}
_KINDS = {
    "sent": r"egress|outbound|(?:data )?transfer\w*|traffic|bandwidth|pull\w*|download\w*|data out|move out|moving|"
    r"\bout (?:of|to)\b|internet|ausgehend|sortant|salida|流量|出站",
    "disk": r"\bebs\b|gp[23]\b|\bio2\b|disks?\b|ssds?\b|volumes?\b|persistent disk|hyperdisk|snapshots?\b|festplatte|"
    r"disque|disco|块存储|云盘",
    "bucket": r"\bs3\b|\bgcs\b|buckets?\b|blobs?\b|object stor\w*|storage|stor(?:e|ing)\b|keep\w*|archiv\w*|"
    r"checkpoints?\b|speicher\w* im bucket|stockage|almacen\w*|对象存储|存储",
}
_ANY = {kind: re.compile(words, re.IGNORECASE) for kind, words in _KINDS.items()}
_SERVICE = re.compile(r"egress|\bebs\b|gp[23]\b|\bs3\b|\bgcs\b|bucket|storage|\bstore\b|data transfer|disks?\b|"
                      r"snapshots?\b|bandwidth out|stockage|almacenamiento|存储|流量", re.IGNORECASE)  # fmt: skip
_OF_CARD = re.compile(r"\bvram\b|\bhbm\b|gpu memory|memory bandwidth|\bram\b", re.IGNORECASE)


class UnknownChip(Reason, code="unknown_chip"):
    """Nothing is held of a chip of that name; `one`: the price of the nearest by name that has one, of `near`."""

    name: str
    near: str
    one: Priced | None


class Beside(Computed):
    """So many GB that are kept for a month (bucket, disk) or sent once; USD, and of one GB; 0 where none is held."""

    kind: str
    gb: float
    usd: float
    usd_gb: float
    low: float
    high: float


class BesideMachines(Reason, code="beside_machines"):
    """What storage and traffic usually cost; of amounts that are told what they come to."""

    parts: tuple[Beside, ...]
    told: bool


def not_priced(asked: AskedOn) -> FactAnswer | None:
    """None where what is named is held, or no price is asked."""
    reading, said = asked.reading, asked.profile
    named = said.instances or set(said.candidates) - FAMILIES
    if named or len(reading.text.split()) > LONGEST or ASKS.isdisjoint(reading.cues):
        return None
    if not OF_WORK.isdisjoint(said.stated()):
        return None
    return (None if PRICED.isdisjoint(reading.cues) else _of_chip(asked)) or _of_storage(asked)


def _of_chip(asked: AskedOn) -> FactAnswer | None:
    unknown = [one[1] for one in _CHIP.finditer(asked.reading.text)]
    unknown = [name for name in unknown if not any(called(asked.facts, word) for word in _spellings(name))]
    if len(set(unknown)) != 1:
        return None
    near = _nearest(unknown[0], asked)
    row = None
    if near is not None:
        types = tuple(one for one in asked.facts.instances.values() if one.accelerator == near.id)
        types = tuple(one for one in types if one.cloud in (asked.profile.clouds or COMPARED))
        row = next(
            iter(rows_of(asked, types, ("on_demand",), asked.profile.region) or rows_of(asked, types, (), None)), None
        )
    told = UnknownChip(
        name=unknown[0].strip(),
        near=near.name if near else "",
        one=priced(row) if row else None,
        cites=(row.quote.source,) if row else (),
    )
    return FactAnswer(headline=told, of_told=True, whole=True)


def _spellings(name: str) -> tuple[str, ...]:
    plain = name.casefold()
    return plain, re.sub(r"[\s-]", "", plain), re.sub(r"[\s-]+", "-", plain), re.sub(r"[\s-]+", " ", plain)


def _nearest(name: str, asked: AskedOn) -> Accelerator | None:
    """The chip of a price whose name begins alike and whose number is the nearest."""
    sold = {one.accelerator for one in asked.facts.instances.values() if one.cloud in COMPARED}
    line = _parted(name)
    found: list[tuple[int, Accelerator]] = []
    for chip in asked.facts.accelerators.values():
        own = _parted(chip.id)
        if chip.id in sold and line and own and own[0] == line[0]:
            found.append((abs(own[1] - line[1]), chip))
    return min(found, key=lambda one: (one[0], one[1].id), default=(0, None))[1]


def _parted(name: str) -> tuple[str, int] | None:
    parts = _NAMED.match(name.casefold().replace("trn", "trainium"))
    return (parts[1], int(parts[2])) if parts else None


def _of_storage(asked: AskedOn) -> FactAnswer | None:
    text = asked.reading.text
    if not _SERVICE.search(text) or _OF_CARD.search(text):
        return None
    parts = tuple(_parts(asked)) or tuple(_rates(asked))
    if not parts:
        return None
    cites = {asked.library.constants.entry(name).source for name in (STORED, SENT)}
    told = any(part.gb > 1 for part in parts)
    return FactAnswer(
        headline=BesideMachines(parts=parts, told=told, cites=tuple(sorted(cites))), of_told=True, whole=True
    )


def _parts(asked: AskedOn) -> Iterator[Beside]:
    """Each amount with what is done with it: the nearest word of a kind."""
    text = asked.reading.text
    for one in _AMOUNT.finditer(text):
        spots = [
            (min(abs(word.start() - one.end()), abs(one.start() - word.end())), kind)
            for kind, words in _ANY.items()
            for word in words.finditer(text)
        ]
        if spots and min(spots)[0] <= NEAR:
            gb = float(one[1].replace(",", "")) * _GB[one[2][0].casefold()]
            yield _beside(min(spots)[1], gb, asked)


def _rates(asked: AskedOn) -> Iterator[Beside]:
    yield from (_beside(kind, 1.0, asked) for kind, words in _ANY.items() if words.search(asked.reading.text))


def _beside(kind: str, gb: float, asked: AskedOn) -> Beside:
    if kind == "disk":
        return Beside(kind=kind, gb=gb, usd=0.0, usd_gb=0.0, low=0.0, high=0.0)
    rate = asked.library.constants.entry(SENT if kind == "sent" else STORED).value
    return Beside(kind=kind, gb=gb, usd=gb * rate.likely, usd_gb=rate.likely, low=gb * rate.low, high=gb * rate.high)
