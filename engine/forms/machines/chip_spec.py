"""What a chip is that was named, in the one figure that is asked for: its memory, how fast that is read, its peak by
format, its link to others and its power; and the machines of a cloud that have it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.answers.model import FactAnswer
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.options.named import called, usual_forms
from engine.reading.document import Document
from engine.workload.conditions import FAMILIES
from engine.workload.profile import Profile
from knowledge.facts import COMPARED, Accelerator, Facts

SLOT = "chip_asked"  # of terms, whose values are those of `ChipSpec.asks`
OF_MACHINE = "spec_asked"  # of terms that ask the same of a machine: "network bandwidth"
BESIDE = frozenset(
    {
        "candidates",
        "thing",
        "counted",
        "gigabytes",
        "unit_noun",
        "opener",
        "move",
        "precision",
        "clouds",
        "word",
        "vs",
    }
)  # classes of what may stand beside
MOST = 12  # tokens
SEVERAL = 4  # chips
MACHINES, MEMORY, MFU = "machines", "memory", "mfu"  # values of a term, a cue
TPU = "tpu"  # a family
OF_VENDOR = frozenset({"trainium", "inferentia"})  # families whose name is a product
FORMATS = ("bf16", "fp8", "fp4")


class Peak(Computed):
    """Dense TFLOP/s in a format; None where none is published, or the chip has no such format."""

    format: str
    tflops: float | None


class ChipSpec(Reason, code="chip_spec"):
    """One chip: GiB of its memory and GB/s of it, its peaks, GB/s of its link both ways and watts; `asks` is told.

    `format`: the one that was asked for, "" where none was."""

    asks: str
    chip: str
    gib: float
    gbps: float
    link_gbps: float | None
    watts: float | None
    format: str
    peaks: tuple[Peak, ...]


class WithChip(Reason, code="with_chip"):
    """The types of a cloud that have the chip, with how many of it; `elsewhere`: that cloud has none, these are of
    others."""

    chip: str
    cloud: str
    types: tuple[tuple[str, int], ...]
    elsewhere: bool


def asks_chip(document: Document) -> str:
    """What is asked of chips and of nothing else; "" where other things are said or asked."""
    found = [match for match in document.matches if match.slot == SLOT]
    longest = max((match.last - match.first for match in found), default=0)
    of_machine = (match for match in document.matches if match.slot == OF_MACHINE)
    of_share = any(match.slot == "cue" and match.value == MFU for match in document.matches)
    if not found or len(document.tokens) > MOST or any(one.last - one.first > longest for one in of_machine):
        return ""
    if of_share:
        return ""  # what of a peak is reached
    taken = {at for match in found for at in range(match.first, match.last)}
    beside = {at for m in document.matches if m.slot in BESIDE for at in range(m.first, m.last)}
    carrying = {at for at, token in enumerate(document.tokens) if token.kind == "word"}
    if carrying - taken - beside - document.plain_words:
        return ""
    return str(max(found, key=lambda match: (match.last - match.first, -match.first)).value)


def chip_spec(asks: str, said: Profile, facts: Facts, words: str = "") -> FactAnswer | None:
    """A line for each chip that is named, in these `words`; None where none is, or a type is, or a time, over which
    sums are made."""
    if said.instances or said.parameters or said.model or said.task or said.run_hours or said.deadline_days:
        return None
    chips = list(_named(said.candidates, facts)) if asks != MACHINES else _sold(said.candidates, words, facts)
    sliced = (said.accelerator_count or 1) > 1 and any(chip.family == TPU for chip in chips)
    if not chips or len(chips) > SEVERAL or (sliced and asks == MEMORY):
        return None  # "how much memory has a v3-8?" is of all its chips
    lines: list[Reason] = (
        [_with(chip, said, facts) for chip in chips]
        if asks == MACHINES
        else [_spec(asks, chip, said) for chip in chips]
    )
    return FactAnswer(headline=lines[0], sentences=tuple(lines[1:]), of_told=True, whole=True)


def _named(words: Iterable[str], facts: Facts) -> Iterator[Accelerator]:
    """Each chip that a word means; of a name that several share, all of them."""
    for word in words:
        if word not in FAMILIES:
            yield from usual_forms(called(facts, word))


def _sold(candidates: Iterable[str], words: str, facts: Facts) -> list[Accelerator]:
    """The same, and every generation of a family of one vendor: "Trainium", "Inferentia"."""
    families = {word.casefold() for word in (*candidates, *words.split())} & OF_VENDOR
    sold = {one.accelerator for one in facts.instances.values()}
    kin = [chip for chip in facts.accelerators.values() if chip.family in families and chip.id in sold]
    named = list(_named(candidates, facts))
    return kin + [chip for chip in named if chip not in kin]


def _spec(asks: str, chip: Accelerator, said: Profile) -> ChipSpec:
    peaks = (chip.bf16_dense_tflops if chip.has_bf16 else None, chip.fp8_dense_tflops, chip.fp4_dense_tflops)
    figures = (chip.hbm_gbps, chip.hbm_gib, chip.bf16_dense_tflops, chip.tdp_w, chip.interconnect_gbps)
    return ChipSpec(
        asks=asks,
        chip=chip.name,
        gib=chip.hbm_gib.value,
        gbps=chip.hbm_gbps.value,
        link_gbps=chip.interconnect_gbps.value if chip.interconnect_gbps else None,
        watts=chip.tdp_w.value if chip.tdp_w else None,
        format=said.precision if said.precision in FORMATS else "",
        peaks=tuple(
            Peak(format=name, tflops=peak.value if peak else None) for name, peak in zip(FORMATS, peaks, strict=True)
        ),
        cites=tuple(dict.fromkeys(figure.source for figure in figures if figure is not None)),
    )


def _with(chip: Accelerator, said: Profile, facts: Facts) -> WithChip:
    having = [one for one in facts.instances.values() if one.accelerator == chip.id and one.ended is None]
    sellers = {one.cloud for one in having}
    cloud = said.clouds[0] if said.clouds else next((one for one in COMPARED if one in sellers), COMPARED[0])
    there = [one for one in having if one.cloud == cloud]
    others = [one for one in having if one.cloud in COMPARED]
    types = tuple((one.id, one.count) for one in sorted(there or others, key=lambda one: (one.count, one.id)))
    cites = tuple(dict.fromkeys(one.source for one in there or others))
    return WithChip(chip=chip.name, cloud=cloud, types=types, elsewhere=not there, cites=cites)
