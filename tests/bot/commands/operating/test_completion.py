"""`chipscout completion`: scripts that complete commands and options."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from click.testing import CliRunner

from bot.cli import chipscout
from tests.slack.process import chipscout as console_script


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_gets_a_script_that_asks_chipscout_and_says_where_to_put_it(shell: str) -> None:
    said = CliRunner().invoke(chipscout, ["completion", shell]).output
    assert f"_CHIPSCOUT_COMPLETE={shell}_complete" in said
    assert said.splitlines()[-1].startswith("# To keep it, ") and f"chipscout completion {shell}" in said


def test_for_zsh_the_line_that_names_the_command_comes_first() -> None:
    assert CliRunner().invoke(chipscout, ["completion", "zsh"]).output.startswith("#compdef chipscout\n")


@pytest.mark.skipif(not shutil.which("bash"), reason="bash itself completes")
def test_in_bash_a_command_is_completed_and_its_options_are_listed() -> None:
    program = console_script()
    asked = ("COMP_WORDS=(chipscout pri); COMP_CWORD=1", "COMP_WORDS=(chipscout backup --); COMP_CWORD=2")
    script = f'eval "$({program} completion bash)"; complete -p chipscout >&2; ' + "; ".join(
        f"COMPREPLY=(); {words}; _chipscout_completion {program}; echo ${{COMPREPLY[*]}}" for words in asked
    )
    ran = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert "_chipscout_completion" in ran.stderr
    assert ran.stdout.splitlines() == ["prices", "--force --help"]
