"""The `chipscout` command. Each group of commands lives in its own module and is loaded when it is called."""

from __future__ import annotations

import gc
import os
import sys

import click

from bot.environment.output import guard
from bot.lazy_group import LazyGroup
from bot.wording.errors import UserError

os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # none is ours, and looking for them takes 20 ms

YOUNG = 200_000  # objects made between two collections: what a command makes is small and mostly kept to its end

COMMANDS = {
    "ask": ("bot.commands.ask:ask", "ask"),
    "backtest": ("bot.commands.backtest:command", "backtest"),
    "backup": ("bot.commands.operating.copies:backup", "backup"),
    "chat": ("bot.commands.chat:chat", "chat"),
    "compare": ("bot.commands.compare:compare", "compare"),
    "completion": ("bot.commands.operating.completion:completion", "completion"),
    "data": ("bot.commands.data:data", "data"),
    "digest": ("bot.commands.digest:digest", "digest"),
    "doctor": ("bot.commands.operating.doctor:doctor", "doctor"),
    "estimate": ("bot.commands.estimate:estimate", "estimate"),
    "facts": ("bot.commands.facts:facts", "facts"),
    "feedback": ("bot.commands.feedback:feedback", "feedback"),
    "manifest": ("bot.commands.serve:manifest", "manifest"),
    "mcp": ("bot.commands.mcp_server:mcp", "mcp"),
    "measure": ("bot.commands.measure:measure", "measure"),
    "parse": ("bot.commands.ask:parse", "parse"),
    "plan": ("bot.commands.plan:plan", "plan"),
    "preview": ("bot.commands.preview:preview", "preview"),
    "prices": ("bot.commands.prices:prices", "prices"),
    "restore": ("bot.commands.operating.copies:restore", "restore"),
    "schema": ("bot.commands.schema:schema", "schema"),
    "serve": ("bot.commands.serve:serve", "serve"),
    "store": ("bot.commands.operating.store:store", "store"),
    "watch": ("bot.commands.watch:watch", "watch"),
}


@click.group(cls=LazyGroup, lazy=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="chipscout", prog_name="chipscout")
def chipscout() -> None:
    """Which accelerator to train or serve on, with the working shown."""


def main() -> None:
    """Exit status: 0 answered, 2 bad usage or input (one sentence on stderr), 1 our fault."""
    gc.set_threshold(YOUNG)
    guard()
    try:
        chipscout(standalone_mode=False)
    except UserError as problem:
        from bot.wording.words import error

        _stop(error(problem))
    except click.exceptions.Abort:
        sys.exit(130)
    except click.ClickException as problem:
        _stop(problem.format_message())
    except BrokenPipeError:
        sys.stderr.close()
    except Exception:
        if os.environ.get("CHIPSCOUT_LOG", "").upper() == "DEBUG":
            raise
        from bot.wording.words import say

        print(say("errors.j2", "ours"), file=sys.stderr)
        sys.exit(1)


def _stop(sentence: str) -> None:
    print(sentence, file=sys.stderr)
    sys.exit(2)


if __name__ == "__main__":
    main()
