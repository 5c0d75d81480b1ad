"""What restates questions in this environment, if anything does."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.restate.restated import Restate
    from knowledge.facts import Facts


def restate_of(facts: Facts) -> Restate | None:
    """Where CHIPSCOUT_READER_URL is set; nothing is imported for it elsewhere.

    Raises:
        UserError: a setting of it is malformed.
    """
    if not os.environ.get("CHIPSCOUT_READER_URL"):
        return None
    from bot.environment import reader
    from bot.restate.endpoint import restating

    return restating(reader.load(), facts)
