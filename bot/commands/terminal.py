"""Tables for whoever looks: within the width of a terminal, and in full through a pipe."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Collection, Sequence

from bot.wording.text_table import columns, within


def table(rows: Sequence[tuple[str, ...]], right: Collection[int] = ()) -> str:
    """The first row is the heads; `right` are the columns of figures."""
    return within(rows, shutil.get_terminal_size().columns, right) if is_watched() else columns(rows, right)


def is_watched() -> bool:
    """Whether a person reads along, rather than a pipe or a file."""
    return sys.stdout.isatty()
