"""The action of deploy/action, its steps run as written in a real repository, against a stand-in for GitHub."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.estimates.comment import MARKER
from tests import on_path
from tests.engine.estimates.sample import AXOLOTL, EPOCHS
from tests.recipes import github_api
from tests.recipes.github_api import GitHub

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "ci.md"
FOLDER = ROOT / "deploy" / "action"
GIVEN = re.compile(r"\$\{\{ *([\w.]+) *\}\}")


def loaded(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((FOLDER / name).read_text(encoding="utf-8"))
    return found


class Checkout:
    """A repository with a base and a change on top of it, as a runner has it."""

    def __init__(self, folder: Path, github: GitHub, cache: Path) -> None:
        self.folder, self.temp, self.github = folder / "repository", folder / "temp", github
        self.folder.mkdir()
        self.temp.mkdir()
        self.summary = folder / "summary.md"
        self.inputs: dict[str, str] = {}
        self.env = {
            "PATH": os.pathsep.join([str(on_path.folder()), str(Path(sys.executable).parent), os.environ["PATH"]]),
            "HOME": str(folder),
            "XDG_CACHE_HOME": str(cache),
            "CHIPSCOUT_DB": str(folder / "none.db"),
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GITHUB_ACTION_PATH": str(FOLDER),
            "GITHUB_API_URL": github.address,
            "GITHUB_REPOSITORY": "acme/models",
            "GITHUB_STEP_SUMMARY": str(self.summary),
            "RUNNER_TEMP": str(self.temp),
        }
        self.git("init", "-q", "-b", "main")

    def git(self, *words: str) -> str:
        identity = ["-c", "user.name=a", "-c", "user.email=a@example.com"]
        command = ["git", "-C", str(self.folder), *identity, *words]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    def commit(self, **files: str | None) -> str:
        for name, text in files.items():
            path = self.folder / "configs" / f"{name}.yml"
            path.parent.mkdir(exist_ok=True)
            if text is None:
                path.unlink()
            else:
                path.write_text(text)
        self.git("add", "-A")
        self.git("commit", "-qm", "a change")
        return self.git("rev-parse", "HEAD")

    def pushed(self, base: str) -> str:
        """Every step of the action, as a runner does it: bash, stopping at the first error. What they print."""
        action = loaded("action.yml")
        defaults = {name: each.get("default", "") for name, each in action["inputs"].items()}
        known = {f"inputs.{name}": value for name, value in (defaults | self.inputs).items()}
        known |= {"github.event.pull_request.base.sha": base, "github.event.pull_request.number": "7"}
        known["inputs.token"] = self.inputs.get("token", "t0ken")
        printed = ""
        for step in action["runs"]["steps"]:
            assert step["shell"] == "bash"
            given = {
                name: GIVEN.sub(lambda found: known[found[1]], text) for name, text in step.get("env", {}).items()
            }
            command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]]
            done = subprocess.run(
                command,
                cwd=self.folder,
                env=self.env | given,
                capture_output=True,
                text=True,
                timeout=120,
                check=False,
            )
            printed += done.stdout + done.stderr
            assert done.returncode == 0, printed
        assert "t0ken" not in printed
        return printed

    @property
    def comment(self) -> str:
        (one,) = [each for each in self.github.comments if each["body"].startswith(MARKER)]
        return str(one["body"])


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Empty at first, as on a fresh runner; then what the first of them left there."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def checkout(tmp_path: Path, cache: Path) -> Iterator[Checkout]:
    with github_api.running() as github:
        yield Checkout(tmp_path, github, cache)


def test_a_longer_sequence_becomes_a_comment_that_says_so(checkout: Checkout) -> None:
    base = checkout.commit(train=AXOLOTL, other=EPOCHS)
    checkout.commit(train=AXOLOTL.replace("4096", "16384"))
    checkout.pushed(base)
    first, second = checkout.comment.splitlines()[:2]
    assert first == MARKER
    assert second.startswith("**`configs/train.yml`: $")
    assert second.endswith("sequence 4,096 → 16,384")
    assert "other.yml" not in checkout.comment
    assert checkout.github.written == [f"POST {github_api.COMMENTS}"]
    assert not checkout.summary.exists()


def test_the_second_push_updates_the_comment_of_the_first_wherever_it_stands(checkout: Checkout) -> None:
    for number in range(120):
        checkout.github.says(f"words {number}")
    checkout.github.says(f"{MARKER}\nsomebody copied this", by_another=True)
    base = checkout.commit(train=AXOLOTL)
    checkout.commit(train=AXOLOTL.replace("1000", "2000"))
    checkout.pushed(base)
    assert "steps 1,000 → 2,000" in checkout.github.comments[121]["body"]
    checkout.commit(train=AXOLOTL.replace("1000", "3000"))
    checkout.github.calls.clear()
    checkout.pushed(base)
    assert "steps 1,000 → 3,000" in checkout.github.comments[121]["body"]
    assert len(checkout.github.comments) == 122
    assert checkout.github.written[-1] == f"PATCH {github_api.ONE}122"
    checkout.github.calls.clear()
    checkout.pushed(base)  # the same again is written nowhere but at the copy, which nobody may change
    assert f"PATCH {github_api.ONE}122" not in checkout.github.calls


def test_a_pull_request_from_a_fork_has_the_figures_in_the_summary_of_the_job(checkout: Checkout) -> None:
    checkout.github.may_write = False
    base = checkout.commit(train=AXOLOTL)
    checkout.commit(train=AXOLOTL.replace("1000", "2000"))
    assert "::notice::The token may not comment here" in checkout.pushed(base)
    assert checkout.github.comments == []
    assert "steps 1,000 → 2,000" in checkout.summary.read_text()


def test_blank_lines_and_margins_in_the_inputs_are_nothing(checkout: Checkout) -> None:
    base = checkout.commit(train=AXOLOTL)
    checkout.commit(train=AXOLOTL.replace("4096", "16384"))
    checkout.inputs = {"configs": "\n  configs\r\n\n   \nnone here\n", "arguments": "\n--on\n\n8xH100\n"}
    checkout.pushed(base)
    assert "sequence 4,096 → 16,384" in checkout.comment


def test_a_change_beside_the_configs_says_nothing(checkout: Checkout) -> None:
    base = checkout.commit(train=AXOLOTL)
    (checkout.folder / "README.md").write_text("words\n")
    checkout.git("add", "-A")
    checkout.git("commit", "-qm", "words")
    checkout.pushed(base)
    assert (checkout.github.written, checkout.summary.exists()) == ([], False)


def test_a_change_that_is_taken_back_takes_its_comment_along(checkout: Checkout) -> None:
    base = checkout.commit(train=AXOLOTL)
    checkout.commit(train=AXOLOTL.replace("1000", "2000"))
    checkout.pushed(base)
    checkout.commit(train=AXOLOTL)
    checkout.pushed(base)
    assert checkout.comment == f"{MARKER}\nThis pull request no longer changes a config.\n"


def test_a_server_that_is_busy_is_asked_again(checkout: Checkout) -> None:
    checkout.github.busy = 1
    base = checkout.commit(train=AXOLOTL)
    checkout.commit(train=AXOLOTL.replace("1000", "2000"))
    checkout.pushed(base)
    assert "steps 1,000 → 2,000" in checkout.comment


def test_what_was_changed_on_main_meanwhile_is_not_part_of_it(checkout: Checkout) -> None:
    start = checkout.commit(train=AXOLOTL)
    base = checkout.commit(other=EPOCHS)  # on main, after the branch was made
    checkout.git("checkout", "-q", "-b", "change", start)
    checkout.commit(train=AXOLOTL.replace("1000", "2000"))
    checkout.pushed(base)
    assert "other.yml" not in checkout.comment
    assert "steps 1,000 → 2,000" in checkout.comment


def test_new_removed_and_unreadable_files_are_each_named(checkout: Checkout) -> None:
    base = checkout.commit(gone=AXOLOTL, odd="colors: [red]\n")
    checkout.commit(gone=None, new=AXOLOTL, odd="colors: [blue]\n")
    checkout.pushed(base)
    assert "**`configs/new.yml`**: new, $" in checkout.comment
    assert "**`configs/gone.yml`**: removed; it was $" in checkout.comment
    assert "configs/odd.yml is none of the config and job formats I read." in checkout.comment


def test_files_that_are_no_configs_alone_break_no_pull_request(checkout: Checkout) -> None:
    base = checkout.commit(odd="colors: [red]\n")
    checkout.commit(odd="colors: [blue]\n")
    assert "configs/odd.yml is none of the config and job formats I read." in checkout.pushed(base)
    assert checkout.github.comments == []


def test_names_and_inputs_are_words_and_never_commands(checkout: Checkout) -> None:
    name = "a b'; touch $(echo hacked) #"
    base = checkout.commit(train=AXOLOTL)
    checkout.commit(**{name: AXOLOTL})
    checkout.inputs = {"arguments": "--on\n8xH100", "configs": "configs\nnone here"}
    checkout.pushed(base)
    assert "8 x H100" in checkout.comment or "p5.48xlarge" in checkout.comment
    assert not (checkout.folder / "hacked").exists()


def test_the_limit_of_the_page_stops_what_costs_too_much(checkout: Checkout) -> None:
    base = checkout.commit(train=AXOLOTL)
    checkout.commit(train=AXOLOTL.replace("1000", "1000000"))
    found = re.search(r"```\n(chipscout [^`]*--json[^`]*)```", PAGE.read_text(encoding="utf-8"))
    assert found
    env = checkout.env | {"start": base}
    command = ["bash", "-o", "pipefail", "-c", found[1]]
    done = subprocess.run(
        command, cwd=checkout.folder, env=env, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 1, done.stderr


def test_a_comment_that_is_too_long_is_cut_and_whole_in_the_summary(checkout: Checkout, tmp_path: Path) -> None:
    text = f"{MARKER}\n" + "x" * 70_000
    (tmp_path / "long.md").write_text(text)
    env = checkout.env | {"TOKEN": "t0ken", "NUMBER": "7"}
    command = [sys.executable, str(FOLDER / "comment.py"), str(tmp_path / "long.md")]
    subprocess.run(command, env=env, check=True, timeout=60)
    assert len(checkout.comment) <= 65_536
    assert checkout.comment.endswith("The rest is in the summary of the job.\n")
    assert checkout.summary.read_text() == text


def test_the_job_may_read_the_code_and_write_pull_requests_and_nothing_else() -> None:
    workflow = loaded("run-cost.yml")
    assert workflow["permissions"] == {"contents": "read", "pull-requests": "write"}
    steps = workflow["jobs"]["estimate"]["steps"]
    assert steps[0]["with"] == {"fetch-depth": 0}
    assert steps[1]["uses"].endswith("/deploy/action")
    assert set(steps[1]["with"]) <= set(loaded("action.yml")["inputs"])
    assert all("${{" not in step["run"] for step in loaded("action.yml")["runs"]["steps"])


def test_the_hidden_line_is_the_one_that_the_command_writes() -> None:
    assert f'MARKER = "{MARKER}"' in (FOLDER / "comment.py").read_text(encoding="utf-8")
