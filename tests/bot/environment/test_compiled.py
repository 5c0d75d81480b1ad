"""The vocabulary that was kept reads as the one that is compiled."""

from __future__ import annotations

from pathlib import Path

import pytest

import engine
from bot.advice.advisor import Advisor
from bot.environment import compiled
from bot.environment.compiled import kept_vocabulary
from knowledge.facts import Facts
from tests.day import DAY

QUESTIONS = (
    "repeated Llama fine-tune, PyTorch, tight region capacity",
    "Reicht eine RTX 3090 für QLoRA auf Llama 3 8B?",
    "8张A100 80G能全参数微调70B吗？",
    "can I train ZoeDepth on 24 GB?",
)


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory, facts: Facts) -> Path:
    """Where it was kept by another process."""
    folder = tmp_path_factory.mktemp("kept")
    kept_vocabulary(facts, folder)
    compiled._kept.cache_clear()
    return folder


def test_it_reads_as_the_compiled_one(
    facts: Facts, advisor: Advisor, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("it was compiled again")

    monkeypatch.setattr(compiled, "compile_vocabulary", never)
    kept = Advisor(facts, DAY, vocabulary=kept_vocabulary(facts, cache))
    for question in QUESTIONS:
        assert kept.parse(question) == advisor.parse(question)


def test_code_of_the_reader_that_changed_compiles_it_anew(
    facts: Facts, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_bytes, changed = Path.read_bytes, Path(str(engine.__file__)).parent / "reading" / "words" / "domains.py"
    monkeypatch.setattr(Path, "read_bytes", lambda path: read_bytes(path) + b"#" * (path.resolve() == changed))
    compiled._kept.cache_clear()
    before = set(cache.iterdir())
    kept_vocabulary(facts, cache)
    compiled._kept.cache_clear()
    assert changed.is_file() and len(set(cache.iterdir()) - before) == 1
