"""A cache of what is worked out of the data files alone, one file each, because that takes a command seconds.

The data files remain the truth. The name of a cache file is a digest of every data file and of all code that works it
out, so that any change makes another file, and the cache can be deleted at any time.

Files are pickles, which run code when they are read: one is read only if nobody but its owner, who runs this, may
write it. Python does the same with the compiled modules beside its sources.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import os
import pickle
import stat
import sys
import tempfile
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import TypeVar

import pydantic

import knowledge
from knowledge.facts import Facts
from knowledge.loading.load import data_dir, load

T = TypeVar("T")
PREFIX, SUFFIX = "facts-", ".pickle"
KEPT = 3  # versions beside each other, as of two checkouts and a folder of one's own
OTHERS = stat.S_IWGRP | stat.S_IWOTH  # who else may write a file
DAMAGED = (  # what reading half a pickle, or one of other code, raises
    OSError, EOFError, pickle.UnpicklingError, AttributeError, ImportError, IndexError, KeyError, TypeError,
    ValueError,
)  # fmt: skip


def load_cached(cache: Path, folder: Path | None = None) -> Facts:
    """The facts of `folder`, from `cache` if they were loaded and checked before.

    Raises:
        KnowledgeError: as `load`; invalid data is never cached.
    """
    return _facts(cache / f"{PREFIX}{digest(folder)}{SUFFIX}", folder)


@lru_cache(maxsize=2)
def _facts(cached: Path, folder: Path | None) -> Facts:
    """The same facts again while nothing changes: what is derived from them is kept by their identity."""
    return kept(cached, PREFIX, Facts, lambda: load(folder))


def kept(cached: Path, prefix: str, kind: type[T], make: Callable[[], T]) -> T:
    """What `make` works out, from the file `cached` if it was kept there; of files with that prefix few are kept."""
    found = _read(cached)
    if isinstance(found, kind):
        with contextlib.suppress(OSError):
            os.utime(cached)  # what is read is not what is deleted next
        return found
    made = make()
    with contextlib.suppress(OSError):  # without a writable cache, it takes longer and still works
        _write(cached, prefix, made)
    return made


def digest(folder: Path | None = None, *others: ModuleType) -> str:
    """Of the data, of all code in `knowledge` and the packages `others`, and of what else shapes a pickle."""
    found = hashlib.sha256(f"{sys.version}\0{pydantic.VERSION}\0".encode())
    packages = [Path(str(package.__file__)).parent for package in (knowledge, *others)]
    code = sorted(path for package in packages for path in package.rglob("*.py"))
    data = sorted(path for path in (folder or data_dir()).rglob("*") if path.suffix in (".toml", ".csv"))
    for path in (*code, *data):
        found.update(f"{path.name}\0".encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:32]


def _read(cached: Path) -> object:
    """None where nothing is kept, or somebody else may have written it."""
    collects = gc.isenabled()
    gc.disable()  # it is many objects, and all of them stay
    try:
        with cached.open("rb") as file:
            return pickle.load(file) if _is_own(os.fstat(file.fileno())) else None  # noqa: S301 - nobody else wrote it
    except DAMAGED:
        return None
    finally:
        if collects:
            gc.enable()


def _is_own(status: os.stat_result) -> bool:
    if not hasattr(os, "getuid"):
        return True  # Windows, where the folder is its user's
    return status.st_uid == os.getuid() and not status.st_mode & OTHERS


def _write(cached: Path, prefix: str, made: object) -> None:
    """Writes a temporary file and moves it into place, so that nobody reads half a file. Deletes those that nobody
    read for longest."""
    cached.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=cached.parent, prefix=".", delete=False) as file:  # mode 0600
        pickle.dump(made, file, pickle.HIGHEST_PROTOCOL)
    os.replace(file.name, cached)  # noqa: PTH105 - the name is a string
    by_age = sorted(cached.parent.glob(f"{prefix}*"), key=_age)
    for outdated in by_age[KEPT:]:
        outdated.unlink(missing_ok=True)


def _age(path: Path) -> float:
    with contextlib.suppress(OSError):  # somebody else deleted it
        return -path.stat().st_mtime
    return 0.0
