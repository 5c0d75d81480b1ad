"""What the software says of a chip that a turn asks about, or of kernels that it tells: in words, beside dollars."""

from __future__ import annotations

from collections.abc import Iterable

from engine.answers.model import FactAnswer
from engine.answers.support import chips_asked, features_named, rented
from engine.base.reason import Reason
from engine.forms.support import supports
from engine.workload.profile import Reading
from knowledge.facts import Accelerator, Facts

KERNELS, SERVES, TRAINS = "custom_kernels", "vllm", "pytorch"  # features
WRITTEN = frozenset({"some", "heavy"})  # values of the slot
PORTED = frozenset({"trainium", "inferentia", "tpu"})  # families


class KernelsTold(Reason, code="kernels_told"):
    """Kernels that a turn tells: `runs` on the chips or has to be rewritten there, which the port below counts."""

    feature: str
    chips: str
    runs: bool
    evidence: str


class SoftwareThere(Reason, code="software_there"):
    """How far what the work needs runs on a chip, where that is not all the way: "beta", "partly" or "no"."""

    feature: str
    chips: str
    answer: str
    evidence: str
    as_of: str


def of_software(reading: Reading, chips: Iterable[Accelerator], facts: Facts) -> tuple[SoftwareThere, ...]:
    """Of what the work needs, its engine where it serves, its framework where it trains, and kernels of its own, that
    which does not plainly run on the chips."""
    wanted = [SERVES if reading.profile.task == "inference" else TRAINS]
    wanted += [KERNELS] if reading.profile.custom_kernels in WRITTEN else []
    found = tuple(chips)
    lines = (line for name in wanted for line in supports(facts.features[name], found, facts))
    return tuple(
        SoftwareThere(
            feature=line.feature, chips=line.chips, answer=line.answer, evidence=line.evidence, as_of=line.as_of,
            cites=line.cites,
        )
        for line in lines
        if line.answer != "yes"
    )  # fmt: skip


def with_kernels(told: FactAnswer, turn: str, reading: Reading, before: Reading, facts: Facts) -> FactAnswer:
    """The answer to a turn that tells of kernels of one's own: what becomes of them, then the choice with them."""
    told_now = reading.profile.custom_kernels in WRITTEN and before.profile.custom_kernels not in WRITTEN
    named = features_named(turn, facts)
    feature = next((one for one in named if KERNELS in (one.id, *one.near)), facts.features.get(KERNELS))
    if not told_now or feature is None:
        return told
    chips = [chip for chip in chips_asked(reading.profile, facts) if chip.family in PORTED]
    chips = chips or [chip for chip in rented(facts) if chip.family == "trainium"]
    lines = supports(feature, tuple(chips), facts)
    if not lines:
        return told
    line = lines[-1]  # the least of them
    first = KernelsTold(
        feature=feature.name,
        chips=line.chips,
        runs=line.answer != "no" and feature.id != KERNELS,
        evidence=line.evidence,
        cites=line.cites,
    )
    return told.headed(first)
