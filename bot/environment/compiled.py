"""The compiled vocabulary, kept on disk: compiling it takes a command a second, and only data and code shape it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import engine
from engine.forms.registry import FORMS
from engine.reading.vocabulary import Vocabulary, compile_vocabulary
from knowledge.facts import Facts
from knowledge.identity import Identity
from knowledge.loading.cache import SUFFIX, digest, kept

PREFIX = "vocabulary-"


def kept_vocabulary(facts: Facts, cache: Path, folder: Path | None = None) -> Vocabulary:
    """That of the facts of `folder` and of all forms, from `cache` if it was compiled before."""
    return _kept(Identity(facts), cache, folder)


@lru_cache(maxsize=2)
def _kept(identity: Identity, cache: Path, folder: Path | None) -> Vocabulary:
    cached = cache / f"{PREFIX}{digest(folder, engine)}{SUFFIX}"
    return kept(cached, PREFIX, Vocabulary, lambda: compile_vocabulary(identity.facts, FORMS))
