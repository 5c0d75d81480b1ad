"""The profile as a form, and back: one field per slot, with its stated value or the assumption made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import ValidationError

from bot.advice.advisor import Advisor, Answer
from bot.advice.typed import told_rate
from bot.advice.typed.typed_number import respelled
from bot.inputs.measurement import number
from bot.wording.errors import UserError
from bot.wording.numbers import count
from bot.wording.words import error, say
from engine.options.assumptions import Assumption
from engine.workload.profile import Profile, Reading
from knowledge.facts import Fact, Scalar

Kind = Literal["select", "many", "amount", "number", "whole", "names", "text"]
SlotValue = Scalar | tuple[str, ...] | None

EXCLUDED = "ruled_out"  # beside the slots: what may not be chosen, of whatever slot
OURS = "accelerator: "  # put before a word, so that the reader takes "spot" for what it is on this form
MAY_BE_EXCLUDED = ("instances", "candidates", "region", "clouds", "purchase", "framework", "model", "method")
UNSTATED = "-"  # an option of a select cannot be empty
YES, NO = "yes", "no"
TEXTS = frozenset({"credits_until"})  # checked against the slot's own pattern
ERRORS = "slack/modals/refine_errors.j2"
COMMA = "decimal_comma"
AMOUNTS = frozenset({
    "parameters", "active_parameters", "tokens", "tokens_per_day", "budget_usd", "credits_usd",
    "current_usd_per_month", "engineer_usd_per_week",
})  # fmt: skip  # written 8B, 1.5T, 20k
NAMES = {  # parsed like a question, so that every alias works: the slots that may hold the name
    "model": ("model",),
    "dataset": ("dataset",),
    "variant": ("variant",),
    "providers": ("providers",),
    "region": ("region",),
    "candidates": ("candidates",),
    "instances": ("instances",),
    "current_instances": ("instances", "candidates"),
    EXCLUDED: MAY_BE_EXCLUDED,
}
GROUPS: dict[str, tuple[str, ...]] = {
    "work": (
        *("task", "method", "architecture", "model", "variant", "parameters", "active_parameters", "tokens"),
        *("flops", "dataset", "data_gb", "samples", "tokens_per_sample", "epochs", "steps"),
        *("sequence_length", "image_side", "batch_size", "precision", "lora_rank", "taken_gb", "ram_gb"),
        *("run_hours", "cadence", "runs", "runs_per_month", "horizon_months"),
        *("tokens_per_day", "latency_ms", "requests_per_second", "samples_per_second", "concurrent_users"),
        *("prompt_tokens", "answer_tokens", "utilization"),
    ),
    "today": (
        *("current_instances", "current_count", "current_hours_per_run"),
        *("current_tokens_per_second", "seconds_per_step", "elapsed_hours", "share_done"),
        *("current_usd_per_hour", "current_usd_per_month", "chip_memory_gb", "on_premises"),
    ),
    "hardware": (
        *("candidates", "instances", "instance_count", "accelerator_count"),
        *("clouds", "providers", "region", "capacity", "purchase", "managed", EXCLUDED),
    ),
    "code": ("framework", "libraries", "custom_kernels", "cuda_native", "jax_native", "checkpointing"),
    "team": (
        *("priority", "budget_usd", "budget_period", "credits_usd", "credits_until"),
        *("deadline_days", "team_engineers", "neuron_experience", "port_weeks", "engineer_usd_per_week"),
    ),
}


class Field(Fact):
    """One field. `initial` is the stated value; `assumed` is used while there is none."""

    slot: str
    kind: Kind
    options: tuple[str, ...] = ()
    initial: str | tuple[str, ...] | None = None
    assumed: SlotValue = None
    because: str | None = None
    words: str | None = None  # of the question, if the value came from there


def fields(answer: Answer) -> dict[str, tuple[Field, ...]]:
    """The form for an answer, by group."""
    filled = answer.verdict.base.filled if answer.verdict else None
    assumed = {entry.slot: entry for entry in (filled.assumptions if filled else ())}
    return {
        group: tuple(_field(answer, slot, assumed.get(slot)) for slot in slots) for group, slots in GROUPS.items()
    }


def kind_of(slot: str) -> Kind:
    """How a slot is filled in."""
    if slot in NAMES:
        return "names"
    if slot in AMOUNTS:
        return "amount"
    if slot in TEXTS:
        return "text"
    inner = _inner(slot)
    if inner is int:
        return "whole"
    if inner is float:
        return "number"
    return "many" if get_origin(inner) is tuple else "select"


def changes(
    given: Mapping[str, Any], initial: Mapping[str, Any], advisor: Advisor
) -> tuple[dict[str, SlotValue], dict[str, str]]:
    """The changed slots (None clears one), and for each invalid slot a sentence."""
    changed: dict[str, SlotValue] = {}
    wrong: dict[str, str] = {}
    for slot, raw in given.items():
        if slot not in (*Profile.model_fields, EXCLUDED) or _same(raw, initial.get(slot)):
            continue
        try:
            value = _PARSERS[kind_of(slot)](slot, raw, advisor)
            Profile.model_validate({} if value is None or slot == EXCLUDED else {slot: value})
        except UserError as problem:
            is_general = problem.code == COMMA
            wrong[slot] = error(problem) if is_general else say(ERRORS, problem.code, **problem.values)
        except ValidationError:
            wrong[slot] = say(ERRORS, "no_value", slot=slot, value=raw)
        else:
            changed[slot] = value
    if changed.get(told_rate.SLOT) is not None and (odd := _rate(given, changed, advisor)) is not None:
        wrong[told_rate.SLOT] = error(odd)
        del changed[told_rate.SLOT]
    return changed, wrong


def _rate(given: Mapping[str, Any], changed: Mapping[str, SlotValue], advisor: Advisor) -> UserError | None:
    """Why the hourly rate in the form is none of the machine in it; None if it can be."""
    said: dict[str, SlotValue] = {told_rate.SLOT: changed[told_rate.SLOT]}
    for slot in told_rate.MACHINE:
        try:
            said[slot] = _PARSERS[kind_of(slot)](slot, given.get(slot), advisor)
        except UserError:  # told of by itself
            continue
    profile = Profile.model_validate({slot: value for slot, value in said.items() if value is not None})
    return told_rate.problem(profile, str(given[told_rate.SLOT]), advisor.facts)


def _field(answer: Answer, slot: str, assumption: Assumption | None) -> Field:
    if slot == EXCLUDED:
        return _excluded(answer.reading)
    kind, value = kind_of(slot), answer.reading.profile.stated().get(slot)
    return Field(
        slot=slot,
        kind=kind,
        options=_options(slot) if kind in ("select", "many") else (),
        initial=None if value is None else _written(kind, value),
        assumed=assumption.value if assumption else None,
        because=assumption.because if assumption else None,
        words=answer.reading.words.get(slot) if value is not None else None,
    )


def _excluded(reading: Reading) -> Field:
    out = [value for listed in reading.ruled_out.values() for value in listed]
    out += [entry.id for entry in reading.unavailable]
    words = [*reading.ruled_out_words.values(), *(entry.words for entry in reading.unavailable)]
    return Field(
        slot=EXCLUDED,
        kind="names",
        initial=", ".join(dict.fromkeys(out)) or None,
        words=", ".join(dict.fromkeys(words)) or None,
    )


def _inner(slot: str) -> Any:
    """The type of a slot's value, without its None."""
    annotation = Profile.model_fields[slot].annotation
    if get_origin(annotation) in (Union, UnionType):
        return next(part for part in get_args(annotation) if part is not NoneType)
    return annotation


def _options(slot: str) -> tuple[str, ...]:
    inner = _inner(slot)
    if inner is bool:
        return (YES, NO)
    return tuple(get_args(get_args(inner)[0] if get_origin(inner) is tuple else inner))


def _written(kind: Kind, value: Scalar | tuple[str, ...]) -> str | tuple[str, ...]:
    if isinstance(value, bool):
        return YES if value else NO
    if isinstance(value, tuple):
        return value if kind == "many" else ", ".join(value)
    if isinstance(value, str):
        return value
    return count(value) if kind == "amount" else f"{value:.10g}"


def _same(raw: Any, initial: Any) -> bool:
    """Whether a field was left unchanged; Slack sends an empty one in several forms."""
    if isinstance(raw, list):
        return sorted(raw) == sorted(initial or ())
    return (raw or None) == (initial or None)


def _chosen(_slot: str, raw: str, _advisor: Advisor) -> SlotValue:
    return {UNSTATED: None, YES: True, NO: False}.get(raw, raw)


def _several(_slot: str, raw: list[str], _advisor: Advisor) -> SlotValue:
    return tuple(raw) or None


def _amount(slot: str, raw: str | None, _advisor: Advisor) -> SlotValue:
    if not (raw or "").strip():
        return None
    try:
        return number((raw or "").removeprefix("$"), slot)
    except UserError as problem:
        raise problem if problem.code == COMMA else UserError("amount", slot=slot, value=raw) from None


def _number(slot: str, raw: str | None, _advisor: Advisor) -> SlotValue:
    if not (raw or "").strip():
        return None
    try:
        value = float(raw or "")
    except ValueError:
        if (right := respelled(raw or "")) is not None:
            raise UserError(COMMA, value=raw, right=right) from None
        raise UserError("number", slot=slot, value=raw) from None
    if not 0 < value < float("inf"):
        raise UserError("number", slot=slot, value=raw)
    return value


def _whole(slot: str, raw: str | None, advisor: Advisor) -> SlotValue:
    value = _number(slot, raw, advisor)
    if isinstance(value, float) and not value.is_integer():
        raise UserError("whole", slot=slot, value=raw)
    return int(value) if isinstance(value, float) else None


def _names(slot: str, raw: str | None, advisor: Advisor) -> SlotValue:
    """Names separated by commas, each parsed like a question."""
    values: list[str] = []
    for part in (raw or "").split(","):
        if not part.strip():
            continue
        try:
            profiles = (advisor.parse(f"{about}{part}").profile for about in ("", OURS))
            found = ((n, value) for profile in profiles for n in NAMES[slot] if (value := getattr(profile, n)))
            name, read = next(found, ("", None))
        except UserError:
            name, read = "", None
        if read in (None, ()):
            raise UserError("name", slot=slot, value=part)
        listed = [read] if isinstance(read, str) else read
        values += [f"{name}={value}" for value in listed] if slot == EXCLUDED else listed
    is_list = slot == EXCLUDED or isinstance(Profile.model_fields[slot].default, tuple)
    if len(values) > 1 and not is_list:
        raise UserError("one_name", slot=slot, value=raw)
    names = tuple(dict.fromkeys(values))
    return names or None if is_list else next(iter(names), None)


def _text(_slot: str, raw: str | None, _advisor: Advisor) -> SlotValue:
    return (raw or "").strip() or None


_PARSERS: dict[Kind, Callable[[str, Any, Advisor], SlotValue]] = {
    "select": _chosen,
    "many": _several,
    "amount": _amount,
    "number": _number,
    "whole": _whole,
    "names": _names,
    "text": _text,
}
