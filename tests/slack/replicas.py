"""Several replicas on one store, one of them killed again and again while people ask: counts the answers.

`python -m tests.slack.replicas 600` asks as often, of three replicas on one SQLite file, and then of three on one
PostgreSQL database, each with a folder of its own. `--store file` or `--store postgres`: one of the two. `--socket`:
over Socket Mode instead of HTTP. `--every`: seconds between two kills. `--pace`: seconds between two questions.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_cache_path

from tests.servers import postgres
from tests.slack import offers
from tests.slack.http_process import HttpApp
from tests.slack.local.local_slack import LocalSlack
from tests.slack.local.people import Person
from tests.slack.local.records import Message
from tests.slack.local.state import Channel
from tests.slack.local.transport.http_mode import Post
from tests.slack.local.transport.socket_mode import Delivery
from tests.slack.process import AppProcess

QUESTIONS = (
    "repeated Llama fine-tune, PyTorch, tight region capacity",
    "what does p5.48xlarge cost in us-east-1?",
    "does Llama 70B fit on 8x H100 for LoRA?",
)
PEOPLE = 24
LAST_S = 120.0  # for the last answers
START_S = 120.0


class Asked(NamedTuple):
    """`offers`: lines in place of a private answer that may have been shown; `who` presses one who sees no answer."""

    way: str
    deliveries: Callable[[], list[Delivery]]
    answers: Callable[[], list[Message]]
    who: Person
    offers: Callable[[], list[Message]] = list


class Outcome(NamedTuple):
    """`unacknowledged`: Slack told the asker at once that nothing arrived. `seconds`: to each first answer.

    `offered`: lines that offered a private answer, `pressed`: those whose asker had seen none.
    """

    asked: int
    kills: int
    unacknowledged: int
    lost: list[str]
    doubled: list[str]
    seconds: list[float]
    offered: int = 0
    pressed: int = 0

    def __str__(self) -> str:
        cut = statistics.quantiles(self.seconds, n=100) if len(self.seconds) > 1 else [0.0] * 99
        return (
            f"{self.asked} questions, {self.kills} kills: {len(self.lost)} lost, {len(self.doubled)} doubled,"
            f" {self.unacknowledged} not acknowledged, {self.offered} offered once more ({self.pressed} had to be);"
            f" answered in {cut[49]:.1f} s (half),"
            f" {cut[94]:.1f} s (95 of 100), {max(self.seconds, default=0.0):.1f} s (last)"
            f"{''.join(f'; lost: {each}' for each in self.lost)}"
            f"{''.join(f'; doubled: {each}' for each in self.doubled)}"
        )


class Replicas:
    """So many processes on the store that `db` names; `home` gives each a folder of its own."""

    def __init__(self, slack: LocalSlack, db: str | Path, homes: Path | None, number: int, *, socket: bool) -> None:
        self.slack, self.db, self.homes, self.socket = slack, db, homes, socket
        self.kills = 0
        self._guard = threading.Lock()
        self._turn = count()
        self._starting: list[threading.Thread] = []
        self.apps: list[AppProcess | None] = [None] * number
        for place in range(number):
            self._start(place)
        self.wait_until_started()
        if not socket:
            slack.hub.carrier = self.carry

    async def carry(self, delivery: Delivery, number: int, reason: str) -> None:
        """As a load balancer does: in turn, to one that runs."""
        running = [app for app in self.running() if isinstance(app, HttpApp)]
        if running:
            app = running[next(self._turn) % len(running)]
            await Post(self.slack, app.base)(delivery, number, reason)

    def running(self) -> list[AppProcess]:
        with self._guard:
            return [app for app in self.apps if app is not None and app.is_running]

    def kill_one(self, chance: random.Random, *, again: bool = True) -> None:
        """Never the last that runs. Another is started in its place, unless `again` is False."""
        running = self.running()
        if len(running) > 1:
            dead = chance.choice(running)
            place = self.apps.index(dead)
            dead.kill()
            self.kills += 1
            with self._guard:
                self.apps[place] = None
            if again:
                self._start(place)

    def wait_until_started(self) -> None:
        for thread in self._starting:
            thread.join()

    def stop(self) -> None:
        self.wait_until_started()
        for app in self.running():
            app.stop()

    def _start(self, place: int) -> None:
        env = {"CHIPSCOUT_DB": str(self.db)}
        if self.homes is not None:
            home = self.homes / f"machine-{place}"
            home.mkdir(parents=True, exist_ok=True)
            env |= {"HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "XDG_CACHE_HOME": str(user_cache_path())}
        made = AppProcess if self.socket else HttpApp

        def start() -> None:
            app = made(self.slack, db=Path("unused"), env=env)
            AppProcess.start(app, timeout=START_S)
            with self._guard:
                self.apps[place] = app

        thread = threading.Thread(target=start, daemon=True)
        self._starting.append(thread)
        thread.start()


def cards(messages: list[Message]) -> list[Message]:
    """Answers, without apologies for being late and notes that one is worked on."""
    return [each for each in messages if not each.deleted and any(block["type"] == "header" for block in each.blocks)]


def by_command(_slack: LocalSlack, ana: Person, channel: Channel, text: str) -> Asked:
    typed = ana.types(f"/chipscout {text}", in_=channel)
    return Asked(
        "command",
        lambda: [typed.delivery],
        lambda: cards(typed.shown),
        ana,
        lambda: [each for each in typed.shown if offers.is_offer(each)],
    )


def by_mention(slack: LocalSlack, ana: Person, channel: Channel, text: str) -> Asked:
    question = ana.mentions_bot(text, in_=channel)
    return Asked("mention", lambda: question.deliveries, lambda: cards(slack.replies(question)), ana)


def by_direct_message(slack: LocalSlack, ana: Person, _channel: Channel, text: str) -> Asked:
    question = ana.dms(text)
    return Asked("direct message", lambda: question.deliveries, lambda: cards(slack.replies(question)), ana)


WAYS = (by_mention, by_direct_message, by_command)


def asked_while_killed(
    slack: LocalSlack, replicas: Replicas, number: int, *, every: float, pace: float, seed: int = 7
) -> Outcome:
    """Asks `number` questions while a replica is killed `every` so many seconds."""
    chance, over = random.Random(seed), threading.Event()

    def kill() -> None:
        while not over.wait(every):
            replicas.kill_one(chance)

    people = [slack.user(f"person{n}") for n in range(PEOPLE)]
    channels = [slack.channel(f"team{n}", members=[person, slack.bot]) for n, person in enumerate(people)]
    killer = threading.Thread(target=kill, daemon=True)
    killer.start()
    asked: list[tuple[float, Asked]] = []
    for n in range(number):
        who, ask = n % PEOPLE, WAYS[n % len(WAYS)]
        asked.append((time.monotonic(), ask(slack, people[who], channels[who], chance.choice(QUESTIONS))))
        time.sleep(pace)
    over.set()
    killer.join()
    return judged(slack, replicas, asked)


def judged(slack: LocalSlack, replicas: Replicas, asked: list[tuple[float, Asked]]) -> Outcome:
    """Waits for the last answers, and for any that come twice."""

    def is_acknowledged(one: Asked) -> bool:
        return all(delivery.acked_at is not None for delivery in one.deliveries())

    def is_dealt_with(one: Asked) -> bool:
        return bool(one.answers() or one.offers()) or not is_acknowledged(one)

    def wait(is_over: Callable[[Asked], bool]) -> None:
        until = time.monotonic() + LAST_S
        while time.monotonic() < until and not all(is_over(one) for _, one in asked):
            time.sleep(0.5)
        slack.wait_until_quiet(quiet=3.0, timeout=LAST_S)

    wait(is_dealt_with)
    offered = [(one.who, each) for _, one in asked for each in one.offers()]
    missed = [(one.who, one.offers()[0]) for _, one in asked if one.offers() and not one.answers()]
    offers.take_up(missed)
    wait(lambda one: bool(one.answers()) or not is_acknowledged(one))
    taken = [(at, one) for at, one in asked if is_acknowledged(one)]
    return Outcome(
        len(asked),
        replicas.kills,
        len(asked) - len(taken),
        [one.way for _, one in taken if not one.answers()],
        [one.way for _, one in asked if len(one.answers()) > 1],
        [one.answers()[0].posted_at - at for at, one in taken if one.answers()],
        len(offered),
        len(missed),
    )


@contextmanager
def on_postgres(name: str = "replicas") -> Iterator[str]:
    """A database of its own."""
    assert postgres.server() is not None, postgres.INSTALL
    try:
        yield postgres.fresh(name)
    finally:
        postgres.end_run()


def run(number: int, db: str | Path, homes: Path | None, *, every: float, pace: float, socket: bool) -> Outcome:
    with LocalSlack(patience=30.0) as slack:
        replicas = Replicas(slack, db, homes, 3, socket=socket)
        try:
            return asked_while_killed(slack, replicas, number, every=every, pace=pace)
        finally:
            replicas.stop()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("number", type=int)
    parser.add_argument("--store", choices=["file", "postgres", "both"], default="both")
    parser.add_argument("--socket", action="store_true")
    parser.add_argument("--every", type=float, default=3.0)
    parser.add_argument("--pace", type=float, default=0.5)
    args = parser.parse_args()
    how = {"every": args.every, "pace": args.pace, "socket": args.socket}
    with tempfile.TemporaryDirectory() as made:
        if args.store != "postgres":
            print("one SQLite file:", run(args.number, Path(made) / "c.db", None, **how), flush=True)
        if args.store != "file":
            with on_postgres() as url:
                print("PostgreSQL, a folder each:", run(args.number, url, Path(made), **how), flush=True)
