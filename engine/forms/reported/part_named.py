"""Whether a text names the part of a program that is said to run somewhere, in whatever form."""

from __future__ import annotations

import re

from engine.base.of_facts import once
from knowledge.facts import Facts, ProjectSupport

# What may follow a name and is no other model.
SAME, SIZES = r"\d+(?:\.\d+)?b\b|1\b(?![-.]\d)", "served_size"


def names_it(row: ProjectSupport, text: str, facts: Facts) -> bool:
    """Whether a text names the part that a row is of, in whatever form: "trained" is of training."""
    words, same = row.of.casefold().split(), _same(facts)
    each = bool(words) and all(re.search(_in_any_form(word, same), text) for word in words)
    return each or (len(words) > 1 and bool(re.search(_in_any_form("-".join(words), same), text)))


def _in_any_form(word: str, same: str) -> str:
    """A pattern of a word: "training" is said by "trained" too; "Qwen2" by "Qwen2-7B", and not by "Qwen2-VL"."""
    stem = word.removesuffix("ing").removesuffix("ence")
    end = rf"(?![a-z0-9]|[-.](?!{same})[a-z0-9])" if stem == word else ""
    return rf"(?<![a-z0-9-]){re.escape(stem)}{end}"


@once
def _same(facts: Facts) -> str:
    """A pattern of what follows a model's name and makes it no other model: "-7B", ".1-schnell", "-large-v3"."""
    sizes = (re.escape(word) for term in facts.terms if term.slot == SIZES for word in term.words)
    return rf"{SAME}|(?:{'|'.join(sizes)})\b"
