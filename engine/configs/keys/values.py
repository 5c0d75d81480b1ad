"""A value as a file writes it -> what a field holds: "2e-4" is a number, "auto" is left open."""

from __future__ import annotations

import re

from engine.configs.syntax.entries import Scalar, Value
from knowledge.facts import ConfigKey
from knowledge.units import DAYS_PER_WEEK, HOURS_PER_DAY, MINUTES_PER_HOUR, SECONDS_PER_HOUR

_OPEN = re.compile(r"\$\{?\w|\$\(|^<.*>$|^auto$|^\?\?\?$|\{\{", re.I)
_NUMBER = re.compile(r"([-+]?[\d_,]*\.?\d+(?:e[-+]?\d+)?)\s*([kmbt]?)", re.I)
_LARGEST = 1e24  # no config counts as far
_TIMES = {"": 1.0, "k": 1e3, "m": 1e6, "b": 1e9, "t": 1e12}
_CLOCK = re.compile(r"(?:(\d+)-)?(\d+)(?::(\d+))?(?::(\d+))?")
_SPAN = re.compile(r"(\d+(?:\.\d+)?)\s*([smhdw])", re.I)
_FLAGS = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
_SPAN_HOURS = {
    "s": 1 / SECONDS_PER_HOUR, "m": 1 / MINUTES_PER_HOUR, "h": 1.0, "d": HOURS_PER_DAY,
    "w": DAYS_PER_WEEK * HOURS_PER_DAY,
}  # fmt: skip


def is_open(value: Value) -> bool:
    """Whether a value is decided elsewhere: `auto`, a variable, a template."""
    return isinstance(value, str) and _OPEN.search(value.strip()) is not None


def closed_end(value: Value) -> str | None:
    """The end of a path of which only folders are decided elsewhere: `llama-2-7b` of `$DISK/llama-2-7b/`."""
    folder, slash, end = value.strip().rstrip("/").rpartition("/") if isinstance(value, str) else ("", "", "")
    return end if slash and end and is_open(folder) and not is_open(end) else None


def number(value: Value) -> float | None:
    """A number, also as text; None where it is none."""
    if isinstance(value, bool) or value is None or isinstance(value, tuple):
        return None
    if isinstance(value, int | float):
        return float(value) if abs(value) < _LARGEST else None
    found = _NUMBER.fullmatch(value.strip())
    if found is None:
        return None
    try:
        read = float(found[1].replace("_", "").replace(",", "")) * _TIMES[found[2].casefold()]
    except ValueError:
        return None
    return read if abs(read) < _LARGEST else None


def flag(value: Value) -> bool | None:
    if isinstance(value, bool):
        return value
    if isinstance(value, int) and value in (0, 1):
        return bool(value)
    folded = value.strip().casefold() if isinstance(value, str) else ""
    return _FLAGS.get(folded)


def hours(value: Value) -> float | None:
    """Slurm's `2-00:00:00`, `24:00:00`, `90` (minutes), and `24h`, `1d12h`."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value / MINUTES_PER_HOUR
    text = value.strip() if isinstance(value, str) else ""
    clock = _CLOCK.fullmatch(text)
    if clock is not None:
        days, first, second, third = (int(part) if part else None for part in clock.groups())
        if days is not None:
            return (
                days * HOURS_PER_DAY
                + (first or 0)
                + (second or 0) / MINUTES_PER_HOUR
                + (third or 0) / SECONDS_PER_HOUR
            )
        if third is not None:
            return (first or 0) + (second or 0) / MINUTES_PER_HOUR + third / SECONDS_PER_HOUR
        return (first or 0) / MINUTES_PER_HOUR + (second or 0) / SECONDS_PER_HOUR
    if text and not _SPAN.sub("", text).strip():
        return sum(float(amount) * _SPAN_HOURS[unit.casefold()] for amount, unit in _SPAN.findall(text))
    return None


def words(value: Value) -> tuple[str, ...]:
    items = (
        value if isinstance(value, tuple) else value.strip("[]").split(",") if isinstance(value, str) else (value,)
    )
    return tuple(word for item in items if item is not None and (word := str(item).strip().strip("\"'")))


def read_value(value: Value, key: ConfigKey) -> tuple[bool, Value]:
    """Whether the value is understood, and what the field then holds; None where it says nothing."""
    word = key.words.get(_word(value))
    if word is not None:
        return True, None if word == "" else word
    if key.how == "word" or value is None or value == "":
        return False, None
    if is_open(value):
        return False, None
    if key.how == "list":
        listed = tuple(word for word in words(value) if not is_open(word))
        return bool(listed), listed or None
    if isinstance(value, tuple) and value:
        value = value[0]  # of `--batch 4 train.py` what comes next
    read: Scalar
    if key.how == "flag":
        read = flag(value)
    elif key.how == "hours":
        read = hours(value)
    elif key.how == "seconds":
        seconds = number(value)
        read = seconds / SECONDS_PER_HOUR if seconds else None
    elif key.how == "text":
        read = None if isinstance(value, tuple | bool) else str(value).strip() or None
    else:
        read = number(value)
        if key.how == "count" and read is not None:
            read = int(read) if read >= 1 and read == int(read) else None
    return read is not None, read


def _word(value: Value) -> str:
    if isinstance(value, tuple):
        return ",".join(str(item) for item in value).casefold()
    if value is None:
        return "null"
    return str(value).strip().casefold()
