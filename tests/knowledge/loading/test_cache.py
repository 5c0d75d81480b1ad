"""The cache of loaded facts: valid as long as neither the data nor any code of `knowledge` changed."""

from __future__ import annotations

import os
import pickle
import shutil
from pathlib import Path

import pytest

import knowledge
from knowledge.errors import KnowledgeError
from knowledge.facts import Facts
from knowledge.loading import cache
from knowledge.loading.cache import load_cached
from knowledge.loading.load import data_dir

PACKAGE = Path(knowledge.__file__).parent


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return Path(shutil.copytree(data_dir(), tmp_path / "data"))


@pytest.fixture(scope="module")
def facts(facts: Facts) -> Facts:
    """Few of them: what is kept is not what is tested, and all of them take a second to write and to read."""
    return facts.model_copy(
        update={
            name: dict(list(held.items())[:3]) if isinstance(held, dict) else held[:3]
            for name, held in facts
            if isinstance(held, dict | tuple)
        }
    )


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch, facts: Facts) -> list[Path | None]:
    """The folders that were really loaded, each with the same facts, so that a test takes milliseconds."""
    folders: list[Path | None] = []

    def load(folder: Path | None) -> Facts:
        folders.append(folder)
        return facts

    monkeypatch.setattr(cache, "load", load)
    return folders


def test_facts_are_loaded_once_and_come_back_equal(
    tmp_path: Path, data: Path, loads: list[Path | None], facts: Facts
) -> None:
    assert load_cached(tmp_path / "cache", data) == facts
    assert load_cached(tmp_path / "cache", data) == facts
    assert loads == [data]


def test_one_byte_of_data_changes_the_cache(tmp_path: Path, data: Path, loads: list[Path | None]) -> None:
    load_cached(tmp_path / "cache", data)
    prices = data / "prices" / "prices.csv"
    prices.write_bytes(prices.read_bytes() + b"\n")
    load_cached(tmp_path / "cache", data)
    assert len(loads) == 2


@pytest.mark.usefixtures("loads")
def test_few_versions_are_kept(tmp_path: Path, data: Path) -> None:
    prices = data / "prices" / "prices.csv"
    for _ in range(cache.KEPT + 2):
        load_cached(tmp_path / "cache", data)
        prices.write_bytes(prices.read_bytes() + b"\n")
    assert len(list((tmp_path / "cache").iterdir())) == cache.KEPT


def test_what_is_read_is_kept_before_what_is_newer(tmp_path: Path, data: Path, loads: list[Path | None]) -> None:
    """Otherwise a checkout that is asked all day would lose its facts to others that were each asked once."""
    load_cached(tmp_path / "cache", data)
    (used,) = (tmp_path / "cache").iterdir()
    original = (data / "prices" / "prices.csv").read_bytes()
    for version in range(1, cache.KEPT + 2):
        os.utime(used, (version, version))  # older than all others
        cache._facts.cache_clear()  # as in the next process
        load_cached(tmp_path / "cache", data)
        (data / "prices" / "prices.csv").write_bytes(original + b"\n" * version)
        load_cached(tmp_path / "cache", data)
        (data / "prices" / "prices.csv").write_bytes(original)
    assert used.is_file() and len(loads) == 1 + cache.KEPT + 1


@pytest.mark.parametrize("mode", [0o660, 0o606])
def test_a_file_that_others_may_write_is_not_read(
    tmp_path: Path, data: Path, loads: list[Path | None], facts: Facts, mode: int
) -> None:
    """A pickle runs code when it is read."""
    load_cached(tmp_path / "cache", data)
    (kept,) = (tmp_path / "cache").iterdir()
    assert kept.stat().st_mode & 0o777 == 0o600
    kept.chmod(mode)
    cache._facts.cache_clear()  # as in the next process
    assert load_cached(tmp_path / "cache", data) == facts
    assert len(loads) == 2


def test_a_file_of_something_else_is_made_again(
    tmp_path: Path, data: Path, loads: list[Path | None], facts: Facts
) -> None:
    load_cached(tmp_path / "cache", data)
    (kept,) = (tmp_path / "cache").iterdir()
    kept.write_bytes(pickle.dumps(["no facts"]))
    cache._facts.cache_clear()
    assert load_cached(tmp_path / "cache", data) == facts
    assert len(loads) == 2


@pytest.mark.parametrize("module", ["facts.py", "types/hardware.py", "loading/load.py", "loading/cache.py"])
def test_a_changed_module_anywhere_in_knowledge_changes_the_cache(
    tmp_path: Path, data: Path, loads: list[Path | None], monkeypatch: pytest.MonkeyPatch, module: str
) -> None:
    """Otherwise facts would be read back with the types of an older version."""
    read_bytes, changed = Path.read_bytes, PACKAGE / module
    load_cached(tmp_path / "cache", data)
    monkeypatch.setattr(Path, "read_bytes", lambda path: read_bytes(path) + b"#" * (path.resolve() == changed))
    load_cached(tmp_path / "cache", data)
    assert changed.is_file() and len(loads) == 2


def test_a_damaged_file_is_loaded_again(tmp_path: Path, data: Path, loads: list[Path | None], facts: Facts) -> None:
    load_cached(tmp_path / "cache", data)
    (kept,) = (tmp_path / "cache").iterdir()
    kept.write_bytes(kept.read_bytes()[:1000])
    cache._facts.cache_clear()  # as in the next process
    assert load_cached(tmp_path / "cache", data) == facts
    assert len(loads) == 2


def test_a_cache_that_cannot_be_written_only_costs_time(
    tmp_path: Path, data: Path, loads: list[Path | None], facts: Facts
) -> None:
    (tmp_path / "file").write_text("")
    assert load_cached(tmp_path / "file" / "cache", data) == facts
    assert loads == [data]


def test_wrong_data_is_never_cached(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeError, match="not found"):
        load_cached(tmp_path / "cache", tmp_path / "nowhere")
    assert not (tmp_path / "cache").exists()
