"""Reasons without wording: a code that names a sentence in the templates, and the values that fill it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from knowledge.facts import Scalar


@dataclass(frozen=True, slots=True)
class Why:
    """A reason without wording: `code` names a sentence in the templates, `values` fill it."""

    code: str
    values: Mapping[str, Scalar] = field(default_factory=dict)
    cites: tuple[str, ...] = ()
