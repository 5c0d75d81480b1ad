"""A published serving configuration, as its table states it, as the quantities of the roofline."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TypedDict

from engine.base.run_config import RunConfig
from engine.base.unpredictable import NoAnswerLength, NoTokenThroughput
from engine.library import Library
from engine.serving.fit import platform_of
from engine.serving.precision import EIGHT_BIT_CACHE, cache_bytes_per_value
from engine.serving.roofline import ServingRun
from engine.workload.flops import Shape, kv_bytes_per_token, of_model
from knowledge.facts import Accelerator, Workload
from knowledge.units import BYTES_PER_GIB, GIGA, MILLISECONDS_PER_SECOND, TERA

BYTES_OF: Mapping[str, float] = {"fp8": 1.0, "int8": 1.0, "int4": 0.5625, "fp4": 0.5625}  # 4 bits, 1 scale byte in 16
DP = re.compile(r"\bDP=(\d+)")
USERS = re.compile(r"(\d+) concurrent users")
RATE = re.compile(r"asynchronous@([\d.]+)")
FIT = "fit-serving"  # the source whose day is that of the fit
RELEASE = re.compile(r"\d+\.\d+")


class ServingMachine(TypedDict):
    """The fields of `ServingRun` that chip, model and precision determine."""

    shape: Shape
    platform: str
    flops: float
    bandwidth: float
    hbm_bytes: float
    link: float
    weight_bytes: float
    kv_bytes: float


def serving_run(config: RunConfig, library: Library) -> ServingRun | NoAnswerLength | NoTokenThroughput:
    """The run a configuration describes, or what is missing to determine it."""
    chip = library.facts.accelerators[config.accelerator]
    if config.architecture == "encoder":
        return NoTokenThroughput(model=config.model)
    benchmark = workload(config, library)
    precision = config.precision or ""
    if not precision and benchmark and benchmark.fp8_where_able and chip.fp8_dense_tflops:
        precision = "fp8"
    output = config.output_tokens or (benchmark and benchmark.output_tokens)
    if not output:
        return NoAnswerLength(model=config.model, benchmark=config.benchmark)
    prompt = (
        config.input_tokens
        or (benchmark and benchmark.input_tokens)
        or library.constants.likely("serving_input_tokens")
    )
    shape = shape_of(config, library)
    chip_limits = machine(chip, shape, precision, library)
    groups, chips = _groups(config, chip_limits, library)
    scenario = (config.scenario or "").lower()
    batch, busy = _batch(config, scenario, groups)
    rate = RATE.search(scenario)
    limits = benchmark and {"server": benchmark.server_tpot_ms, "interactive": benchmark.interactive_tpot_ms}
    limit = limits and limits.get(scenario)
    return ServingRun(
        **chip_limits,
        chips=chips,
        input_tokens=prompt,
        output_tokens=output,
        batch=batch,
        slots=config.batch_size if chip_limits["platform"] == "neuron" else None,
        tpot_limit=limit / MILLISECONDS_PER_SECOND if limit else None,
        busy=busy,
        tokens_per_second_at_most=float(rate.group(1)) * output / config.accelerator_count if rate else None,
        marks=tuple(marks(config, chip, precision, shape)),
    )


def machine(chip: Accelerator, shape: Shape, precision: str, library: Library) -> ServingMachine:
    """A chip at a precision: FP8 if it has no FP4, BF16 if it has no FP8. With FP4 and FP8 the cache is in 8 bits."""
    tflops = chip.bf16_dense_tflops.value
    if precision in EIGHT_BIT_CACHE and chip.fp8_dense_tflops:
        tflops = chip.fp8_dense_tflops.value
    if precision == "fp4" and chip.fp4_dense_tflops:
        tflops = chip.fp4_dense_tflops.value
    link = chip.interconnect_gbps.value if chip.interconnect_gbps else library.constants.likely("usual_link_gbps")
    return {
        "shape": shape,
        "platform": platform_of(chip),
        "flops": tflops * TERA,
        "bandwidth": chip.hbm_gbps.value * GIGA,
        "hbm_bytes": chip.hbm_gib.value * BYTES_PER_GIB,
        "link": link / 2 * GIGA,  # published for both ways together
        "weight_bytes": BYTES_OF.get(precision, 2.0),
        "kv_bytes": kv_bytes_per_token(shape, cache_bytes_per_value(precision)),
    }


def workload(config: RunConfig, library: Library) -> Workload | None:
    """The most specific entry for the benchmark: the longest of those that match."""
    matching = [
        entry
        for entry in library.facts.workloads.values()
        if config.benchmark.startswith(entry.benchmark)
        and (entry.model is None or config.model.startswith(entry.model))
    ]
    return max(matching, key=lambda entry: len(entry.benchmark) + len(entry.model or ""), default=None)


def shape_of(config: RunConfig, library: Library) -> Shape:
    """The published model of that name; else a decoder as deep and wide as its active parameters suggest.

    A model that was added after the fit was made does not move what the fit predicts: `make fit` takes it in.
    """
    model = library.facts.models.get(config.model)
    fitted = library.facts.sources.get(FIT)
    if model and (fitted is None or model.checked_on <= fitted.as_of):
        return of_model(model)
    hidden = round((128 * config.active_parameters / 12) ** (1 / 3))
    return Shape(
        parameters=config.parameters,
        active_parameters=config.active_parameters,
        layers=max(1, round(hidden / 128)),
        hidden=hidden,
        kv_width=round(library.constants.likely("usual_kv_width")),
    )


def marks(config: RunConfig, chip: Accelerator, precision: str, shape: Shape) -> Iterator[str]:
    """The offsets that apply: what this configuration has in common with others."""
    yield from marks_of(chip, shape, precision, config.software)
    if shape.model != config.model:
        yield f"model.{config.model}"
    scenario = (config.scenario or "").lower()
    if scenario in ("server", "interactive"):
        yield f"scenario.{scenario}"


def marks_of(chip: Accelerator, shape: Shape, precision: str, software: str | None) -> Iterator[str]:
    """Chip, software and its release, experts, precision, model."""
    yield f"chip.{chip.id}"
    name = (software or "unsaid").split()[0].lower().rstrip(",")
    yield f"software.{name}"
    release = RELEASE.search(software or "")
    if release:
        yield f"release.{name}-{release.group()}"
    if shape.moe:
        yield f"experts.{platform_of(chip)}"
    bits = BYTES_OF.get(precision, 2.0)
    yield f"precision.{platform_of(chip)}-{'4' if bits < 1 else '8' if bits == 1 else '16'}"
    if shape.model:
        yield f"model.{shape.model}"


def _groups(config: RunConfig, chip_limits: ServingMachine, library: Library) -> tuple[int, int]:
    """Groups side by side and chips in each: as stated, else the fewest (a power of two) that hold the weights."""
    stated = DP.search(config.parallelism or "")
    if config.parallelism:
        groups = int(stated.group(1)) if stated else 1
        return groups, max(1, config.accelerator_count // groups)
    shape = chip_limits["shape"]
    weights = shape.parameters * chip_limits["weight_bytes"]
    room = chip_limits["hbm_bytes"] * library.constants.likely("serving_weights_share")
    chips = 1
    while chips * room < weights and chips < config.accelerator_count:
        chips *= 2
    return max(1, config.accelerator_count // chips), min(chips, config.accelerator_count)


def _batch(config: RunConfig, scenario: str, groups: int) -> tuple[float | None, float]:
    """Concurrent sequences in a group, and the share of groups that have work."""
    users = USERS.search(scenario)
    if users or scenario == "synchronous":
        concurrent = float(users.group(1)) if users else 1.0
        return max(1.0, concurrent / groups), min(1.0, concurrent / groups)
    return config.batch_size, 1.0
