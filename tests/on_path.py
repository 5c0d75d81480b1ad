"""`chipscout` for whatever calls it by name: scripts of bash, a terminal, a client of its protocol.

What stands there hands its words, folder, environment and its three standard files to the process of tests that made
it, which forks the command from one that has imported everything (see `forked`). What is called is a process with
files of its own as ever; `test_start` and `script` of `tests/bot/test_cli.py` start the console script itself.
"""

from __future__ import annotations

import json
import os
import socket
import sys
import tempfile
import threading
from functools import cache
from pathlib import Path

from tests import forked

SHIM = """#!{python} -ISs
import json, os, socket, sys
with socket.socket(socket.AF_UNIX) as there:
    there.connect({address!r})
    said = json.dumps([sys.argv, os.getcwd(), dict(os.environ)]).encode()
    socket.send_fds(there, [len(said).to_bytes(4, "big")], [0, 1, 2])
    there.sendall(said)
    status = there.recv(4)
sys.exit(int.from_bytes(status, "big") if status else 70)
"""


@cache
def _made() -> tempfile.TemporaryDirectory[str]:
    """Kept as long as this process: one that nobody holds is removed."""
    return tempfile.TemporaryDirectory(prefix="chipscout-path-")


@cache
def folder() -> Path:
    """The folder to put first in PATH; it lives as long as this process."""
    place = Path(_made().name)
    address = str(place / "forks")
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(address)
    listener.listen(16)
    command = place / "chipscout"
    command.write_text(SHIM.format(python=sys.executable, address=address), encoding="utf-8")
    command.chmod(0o755)
    threading.Thread(target=_serve, args=(listener,), daemon=True).start()
    return place


def command() -> str:
    """The path of the stand-in."""
    return str(folder() / "chipscout")


def _serve(listener: socket.socket) -> None:
    while True:
        caller, _ = listener.accept()
        threading.Thread(target=_answer, args=(caller,), daemon=True).start()


def _answer(caller: socket.socket) -> None:
    """One call: its files, its words, then how it ended; nothing for one that went away before it was done."""
    with caller, caller.makefile("rb") as rest:
        size, ends, _, _ = socket.recv_fds(caller, 4, 3)
        said = rest.read(int.from_bytes(size, "big"))
        if not said or len(said) < int.from_bytes(size, "big"):
            for end in ends:
                os.close(end)
            return
        argv, folder_of_it, env = json.loads(said)
        status = forked.status_of(argv, env, Path(folder_of_it), ends)
        caller.sendall((status & 0xFF).to_bytes(4, "big"))
