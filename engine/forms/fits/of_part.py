"""One part of the memory of a model, where that alone is asked for: optimizer, gradients, activations, cache, or the
file of a checkpoint. The formulas are those of `engine/memory`."""

from __future__ import annotations

import re
from typing import TypedDict

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.parts.lines import sum_of
from engine.forms.parts.rows import Work
from engine.memory.activations import activation_bytes, logit_bytes
from engine.memory.kv_cache import BITS, KV_BYTES, served, weight_bytes
from engine.memory.training_states import GRADIENT_BYTES, adapter_rank, lora_parameters
from engine.memory.ways import Way
from engine.options.problem import Problem
from engine.workload.flops import kv_bytes_per_token
from engine.workload.profile import Reading
from engine.workload.question import FormCues
from knowledge.units import BYTES_PER_GB, gib

PARTS = ("part_checkpoint", "part_cache", "part_activations", "part_gradients", "part_optimizer")  # the first leads
ELSE = (
    "memory_error", "no_room", "asks_if", "vs", "price_strong", "asks_time", "token_speed", "mfu", "other_optimizer",
    "which_hardware", "splits", "slower", "speed_word", "several_models",
)  # fmt: skip
AMOUNTS = frozenset(
    {"tokens", "tokens_per_day", "runs", "budget_usd", "deadline_days", "steps", "samples", "taken_gb"}
)
ADAPTERS = frozenset({"lora", "qlora"})
MOMENTS = 8.0  # bytes a parameter of Adam's two moments in FP32 (Rajbhandari et al. 2020, section 3.1)
MASTER = 4.0  # of the FP32 copy of the weights
FULL = 4.0  # of a gradient in FP32
USERS = re.compile(
    r"\b(\d{1,5})\s+(?:concurrent\s+|parallel\s+)?(?:users|requests|sequences|sessions|streams)\b", re.I
)
EIGHT, OF_OPTIMIZER = "adam_8bit", "with_optimizer"  # cues
EIGHT_BIT, PLAIN_BF16 = "adam_8bit_bytes_per_parameter", "bf16_adam_bytes_per_parameter"  # constants
CHECKPOINT = "checkpoint_bytes_per_parameter"
SOURCES = ("hf-memory-anatomy",)  # of activations


class OfPart(Reason):
    """`parameters` of the model, whose published name is `model`, or "". Sizes are GiB."""

    parameters: float
    model: str


class PartOptimizer(OfPart, code="part_optimizer"):
    """States of Adam: two moments and the FP32 copy of the weights; `trained` parameters, fewer with adapters.

    `eight_bit`: asked of 8-bit moments; `bare_gib`: with these and without the FP32 copy. `bf16_gib`: both moments in
    BF16 and no copy.
    """

    trained: float
    adapters: bool
    eight_bit: bool
    eight_bytes: float
    bare_bytes: float
    each_bytes: float
    moments_gib: float
    master_gib: float
    gib: float
    eight_gib: float
    bare_gib: float
    bf16_gib: float


class PartGradients(OfPart, code="part_gradients"):
    """One gradient a trained parameter, of `bytes_each`; `other_gib` in the other of BF16 and FP32."""

    trained: float
    adapters: bool
    bytes_each: float
    gib: float
    other_gib: float


class PartCache(OfPart, code="part_cache"):
    """Keys and values: 2 x layers x `kv_width` x bytes a token, for `requests` of `tokens` each."""

    layers: int
    kv_width: int
    kv_heads: int | None
    bytes_each: float
    token_kb: float
    tokens: float
    said_tokens: bool
    requests: float
    one_gib: float
    gib: float
    half_gib: float


class PartActivations(OfPart, code="part_activations"):
    """Of one micro-batch, with every layer recomputed, with attention alone, with nothing; the logits on top."""

    tokens: float
    said_tokens: bool
    batch: float
    full_gib: float
    selective_gib: float
    none_gib: float
    logits_gib: float


class PartCheckpoint(OfPart, code="part_checkpoint"):
    """GB of a file on disk: the BF16 weights alone, and all that a run resumes from; `whole`: that is asked for."""

    bytes_each: float
    weights_gb: float
    resume_gb: float
    whole: bool


def asks_of_part(seen: FormCues) -> bool:
    """Whether one part of the memory of a model of known size is asked for, and no hardware for it."""
    sized = seen.says("parameters") or seen.says("variant")
    free = not seen.hardware_named and AMOUNTS.isdisjoint(seen.profile.stated())
    return seen.has(*PARTS) and sized and free and not seen.before and not seen.has(*ELSE)


def of_part(problem: Problem, reading: Reading) -> FactAnswer | None:
    """None where no part, or no model of known size, is asked for."""
    cues, said = set(reading.cues), reading.profile
    part = next((name for name in PARTS if name in cues), None)
    hardware = said.candidates or said.instances
    if part is None or hardware or not (said.parameters or said.variant) or not cues.isdisjoint(ELSE):
        return None
    if not AMOUNTS.isdisjoint(said.stated()):
        return None
    if part == "part_cache":
        cache = _cache(problem, reading)
        lines: tuple[Reason, ...] = (cache, sum_of(Work("bf16", problem, cache.requests)))
    else:
        way: Way = "lora" if said.method in ADAPTERS else "full"
        make = {
            "part_checkpoint": _checkpoint,
            "part_activations": _activations,
            "part_gradients": _gradients,
            "part_optimizer": _optimizer,
        }[part]
        lines = (make(problem, reading), sum_of(Work(way, problem)))
    return FactAnswer(headline=lines[0], sentences=lines[1:], of_told=True)


class Named(TypedDict):
    """What every such reason says of the model."""

    parameters: float
    model: str


def _named(problem: Problem) -> Named:
    model = problem.facts.models.get(problem.shape.model or "")
    named = model.name if model and problem.filled.reading.profile.variant else ""
    return Named(parameters=problem.shape.parameters, model=named)


def _trained(problem: Problem, reading: Reading) -> tuple[float, bool]:
    """Parameters that are trained, and whether these are those of adapters."""
    if reading.profile.method not in ADAPTERS:
        return problem.shape.parameters, False
    return lora_parameters(problem.shape, adapter_rank(problem.profile, problem.constants)), True


def _optimizer(problem: Problem, reading: Reading) -> PartOptimizer:
    trained, adapters = _trained(problem, reading)
    eight = problem.constants.spread(EIGHT_BIT)
    return PartOptimizer(
        trained=trained,
        adapters=adapters,
        eight_bit=EIGHT in reading.cues,
        eight_bytes=eight.likely,
        bare_bytes=eight.low,
        each_bytes=MOMENTS + MASTER,
        moments_gib=gib(trained * MOMENTS),
        master_gib=gib(trained * MASTER),
        gib=gib(trained * (MOMENTS + MASTER)),
        eight_gib=gib(trained * eight.likely),
        bare_gib=gib(trained * eight.low),
        bf16_gib=gib(trained * problem.constants.likely(PLAIN_BF16)),
        cites=(problem.constants.entry("full_training_bytes_per_parameter").source,),
        **_named(problem),
    )


def _gradients(problem: Problem, reading: Reading) -> PartGradients:
    trained, adapters = _trained(problem, reading)
    full = reading.profile.precision == "fp32"
    each, other = (FULL, GRADIENT_BYTES) if full else (GRADIENT_BYTES, FULL)
    return PartGradients(
        trained=trained,
        adapters=adapters,
        bytes_each=each,
        gib=gib(trained * each),
        other_gib=gib(trained * other),
        cites=(problem.constants.entry("full_training_bytes_per_parameter").source,),
        **_named(problem),
    )


def _cache(problem: Problem, reading: Reading) -> PartCache:
    shape, said = served(problem.shape, problem.constants), reading.profile
    users = USERS.search(reading.text)
    requests = float(said.concurrent_users or said.batch_size or (users[1] if users else 1))
    tokens = float(said.sequence_length or problem.constants.likely("serving_context_tokens"))
    token = kv_bytes_per_token(shape, KV_BYTES)
    return PartCache(
        layers=shape.layers,
        kv_width=shape.kv_width,
        kv_heads=shape.kv_heads,
        bytes_each=KV_BYTES,
        token_kb=token / 1000,
        tokens=tokens,
        said_tokens=said.sequence_length is not None,
        requests=requests,
        one_gib=gib(token * tokens),
        gib=gib(token * tokens * requests),
        half_gib=gib(token * tokens * requests / KV_BYTES),
        cites=(shape.source,) if shape.source else (),
        **_named(problem),
    )


def _activations(problem: Problem, reading: Reading) -> PartActivations:
    shape, said = problem.shape, reading.profile
    tokens = float(said.sequence_length or problem.constants.likely("sequence_length"))
    batch = float(said.batch_size or 1)
    full, selective, none = (activation_bytes(shape, tokens, batch, how) for how in ("full", "selective", "none"))
    return PartActivations(
        tokens=tokens,
        said_tokens=said.sequence_length is not None,
        batch=batch,
        full_gib=gib(full),
        selective_gib=gib(selective),
        none_gib=gib(none),
        logits_gib=gib(logit_bytes(shape, tokens, batch)),
        cites=SOURCES,
        **_named(problem),
    )


def _checkpoint(problem: Problem, reading: Reading) -> PartCheckpoint:
    each = problem.constants.likely(CHECKPOINT)
    parameters = problem.shape.parameters
    return PartCheckpoint(
        bytes_each=each,
        weights_gb=weight_bytes(problem.shape, BITS["bf16"]) / BYTES_PER_GB,
        resume_gb=parameters * each / BYTES_PER_GB,
        whole=OF_OPTIMIZER in reading.cues,
        cites=(problem.constants.entry(CHECKPOINT).source,),
        **_named(problem),
    )
