"""A log file at the edge: its text, what the person said beside it, and the measurement that comes of both."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from bot.inputs.measurement import LOCAL, TypedMeasurement, machine_of, measurement
from bot.wording.errors import UserError
from engine.library import Library
from engine.logs import Lacking, Log, LogError, Throughput, Understood, read_log, throughput
from knowledge.facts import Fact, Model, OwnMeasurement, names_of

LARGEST = 64_000_000  # bytes
COUNTED = re.compile(r"(\d{1,5})\s*x\s*(\w[\w .-]*)", re.I)


class SaidOfLog(Fact):
    """What is said beside a log; None means that the log may say it, or the default counts."""

    on: str | None = None
    chips: int | None = None
    model: str | None = None
    parameters: str | None = None
    task: str = "fine_tuning"
    method: str = "full"
    sequence: int | None = None
    global_batch: int | None = None
    tokens_per_sample: float | None = None
    precision: str | None = None
    measured_on: date | None = None
    by: str | None = None
    note: str | None = None
    workspace: str = LOCAL


@dataclass(frozen=True, slots=True)
class FromLog:
    """A measurement out of a log, and how its tokens/s were found."""

    log: Log
    found: Throughput
    measured: OwnMeasurement


def text_of(path: Path) -> str:
    """The text of a log file.

    Raises:
        UserError: no such file, too large, or no text.
    """
    try:
        size = path.stat().st_size
        if size > LARGEST:
            raise UserError("log_too_long", characters=size, limit=LARGEST)
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UserError("log_unknown") from None
    except OSError as error:
        raise UserError("unreadable_file", path=path, reason=error.strerror or "") from None


def from_log(text: str, said: SaidOfLog, library: Library, today: date) -> FromLog:
    """The measurement a log holds.

    Raises:
        UserError: an unknown or ambiguous log, something that has to be said beside it, or a figure above the peak.
    """
    try:
        log = read_log(text)
    except LogError as error:
        raise UserError(error.code, **error.values) from None
    if said.on is None:
        raise UserError("log_machine")
    said = _counted(said)
    machine, _ = machine_of(said.on or "", library.facts)
    chips = said.chips or log.chips or (machine.count if machine else None)
    model = said.model or _known(log.model, library) or (None if said.parameters else log.model)
    try:
        found = throughput(log, _understood(said, chips, model, library), library.constants)
    except LogError as error:
        raise UserError(error.code, **error.values) from None
    if isinstance(found, Lacking):
        raise UserError("log_lacks", names=found.names)
    task = "inference" if log.kind == "inference" else said.task if said.task != "inference" else "fine_tuning"
    measured = measurement(
        TypedMeasurement(
            on=said.on or "",
            tokens_per_second=f"{found.tokens_per_second:.6f}",
            model=model,
            parameters=said.parameters,
            task=task,
            method=said.method if task == "fine_tuning" else "full",
            sequence=said.sequence or log.sequence_length,
            chips=chips,
            precision=said.precision or log.precision or "bf16",
            measured_on=said.measured_on or log.measured_on or today,
            by=said.by,
            note=said.note,
            workspace=said.workspace,
        ),
        library,
        today,
    )
    return FromLog(log, found, measured)


def _counted(said: SaidOfLog) -> SaidOfLog:
    """`8xH100` is 8 chips of H100, as estimates take it."""
    found = COUNTED.fullmatch(said.on or "")
    if found is None:
        return said
    return said.model_copy(update={"on": found[2], "chips": said.chips or int(found[1])})


def _understood(said: SaidOfLog, chips: int | None, model: str | None, library: Library) -> Understood:
    known = names_of(library.facts).model(model) if model else None
    return Understood(
        chips=chips,
        sequence_length=said.sequence,
        global_batch=said.global_batch,
        tokens_per_sample=said.tokens_per_sample,
        dense_parameters=_without_embeddings(known) if known else None,
    )


def _without_embeddings(model: Model) -> float | None:
    return model.parameters - model.vocabulary * model.hidden if model.vocabulary and model.hidden else None


def _known(name: str | None, library: Library) -> str | None:
    """The model a log names, if it is a published one; logs name it with the owner before a slash."""
    if name is None:
        return None
    for part in (name, name.rsplit("/", 1)[-1]):
        if names_of(library.facts).model(part) is not None:
            return part
    return None
