"""A model's name as configs write it: a repository, a path, a flavor; which published model it is, and its size."""

from __future__ import annotations

import re
from typing import NamedTuple

from knowledge.facts import Facts, Model, names_of

_SIZE = re.compile(r"(?<![\d.a-z])(?:(\d+)x)?(\d+(?:\.\d+)?)(b|m)(?![a-z0-9])(?!-\d+e\b)", re.I)
_EXPERTS = re.compile(r"\db[-_]\d+e\b", re.I)  # 17B-16E: of so many experts, no size of the whole
_CACHED = re.compile(r"models--[^/]+?--([^/]+)")  # the folder of a downloaded model
_GLUED = re.compile(r"(?<=[a-z])()(\d+(?:\.\d+)?)(b)(?![a-z0-9])", re.I)  # command-r7b
_TUNING = re.compile(
    r"\d+b|\d+e|base|cased|uncased|instruct|chat|it|hf|sft|dpo|converted|v\d+(?:\.\d+)?|bf16|fp16|fp8|nf4|int4|int8|bnb|4bit|8bit|gguf|gptq|awq",
    re.I,
)
_QUANTIZED = re.compile(
    r"(?<![a-z0-9])(?:bnb[-_.]?(?:nf)?(4|8)?(?:bit)?|nf(4)|(4|8)[-_]?bit|int(4|8)|awq|gptq)(?![a-z0-9])", re.I
)
_WORDS = re.compile(r"[\s_/-]+")
_BILLION = {"b": 1e9, "m": 1e6}


class Named(NamedTuple):
    """What a name says. `parameters` is the entry's, else the size in the name."""

    entry: Model | None
    family: str | None
    parameters: float | None


def named(name: str, facts: Facts) -> Named:
    """The model of a name; of a longer name what comes before its last words, down to its size."""
    cached = _CACHED.search(name)
    bare = cached[1] if cached is not None else name.strip().rstrip("/").rpartition("/")[2]
    entry = None
    for form in (name, *_shorter(bare)):
        entry = names_of(facts).model(form)
        if entry is not None:
            return Named(entry, entry.family, entry.parameters)
    size = size_in(bare) or size_in(name)
    return Named(None, _family(bare, facts) or _family(name, facts), size)


def size_in(name: str) -> float | None:
    """The size a name states: 7e9 of `llama-2-7b-hf`. Of experts (8x7b) the name does not say the total."""
    plain = name.replace("_", "-")
    found = _SIZE.search(plain) or _GLUED.search(plain)
    if found is None or found[1]:
        return None
    return float(found[2]) * _BILLION[found[3].casefold()]


def bits_in(name: str) -> int | None:
    """The bits of weights that a name says are quantized: 4 of `-bnb-4bit`, `-AWQ` and `-GPTQ`."""
    found = [next((int(part) for part in groups if part), 0) for groups in _QUANTIZED.findall(name)]
    return max(found) or 4 if found else None


def _shorter(bare: str) -> list[str]:
    """The name, without its publisher's own word, and without what follows its size."""
    words = [word for word in _WORDS.split(bare) if word]
    last = max((at for at, word in enumerate(words) if _SIZE.search(word)), default=-1)
    if last < 0 or _EXPERTS.search(bare):
        last = max((at for at, word in enumerate(words) if not _TUNING.fullmatch(word)), default=len(words) - 1)
    forms = ["-".join(words[:end]) for end in range(len(words), last, -1)]
    return [form for whole in forms for form in (whole, whole.casefold().removeprefix("meta-"))]


def _family(name: str, facts: Facts) -> str | None:
    """The family whose alias comes last in the name: a distilled model is of the family it was distilled into."""
    flat = re.sub(r"[^a-z0-9]+", " ", name.casefold())
    best = (-1, 0, "")
    for family in facts.families.values():
        for alias in (family.id, *family.aliases):
            at = flat.rfind(re.sub(r"[^a-z0-9]+", " ", alias.casefold()))
            if at >= 0 and (at == 0 or len(alias) > 4 or not flat[at - 1].isalnum()):
                best = max(best, (at + len(alias), len(alias), family.id))
    return best[2] or None
