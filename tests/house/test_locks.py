"""The locks: what serves is pinned as in development and holds no tool of it. `make lock` makes all three."""

from __future__ import annotations

import re
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
SERVES = ("agents", "plan", "postgres")  # the extras that the container has
LOCKS = ("requirements.lock", "requirements-serve.lock", "requirements-build.lock")
PIN = re.compile(r"^([a-z0-9][a-z0-9._-]*)==(\S+)", re.MULTILINE)


def pins(lock: str) -> dict[str, set[str]]:
    """Versions by package: one can have several, for several versions of Python."""
    found: dict[str, set[str]] = {}
    for name, version in PIN.findall((ROOT / lock).read_text(encoding="utf-8")):
        found.setdefault(name, set()).add(version)
    return found


def names(wanted: list[str]) -> set[str]:
    return {re.split(r"[\[<>=~! ;]", each, maxsplit=1)[0].lower() for each in wanted}


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pin_has_hashes(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8")
    entries = re.split(r"\n(?=[a-z0-9])", text.strip())
    assert len(entries) == len(PIN.findall(text))
    assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry] == []


@pytest.mark.parametrize("lock", LOCKS[1:])
def test_what_serves_and_builds_is_pinned_as_in_development(lock: str) -> None:
    development = pins("requirements.lock")
    assert {
        name: versions for name, versions in pins(lock).items() if not versions <= development.get(name, set())
    } == {}


def test_what_serves_is_all_it_needs_and_no_tool_of_development() -> None:
    served = pins("requirements-serve.lock")
    wanted = names(PROJECT["project"]["dependencies"]) | names([each for extra in SERVES for each in EXTRAS[extra]])
    assert wanted <= set(served)
    tools = names(EXTRAS["dev"]) - wanted - names(PROJECT["project"]["dependencies"])
    assert {"pytest", "mypy", "ruff", "hatchling", "hypothesis", "matplotlib"} <= tools
    assert tools & set(served) - {"numpy"} == set()  # of the solver
    assert len(served) < 0.75 * len(pins("requirements.lock"))


def test_what_serves_is_pinned_with_everything_that_needs() -> None:
    """As the installed packages say what they need; on this machine, with this Python."""
    served, seen = pins("requirements-serve.lock"), set[str]()
    wanted = [Requirement(each) for each in PROJECT["project"]["dependencies"]]
    wanted += [Requirement(each) for extra in SERVES for each in EXTRAS[extra]]
    while wanted:
        need = wanted.pop()
        key = f"{need.name} {sorted(need.extras)}"
        if key in seen:
            continue
        seen.add(key)
        name = re.sub(r"[-_.]+", "-", need.name).lower()
        assert name in served, f"{need} is missing: make lock"
        for each in map(Requirement, metadata.requires(need.name) or ()):
            if each.marker is None or any(each.marker.evaluate({"extra": extra}) for extra in ("", *need.extras)):
                wanted.append(each)
    assert len(seen) > 40


def test_what_builds_is_the_build_system() -> None:
    built = pins("requirements-build.lock")
    assert PROJECT["build-system"]["requires"] == [f"hatchling=={next(iter(built['hatchling']))}"]
    assert "chipscout" not in built
