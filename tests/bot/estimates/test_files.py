"""The text of config files, now and in a base."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from bot.estimates.files import LARGEST, base_file, config_file, decoded
from bot.wording.errors import UserError


def git(folder: Path, *words: str) -> None:
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "-C", str(folder), *identity, *words], check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Two commits: `runs/a.yml` says 1, then 2; `runs/new.yml` is new in the second."""
    git(tmp_path, "init", "-q", "-b", "main")
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "a.yml").write_text("epochs: 1\n")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "one")
    (tmp_path / "runs" / "a.yml").write_text("epochs: 2\n")
    (tmp_path / "runs" / "new.yml").write_text("epochs: 9\n")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "two")
    return tmp_path


def test_a_revision_gives_the_file_as_it_was(repository: Path) -> None:
    path = str(repository / "runs" / "a.yml")
    was = base_file(path, "HEAD~1")
    assert was is not None
    assert was.text == "epochs: 1\n"
    assert config_file(path).text == "epochs: 2\n"


def test_a_file_that_was_not_there_is_none(repository: Path) -> None:
    assert base_file(str(repository / "runs" / "new.yml"), "HEAD~1") is None


@pytest.mark.parametrize("base", ["nowhere", "--output=stolen", "HEAD~99", "-", "HEAD:runs"])
def test_a_base_that_is_none_is_one_sentence_and_writes_nothing(repository: Path, base: str) -> None:
    with pytest.raises(UserError) as refused:
        base_file(str(repository / "runs" / "a.yml"), base)
    assert refused.value.code == "estimate_base"
    assert not (repository / "runs" / "stolen").exists()


def test_outside_a_repository_a_revision_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    (tmp_path / "a.yml").write_text("a: 1\n")
    with pytest.raises(UserError):
        base_file(str(tmp_path / "a.yml"), "HEAD")


def test_a_folder_is_looked_up_by_name_and_a_file_is_the_base(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "a.yml").write_text("epochs: 1\n")
    (tmp_path / "a.yml").write_text("epochs: 2\n")
    for base in ("old", "old/a.yml"):
        was = base_file(str(tmp_path / "a.yml"), str(tmp_path / base))
        assert was is not None
        assert was.text == "epochs: 1\n"
    assert base_file(str(tmp_path / "b.yml"), str(tmp_path / "old")) is None


@pytest.mark.parametrize(("content", "problem"), [(b"x" * (LARGEST + 1), "too_large"), (b"\xff\xfe\x00", "not_text")])
def test_what_is_no_text_is_named_so(content: bytes, problem: str) -> None:
    with pytest.raises(UserError) as refused:
        decoded("a.yml", content)
    assert refused.value.values["problem"] == problem


def test_text_of_other_editors_is_read() -> None:
    assert decoded("a.yml", "a: caf\u00e9\n".encode("latin-1")) == "a: caf\u00e9\n"
    assert decoded("a.yml", "a: caf\u00e9\n".encode("utf-16")) == "a: caf\u00e9\n"
    with pytest.raises(UserError):
        decoded("a.bin", bytes(range(256)))
