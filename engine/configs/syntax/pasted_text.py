"""What people paste: a file without its name, as chats and terminals show it."""

from __future__ import annotations

import re

_LANGUAGE = re.compile(r"\A\s*(?:ya?ml|json|toml|bash|sh|shell|console|python|py|text|txt|diff)[ \t]*\n", re.I)
_PROMPT = re.compile(r"^[ \t]*[$%][ \t]+(?=\S)", re.M)
_LEFT_OUT = re.compile(r"^[ \t]*(?:#[ \t]*)?(?:\.\.\.|…)[ \t]*$\n?", re.M)
_FLAGS = re.compile(r"\A\s*--[A-Za-z]")
_ARGUMENT = re.compile(r"\s*\w+\s*=\s*[^=\n]+,\s*(?:#.*)?")
_PROGRAM = "python train.py "  # what flags alone were given to
_CALL = "TrainingArguments(\n{}\n)\n"


def cleaned(text: str) -> str:
    """The text without the name of its language, prompts, what was left out, and the indentation of all its lines.

    Flags alone become those of a command, and arguments alone those of a call.
    """
    plain = text.replace("\u00a0", " ")
    plain = _LEFT_OUT.sub("", _LANGUAGE.sub("", plain, count=1))
    plain = _dedented(plain.lstrip("\n"))
    if _FLAGS.match(plain):
        return _PROGRAM + plain.lstrip()
    lines = [line for line in plain.splitlines() if line.strip()]
    if len(lines) > 1 and all(_ARGUMENT.fullmatch(line) for line in lines[:-1]):
        return _CALL.format(plain)
    return _PROMPT.sub("", plain)


def _dedented(text: str) -> str:
    """Without the blanks that all its lines begin with."""
    lines = text.split("\n")
    indents = [len(line) - len(line.lstrip(" ")) for line in lines if line.strip()]
    return "\n".join(line[min(indents, default=0) :] for line in lines)
