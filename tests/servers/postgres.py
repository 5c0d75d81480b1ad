"""A real PostgreSQL server for the tests: one for a whole run, from the system's packages, on a loopback port.

Whoever needs it first starts it. It keeps nothing safe (no fsync), and ends with the run. As root it runs as another
user, since PostgreSQL refuses root.
"""

from __future__ import annotations

import fcntl
import getpass
import os
import pwd
import shlex
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import uuid
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

INSTALL = "no PostgreSQL server here: install the package postgresql (initdb and postgres, version 13 or newer)"
DRIVER = "the driver is not installed: pip install 'chipscout[postgres]'"
RUN = "CHIPSCOUT_TEST_RUN"  # the folder of this run, the same in all workers
PASSWORD = "s3cret-of-the-tests"
OWNER = "chipscout"
SAFE_NOT = {
    "fsync": "off", "full_page_writes": "off", "synchronous_commit": "off", "autovacuum": "off", "jit": "off",
    "shared_buffers": "16MB", "max_connections": "150",
    "listen_addresses": "127.0.0.1", "unix_socket_directories": "",
}  # fmt: skip
START_S = 60.0


def binaries() -> Path | None:
    """The folder of initdb and postgres; None if there is no server."""
    named = shutil.which("initdb")
    folders = [Path(named).resolve().parent] if named else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((each for each in folders if (each / "postgres").exists() and (each / "initdb").exists()), None)


def begin_run() -> None:
    """Names the folder of this run; workers inherit it."""
    os.environ.setdefault(RUN, str(Path(tempfile.gettempdir()) / f"chipscout-{uuid.uuid4().hex[:12]}"))


def end_run() -> None:
    """Stops the server, if one was started."""
    folder = Path(os.environ.pop(RUN, "/nonexistent"))
    if (folder / "server").exists():
        Server(folder).stop()
    shutil.rmtree(folder, ignore_errors=True)


def server() -> Server | None:
    """The server of this run, started if it is not; None if none is installed."""
    if binaries() is None:
        return None
    begin_run()
    folder = Path(os.environ[RUN])
    folder.mkdir(exist_ok=True)
    folder.chmod(0o755)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = Server(folder)
        if not (folder / "server").exists():
            found.start()
    return found


class Server:
    """The server whose files are in `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.data = folder, folder / "data"

    @property
    def port(self) -> int:
        return int((self.folder / "server").read_text().split()[0])

    def url(self, database: str, *, password: str = PASSWORD) -> str:
        return f"postgresql://{OWNER}:{password}@127.0.0.1:{self.port}/{database}"

    def start(self, port: int | None = None) -> None:
        bin_ = binaries()
        assert bin_ is not None
        if not self.data.exists():
            self.data.mkdir(mode=0o700)
            secret = self.folder / "secret"
            secret.write_text(PASSWORD)
            if "user" in _as():
                os.chown(self.data, pwd.getpwnam(_user()).pw_uid, -1)
                os.chown(secret, pwd.getpwnam(_user()).pw_uid, -1)
            self._run(
                bin_ / "initdb", "-D", self.data, "-U", OWNER, "--no-sync", "-E", "UTF8", "--locale=C",
                "--auth=scram-sha-256", f"--pwfile={secret}",
            )  # fmt: skip
        port = port or _free_port()
        said = [part for name, value in SAFE_NOT.items() for part in ("-c", f"{name}={value}")]
        command = shlex.join([str(bin_ / "postgres"), "-D", str(self.data), "-p", str(port), *said])
        log = self.data / "log"
        begun = self._run("sh", "-c", f"{command} </dev/null >>{log} 2>&1 & echo $!")  # outlives whoever starts it
        until = time.monotonic() + START_S
        while not _answers(port):
            assert _runs(int(begun)) and time.monotonic() < until, log.read_text()
            time.sleep(0.02)
        (self.folder / "server").write_text(f"{port} {begun.strip()}")

    def stop(self) -> None:
        """At once, as a power cut would; `start(port)` brings it back."""
        process = int((self.folder / "server").read_text().split()[1])
        try:
            os.kill(process, signal.SIGQUIT)
            until = time.monotonic() + START_S
            while time.monotonic() < until and _runs(process):
                time.sleep(0.02)
        except ProcessLookupError:
            pass

    def _run(self, *command: object) -> str:
        done = subprocess.run([str(part) for part in command], capture_output=True, text=True, cwd="/", **_as())
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


def fresh(database: str) -> str:
    """The address of an empty database of that name."""
    import psycopg

    found = server()
    assert found is not None
    with psycopg.connect(found.url("postgres"), autocommit=True) as admin:
        admin.execute(f'DROP DATABASE IF EXISTS "{database}" WITH (FORCE)')
        admin.execute(f'CREATE DATABASE "{database}"')
    return found.url(database)


def emptied(database: str, tables: Sequence[str]) -> str:
    """The same, quicker where the tables of the last test are whole: their rows go."""
    import psycopg

    found = server()
    assert found is not None
    try:
        with psycopg.connect(found.url(database), autocommit=True) as admin:
            rows = admin.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
            if {name for (name,) in rows} - {"chipscout_migrations"} == set(tables):
                ids = admin.execute(
                    "SELECT table_name FROM information_schema.columns"
                    " WHERE is_identity = 'YES' AND table_schema = 'public'"
                ).fetchall()
                wipe = [f"DELETE FROM {table}" for table in tables]  # noqa: S608 names are ours
                again = [f"ALTER TABLE {table} ALTER COLUMN id RESTART" for (table,) in ids]
                admin.execute("; ".join(wipe + again))
                return found.url(database)
    except psycopg.OperationalError:
        pass  # not there yet
    return fresh(database)


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def _answers(port: int) -> bool:
    import psycopg

    try:
        psycopg.connect(f"postgresql://{OWNER}:{PASSWORD}@127.0.0.1:{port}/postgres", connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def _user() -> str:
    """Whom the server runs as, where we are root."""
    for name in ("postgres", "nobody"):
        try:
            pwd.getpwnam(name)
        except KeyError:
            continue
        return name
    return getpass.getuser()


def _as() -> Mapping[str, Any]:
    return {"user": _user(), "extra_groups": []} if os.geteuid() == 0 else {}
