"""The workflow of docs/ci.md, walked step by step in a real repository, with a stand-in for GitHub's `gh`."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.estimates.comment import MARKER
from tests.engine.estimates.sample import AXOLOTL, EPOCHS

PAGE = Path(__file__).parents[2] / "docs" / "ci.md"
GH = """\
#!/bin/sh
# Keeps what it is called with; answers a list of comments with the id in the file `id`.
printf '%s\\n' "$*" >> "$CALLS"
case "$*" in *per_page*) cat "$ID" ;; esac
"""


def workflow() -> dict[str, Any]:
    block = re.search(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert block
    found: dict[str, Any] = yaml.safe_load(block[1])
    return found


def steps() -> dict[str, str]:
    return {step["name"]: step["run"] for step in workflow()["jobs"]["estimate"]["steps"] if "run" in step}


class Checkout:
    """A repository with a base and a change on top of it, as a runner has it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.calls, self.id = folder / "repository", folder / "calls", folder / "id"
        self.folder.mkdir()
        self.calls.touch()
        self.id.touch()
        (folder / "bin").mkdir()
        gh = folder / "bin" / "gh"
        gh.write_text(GH)
        gh.chmod(0o755)
        self.env = {
            "PATH": os.pathsep.join([str(folder / "bin"), str(Path(sys.executable).parent), os.environ["PATH"]]),
            "HOME": str(folder),
            "CHIPSCOUT_DB": str(folder / "none.db"),
            "GIT_CONFIG_GLOBAL": os.devnull,
            "REPOSITORY": "acme/models",
            "NUMBER": "7",
            "CALLS": str(self.calls),
            "ID": str(self.id),
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

    def runs(self, name: str, base: str) -> subprocess.CompletedProcess[str]:
        """As a runner does: bash, stopping at the first error."""
        command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", steps()[name]]
        env = self.env | {"BASE": base}
        done = subprocess.run(
            command, cwd=self.folder, env=env, capture_output=True, text=True, timeout=120, check=False
        )
        assert done.returncode == 0, done.stderr
        return done

    @property
    def comment(self) -> str:
        return (self.folder / "comment.md").read_text()


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def test_a_longer_sequence_becomes_a_comment_that_says_so(checkout: Checkout) -> None:
    base = checkout.commit(train=AXOLOTL, other=EPOCHS)
    checkout.commit(train=AXOLOTL.replace("4096", "16384"))
    checkout.runs("Estimate", base)
    first, second = checkout.comment.splitlines()[:2]
    assert first == MARKER
    assert second.startswith("**`configs/train.yml`: $")
    assert second.endswith("sequence 4,096 → 16,384")
    assert "other.yml" not in checkout.comment
    checkout.runs("Comment", base)
    assert "--method POST repos/acme/models/issues/7/comments -F body=@comment.md" in checkout.calls.read_text()


def test_the_second_push_updates_the_comment_of_the_first(checkout: Checkout) -> None:
    base = checkout.commit(train=AXOLOTL)
    checkout.commit(train=AXOLOTL.replace("1000", "2000"))
    checkout.runs("Estimate", base)
    checkout.id.write_text("4711\n")
    checkout.runs("Comment", base)
    assert "--method PATCH repos/acme/models/issues/comments/4711" in checkout.calls.read_text()
    assert "POST" not in checkout.calls.read_text()


def test_a_change_beside_the_configs_posts_nothing(checkout: Checkout) -> None:
    base = checkout.commit(train=AXOLOTL)
    (checkout.folder / "README.md").write_text("words\n")
    checkout.git("add", "-A")
    checkout.git("commit", "-qm", "words")
    checkout.runs("Estimate", base)
    assert checkout.comment == ""
    checkout.runs("Comment", base)
    assert checkout.calls.read_text() == ""


def test_what_was_changed_on_main_meanwhile_is_not_part_of_it(checkout: Checkout) -> None:
    start = checkout.commit(train=AXOLOTL)
    base = checkout.commit(other=EPOCHS)  # on main, after the branch was made
    checkout.git("checkout", "-q", "-b", "change", start)
    checkout.commit(train=AXOLOTL.replace("1000", "2000"))
    checkout.runs("Estimate", base)
    assert "other.yml" not in checkout.comment
    assert "steps 1,000 → 2,000" in checkout.comment


def test_new_removed_and_unreadable_files_are_each_named(checkout: Checkout) -> None:
    base = checkout.commit(gone=AXOLOTL, odd="colors: [red]\n")
    checkout.commit(gone=None, new=AXOLOTL, odd="colors: [blue]\n")
    checkout.runs("Estimate", base)
    assert "**`configs/new.yml`**: new, $" in checkout.comment
    assert "**`configs/gone.yml`**: removed; it was $" in checkout.comment
    assert "configs/odd.yml is none of the config and job formats I read." in checkout.comment


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


def test_the_job_may_read_the_code_and_write_pull_requests_and_nothing_else() -> None:
    assert workflow()["permissions"] == {"contents": "read", "pull-requests": "write"}
    assert json.dumps(steps()).count("${{") == 0  # nothing of a pull request is pasted into a shell
