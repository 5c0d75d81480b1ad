"""Ahead-of-time compilation: the hours a chip is paid for before it computes anything."""

from __future__ import annotations

from engine.interval import Interval
from engine.scene import Scene
from knowledge.facts import Accelerator


def compile_constant(chip: Accelerator) -> str | None:
    """The constant of a chip's cold compile; None where code runs as it is."""
    return {"trainium": "compile_hours", "inferentia": "compile_hours", "tpu": "xla_compile_hours"}.get(chip.family)


def compiles_each_run(scene: Scene) -> bool:
    """Whether a run cannot use the cache of the one before: there is none before, or shapes keep changing."""
    return scene.profile.cadence == "one_off" or "dynamic_shapes" in scene.filled.reading.signals


def compile_hours(scene: Scene, chip: Accelerator) -> Interval:
    """Hours of compiling inside a run: nothing on a GPU, and nothing where a warm cache is there."""
    name = compile_constant(chip)
    if name is None or not compiles_each_run(scene):
        return Interval.exactly(0.0)
    return scene.constants.spread(name)
