"""Secrets: from a variable, or from the file that the variable of the same name with `_FILE` behind it names.

So a container, a Kubernetes secret or a systemd credential hands them over without the environment, which children
inherit and inspection tools print.
"""

from __future__ import annotations

import os
from pathlib import Path

from bot.wording.errors import UserError

SECRETS = (
    "SLACK_BOT_TOKEN",
    "SLACK_APP_TOKEN",
    "SLACK_SIGNING_SECRET",
    "SLACK_CLIENT_SECRET",
    "CHIPSCOUT_API_TOKENS",
    "CHIPSCOUT_DB",  # the address of a database server holds a password
    "CHIPSCOUT_GCP_KEY",
    "CHIPSCOUT_READER_KEY",
)
IN_A_FILE = "_FILE"
LONGEST_BYTES = 64 * 1024


def secret(name: str) -> str:
    """The value without white space around it; empty if there is none.

    Raises:
        UserError: both are set, or the file cannot be read.
    """
    said, file = os.environ.get(name, "").strip(), os.environ.get(f"{name}{IN_A_FILE}", "").strip()
    if not file:
        return said
    if said:
        raise UserError("secret_twice", name=name)
    try:
        with Path(file).open("rb") as opened:
            content = opened.read(LONGEST_BYTES + 1)
    except OSError as problem:
        raise UserError("secret_unread", name=name, path=file, reason=problem.strerror or "") from None
    try:
        text = content.decode().strip()
    except UnicodeDecodeError:
        text = ""
    if not text or len(content) > LONGEST_BYTES:
        raise UserError("secret_no_text", name=name, path=file)
    return text
