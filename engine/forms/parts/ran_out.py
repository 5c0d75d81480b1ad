"""Why it runs out of memory although it fits: what people load or reserve beyond what the work takes, in bytes; and
what makes it fit where it does not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from engine.forms.parts.fit_reasons import FitRanOutServing, LoadedWide
from engine.forms.parts.rows import STAGES, Row, Work, holds
from engine.memory.compiles_on import compiles_on
from engine.memory.fit import NEURON, plain_loss_bytes
from engine.memory.kv_cache import FULL_BITS, cache_bytes, weight_bytes
from engine.memory.outcomes import Cause, FitChange
from engine.memory.placement import core_bytes
from engine.memory.premises import OnChips, Premises, premises
from engine.memory.training_states import BITS_PER_BYTE, GRADIENT_BYTES, WEIGHT_BYTES
from engine.memory.ways import SERVING, in_all, parts
from engine.options.problem import Problem
from knowledge.units import gib

RESERVING = frozenset({"vllm", "sglang", "tgi"})  # they load weights as published, and reserve the whole context
PLAIN = "bf16"  # the way of serving weights as they are loaded
FROZEN = "lora"  # whose base may be loaded wider than it is counted
TOLD = 2  # causes
EIGHT_BITS = "base_8bit"  # the change of LoRA to frozen weights in 8 bits, whose kernels are of CUDA
CUDA = "nvidia"  # a vendor


def causes_of(row: Row, **changed: object) -> tuple[Cause, ...]:
    """The usual causes that do not fit on what was named, likeliest first; none where it does not fit at all.

    `changed`: terms of the plan.
    """
    if not row.fits or row.work.shape.sample is not None:
        return ()
    found = (_kept(row, **changed), _logits(row, **changed), _full(row), _context(row))
    return tuple(cause for cause, fits in found if not fits)[:TOLD]


def _kept(row: Row, **changed: object) -> tuple[Cause, bool]:
    """The activations of every layer, and whether they fit; where nobody said what of them is kept."""
    return _with(row, "recompute", **(changed | {"recompute": "selective"}))


def _logits(row: Row, **changed: object) -> tuple[Cause, bool]:
    """The logits, and whether there is room for the copies that a plain loss makes of them."""
    if not row.work.plan.whole_loss or not row.work.shape.vocabulary:
        return Cause("logits", 0.0), True
    return _with(row, "logits", **(changed | {"loss_copies": row.work.constants.likely("plain_loss_copies")}))


def _with(row: Row, of: Literal["recompute", "logits"], **changed: object) -> tuple[Cause, bool]:
    if row.work.way in SERVING or row.work.plan.recompute != "full":
        return Cause(of, 0.0), True
    need, core = row.work.need(**changed), row.work.core(row.hardware)
    cores = row.hardware.said * core.per_chip
    return Cause(of, gib(in_all(need))), core_bytes(need, 1, cores, 1, None) <= core.usable


def ran_out_serving(row: Row) -> FitRanOutServing:
    """All of them, each with what it takes. Servers that load weights as they are published load none in FP32."""
    (full, fits), (context, has_room) = _full(row), _context(row)
    chips = row.hardware.said
    copied = in_all(row.work.need()) if chips > 1 else 0.0
    return FitRanOutServing(
        parameters=row.work.shape.parameters,
        fp32=0.0 if RESERVING & set(row.work.libraries) or row.work.way != PLAIN else full.gib,
        fp32_fits=fits,
        context=context.tokens,
        context_gib=context.gib,
        context_fits=has_room,
        chips=chips,
        copied=gib(copied),
        copied_fits=copied <= row.hardware.core.chip_usable,
    )


def loaded_wide(work: Work) -> tuple[LoadedWide, ...]:
    """What the weights take in FP32, where it ran out of memory on chips that were not named; nothing in training."""
    if work.way not in SERVING or RESERVING & set(work.libraries):
        return ()
    return (LoadedWide(gib=gib(weight_bytes(work.shape, FULL_BITS))),)


def _usable(row: Row) -> float:
    return row.work.core(row.hardware).chip_usable * row.hardware.said


def _full(row: Row) -> tuple[Cause, bool]:
    """The weights in FP32, and whether they fit; what is trained in full has a copy in FP32 in its sum already."""
    taken = weight_bytes(row.work.shape, FULL_BITS)
    packed = row.work.way in SERVING and row.work.way != PLAIN  # they are loaded as they were quantized
    counted = packed or row.work.way not in (*SERVING, FROZEN) or bool(RESERVING & set(row.work.libraries))
    return Cause("fp32", gib(taken)), counted or taken <= _usable(row)


def _context(row: Row) -> tuple[Cause, bool]:
    """The cache of one request as long as the model reads, and whether there is room for it beside the weights."""
    tokens = row.work.full_context
    if row.work.way not in SERVING or not tokens or row.work.plan.cache_value_bytes == 0:
        return Cause("context", 0.0), True
    cache = cache_bytes(row.work.shape, tokens, row.work.plan.cache_value_bytes)
    return Cause("context", gib(cache), tokens), holds(row, context=tokens, requests=1.0)


def premises_of(row: Row, at: float = 0.0) -> Premises | None:
    """What it rests on where the sequences that were said (or `at` tokens each) are long for the GPUs that it is to
    run on; else None."""
    work, hardware = row.work, row.hardware
    chips, tokens = hardware.said or (row.room.chips if row.room else 0), at or long_tokens(work)
    gpu = hardware.chip is None or hardware.chip.family == "gpu"
    if work.way in SERVING or not chips or not gpu or work.problem.encodes:
        return None
    if tokens * work.plan.micro_batch <= work.constants.likely("sequence_length"):
        return None  # no longer than is usual
    whole = hardware.machines.counts[-1]
    cores, instances = (chips, 1) if chips <= whole else (whole, -(-chips // whole))
    held = OnChips(work.core(hardware).usable, cores * hardware.core.per_chip, instances, work.shape.heads)
    logits = plain_loss_bytes(work.shape, tokens, work.constants, work.plan) if work.plan.whole_loss else 0.0
    found = premises(work.need(whole_loss=False, sequence=tokens), logits, held)
    return found if found is not None and not found.is_bare else None


def long_tokens(work: Work) -> float:
    """Tokens of a sequence that training learns from, where that was said; else 0."""
    if work.way in SERVING or work.shape.sample is not None:
        return 0.0
    return work.plan.sequence or work.profile.sequence_length or 0.0


def compiled_by(problem: Problem, row: Row) -> tuple[str, float]:
    """The smallest machine that compiles and runs it with GiB of its host, where that of the one named is too small
    or only the chip is named."""
    chip, facts, room = row.hardware.chip, problem.library.facts, row.room
    if chip is None or chip.family not in NEURON or row.work.way not in SERVING:
        return "", 0.0
    if not row.host_short and (row.hardware.said or room is None):
        return "", 0.0
    kin = [one for one in facts.instances.values() if row.host_short or one.accelerator == chip.id]
    chips = room.chips if room is not None else row.hardware.said
    found = compiles_on(problem.shape, chip, chips, kin, facts.accelerators, problem.constants)
    return (found.id, found.host_ram_gib or 0.0) if found else ("", 0.0)


def away_gib(row: Row) -> float:
    """GiB of the optimizer kept in the host, where one card is to shard it with nobody and holds the rest; else 0."""
    alone = row.hardware.said == 1 and not row.fits and not STAGES.keys().isdisjoint(row.work.libraries)
    if not alone or row.work.way in SERVING or row.work.is_offloaded or not holds(row, optimizer_bytes=0.0):
        return 0.0
    return gib(parts(row.work.profile, row.work.shape, row.work.constants, row.work.plan).optimizer)


def roomier(row: Row) -> str:
    """The cheapest machine of the same chip with more of it than the one named, "" where none was named."""
    chips = row.hardware.type_said.count if row.hardware.type_said else 0
    more = tuple(one for one in row.hardware.kin if chips and one.count > chips)
    found = row.work.rented(more, 1)
    return found.instance.id if found else ""


def software(work: Work) -> Iterator[tuple[str, float, dict[str, object]]]:
    """Changes of the run itself that keep its way; the other ways stand in the table."""
    if work.shape.sample is not None:
        return
    if work.way in SERVING:
        half = (work.plan.context or work.constants.likely("serving_context_tokens")) / 2
        yield "context", half, {"context": half}
        said, requests = work.problem.filled.reading.profile, work.plan.requests or 0
        if requests > 1 and not (said.sequence_length or said.prompt_tokens):
            yield "requests", 1.0, {"requests": 1.0}  # of a length that was said, how many have room is told
        return
    yield from costless(work)
    length = work.profile.sequence_length or work.constants.likely("sequence_length")
    yield "sequence", length / 2, {"sequence": length / 2}


def costless(work: Work) -> Iterator[tuple[str, float, dict[str, object]]]:
    """Of the changes those of a training run that learns from the same sequences as before."""
    if work.shape.sample is not None or work.way in SERVING:
        return
    plan = work.plan
    if plan.recompute != "full":
        yield "recompute", 0.0, {"recompute": "full"}
    if plan.micro_batch > 1:
        yield "micro_batch", 1.0, {"micro_batch": 1.0}
    if plan.whole_loss and work.shape.vocabulary:
        yield "loss", 0.0, {"whole_loss": False}
    if work.way == "lora" and work.problem.profile.precision != "int8":
        yield EIGHT_BITS, BITS_PER_BYTE, {"base_in_eight": True}
    if work.way not in ("lora", "qlora") and work.optimizer_bytes is None:
        each = work.constants.likely("adam_8bit_bytes_per_parameter")
        yield "optimizer_8bit", each, {"optimizer_bytes": each}
    if work.way not in ("lora", "qlora") and not work.is_offloaded:
        small = work.constants.spread("adam_8bit_bytes_per_parameter").low  # without the FP32 copy of the weights
        yield "optimizer_bf16", small + WEIGHT_BYTES + GRADIENT_BYTES, {"optimizer_bytes": small}


def helps(row: Row, change: str, terms: dict[str, object]) -> bool:
    """Whether a change of the run makes it fit on what was named, where the chips can do it."""
    chip = row.hardware.chip
    return (change != EIGHT_BITS or chip is None or chip.vendor == CUDA) and holds(row, **terms)


def helps_of(row: Row) -> tuple[FitChange, ...]:
    """What alone makes the way fit that does not on the chips that were said."""
    if row.fits or not row.hardware.said:
        return ()
    found = [FitChange(name, to) for name, to, terms in costless(row.work) if helps(row, name, terms)]
    eased = any(one.change == "optimizer_8bit" for one in found)  # then FP32 weights need not go
    return tuple(one for one in found if not (eased and one.change == "optimizer_bf16"))
