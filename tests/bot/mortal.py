"""Refreshes that are killed: for each line on standard input a child begins one and gets SIGKILL after that many
seconds; the answer says whether it was "killed" or had "ended" before. All is loaded once, so that many can die.

    python -m tests.bot.mortal DATABASE ADDRESS
"""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

from bot.commands.prices.progress import Silent
from bot.feeds.config import Feeds
from bot.feeds.refresh import Refresher
from knowledge.feeds.catalogs import skypilot
from knowledge.loading.load import load
from knowledge.store.store import Store
from tests.http.describing import QUICK, feed_at

assert skypilot  # loaded before the children are made, as what they need


def main(path: Path, address: str) -> None:
    feed = feed_at(load(), "skypilot", address)
    feeds = Feeds({feed.id: feed}, QUICK, frozenset({"p4", "p5", "g5"}))
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            with Store(path, time.time) as store:
                (outcome,) = Refresher(store, feeds, time.time, Silent()).run([feed])
            os._exit(0 if outcome.kind in ("taken", "unchanged") else 1)
        print(fate(child, float(line)), flush=True)


def fate(child: int, seconds: float) -> str:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return "ended" if status == 0 else f"failed {status}"
        time.sleep(0.0005)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return "ended" if status == 0 else "killed"


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
