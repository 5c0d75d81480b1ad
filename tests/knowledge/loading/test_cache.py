"""The cache of loaded facts: valid as long as neither the data nor any code of `knowledge` changed."""

from __future__ import annotations

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
    assert len(list((tmp_path / "cache").iterdir())) == 1  # the outdated file is deleted


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
    cache._read.cache_clear()  # as in the next process
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
