"""A cache of the loaded facts in one JSON file, because parsing the TOML takes a command a fifth of a second.

The data files remain the truth. The name of the cache file is a digest of every data file and of all code in
`knowledge`, so that any change makes another file, and the cache can be deleted at any time.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from functools import lru_cache
from pathlib import Path

from pydantic import ValidationError

from knowledge.facts import Facts
from knowledge.loading.load import data_dir, load

PREFIX = "facts-"


def load_cached(cache: Path, folder: Path | None = None) -> Facts:
    """The facts of `folder`, from `cache` if they were loaded and checked before.

    Raises:
        KnowledgeError: as `load`; invalid data is never cached.
    """
    return _read(cache / f"{PREFIX}{_digest(folder or data_dir())}.json", folder)


@lru_cache(maxsize=2)
def _read(cached: Path, folder: Path | None) -> Facts:
    """The same facts again while nothing changes: what is derived from them is kept by their identity."""
    try:
        return Facts.model_validate_json(cached.read_bytes())
    except (OSError, ValidationError):
        facts = load(folder)
    with contextlib.suppress(OSError):  # without a writable cache, loading takes longer and still works
        _write(cached, facts)
    return facts


def _digest(folder: Path) -> str:
    """Of the data and of all code in `knowledge`, not of this folder alone: the types are part of what is cached."""
    digest = hashlib.sha256()
    code = sorted(Path(__file__).resolve().parents[1].rglob("*.py"))
    data = sorted(path for path in folder.rglob("*") if path.suffix in (".toml", ".csv"))
    for path in (*code, *data):
        digest.update(f"{path.name}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:32]


def _write(cached: Path, facts: Facts) -> None:
    """Writes a temporary file and moves it into place, so that nobody reads half a file. Deletes outdated ones."""
    cached.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=cached.parent, prefix=".", delete=False) as file:
        file.write(facts.model_dump_json(by_alias=True, exclude_defaults=True).encode())
    os.replace(file.name, cached)  # noqa: PTH105 - the name is a string
    for outdated in cached.parent.glob(f"{PREFIX}*.json"):
        if outdated != cached:
            outdated.unlink(missing_ok=True)
