"""The Dockerfile: from the locks, without privileges, and complete. `python -m tests.deploy.tries` runs its steps."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from tests.deploy.dockerfile import DOCKERFILE, ROOT, copied, instructions

FOUND = instructions(DOCKERFILE.read_text(encoding="utf-8"))
LAST = max(each.stage for each in FOUND)


def of(name: str, stage: int | None = None) -> list[str]:
    return [each.text for each in FOUND if each.name == name and stage in (None, each.stage)]


def test_every_package_comes_from_a_lock_with_its_hash() -> None:
    installs = [run for run in of("RUN") if " install " in run and "pip" in run]
    assert len(installs) == 3
    for run in installs:
        assert "--require-hashes" in run or "--no-index --find-links /wheels chipscout" in run, run
    assert all(name in copied(FOUND) for name in ("requirements-serve.lock", "requirements-build.lock"))


def test_what_runs_is_no_root_and_has_neither_compiler_nor_sources() -> None:
    assert LAST == 1
    assert of("USER", LAST) == ["10001:10001"]
    assert of("COPY", LAST) == ["--from=build /app /app"]
    assert not [run for run in of("RUN", LAST) if "pip" in run or "apt" in run]
    assert of("VOLUME", LAST) == ["/data"]


def test_it_starts_the_app_and_asks_whether_it_lives() -> None:
    assert (json.loads(of("ENTRYPOINT")[0]), json.loads(of("CMD")[0])) == (["chipscout"], ["serve"])
    (check,) = of("HEALTHCHECK")
    command = json.loads(check[check.index("[") :])
    assert command[0] == "python" and "http://127.0.0.1:3000/healthz" in command[2]
    compile(command[2], "healthcheck", "exec")
    assert "CHIPSCOUT_HEALTH=0.0.0.0:3000" in of("ENV", LAST)[0] and of("EXPOSE") == ["3000"]


def test_no_secret_is_in_it() -> None:
    assert not re.search(r"xox|xapp|TOKEN|SECRET|PASSWORD", DOCKERFILE.read_text(encoding="utf-8"))


def test_what_it_copies_is_there_and_let_through() -> None:
    let = {
        line[1:]
        for line in (DOCKERFILE.with_name("Dockerfile.dockerignore")).read_text().splitlines()
        if line[:1] == "!"
    }
    assert set(copied(FOUND)) == let
    assert [name for name in let if not (ROOT / name).exists()] == []


def test_what_it_copies_is_enough_for_a_wheel_that_answers(tmp_path: Path) -> None:
    """The wheel is built from those files alone, and run from its contents."""
    source, made, unpacked = tmp_path / "src", tmp_path / "wheels", tmp_path / "app"
    source.mkdir()
    for name in copied(FOUND):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, source / name)
    build = "import sys, hatchling.build as b; b.build_wheel(sys.argv[1])"
    made.mkdir()
    subprocess.run([sys.executable, "-c", build, str(made)], cwd=source, check=True, capture_output=True)
    (wheel,) = made.glob("chipscout-*.whl")
    zipfile.ZipFile(wheel).extractall(unpacked)
    ask = f"import sys; sys.path[0] = {str(unpacked)!r}; import bot.cli; print(bot.cli.__file__); bot.cli.main()"
    ran = subprocess.run(
        [sys.executable, "-c", ask, "ask", "price of p5.48xlarge in us-east-1"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.startswith(str(unpacked)) and "55.04" in ran.stdout
