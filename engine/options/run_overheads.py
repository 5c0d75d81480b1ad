"""The overheads of a run: the size of its checkpoints and weights, and the hours it compiles."""

from __future__ import annotations

from engine.base.constants import Constants
from engine.base.interval import Interval
from engine.memory.training_states import lora_parameters
from engine.options.problem import Problem
from engine.workload.flops import Shape
from knowledge.facts import Accelerator
from knowledge.units import BYTES_PER_GB

ADAPTERS = ("lora", "qlora")
COMPILED = {"trainium": "compile_hours", "inferentia": "compile_hours", "tpu": "xla_compile_hours"}
NO_HOURS = Interval.exactly(0.0)


def trained_parameters(shape: Shape, method: str | None, constants: Constants) -> float:
    """All of them, or the adapters alone for LoRA and QLoRA."""
    return lora_parameters(shape, constants.likely("lora_rank")) if method in ADAPTERS else shape.parameters


def checkpoint_gb(shape: Shape, method: str | None, constants: Constants) -> float:
    """GB to resume from: 14 bytes a trained parameter, 2 of weights and 12 of Adam in FP32. 13B: 182 GB."""
    trained = trained_parameters(shape, method, constants)
    return trained * constants.likely("checkpoint_bytes_per_parameter") / BYTES_PER_GB


def weights_gb(shape: Shape, method: str | None, constants: Constants) -> float:
    """What a run leaves behind: BF16 weights, or its adapters, 2 bytes a parameter."""
    return 2 * trained_parameters(shape, method, constants) / BYTES_PER_GB


def compile_constant(chip: Accelerator) -> str | None:
    """The constant of a chip's cold compile; None where nothing is compiled ahead of time."""
    return COMPILED.get(chip.family)


def compiles_each_run(problem: Problem) -> bool:
    """Whether no run finds a warm compile cache: it is the only one, or its shapes keep changing."""
    return problem.profile.cadence == "one_off" or "dynamic_shapes" in problem.filled.reading.signals


def compile_hours(problem: Problem, chip: Accelerator) -> Interval:
    """Hours of compiling inside a run: zero on a GPU, and zero with a warm cache."""
    name = compile_constant(chip)
    if name is None or not compiles_each_run(problem):
        return NO_HOURS
    return problem.constants.spread(name)
