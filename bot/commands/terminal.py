"""Tables on standard output: within the width of a terminal, at full width in a pipe."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Collection, Sequence

from bot.wording.text_table import columns, within


def table(rows: Sequence[tuple[str, ...]], right: Collection[int] = ()) -> str:
    """The first row is the header; `right` are the right-aligned columns."""
    return within(rows, shutil.get_terminal_size().columns, right) if is_terminal() else columns(rows, right)


def is_terminal() -> bool:
    """Whether standard output is a terminal, not a pipe or a file."""
    return sys.stdout.isatty()
