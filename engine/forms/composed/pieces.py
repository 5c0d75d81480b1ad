"""The parts that a text names: kernels, libraries, formats, and what programs are made of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from engine.base.of_facts import once
from knowledge.facts import Facts, Part

IN_FOUR_BITS = "fp4"  # a model's own precision
SOURCE = "cuda_source"  # a need
OWN_FORMAT, FORMATS = "mxfp4", frozenset({"nvfp4", "mxfp4", "fp4", "marlin"})  # ids of parts


def pieces(text: str, facts: Facts) -> tuple[Part, ...]:
    """The parts of what a text names, in its order; of names within one another the longest.

    A program made of parts stands for them. Where kernels of 4 bits are spoken of, a model that is published in such
    a format brings its own.
    """
    named = [facts.parts[name] for name in dict.fromkeys(_named(text.casefold(), facts))]
    parts = {part.id: part for one in named for part in _of(one, facts)}
    if not FORMATS.isdisjoint(parts) and _is_of_four_bits(text.casefold(), facts):
        parts.setdefault(OWN_FORMAT, facts.parts[OWN_FORMAT])
    return tuple(part for part in parts.values() if not part.general or not _is_said_by(parts.values(), part))


def _is_said_by(others: Iterable[Part], general: Part) -> bool:
    """Whether another part has its feature, or, of what is written, its need."""
    return any(
        other is not general
        and (not set(other.features).isdisjoint(general.features) or other.needs == general.needs == SOURCE)
        for other in others
    )


def _named(text: str, facts: Facts) -> Iterator[str]:
    pattern, words = _aliases(facts)
    return (words[found] for found in pattern.findall(text))


@once
def _aliases(facts: Facts) -> tuple[re.Pattern[str], Mapping[str, str]]:
    words = {alias: part.id for part in facts.parts.values() for alias in part.aliases}
    longest_first = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    behind = r"(?<![a-z0-9_-])|(?<=[0-9]b-)|(?<=instruct-)|(?<=chat-)|(?<=-it-)"  # "Qwen3-32B-FP8" is in that format
    return re.compile(rf"(?:{behind})(?:{longest_first or '(?!)'})(?![a-z0-9_-])"), words


def _of(part: Part, facts: Facts) -> tuple[Part, ...]:
    return tuple(facts.parts[name] for name in part.made_of) or (part,)


def _is_of_four_bits(text: str, facts: Facts) -> bool:
    models = (model for model in facts.models.values() if model.native_precision == IN_FOUR_BITS)
    flat = text.replace("-", " ")
    return any(alias.casefold() in flat for model in models for alias in model.aliases)
