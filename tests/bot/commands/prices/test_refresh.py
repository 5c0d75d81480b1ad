"""`chipscout prices refresh` as a person and cron meet it: the console script, a real server, and SIGKILL."""

from __future__ import annotations

import io
import json
import os
import pty
import signal
import socket
import subprocess
import sys
import threading
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.cli import chipscout
from bot.jobs.refresh_prices import RefreshJob
from bot.jobs.scheduler import refresh_job, running
from bot.wording.errors import UserError
from bot.wording.words import error
from knowledge.facts import Facts
from knowledge.store.store import Store
from tests.bot.catalogs import AFTER_A_CUT, AS_IT_WAS, catalog
from tests.bot.test_cli import COMMAND, run
from tests.http.conftest import site as site
from tests.http.mirror import written
from tests.http.server import Request, Site, answer, dripping, head, tagged
from tests.servers import postgres

Env = dict[str, str]


@pytest.fixture
def env(tmp_path: Path, site: Site) -> Env:
    """Only SkyPilot's catalog of AWS is switched on, and lies at the site."""
    addresses = {"skypilot": {"aws": [f"http://127.0.0.1:{site.port}/vms.csv"]}}
    return {
        "CHIPSCOUT_DB": str(tmp_path / "chipscout.db"),
        "CHIPSCOUT_FEEDS": written(tmp_path / "feeds.toml", addresses),
    }


def on_demand(env: Env) -> set[str]:
    """The on-demand prices that stand, of all machines and regions."""
    with Store(Path(env["CHIPSCOUT_DB"]), time.time) as store:
        held = store.history.latest(datetime.now(UTC).date(), purchase="on_demand")
        return {f"{each.key.instance} {each.key.region} {each.usd_per_hour}" for each in held}


def of(prices: dict[str, str]) -> set[str]:
    return {f"{instance} {region} {usd}" for instance, usd in prices.items() for region in ("us-east-1", "us-west-2")}


def test_a_look_says_what_it_took_and_the_next_that_nothing_is_new(site: Site, env: Env) -> None:
    site.at("/vms.csv", tagged(catalog(), '"v1"'))
    first = run("prices", "refresh", env=env)
    assert first.returncode == 0, first.stderr
    assert "skypilot aws: 12 prices, 12 new, 0 changed, 0 gone" in first.stdout
    assert "1 read." in first.stdout and first.stderr == ""
    again = run("prices", "refresh", env=env)
    assert again.returncode == 0 and "skypilot aws: nothing new; prices confirmed" in again.stdout
    assert on_demand(env) == of(AS_IT_WAS)


def test_a_feed_that_fails_is_told_with_what_stays_and_by_the_exit_status(site: Site, env: Env) -> None:
    site.at("/vms.csv", answer(catalog()), answer(b"", status=404))
    assert run("prices", "refresh", env=env).returncode == 0
    failed = run("prices", "refresh", env=env)
    assert failed.returncode == 1
    today = datetime.now(UTC).date()
    assert f"not refreshed: the server answered with status 404; the prices of {today} stay" in failed.stdout
    assert "1 failed" in failed.stdout
    assert on_demand(env) == of(AS_IT_WAS)


def test_as_json_it_is_a_flat_record_a_part(site: Site, env: Env) -> None:
    site.at("/vms.csv", answer(catalog()), answer(b"<html>"))
    (taken,) = json.loads(run("prices", "refresh", "--json", env=env).stdout)
    assert (taken["feed"], taken["cloud"], taken["outcome"], taken["new"]) == ("skypilot", "aws", "taken", 12)
    failed = run("prices", "refresh", "--json", env=env)
    (record,) = json.loads(failed.stdout)
    assert failed.returncode == 1
    assert (record["outcome"], record["because"]) == ("failed", "a web page came in its place")


def test_a_key_and_a_password_are_nowhere_to_be_seen(site: Site, env: Env, tmp_path: Path) -> None:
    addresses = {"gcp_skus": {"gcp": [f"http://ada:sesame@127.0.0.1:{site.port}/skus?token=hush"]}}
    site.at("/skus?token=hush", answer(b"", status=403))
    said = env | {
        "CHIPSCOUT_FEEDS": written(tmp_path / "gcp.toml", addresses),
        "CHIPSCOUT_GCP_KEY": "AIza-open",
        "CHIPSCOUT_LOG": "DEBUG",
    }
    done = run("prices", "refresh", "--feed", "gcp-skus", env=said)
    assert done.returncode == 1 and "status 403" in done.stdout
    assert site.requests[0].headers["x-goog-api-key"] == "AIza-open"
    told = done.stdout + done.stderr + Path(env["CHIPSCOUT_DB"]).read_bytes().decode("latin-1")
    assert not [secret for secret in ("sesame", "hush", "AIza-open") if secret in told]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--feed", "skypilt"), "did you mean skypilot"),
        (("--feed", "recorded"), "chipscout prices import"),
        (("--feed", "gcp-skus"), "CHIPSCOUT_GCP_KEY"),
    ],
)
def test_what_cannot_be_refreshed_is_refused_in_a_sentence(env: Env, words: tuple[str, ...], said: str) -> None:
    done = CliRunner(env=env | {"CHIPSCOUT_GCP_KEY": ""}).invoke(chipscout, ["prices", "refresh", *words])
    assert isinstance(done.exception, UserError) and said in error(done.exception) and done.stdout == ""


def test_on_a_terminal_bars_come_and_go_and_the_lines_stay(site: Site, env: Env) -> None:
    site.at("/vms.csv", answer(catalog()))
    ours, theirs = pty.openpty()
    with os.fdopen(ours, "rb", buffering=0) as terminal:
        with started(env, theirs) as process:
            os.close(theirs)
            shown = b"".join(iter(lambda: read_from(terminal), b"")).decode()
        assert process.returncode == 0
    assert "SkyPilot catalog, aws" in shown and "\x1b[" in shown
    assert "skypilot aws: 12 prices, 12 new" in shown and "1 read." in shown


def read_from(terminal: io.FileIO) -> bytes:
    """What was written to it; nothing once the other side is closed."""
    try:
        return terminal.read(4096) or b""
    except OSError:
        return b""


def held_back(site: Site, body: bytes) -> tuple[threading.Event, object]:
    """Sends half of the body, says so, and the rest never comes."""
    half = threading.Event()

    def deed(_request: Request, connection: socket.socket) -> None:
        connection.sendall(head(200, {"Content-Length": len(body)}) + body[: len(body) // 2])
        half.set()
        site.is_over.wait(30)

    return half, deed


def test_a_refresh_killed_in_the_middle_of_a_document_leaves_what_stood(site: Site, env: Env) -> None:
    half, deed = held_back(site, catalog(AFTER_A_CUT))
    site.at("/vms.csv", answer(catalog()), deed, answer(catalog(AFTER_A_CUT)))  # type: ignore[arg-type]
    assert run("prices", "refresh", env=env).returncode == 0
    with started(env) as process:
        assert half.wait(30)
        process.send_signal(signal.SIGKILL)
    assert on_demand(env) == of(AS_IT_WAS)
    after = run("prices", "refresh", env=env)  # the dead one's claim keeps nobody
    assert after.returncode == 0 and "4 changed" in after.stdout
    assert on_demand(env) == of(AFTER_A_CUT)


def test_a_feed_is_free_as_soon_as_its_reader_on_a_shared_database_is_killed(
    site: Site, env: Env, worker_id: str
) -> None:
    """While it lives, whoever asks too is told that nothing is known yet."""
    pytest.importorskip("psycopg_pool", reason=postgres.DRIVER)
    if postgres.server() is None:
        pytest.skip(postgres.INSTALL)
    env |= {"CHIPSCOUT_DB": postgres.fresh(f"refreshed_{worker_id}")}
    half, deed = held_back(site, catalog())
    site.at("/vms.csv", deed, answer(catalog()))  # type: ignore[arg-type]
    with started(env) as process:
        assert half.wait(30)
        beside = run("prices", "refresh", env=env)
        process.send_signal(signal.SIGKILL)
    assert beside.returncode == 3
    assert "another process is reading it, skipped" in beside.stdout
    told = "Another process is reading what was asked for: whether that is up to date is known once it has ended."
    assert beside.stderr.splitlines() == [told]
    after = run("prices", "refresh", env=env)
    assert after.returncode == 0 and "12 new" in after.stdout, after.stdout


def test_a_refresh_killed_at_any_moment_leaves_one_snapshot_or_the_other(
    site: Site, env: Env, tmp_path: Path
) -> None:
    """Killed ever later, until one lives to its end; what stands is never in between. See `tests/bot/mortal.py`."""
    address = site.at("/vms.csv", answer(catalog()))
    path = tmp_path / "mortal.db"
    words = [sys.executable, "-m", "tests.bot.mortal", str(path), address]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as mortals:
        began = time.monotonic()
        assert live(mortals, 30) == "ended"
        whole = time.monotonic() - began
        site.at("/vms.csv", answer(catalog(AFTER_A_CUT)))
        found = []
        for number in range(60):  # a later look may take a tenth of the first, or as long on a busy machine
            fate = live(mortals, whole / 400 * 1.25**number)
            found.append(on_demand(env | {"CHIPSCOUT_DB": str(path)}))
            if fate == "ended":
                break
        mortals.stdin.close()  # type: ignore[union-attr]
    assert fate == "ended", "all were killed"
    assert [each for each in found if each not in (of(AS_IT_WAS), of(AFTER_A_CUT))] == []
    assert found[0] == of(AS_IT_WAS) and found[-1] == of(AFTER_A_CUT)
    assert len(found) > 5


def live(mortals: subprocess.Popen[str], seconds: float) -> str:
    """Has one more begin and killed after so long; whether it was "killed" or had "ended"."""
    assert mortals.stdin and mortals.stdout
    print(seconds, file=mortals.stdin, flush=True)
    return mortals.stdout.readline().strip()


def started(env: Env, output: int = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CHIPSCOUT_")}
    words = [str(COMMAND), "prices", "refresh"]
    return subprocess.Popen(words, env=kept | {"TERM": "xterm", "COLUMNS": "100"} | env, stdout=output, stderr=output)


def test_the_schedule_does_what_the_command_does_and_leaves_what_is_not_due(
    site: Site, env: Env, facts: Facts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHIPSCOUT_FEEDS", env["CHIPSCOUT_FEEDS"])
    site.at("/vms.csv", answer(catalog()))
    how = facts.refreshing["default"].model_copy(update={"first_after_minutes": 0.0})
    for _ in range(2):
        ended = threading.Event()
        with running([refresh_job(how, RefreshJob(Path(env["CHIPSCOUT_DB"]), after=ended.set))]):
            assert ended.wait(30)
    assert on_demand(env) == of(AS_IT_WAS)
    assert len(site.requests) == 1


def test_leaving_the_schedule_stops_a_refresh_that_is_under_way(
    site: Site, env: Env, facts: Facts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHIPSCOUT_FEEDS", env["CHIPSCOUT_FEEDS"])
    body = catalog()
    begun, ended = threading.Event(), threading.Event()

    def deed(request: Request, connection: socket.socket) -> None:
        begun.set()
        dripping(site, body, 1)(request, connection)

    site.at("/vms.csv", deed)
    how = facts.refreshing["default"].model_copy(update={"first_after_minutes": 0.0})
    with running([refresh_job(how, RefreshJob(Path(env["CHIPSCOUT_DB"]), after=ended.set))]):
        assert begun.wait(30)
    assert ended.wait(10)
    assert on_demand(env) == set()
