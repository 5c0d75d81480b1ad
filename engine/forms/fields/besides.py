"""Which cards other than the one that is named: those with the memory and the formats, and what rules others out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.forms.fields.network import Network, network_of
from engine.forms.form import Asked
from engine.forms.kinds.kind import NOMINAL, PHASES, Work, work_of
from engine.forms.parts.own_speed import chip_of
from engine.forms.told.on_other import hour_of
from engine.workload.conditions import FAMILIES
from engine.workload.profile import Equipment
from knowledge.facts import Accelerator
from knowledge.units import BILLION, BYTES_PER_GIB

CUE = "besides"
OTHERS = frozenset(
    {"asks_time", "commit_strong", "carbon_strong", "price_strong", "vs", "one_for_other"}
)  # cues of another question
UNITS = frozenset({"hours", "chip_hours", "usd"})  # that no list of cards answers
WHICH = frozenset(
    {"of_cards", "which_hardware", "which_type", "wants_other", "open_question", "which", "choice"}
)  # cues
CAPABILITY = re.compile(
    r"(?:compute capability|capability|\bcc|\bsm)[^\d\n]{0,24}?(\d{1,2}\.\d|\d{2,3}\b)", re.IGNORECASE
)
FP8, BF16 = (
    re.compile(r"\bfp8\b|float8|transformer[- ]engine", re.IGNORECASE),
    re.compile(r"\bbf16\b|bfloat16", re.IGNORECASE),
)
NEEDS_FP8, NEEDS_BF16 = 8.9, 8.0  # capabilities
WHOLE = frozenset({"bf16", "fp16"})  # precisions in which all parts are kept as they are
WEIGHTS = 2.0  # bytes a parameter in 16 bits
SHARE = "usable_hbm_share"  # the constant
UNPRICED = 1e9  # USD an hour: last of all
SHOWN, ROOMY, TIGHT, OUT = 4, 4, 2, 4
MAKER = "nvidia"
SOURCE = "chipscout-arithmetic"


class OtherCard(Computed):
    """A card that does, with the cheapest price of one an hour, 0 where none is known."""

    chip: str
    gib: float
    usd: float
    instance: str
    tight: bool  # enough with small settings alone


class BesidesCards(Reason, code="besides_cards"):
    """Cards other than `but` with `least` GB and the capability (0: none was asked for), the cheapest first.

    `without`: well-known ones that lack it, `short`: that lack the memory; `what`: what the memory is of.
    """

    but: tuple[str, ...]
    cards: tuple[OtherCard, ...]
    name: str
    least: float
    comfortable: float
    what: str
    capability: str
    format: str
    without: tuple[str, ...]
    short: tuple[str, ...]
    refused: tuple[str, ...]


class Need(NamedTuple):
    """GB of one card, at least and to be comfortable, and what they are of."""

    least: float
    comfortable: float
    what: str
    cites: tuple[str, ...]


def besides_cards(asked: Asked) -> FactAnswer | None:
    """None where no other card is asked for, none was named, or neither memory nor a capability is known."""
    cues = set(asked.reading.cues)
    if not UNITS.isdisjoint(asked.reading.sought.units):
        return None
    if CUE not in cues or cues & OTHERS or asked.profile.tokens_per_day or asked.profile.requests_per_second:
        return None
    chips = _named(asked)
    work, network = work_of(asked.reading, asked.library), network_of(asked)
    capability, fmt = _capability(asked.reading.text)
    need = _need(work, network, asked)
    if not chips or need is None:
        return None
    but = {chip.name.split(" 40 GB")[0].split(" 80 GB")[0] for chip in chips}
    every = [one for one in asked.facts.accelerators.values() if _is_usual(one, asked)]
    others = [one for one in every if not any(one.name.startswith(name) for name in but)]
    able = [one for one in others if _computes(one, capability, asked) and not one.only_if_named]
    fits = [one for one in able if one.hbm_gib.value >= need.least * NOMINAL]
    cards = sorted(_priced(fits, need, asked), key=lambda one: one.usd or UNPRICED)
    if not cards:
        return None
    roomy = [one for one in cards if not one.tight]
    tight = sorted((one for one in cards if one.tight), key=lambda one: -one.gib) if len(roomy) < SHOWN else []
    refused = [chip.name for chip in chips if not _computes(chip, capability, asked)]
    first = BesidesCards(
        but=tuple(dict.fromkeys(chip.name for chip in chips)),
        cards=(*roomy[:ROOMY], *tight[:TIGHT]),
        name=network.name or (work.name if work else ""),
        least=need.least,
        comfortable=need.comfortable,
        what=need.what,
        capability=f"{capability:.1f}" if capability else "",
        format=fmt,
        without=tuple(dict.fromkeys(_plain(one) for one in others if not _computes(one, capability, asked)))[:OUT],
        short=tuple(dict.fromkeys(_plain(one) for one in able if one not in fits))[:OUT],
        refused=tuple(refused),
        cites=tuple(dict.fromkeys((*need.cites, *(one.hbm_gib.source for one in fits[:SHOWN])))),
    )
    return FactAnswer(headline=first, of_told=True)


def _named(asked: Asked) -> list[Accelerator]:
    """What is named, with what the text rules out by its "besides"."""
    named = [one for one in asked.reading.hardware if one.id not in FAMILIES]
    out = asked.reading.ruled_out.get("candidates", ())
    gone = (one.id for one in asked.reading.unavailable)
    named += [Equipment(id=name) for name in (*out, *gone) if name not in FAMILIES]
    return [chip for one in named if (chip := chip_of(asked.problem, one)) is not None]


def _need(work: Work | None, network: Network, asked: Asked) -> Need | None:
    """By what is held of that kind of work in its phase, else by the weights in 16 bits."""
    sized = asked.profile.precision in WHOLE and network.billions
    if work is not None and not sized:
        phases = (work.phase,) if work.phase else PHASES
        entry = next((one for phase in phases for one in work.memory(phase)), None)
        if entry is not None:
            return Need(entry.least, entry.comfortable, entry.of, (entry.source,))
    if not network.billions or asked.profile.task in ("fine_tuning", "pretraining"):
        return None
    gib = (
        (network.billions + network.beside)
        * BILLION
        * WEIGHTS
        / BYTES_PER_GIB
        / asked.problem.constants.likely(SHARE)
    )
    return Need(gib, gib, "", (SOURCE, *network.cites))


def _capability(text: str) -> tuple[float, str]:
    """The CUDA capability that is asked for, by its number or by a format; 0 where none is."""
    found = CAPABILITY.search(text)
    if found:
        number = found[1]
        return (float(number) if "." in number else float(f"{number[:-1]}.{number[-1]}")), "FP8" if FP8.search(
            text
        ) else ""
    if FP8.search(text):
        return NEEDS_FP8, "FP8"
    return (NEEDS_BF16, "BF16") if BF16.search(text) else (0.0, "")


def _is_usual(chip: Accelerator, asked: Asked) -> bool:
    sold = any(
        thing.accelerator == chip.id and asked.problem.is_here(thing) for thing in asked.facts.instances.values()
    )
    return chip.is_usual_gpu and chip.vendor == MAKER and sold


def _computes(chip: Accelerator, capability: float, asked: Asked) -> bool:
    generation = asked.facts.generations.get(chip.generation or "")
    if not capability or generation is None:
        return not capability
    try:
        return float(generation.capability.split()[0]) >= capability
    except ValueError:
        return False


def _priced(chips: list[Accelerator], need: Need, asked: Asked) -> Iterator[OtherCard]:
    seen = set[str]()
    for chip in chips:
        price = hour_of(chip, asked.problem)
        if chip.name not in seen:
            seen.add(chip.name)
            yield OtherCard(
                chip=chip.name.removeprefix("NVIDIA "),
                gib=chip.hbm_gib.value,
                usd=price.usd,
                instance=price.instance,
                tight=chip.hbm_gib.value < need.comfortable * NOMINAL,
            )


def _plain(chip: Accelerator) -> str:
    return re.sub(r"^NVIDIA | \d+ GB$", "", chip.name)
