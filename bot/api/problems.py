"""What is wrong with arguments or a body, as one sentence."""

from __future__ import annotations

from collections.abc import Collection

from pydantic import ValidationError

from bot.wording.errors import UserError
from bot.wording.nearest import nearest

SLOTS = "slots"
MANY = ("list_type", "tuple_type", "set_type")
KINDS = {
    "missing": "missing", "extra_forbidden": "unknown", "unexpected_keyword_argument": "unknown",
    "string_type": "text", "dict_type": "object", "model_type": "object", "model_attributes_type": "object",
    "int_type": "whole", "int_parsing": "whole", "int_from_float": "whole", "int_parsing_size": "whole",
    "float_type": "number", "float_parsing": "number", "finite_number": "number", "bool_type": "truth",
    "bool_parsing": "truth", "date_type": "day", "date_parsing": "day", "date_from_datetime_parsing": "day",
    "date_from_datetime_inexact": "day", "greater_than": "above", "greater_than_equal": "least",
    "less_than": "below", "less_than_equal": "most", "string_too_long": "long", "too_long": "many",
    "too_short": "few", "string_unicode": "text", "string_too_short": "empty",
} | dict.fromkeys(MANY, "list")  # fmt: skip


def of_arguments(problem: ValidationError, known: Collection[str] = ()) -> UserError:
    """The first thing that is wrong: where, and what it must be. The value itself is not repeated."""
    first = problem.errors(include_input=False, include_url=False)[0]
    path = [part for part in first["loc"] if not _is_branch(str(part))]
    place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".") or "body"
    in_slot = len(path) > 1 and SLOTS in path[:-1]
    kind = "slot" if in_slot else KINDS.get(first["type"], "other")
    given = first.get("ctx", {})
    limits = (given.get(name) for name in ("gt", "ge", "lt", "le", "max_length", "min_length"))
    limit = next((each for each in limits if each is not None), None)
    near = nearest(str(path[-1]), known) if kind == "unknown" and path else None
    return UserError("bad_argument", place=place, kind=kind, limit=limit, near=near, known=tuple(known))


def _is_branch(part: str) -> bool:
    """Whether it names a branch of a union, which is no place."""
    return part in ("str", "int", "float", "bool") or "[" in part
