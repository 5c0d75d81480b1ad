"""Data files that parsers and checkers read by themselves, because they hold no facts."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from knowledge.errors import KnowledgeError

FOUND_SHOWN = 60  # characters of a wrong value
M = TypeVar("M", bound=BaseModel)


def packaged(file: str, table: str, model: type[M]) -> M:
    """`[table]` of `file` in the installed package's data folder.

    Raises:
        KnowledgeError: it does not match `model`.
    """
    text = (resources.files("knowledge") / "data" / file).read_text(encoding="utf-8")
    return parsed(text, file, table, model)


def parsed(text: str, file: str, table: str, model: type[M]) -> M:
    """`[table]` of a file's text.

    Raises:
        KnowledgeError: it does not match `model`; the first error, with its place and what was found there.
    """
    try:
        return model.model_validate(tomllib.loads(text)[table])
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise KnowledgeError(file, place, f"{first['msg']} (found {str(first['input'])[:FOUND_SHOWN]!r})") from None
