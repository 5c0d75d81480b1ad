"""Documents made to use up memory: measured in real processes, which end with one sentence and within bounds."""

from __future__ import annotations

import gc
import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from bot.feeds.memory import MEGABYTE, limit_memory, without_collecting
from tests.bot.test_cli import COMMAND
from tests.http.conftest import site as site
from tests.http.mirror import written
from tests.http.server import Site, answer

DEEP = {"lists": b"[" * 40_000, "objects": b'{"a":' * 40_000, "items": b'{"Items":[' + b"[" * 300_000}
FEEDS = {
    "azure_retail": "items",
    "gcp_skus": "lists",
    "aws_products": "objects",
    "aws_plan_rates": "items",
    "gpuhunt_tpu": "objects",
    "aws_block_page": "lists",
}
MOST = 220 * MEGABYTE  # what Python with our modules and facts takes is about 100


# A process counts what its parent had when it was forked: so a small one starts it, and not the tests.
SMALL = """
import json, resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
print(json.dumps([done.returncode, done.stdout, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024]))
"""


# Each as the console script runs it, one after another: what one of them took is in the memory of all.
IN_TURN = """
import contextlib, io, json, sys
from bot.cli import main
told = []
for words in json.loads(sys.argv[1]):
    said, status, sys.argv = io.StringIO(), 0, ["chipscout", *words]
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            main()
        except SystemExit as stopped:
            status = stopped.code or 0
    told.append([status, said.getvalue()])
print(json.dumps(told))
"""


def run(words: list[str], env: dict[str, str] | None = None) -> tuple[int, str, int]:
    """Exit status, output and the most memory it had, of one process."""
    small = [sys.executable, "-S", "-c", SMALL, *words]
    done = subprocess.run(small, env=os.environ | (env or {}), stdout=subprocess.PIPE, text=True, check=True)
    status, said, memory = json.loads(done.stdout)
    return status, said, memory


def test_nested_documents_are_refused_in_a_sentence_each_and_little_memory(tmp_path: Path) -> None:
    for body, content in DEEP.items():
        (tmp_path / body).write_bytes(content)
    made = [("azure_retail", "lists"), ("azure_retail", "objects"), *FEEDS.items()]
    words = [["prices", "import", feed, str(tmp_path / body), "--observed-on", "2026-11-20"] for feed, body in made]
    program = [sys.executable, "-c", IN_TURN, json.dumps(words)]
    status, said, memory = run(program, {"CHIPSCOUT_DB": str(tmp_path / "c.db")})
    assert status == 0, said
    for document, (refused, sentence) in zip(made, json.loads(said), strict=True):
        assert refused == 2 and len(sentence.strip().splitlines()) == 1, (document, sentence)
    assert memory < MOST, f"{memory / MEGABYTE:.0f} MB"


def test_a_refresh_that_is_fed_one_fails_alone(tmp_path: Path, site: Site) -> None:
    site.at("/pages", answer(DEEP["items"]))
    addresses = {"azure_retail": {"azure": [f"http://127.0.0.1:{site.port}/pages"]}}
    env = {
        "CHIPSCOUT_DB": str(tmp_path / "c.db"),
        "CHIPSCOUT_FEEDS": written(tmp_path / "feeds.toml", addresses),
    }
    status, said, memory = run([COMMAND, "prices", "refresh"], env)
    assert status == 1 and "azure_retail azure" in said and "not JSON" in said
    assert memory < MOST, f"{memory / MEGABYTE:.0f} MB"


GREEDY = """
from bot.feeds.memory import limit_memory
limit_memory({limit})
try:
    held = [bytearray(64 << 20) for _ in range(100)]
except MemoryError:
    print("refused")
"""


def test_a_limited_process_gets_no_more_than_its_share() -> None:
    status, said, memory = run([sys.executable, "-c", GREEDY.format(limit=512)])
    assert (status, said.strip()) == (0, "refused")
    assert memory < 600 * MEGABYTE


def test_a_lower_limit_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (300 * MEGABYTE, resource.RLIM_INFINITY))
    monkeypatch.setattr(resource, "setrlimit", lambda _, wanted: asked.append(wanted))
    limit_memory(2048)
    assert asked == [(300 * MEGABYTE, resource.RLIM_INFINITY)]


def test_nothing_looks_for_cycles_until_it_is_done_however_it_ends() -> None:
    with pytest.raises(ValueError, match="no"), without_collecting():
        assert not gc.isenabled()
        raise ValueError("no")
    assert gc.isenabled()
