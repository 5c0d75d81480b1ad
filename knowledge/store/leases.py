"""Which process claims something, and whether it still lives."""

from __future__ import annotations

import os
import secrets
import socket
from functools import cache


def this_process() -> str:
    """Host, process and start: who claims something."""
    return f"{socket.gethostname()} {os.getpid()} {_token()}"


def is_dead(owner: str, we: str) -> bool:
    """Sure of it: a process of this host that is no more. Of other hosts nothing is known."""
    (host, number, token), (our_host, our_number, our_token) = owner.split(), we.split()
    if host != our_host or os.name != "posix":
        return False
    if number == our_number:
        return token != our_token  # a container's first process is always number 1
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False


@cache
def _token() -> str:
    return secrets.token_hex(8)
