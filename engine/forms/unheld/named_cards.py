"""What is said of what was named by a name of several: which it was taken for, and what a named card lacks."""

from __future__ import annotations

from collections.abc import Iterator

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.against.against import Lacks, ToldMeans
from engine.library import Library
from engine.options.named import is_named
from engine.workload.flops import shape
from engine.workload.profile import Reading
from knowledge.facts import Accelerator, Model

FORMATS = ("BF16", "TF32")  # what a card without the one lacks, too
ASKED = frozenset({"bf16", "tf32"})  # precisions that are said
TEXTS = ("text", "more")  # fields of a reason that hold sentences
KNOWS = frozenset({"lacks", "fit_sixteen"})  # codes of reasons that say which format a card lacks
SUMS = frozenset({"fit_assumed"})  # codes of reasons of a sum over memory
SAME_SIZE, MORE = 0.03, 2.0  # a share within which sizes are one; times the cache from which a version is told of
MEANS = "told_means"  # the code of the reason that tells the cards of a name


class TakenAs(Reason, code="taken_as"):
    """Which version of a model a sum is of, and another that keeps so many `times` as much of each token."""

    name: str
    other: str
    times: float


def with_named(stated: FactAnswer, reading: Reading, library: Library) -> FactAnswer:
    """The answer with a line where a name means cards of different memory and none was said, and one where it speaks
    of a format that a named card lacks."""
    told = [reason for reason in (stated.headline, *stated.sentences) if reason is not None]
    codes = {reason.code for reason in told}
    taken = _taken(codes, reading, library)
    means = () if MEANS in codes or stated.headline is None else tuple(_means(reading, library))
    lacks = () if codes & KNOWS else tuple(_lacks(told, reading, library))
    if not means and not lacks and not taken:
        return stated
    first, last = (lacks, ()) if reading.profile.precision in ASKED else ((), lacks)
    return stated.model_copy(update={"sentences": (*means, *taken, *first, *stated.sentences, *last)})


def _taken(codes: set[str], reading: Reading, library: Library) -> tuple[Reason, ...]:
    """Of a family and a size without a version, which one it is a sum of, where another keeps far more."""
    said, models = reading.profile, library.facts.models
    if said.variant or not said.model or not said.parameters or codes.isdisjoint(SUMS):
        return ()
    one = models.get(shape(said, library.facts).model or "")
    kin = [other for other in models.values() if one and other.family == one.family and other is not one]
    kin = [other for other in kin if one and abs(other.parameters / one.parameters - 1) <= SAME_SIZE]
    most = max(kin, key=_cache, default=None)
    if one is None or most is None or not _cache(one) or _cache(most) < MORE * _cache(one):
        return ()
    return (
        TakenAs(name=one.name, other=most.name, times=_cache(most) / _cache(one), cites=(one.source, most.source)),
    )


def _cache(model: Model) -> float:
    """Values kept of each token: keys, or values, of all layers."""
    return (model.layers or 0) * (model.kv_heads or 0) * (model.head_dim or 0)


def _means(reading: Reading, library: Library) -> Iterator[Reason]:
    """Of a name that is none of a card itself ("RTX 6000"), the cards that go by it."""
    for word in reading.profile.candidates:
        chips = [chip for chip in library.facts.accelerators.values() if chip.line == word]
        sizes = {chip.hbm_gib.value for chip in chips}
        if len(sizes) > 1 and reading.profile.chip_memory_gb is None:
            chips.sort(key=lambda chip: chip.hbm_gib.value)
            gib = tuple(chip.hbm_gib.value for chip in chips)
            yield ToldMeans(word=word, names=tuple(chip.name for chip in chips), gib=gib, cites=_sources(chips))


def _lacks(told: list[Reason], reading: Reading, library: Library) -> Iterator[Reason]:
    """The named cards without BF16, where a written answer advises it, or the asker would use it."""
    texts = [str(getattr(reason, field)) for reason in told for field in TEXTS if hasattr(reason, field)]
    if reading.profile.precision not in ASKED and not any(name in text for text in texts for name in FORMATS):
        return
    words = frozenset((*reading.profile.candidates, *reading.profile.current_instances))
    types = (library.facts.instances.get(name) for name in (*reading.profile.instances, *words))
    ids = {one.accelerator for one in types if one is not None}
    chips = [
        chip for chip in library.facts.accelerators.values() if chip.id in ids or chip.id in words or _is(chip, words)
    ]
    without = [chip for chip in chips if not chip.has_bf16 and chip.vendor != "apple"]
    if without:
        yield Lacks(bf16=tuple(chip.name for chip in without[:3]), cites=_sources(without[:3]))


def _is(chip: Accelerator, words: frozenset[str]) -> bool:
    return is_named(chip, words - {"gpu", "tpu", "trainium", "inferentia"})


def _sources(chips: list[Accelerator]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chip.hbm_gib.source for chip in chips))
