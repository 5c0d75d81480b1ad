"""Own measurements at the edge: parsed from what a user typed, and as JSON."""

from __future__ import annotations

from datetime import date
from typing import Any

from bot.advice.typed.settings import require_size
from bot.advice.typed.typed_number import respelled, typed_number
from bot.wording.errors import UserError
from engine.library import Library
from engine.speed.own_measurements import implied, shape_of
from engine.workload.flops import SAME_SIZE
from knowledge.facts import Accelerator, Fact, Facts, Instance, Model, OwnMeasurement, names_of

LOCAL = "local"  # the workspace of a terminal user


class TypedMeasurement(Fact):
    """A measurement as it was typed: numbers may be written 123456, 123,456, 120k or 8B."""

    on: str
    tokens_per_second: str
    model: str | None = None
    parameters: str | None = None
    task: str = "fine_tuning"
    method: str = "full"
    sequence: int | None = None
    chips: int | None = None
    precision: str = "bf16"
    per_chip: bool = False
    measured_on: date
    by: str | None = None
    note: str | None = None
    workspace: str = LOCAL


def measurement(typed: TypedMeasurement, library: Library, today: date) -> OwnMeasurement:
    """The measurement, checked against the chip's peak.

    Raises:
        UserError: an unknown name, an invalid number, or more than 100 % of the chip's peak.
    """
    facts = library.facts
    instance, chip = machine_of(typed.on, facts)
    chips = typed.chips or (1 if typed.per_chip and instance is None else instance.count if instance else 0)
    if chips <= 0:
        raise UserError("measure_chips", on=typed.on)
    if typed.measured_on > today:
        raise UserError("measure_future", day=typed.measured_on)
    model, size = _model(typed, facts)
    speed = number(typed.tokens_per_second, "--tokens-per-second")
    recorded = OwnMeasurement.model_validate(
        {
            "workspace": typed.workspace,
            "task": typed.task,
            "method": typed.method,
            "accelerator": chip.id,
            "instance": instance.id if instance else None,
            "chips": chips,
            "model": model.id if model else typed.model,
            "parameters": size,
            "sequence_length": typed.sequence or round(library.constants.likely("sequence_length")),
            "precision": typed.precision,
            "tokens_per_second": speed * chips if typed.per_chip else speed,
            "measured_on": typed.measured_on,
            "by": typed.by,
            "note": typed.note,
        }
    )
    implication = implied(recorded, library)
    if implication.share > 1:
        meant = "total" if typed.per_chip and implication.share / chips <= 1 and chips > 1 else "more_chips"
        raise UserError("measure_beyond_peak", implied=implication, chip=chip.name, chips=chips, meant=meant)
    return recorded


def own_json(row: OwnMeasurement, library: Library) -> dict[str, Any]:
    """The measurement as JSON, with the MFU it implies."""
    implication = implied(row, library)
    return row.model_dump(mode="json") | {
        "cite": row.cite,
        "tokens_per_second_per_accelerator": row.tokens_per_second_per_accelerator,
        "active_parameters": shape_of(row, library.facts).active_parameters,
        "tflops_per_accelerator": implication.tflops,
        "mfu_percent": 100 * implication.share,
    }


def number(text: str, option: str) -> float:
    """A positive number as people write it: 123,456, 120k or 8B.

    Raises:
        UserError: it is not one.
    """
    value = typed_number(text)
    if value is None:
        if (right := respelled(text)) is not None:
            raise UserError("decimal_comma", value=text, right=right)
        raise UserError("measure_number", option=option, value=text)
    return value


def machine_of(name: str, facts: Facts) -> tuple[Instance | None, Accelerator]:
    """The instance type or slice with that name and its chip, or the chip alone."""
    names = names_of(facts)
    instance = names.instance(name)
    if instance is not None:
        return instance, facts.accelerators[instance.accelerator]
    chip = names.chip(name)
    if chip is None:
        raise unknown_machine(name, facts)
    return None, chip


def unknown_machine(name: str, facts: Facts) -> UserError:
    """The error for a name that is neither an instance type nor a single chip."""
    names = names_of(facts)
    chips = names.chips(name)
    if len(chips) > 1:
        return UserError("several_chips", name=name, chips=tuple(chip.id for chip in chips))
    return UserError("measure_machine", name=name, near=names.nearest(name))


def _model(typed: TypedMeasurement, facts: Facts) -> tuple[Model | None, float]:
    """The model, if it is published, and its size; other models need a stated size."""
    size = number(typed.parameters, "--parameters") if typed.parameters else None
    if size is not None:
        require_size(size, facts)
    if typed.model is None:
        if size is None:
            raise UserError("measure_size")
        return None, size
    names = names_of(facts)
    model = names.model(typed.model)
    if model is None and size is None:
        raise UserError("measure_model", name=typed.model, near=names.nearest(typed.model, "model"))
    if model and size and abs(size / model.parameters - 1) > SAME_SIZE:
        raise UserError("measure_two_sizes", model=model.name, has=model.parameters, said=size)
    return model, model.parameters if model else size or 0.0
