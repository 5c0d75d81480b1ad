"""Commands are imported when they are called, and listed without importing any."""

from __future__ import annotations

import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from bot.cli import chipscout
from bot.commands.prices import prices
from bot.lazy_group import LazyGroup, make_short

LISTING = """
import sys
from click.testing import CliRunner
from bot.cli import chipscout
from bot.commands.prices import prices
for group in (chipscout, prices):
    assert CliRunner().invoke(group, ["--help"]).exit_code == 0
print([name for name in sys.modules if name.startswith("bot.commands.") and name != "bot.commands.prices"])
print({"pydantic", "rich", "slack_sdk", "httpx", "knowledge"} & set(sys.modules))
import bot.commands.prices.import_, bot.commands.prices.refresh, bot.commands.prices.show, bot.commands.watch
print({"bot.advice.advisor", "engine.forms.registry", "engine.reading.vocabulary"} & set(sys.modules))
"""


def test_the_help_of_a_group_imports_none_of_its_commands_and_these_import_nothing_that_judges() -> None:
    """Of what reads a question and answers it most is imported where a question is asked."""
    listed = subprocess.run([sys.executable, "-c", LISTING], capture_output=True, text=True, check=True)
    assert listed.stdout.splitlines() == ["[]", "set()", "set()"]


@pytest.mark.parametrize("group", [chipscout, prices], ids=["chipscout", "prices"])
def test_the_list_says_of_each_command_what_the_command_says_of_itself(group: LazyGroup) -> None:
    context = click.Context(group)
    shown = CliRunner().invoke(group, ["--help"]).output
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        start = command.get_short_help_str(20).removesuffix("...")
        assert start and f"  {name} " in shown and start in shown


def test_a_command_that_does_not_exist_is_refused() -> None:
    assert chipscout.get_command(click.Context(chipscout), "nonsense") is None
    assert CliRunner().invoke(chipscout, ["nonsense"]).exit_code == 2


def test_a_long_help_text_is_cut_at_a_word() -> None:
    assert make_short("Show how a text is read. Nothing more.", 40) == "Show how a text is read."
    assert make_short("Show how a text is read by this program", 25) == "Show how a text is..."
