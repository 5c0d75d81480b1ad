"""Who holds a lease on a piece of work, and whether that process still runs.

A process renews what it holds as long as it lives, so work that takes long is not taken from it.
"""

from __future__ import annotations

import os
import secrets
import socket
from functools import cache

LEASE_SECONDS = 45.0  # who has not renewed a lease for so long is gone, wherever it ran
RENEW_SECONDS = 10.0


def this_process() -> str:
    """This process as the holder of a lease: host, process id and a token of its own."""
    return f"{socket.gethostname()} {os.getpid()} {_token()}"


def has_exited(holder: str, this: str) -> bool:
    """True only when it is certain: `holder` was a process of this host and no longer runs.

    About processes of other hosts nothing can be known, so their leases have to run out.
    """
    (host, process, token), (this_host, this_process_id, this_token) = holder.split(), this.split()
    if host != this_host or os.name != "posix":
        return False
    if process == this_process_id:
        return token != this_token  # the first process of a container is always number 1
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False


@cache
def _token() -> str:
    return secrets.token_hex(8)
