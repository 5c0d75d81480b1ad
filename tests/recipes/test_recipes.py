"""Each recipe of CONTRIBUTING works as it is written: all are carried out in one copy, then their commands are run.

In one copy and one process, because a knowledge base that changed takes seconds to be checked.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
HEADING = re.compile(r"^## How to add an? (.+)$", re.MULTILINE)
FENCE = re.compile(r"^```(\w+)\n(.*?)^```", re.DOTALL | re.MULTILINE)
FOLDERS = ("bot", "engine", "knowledge", "templates", "tests", "tools", "docs")
FILES = ("pyproject.toml", "Makefile", "manifest.yaml", "README.md", "CONTRIBUTING.md")
BUILDS_ON = {"price": "accelerator"}  # the recipe it goes on from
PRINTS = {  # what its commands print, in order
    "accelerator": r"entries.*\b70\b",
    "price": r"entries.*\b65\b.*\b70\b",
    "model": r'entries.*"model": "acme".*"parameters": 9000000000',
    "report of a project": r"entries.*Nobody reports it on so little.*62 GB",
    "word on support": r"entries.*In part\. zora on AMD GPUs",
    "term": r'"capacity": "tight"',
    "answer to a recurring question": r"entries.*The local disk of an X1 is erased when it stops",
    "rule": r'entries.*"architecture": "recommender".*"deadline_days": 14',
    "feed": r"known\.txt",
    "sentence": r"passed",
    "form of answer": r"released in 2024-12",
    "Slack surface": r"passed",
}
ALONE = ["-n", "0", "-o", "addopts=", "--assert=plain", "-p", "no:cacheprovider"]
COMMANDS = """
import json, runpy, sys
import pytest
from click.testing import CliRunner
status = 0
for mark, words in json.loads(sys.argv[1]):
    print(mark)
    if words[0] == "pytest":
        status = pytest.main(words[1:]) or status
        continue
    if words[0] == "make":
        runpy.run_module(words[1], run_name="__main__")
        continue
    from bot.cli import chipscout
    done = CliRunner().invoke(chipscout, words[1:])
    print(done.output)
    if done.exit_code:
        print(f"{words}: {done.exception!r}")
sys.exit(status)
"""


class Change(NamedTuple):
    """Something a recipe says to write: `where` is "create", "append", or the line it goes before or after."""

    where: str
    path: str
    line: str
    text: str


INSTRUCTION = re.compile(
    r"[Cc]reate\s+`(?P<create>[^`]+)`|[Aa]ppend\s+to\s+`(?P<append>[^`]+)`"
    r"|[Ii]n\s+`(?P<into>[^`]+)`,\s+(?P<side>before|after)\s+the\s+line\s+`(?P<line>[^`]+)`"
)


def recipes() -> dict[str, str]:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    parts = HEADING.split(text.split("\n## How goldens change")[0])
    return dict(zip(parts[1::2], parts[2::2], strict=True))


RECIPES = recipes()


def changes(recipe: str) -> Iterator[Change]:
    """What the recipe says to write, in order. A block that no sentence places is an error."""
    at = 0
    for fence in FENCE.finditer(recipe):
        told = list(INSTRUCTION.finditer(recipe, at, fence.start()))
        at = fence.end()
        if fence[1] == "console":
            continue
        assert told, f"nothing says where this goes: {fence[2]}"
        how = told[-1]
        path = how["create"] or how["append"] or how["into"]
        where = "create" if how["create"] else "append" if how["append"] else how["side"]
        yield Change(where, path, how["line"] or "", fence[2])


def apply(change: Change, folder: Path) -> None:
    file = folder / change.path
    if change.where == "create":
        assert not file.exists(), change.path
        file.write_text(change.text, encoding="utf-8")
        return
    before = file.read_text(encoding="utf-8")
    if change.where == "append":
        between = "" if file.suffix == ".csv" else "\n"
        file.write_text(f"{before.rstrip()}\n{between}{change.text}", encoding="utf-8")
        return
    lines = before.splitlines(keepends=True)
    places = [place for place, line in enumerate(lines) if line.rstrip("\n") == change.line]
    assert len(places) == 1, f"{change.path} has {len(places)} lines {change.line!r}"
    lines.insert(places[0] + (change.where == "after"), change.text)
    file.write_text("".join(lines), encoding="utf-8")


def commands(recipe: str) -> list[list[str]]:
    blocks = [body for language, body in FENCE.findall(recipe) if language == "console"]
    return [shlex.split(line[2:]) for body in blocks for line in body.splitlines()]


def made_by(target: str) -> str:
    """The module a make target runs."""
    found = re.search(
        rf"^{target}:.*\n\t@.*python -m (\S+)", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert found, target
    return found[1]


def run(folder: Path, *words: str) -> str:
    """In the copy, with a cache and a database of its own."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("CHIPSCOUT_", "PYTEST_"))}
    env |= {
        "PYTHONPATH": str(folder),
        "XDG_CACHE_HOME": str(folder / "cache"),
        "CHIPSCOUT_DB": str(folder / "own.db"),
    }
    done = subprocess.run(
        [sys.executable, *words], cwd=folder, env=env, capture_output=True, text=True, timeout=500, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def order() -> list[str]:
    """Each recipe after the one that it goes on from."""
    return sorted(RECIPES, key=lambda name: name in BUILDS_ON)


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """A copy in which every recipe was followed."""
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("*.png"))
    for file in FILES:
        shutil.copy2(ROOT / file, tmp_path / file)
    for name in order():
        for change in changes(RECIPES[name]):
            apply(change, tmp_path)
    return tmp_path


def mark(name: str) -> str:
    return f"#### {name}"


@pytest.mark.timeout(600)
def test_each_recipe_works_as_it_is_written(written: Path, subtests: pytest.Subtests) -> None:
    told = [(name, words) for name in order() for words in commands(RECIPES[name])]
    tests = [words[1:] for _, words in told if words[0] == "pytest"]
    chosen = [words for words in tests if "-k" in words]  # these by themselves: the choice is not for the others
    whole = sorted({path for words in tests if words not in chosen for path in words})
    asked = list(dict.fromkeys(shlex.join(words) for _, words in told if words[0] != "pytest"))  # of `make known` one
    todo = [(mark(line), shlex.split(line)) for line in asked]
    todo = [(at, ["make", made_by(words[1])] if words[0] == "make" else words) for at, words in todo]
    todo += [(mark("pytest"), ["pytest", *ALONE, *words]) for words in (whole, *chosen)]
    said: dict[str, str] = {}
    for part in run(written, "-c", COMMANDS, json.dumps(todo)).split(mark(""))[1:]:
        line, _, output = part.partition("\n")
        said[line] = said.get(line, "") + output
    printed = dict.fromkeys(RECIPES, "")
    for name, words in told:
        printed[name] += said["pytest" if words[0] == "pytest" else shlex.join(words)]
    for name in RECIPES:
        with subtests.test(name):
            assert re.search(PRINTS[name], printed[name], re.DOTALL), printed[name]


def test_there_is_a_recipe_for_everything_that_is_often_added() -> None:
    assert set(RECIPES) == set(PRINTS)


def test_a_newcomer_who_adds_data_writes_no_python() -> None:
    written = {name: [change.path for change in changes(RECIPES[name])] for name in RECIPES}
    for name in ("accelerator", "price", "model", "term", "rule", "answer to a recurring question"):
        assert not [path for path in written[name] if path.endswith(".py")], name
