"""A server's command or job file as the question it stands for: which model, on what, for requests of what length."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from bot.estimates.files import ConfigFile
from bot.wording.words import say
from engine.configs.served import Served, served
from knowledge.facts import Facts

_CODE = re.compile(r"```(.*?)```|`([^`\n]*\n[^`]*)`", re.DOTALL)


class On(NamedTuple):
    """The machines that the file names; `many` of them, or of chips."""

    instance: str = ""
    chip: str = ""
    many: int = 0


def asked_of(files: Iterable[ConfigFile], facts: Facts, words: str = "") -> str | None:
    """The question of the first file that starts a server, behind the words beside it; None where none does."""
    for file in files:
        found = served(file.name, file.text, facts)
        if found is not None:
            return f"{words.strip()} {in_words(found, asks=not words.strip())}".strip()
    return None


def spelled_out(text: str, facts: Facts) -> str:
    """The text with servers in its code as words; as it is where there are none."""

    def told(block: re.Match[str]) -> str:
        found = served("", (block[1] or block[2]).strip("\n"), facts)
        asks = not any(letter.isalpha() for letter in _CODE.sub(" ", text))
        return block[0] if found is None else f" {in_words(found, asks=asks)} "

    return _CODE.sub(told, text).strip() if "`" in text else text


def in_words(found: Served, *, asks: bool = False) -> str:
    """The question it stands for; `asks`: what is asked of it is not said beside it."""
    profile = found.machines
    instance, chip = next(iter(profile.instances), ""), next(iter(profile.candidates), "")
    chips = found.chips * found.copies if found.chips else profile.accelerator_count or 0
    on = On(chip=chip, many=chips)
    if instance:
        on = On(instance, many=profile.instance_count or 1)
    return say("words/estimates.j2", "served", found, on, asks)
