"""The loaded facts kept as one JSON file, because parsing TOML anew costs a command line a fifth of a second.

The text in `knowledge/data/` stays the truth: the name of the file is the digest of every data file and of the
types, so a change of one byte makes another file, and the folder can be deleted at any time.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from pathlib import Path

from pydantic import ValidationError

from knowledge.facts import Facts
from knowledge.loading.load import data_dir, load

PREFIX = "facts-"


def load_cached(cache: Path, folder: Path | None = None) -> Facts:
    """The facts of `folder`, from `cache` where they were loaded and checked before.

    Raises:
        KnowledgeError: as `load`; wrong data is never kept.
    """
    source = folder or data_dir()
    kept = cache / f"{PREFIX}{_digest(source)}.json"
    try:
        return Facts.model_validate_json(kept.read_bytes())
    except (OSError, ValidationError):
        facts = load(folder)
    with contextlib.suppress(OSError):  # a cache that cannot be written costs time, nothing else
        _keep(kept, facts)
    return facts


def _digest(folder: Path) -> str:
    digest = hashlib.sha256()
    code = sorted(Path(__file__).resolve().parents[1].rglob("*.py"))
    data = sorted(path for path in folder.rglob("*") if path.suffix in (".toml", ".csv"))
    for path in (*code, *data):
        digest.update(f"{path.name}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:32]


def _keep(kept: Path, facts: Facts) -> None:
    """Written beside and moved into place, so that no reader sees half a file; older snapshots go."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=kept.parent, prefix=".", delete=False) as file:
        file.write(facts.model_dump_json(by_alias=True, exclude_defaults=True).encode())
    os.replace(file.name, kept)  # noqa: PTH105 - the name is a string
    for old in kept.parent.glob(f"{PREFIX}*.json"):
        if old != kept:
            old.unlink(missing_ok=True)
