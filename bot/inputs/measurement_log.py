"""A log file at the edge: its text, what the person said beside it, and the measurement that comes of both."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from bot.inputs.measurement import LOCAL, TypedMeasurement, machine_of, measurement
from bot.wording.errors import UserError
from bot.wording.words import say
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
    dated: bool = True  # the day of it was said, or stands in the log


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
    said = _counted(said)
    machine = machine_of(said.on, library.facts)[0] if said.on is not None else None
    chips = said.chips or log.chips or (machine.count if machine else None)
    model = said.model or _known(log.model, library) or (None if said.parameters else log.model)
    try:
        found = throughput(log, _understood(said, chips, model, library), library.constants)
    except LogError as error:
        raise UserError(error.code, **error.values) from None
    lacking = _lacking(log, found, said, model)
    if lacking or isinstance(found, Lacking):
        raise UserError("log_lacks", names=lacking)
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
    if said.sequence is None and log.sequence_length is None and measured.kind == "training":
        marked = "; ".join(filter(None, (said.note, say("words/card/own.j2", "assumed_sequence"))))
        measured = measured.model_copy(update={"note": marked})
    dated = said.measured_on is not None or log.measured_on is not None
    return FromLog(log, found, measured, dated=dated)


def held_already(read: FromLog, rows: Iterable[OwnMeasurement]) -> OwnMeasurement | None:
    """The row that this log gave before; the day counts where it is known, else a log is new every morning."""
    apart = {"id", "by", "note"} | (set() if read.dated else {"measured_on"})
    new = read.measured.model_dump(exclude=apart)
    return next((row for row in rows if row.model_dump(exclude=apart) == new), None)


def _lacking(log: Log, found: Throughput | Lacking, said: SaidOfLog, model: str | None) -> tuple[str, ...]:
    """All that has to be said, at once: a machine brings its chips, and a model counts the FLOPs of a log."""
    names = [] if said.on is not None else ["machine"]
    if model is None and said.parameters is None:
        names.append("model")
    given = {"machine": "chips", "model": "tokens_per_sample" if log.total_flops else ""}
    brought = {given[name] for name in names}
    rest = found.names if isinstance(found, Lacking) else ()
    return (*names, *(name for name in rest if name not in brought))


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
