"""A percentage, and what it is a share of: how busy something is, how idle, what is taken off or added."""

from __future__ import annotations

from engine.base.measures import Role
from engine.reading.measures.text import Text, norm
from engine.reading.words.numbers import Number

_BEHIND, _BEFORE = 4, 5  # tokens in which the word stands


def share(text: Text, number: Number) -> tuple[Role, int, int] | None:
    """The role, and the tokens of the words; None of what is no percentage or of nothing known."""
    last = number.last
    percent = norm(text, last) == "%"
    match = text.at("chain_percent", last)
    if not percent and match is None:
        return None
    last = last + 1 if match is None else match.last
    for at in range(last, last + _BEHIND):
        if text.ends_clause(at):
            break
        found = text.at("measure_share", at)
        if found is not None:
            return _role(found.value), number.first, found.last
    for at in range(number.first - 1, number.first - 1 - _BEFORE, -1):
        if at < 0 or text.ends_clause(at):
            break
        for name in ("measure_cut", "measure_redone", "measure_loss", "measure_share"):
            found = text.at(name, at)
            if found is not None and found.last <= number.first:
                return _role(found.value), found.first, last
    if (hours := text.at("measure_of_hours", last)) is not None:
        return "busy", number.first, hours.last
    if text.at("chain_of", last) is not None:
        return "of", number.first, last + 1
    return None


def _role(value: object) -> Role:
    roles: dict[str, Role] = {
        "busy": "busy", "idle": "idle", "lost": "lost", "off": "off", "more": "more", "of": "of",
    }  # fmt: skip
    return roles[str(value)]
