"""Tables on standard output: within the width of a terminal, at full width in a pipe."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Collection, Sequence
from textwrap import fill

from bot.wording.text_table import columns, within


def table(rows: Sequence[tuple[str, ...]], right: Collection[int] = ()) -> str:
    """The first row is the header; `right` are the right-aligned columns."""
    return within(rows, shutil.get_terminal_size().columns, right) if is_terminal() else columns(rows, right)


def is_terminal() -> bool:
    """Whether standard output is a terminal, not a pipe or a file."""
    return sys.stdout.isatty()


def wrapped(text: str, indent: str) -> str:
    """A paragraph within the width of a terminal; one line in a pipe."""
    width = shutil.get_terminal_size().columns if is_terminal() else sys.maxsize
    return fill(text, max(width, 40), initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)
