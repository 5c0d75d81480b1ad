"""Questions through Slack: chipscout and a bare Bolt app that posts a constant card, in one run on one local Slack.

Run: make bench, or `python -m benchmarks.slack [SECONDS [PROCESSES]]`. Nothing here asserts. The local Slack runs on
the same cores, so its own seconds are shown as well; CPU seconds of an app are its own, whoever else is working.
"""

from __future__ import annotations

import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import NamedTuple

from tests.slack.local.app_manifest import app_manifest
from tests.slack.local.local_slack import LocalSlack
from tests.slack.local.people import Person
from tests.slack.local.state import Channel, Message
from tests.slack.process import AppProcess

SECONDS = 15.0  # of each rate
RATES = (10, 20)
BURST = {"chipscout": 100, "bare Bolt": 300}
PEOPLE = 10
THREADS = 12
PATIENCE = 60.0
ASKED = (  # several wordings of several forms, each with a number, so that no answer is kept from the one before
    "Llama 8B fine-tune, {n}M tokens a run, 150 runs, PyTorch, AWS: trn2.48xlarge or p5en.48xlarge?",
    "price of p5.48xlarge in us-east-1 for {n} hours",
    "LoRA of Mistral 7B on {n} samples, 20 times a month, PyTorch, on AWS",
    "does a full fine-tune of Qwen 32B fit on {n} H100?",
    "serve Llama 70B at {n} requests a minute",
    "what is a NeuronCore?",
)
FOLLOW_UP = "what if only {n} runs?"
TICKS = os.sysconf("SC_CLK_TCK")


class Rate(NamedTuple):
    """What came of asking at a rate: seconds to the answer, and CPU milliseconds of the app for one."""

    p50: float
    p99: float
    cpu_ms: float
    lost: int


class Bench:
    """An app and the people who ask it."""

    def __init__(self, slack: LocalSlack, app: AppProcess) -> None:
        self.slack, self.app = slack, app
        self.people = [slack.user(f"user{number}") for number in range(PEOPLE)]
        self.rooms = [slack.channel(f"room{number}", members=[*self.people, slack.bot]) for number in range(PEOPLE)]
        self._numbers = count(2)
        self._turns = count()  # of the people: one counter for both would leave every other question out
        self._mix = mixed(len(ASKED))
        self._threads: list[tuple[Channel, Message]] = []

    def warm(self) -> None:
        """Threads to follow up in; the first questions load what the others find loaded."""
        for number in range(THREADS):
            room, work = self.rooms[number % PEOPLE], ASKED[0].format(n=1000 + number)
            self._threads.append((room, self._person().mentions_bot(work, in_=room)))
        self._until([question for _, question in self._threads])

    def burst(self, size: int) -> tuple[float, float]:
        """Answers a second of wall clock and of the app's CPU, where all ask at once."""
        cpu, begun = cpu_seconds(self.app), time.monotonic()
        asked = [self._person().mentions_bot(self._text(), in_=self.rooms[n % PEOPLE]) for n in range(size)]
        self._until(asked)
        return size / (time.monotonic() - begun), size / (cpu_seconds(self.app) - cpu)

    def at(self, rate: int, seconds: float, *, follows: bool) -> Rate:
        """Mentions and follow-ups at a steady rate, whether the app keeps up or not."""
        cpu, begun, asked = cpu_seconds(self.app), time.monotonic(), list[Message]()
        before = {thread.ts: len(self.slack.replies(thread)) for _, thread in self._threads}
        followed = 0
        for number in range(int(rate * seconds)):
            time.sleep(max(0.0, begun + number / rate - time.monotonic()))
            if follows and number % 5 == 4:
                room, thread = self._threads[followed % THREADS]
                self._person().says(FOLLOW_UP.format(n=next(self._numbers)), in_=room, thread=thread)
                followed += 1
            else:
                asked.append(self._person().mentions_bot(self._text(), in_=self.rooms[number % PEOPLE]))
        self._until(asked)
        self.slack.world.wait(lambda: self._followed(before) >= followed, PATIENCE)
        took = [reply.posted_at - question.posted_at for question in asked for reply in self._answers(question)[:1]]
        answered = len(took) + self._followed(before)
        cuts = statistics.quantiles(took, n=100)
        cpu_ms = 1000 * (cpu_seconds(self.app) - cpu) / max(1, answered)
        return Rate(statistics.median(took), cuts[98], cpu_ms, len(asked) + followed - answered)

    def _followed(self, before: dict[str, int]) -> int:
        return sum(len(self.slack.replies(thread)) - before[thread.ts] for _, thread in self._threads)

    def _answers(self, question: Message) -> list[Message]:
        return [reply for reply in self.slack.replies(question) if reply.user == self.slack.bot.id]

    def _until(self, asked: list[Message]) -> None:
        self.slack.world.wait(lambda: all(self.slack.replies(question) for question in asked), PATIENCE)

    def _person(self) -> Person:
        return self.people[next(self._turns) % PEOPLE]

    def _text(self) -> str:
        return ASKED[next(self._mix)].format(n=next(self._numbers))


def mixed(kinds: int) -> Iterator[int]:
    """All kinds over and over, each time in another order, the same in every run.

    In one order every second question would be an easy one, and of two processes that take turns one would get those.
    """
    orders = random.Random(kinds)  # noqa: S311 - nothing secret
    while True:
        yield from orders.sample(range(kinds), kinds)


def cpu_seconds(app: AppProcess) -> float:
    """Of a process and those it started, since their start."""
    return sum(_ticks(pid) for pid in _family(app)) / TICKS


def _family(app: AppProcess) -> Iterator[int]:
    assert app.process is not None
    yield app.process.pid
    children = Path(f"/proc/{app.process.pid}/task/{app.process.pid}/children")
    yield from (int(pid) for pid in children.read_text().split())


def _ticks(pid: int) -> int:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


@contextmanager
def bench_of(processes: int, command: list[str] | None = None) -> Iterator[Bench]:
    """An app that is warm; chipscout unless there is a `command`."""
    env = {} if command else {"CHIPSCOUT_PROCESSES": str(processes)}
    with (
        tempfile.TemporaryDirectory() as made,
        LocalSlack.from_manifest(app_manifest(), patience=PATIENCE) as slack,
        AppProcess(slack, db=Path(made) / "c.db", command=command, env=env) as app,
    ):
        slack.wait_for(
            lambda: slack.hub.hellos == (1 if command else processes), timeout=PATIENCE, what="every process"
        )
        bench = Bench(slack, app)
        bench.warm()
        yield bench


def main(seconds: float = SECONDS, processes: int = 1) -> None:
    peer = [sys.executable, "-m", "benchmarks.slack_peer"]
    speeds: dict[str, tuple[float, float]] = {}
    for name, command in (("bare Bolt", peer), ("chipscout", None)):
        with bench_of(processes, command) as bench:
            own = time.process_time()
            speeds[name] = bench.burst(BURST[name])
            wall, cpu = speeds[name]
            slack_ms = 1000 * (time.process_time() - own) / BURST[name]
            print(
                f"{name:10s} burst of {BURST[name]}: {wall:6.1f} answers/s, {1000 / cpu:6.1f} ms of CPU an answer"
                f" (beside it the local Slack {slack_ms:.1f} ms)"
            )
            for rate in RATES:
                seen = bench.at(rate, seconds, follows=command is None)
                print(
                    f"{name:10s} {rate}/s: p50 {seen.p50:6.3f} s, p99 {seen.p99:6.3f} s, {seen.cpu_ms:6.1f} ms of CPU"
                    f" an answer, {seen.lost} without an answer"
                )
    (wall, cpu), (peer_wall, peer_cpu) = speeds["chipscout"], speeds["bare Bolt"]
    print(f"chipscout against bare Bolt: {wall / peer_wall:.2f} x a second, {cpu / peer_cpu:.2f} x a second of CPU")
    share = 1 - cpu / peer_cpu
    print(f"of the CPU of an answer {share:.0%} is working it out, drawing and keeping it; the rest is Bolt and HTTP")
    grows()


def grows(most: int = os.cpu_count() or 1) -> None:
    """A burst by one process, two, and so on up to one a core. The local Slack has its share of the same cores."""
    for processes in range(1, most + 1):
        with bench_of(processes) as bench:
            bench.burst(processes * BURST["chipscout"] // 4)  # what each loads when it is first asked
            own, begun = time.process_time(), time.monotonic()
            wall, cpu = bench.burst(processes * BURST["chipscout"])
            slack_cores = (time.process_time() - own) / (time.monotonic() - begun)
        print(
            f"{processes} processes: {wall:6.1f} answers/s, {1000 / cpu:6.1f} ms of CPU an answer; of {most} cores"
            f" {wall / cpu:.2f} used by the app and {slack_cores:.2f} by the local Slack"
        )


if __name__ == "__main__":
    given = sys.argv[1:]
    main(float(given[0]) if given else SECONDS, int(given[1]) if len(given) > 1 else 1)
