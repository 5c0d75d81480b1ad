"""Mixed traffic for as long as one likes, with writers on the same file: what is lost, doubled, or grows.

`python -m tests.slack.soak 30` runs thirty minutes and prints, minute by minute, what the app holds and how much it
answered; then of each kind of deed how many came to nothing, came twice or came late; and a verdict. Lost is what
had not come when nothing more came for `SETTLED_S`: on a machine that is busy with other work answers come late.
People ask no further while `MOST_OUT` of their questions are open: a line that is full declines what comes, and says
so, which is neither an answer nor a loss. Were a question declined all the same, the verdict says how many.
"""

from __future__ import annotations

import itertools
import os
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from knowledge.facts import OwnMeasurement
from knowledge.store.store import Store
from tests.bot.observed import P5, price, take
from tests.slack.kills import FOUNDING
from tests.slack.local.app_manifest import app_manifest
from tests.slack.local.local_slack import LocalSlack
from tests.slack.local.people import Person
from tests.slack.local.records import TEAM
from tests.slack.local.state import Channel, Message
from tests.slack.process import AppProcess
from tests.slack.rooms import MANY_RUNS

RATE = 3.0  # deeds a second
PEOPLE = 6
SETTLED_S = 60.0  # without anything new: then nothing more comes
LONGEST_S = 1800.0  # of waiting for the rest
MOST_OUT = 200  # questions without an answer; the line takes a thousand
LOOK_EVERY = 20  # deeds between two looks at what is out
DECLINED = "My line is full"
LATE_S = 10.0
MODAL_S = 120.0
PATIENCE_S = 120.0  # of Slack, for an acknowledgement: a busy machine is not what is measured
GROWTH = 0.05  # of what is held, from the second third to the last, and still called bounded
SPARE_BYTES, SPARE = 12 * 2**20, 12  # as little more is none
SAMPLE_S = 5.0
WRITE_S = 2.0
FORM_EVERY = 25  # a form takes several deeds


class Sample(NamedTuple):
    """What the app holds: bytes, handles, threads, bytes of the write-ahead log and of the file; what it answered."""

    memory: int
    handles: int
    threads: int
    log: int
    file: int
    answered: int

    def __str__(self) -> str:
        return (
            f"{self.memory / 2**20:4.0f} MiB {self.handles:4d} handles {self.threads:4d} threads"
            f" {self.log / 2**20:6.1f} MiB log {self.file / 2**20:6.1f} MiB file {self.answered:6d} messages"
        )


class Deed(NamedTuple):
    """`when`: the times of what came, for kinds where each deed has its own."""

    kind: str
    came: Callable[[], int]
    begun: float
    when: Callable[[], list[float]] = list


class Report(NamedTuple):
    """`seconds`: to each first answer, by kind. `every`: seconds between two samples."""

    samples: tuple[Sample, ...]
    done: Counter[str]
    lost: Counter[str]
    doubled: Counter[str]
    writes: int
    seconds: dict[str, list[float]]
    declined: int = 0
    every: float = SAMPLE_S

    @property
    def most(self) -> Sample:
        return Sample(*(max(values) for values in zip(*self.samples, strict=True)))

    @property
    def growing(self) -> list[str]:
        """What is held at the end and was not in the middle; the file holds what was asked, so it may."""
        third = len(self.samples) // 3
        if third < 2:
            return []
        middle, last = self.samples[third:-third], self.samples[-third:]
        spare = {"memory": SPARE_BYTES, "handles": SPARE, "threads": SPARE, "log": SPARE_BYTES}
        grown = []
        for name, more in spare.items():
            was, is_now = (max(getattr(each, name) for each in part) for part in (middle, last))
            if is_now > was * (1 + GROWTH) + more:
                grown.append(f"{name} from {was} to {is_now}")
        return grown

    @property
    def by_minute(self) -> list[Sample]:
        each = max(1, round(60.0 / self.every))
        return [*self.samples[::each], self.samples[-1]]

    def __str__(self) -> str:
        lines = [f"minute {number:3d} {held}" for number, held in enumerate(self.by_minute[:-1])]
        lines.append(f"end        {self.samples[-1]}")
        for kind, number in sorted(self.done.items()):
            took = sorted(self.seconds.get(kind, []))
            late = sum(each > LATE_S for each in took)
            half, last = (took[len(took) // 2], took[-1]) if took else (0.0, 0.0)
            lines.append(
                f"{kind}: {number} done, {self.lost[kind]} lost, {self.doubled[kind]} doubled, {late} later than"
                f" {LATE_S:.0f} s; half in {half:.1f} s, the last in {last:.1f} s"
            )
        problems = ["something was lost"] if self.lost else []
        problems += ["something came twice"] if self.doubled else []
        problems += [f"{self.declined} were declined, because the line was full"] if self.declined else []
        problems += [f"it grows: {each}" for each in self.growing]
        lines.append(f"{self.writes} writes beside it")
        lines.append(f"verdict: {'; '.join(problems) or 'nothing lost, nothing doubled, nothing grows'}")
        return "\n".join(lines)


class Soak:
    """The people, what they did, and what came of it."""

    def __init__(self, slack: LocalSlack) -> None:
        self.slack = slack
        self.people = [slack.user(f"user{number}") for number in range(PEOPLE)]
        self.rooms = [slack.channel(f"room{number}", members=[*self.people, slack.bot]) for number in range(PEOPLE)]
        self.deeds: list[Deed] = []
        self._numbers = itertools.count(201)  # 150 is what they begin with: a form that says it again changes nothing
        self._expected: dict[str, list[float]] = {}  # when answers in a thread were asked for, by its ts
        self._threads: list[tuple[Channel, Message]] = []
        self._cards: list[Message] = []  # not pressed yet
        self._seen: set[str] = set()  # threads whose card was taken to be pressed

    def step(self, number: int) -> None:
        """One deed, of each kind in turn; kinds that need an earlier answer are mentions until there is one."""
        room, person = self.rooms[number % PEOPLE], self.people[(number * 5) % PEOPLE]
        self._collect()
        if number % FORM_EVERY == FORM_EVERY - 1 and self._cards:
            self._form(person, self._cards.pop(0))
            return
        kind = number % 5
        if kind == 0:
            typed = person.types(f"/chipscout {FOUNDING}, {next(self._numbers)} runs", in_=room)
            self._did("command", lambda: typed.responses)
        elif kind == 1 and self._threads:
            place, thread = self._threads[number % len(self._threads)]
            person.says(f"what if only {next(self._numbers)} runs?", in_=place, thread=thread)
            self._expect(thread.ts)
        elif kind == 2 and self._cards:
            card = self._cards.pop(0)
            person.clicks(card, "what_if_1")
            self._expect(str(card.thread_ts))
            vote = person.clicks(card, "feedback", value="positive")
            self._did("press", lambda: vote.responses)
        elif kind == 3:
            question = person.dms(f"price of p5.48xlarge in us-east-1, {next(self._numbers)} hours")
            self._did("direct message", lambda: self._answers(question))
        else:
            question = person.mentions_bot(f"{MANY_RUNS} or {next(self._numbers)}", in_=room)
            self._expect(question.ts)
            self._threads.append((room, question))
            self._threads = self._threads[-4 * PEOPLE :]

    def lost_and_doubled(self) -> tuple[Counter[str], Counter[str], Counter[str]]:
        """By kind: what was done, what came to nothing, what came more than once."""
        answers = Counter(message.thread_ts for message in self.slack.messages() if message.thread_ts)
        done, lost, doubled = Counter[str](), Counter[str](), Counter[str]()
        for deed in self.deeds:
            came = deed.came()
            done[deed.kind] += 1
            lost[deed.kind] += came == 0
            doubled[deed.kind] += max(0, came - 1)
        for thread, asked in self._expected.items():
            expected = len(asked)
            done["in a thread"] += expected
            lost["in a thread"] += max(0, expected - answers[thread])
            doubled["in a thread"] += max(0, answers[thread] - expected)
        return done, +lost, +doubled

    def seconds(self) -> dict[str, list[float]]:
        """How long each took: in a thread the first answer is taken to be that of the first question."""
        took: dict[str, list[float]] = {}
        for deed in self.deeds:
            took.setdefault(deed.kind, []).extend(at - deed.begun for at in deed.when()[:1])
        posted: dict[str, list[float]] = {}
        for message in self.slack.messages():
            if message.thread_ts:
                posted.setdefault(message.thread_ts, []).append(message.posted_at)
        for thread, asked in self._expected.items():
            pairs = zip(sorted(asked), sorted(posted.get(thread, [])), strict=False)
            took.setdefault("in a thread", []).extend(at - begun for begun, at in pairs)
        return took

    def wait_until_settled(self) -> None:
        """Until everything has come, or nothing more does."""
        until = time.monotonic() + LONGEST_S
        missing, since = self.missing(), time.monotonic()
        while missing and time.monotonic() < min(until, since + SETTLED_S):
            time.sleep(0.5)
            if (left := self.missing()) != missing:
                missing, since = left, time.monotonic()

    def wait_for_room(self) -> None:
        """While people wait for the answers to as many questions as they have patience for."""
        missing, since = self.missing(), time.monotonic()
        while missing > MOST_OUT and time.monotonic() < since + SETTLED_S:
            time.sleep(0.5)
            if (left := self.missing()) != missing:
                missing, since = left, time.monotonic()

    def missing(self) -> int:
        return self.lost_and_doubled()[1].total()

    def declined(self) -> int:
        said = [*self.slack.ephemerals(), *self.slack.messages()]
        return sum(DECLINED in message.said for message in said)

    def _did(self, kind: str, came: Callable[[], list[Message]]) -> None:
        def when() -> list[float]:
            return [message.posted_at for message in came()]

        self.deeds.append(Deed(kind, lambda: len(came()), time.monotonic(), when))

    def _expect(self, thread: str) -> None:
        self._expected.setdefault(thread, []).append(time.monotonic())

    def _collect(self) -> None:
        """Cards that were answered since, to press on; each once."""
        for _, thread in self._threads[-PEOPLE:]:
            if thread.ts not in self._seen and (answers := self._answers(thread)):
                self._seen.add(thread.ts)
                self._cards.append(answers[0])

    def _answers(self, question: Message) -> list[Message]:
        return [reply for reply in self.slack.replies(question) if reply.user == self.slack.bot.id]

    def _form(self, person: Person, card: Message) -> None:
        """Refines a card: the modal is waited for as a person would. Slack opens none that comes after three seconds;
        then a line says so, and the card is refined another time."""
        before, pressed = len(self.slack.modals(person)), person.clicks(card, "refine")

        def is_open() -> bool:
            return any(view.updates for view in self.slack.modals(person)[before:])

        self.slack.wait_for(
            lambda: is_open() or pressed.responses, timeout=MODAL_S, what="a modal, or why there is none"
        )
        if not is_open():
            self._did("press", lambda: pressed.responses)
            self._cards.append(card)
            return
        sent = person.submits(self.slack.modals(person)[-1], {"runs": str(next(self._numbers))})
        assert sent.errors == {}
        self.deeds.append(Deed("form", lambda: int("Refined by" in card.said), time.monotonic()))


@contextmanager
def writing(db: Path) -> Iterator[list[int]]:
    """Writers on the same file: prices as feeds import them, measurements as people record them."""
    stop, written = threading.Event(), [0]

    def write() -> None:
        with Store(db, time.time) as store:
            while not stop.wait(WRITE_S):
                take(store, datetime.now(UTC).date(), price(P5, f"{50 + written[0] % 5}.04"))
                held = store.measurements.add(_measured())
                store.measurements.remove(TEAM, held.id)
                written[0] += 1

    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    try:
        yield written
    finally:
        stop.set()
        writer.join()


def _measured() -> OwnMeasurement:
    return OwnMeasurement(
        id=0, workspace=TEAM, task="fine_tuning", accelerator="h100", instance="p5.48xlarge", chips=8,
        model="llama-3.1-8b", parameters=8.03e9, sequence_length=4096, tokens_per_second=64_000,
        measured_on=datetime.now(UTC).date(), by="user0", note="soak",
    )  # fmt: skip


def sample(app: AppProcess, db: Path, slack: LocalSlack) -> Sample:
    assert app.process is not None
    about = Path(f"/proc/{app.process.pid}")
    log = db.with_name(f"{db.name}-wal")
    return Sample(
        memory=int((about / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE"),
        handles=len(list((about / "fd").iterdir())),
        threads=len(list((about / "task").iterdir())),
        log=log.stat().st_size if log.exists() else 0,
        file=db.stat().st_size,
        answered=len(slack.messages()) + len(slack.ephemerals()),
    )


def soak(seconds: float, folder: Path, rate: float = RATE) -> Report:
    """Traffic for so long, then everything outstanding is waited for."""
    db = folder / "c.db"
    with (
        LocalSlack.from_manifest(app_manifest(), patience=PATIENCE_S) as slack,
        AppProcess(slack, db=db) as app,
        writing(db) as written,
    ):
        traffic, samples, begun = Soak(slack), [sample(app, db, slack)], time.monotonic()
        due = begun
        for number in itertools.count():
            if time.monotonic() - begun > seconds:
                break
            time.sleep(max(0.0, due - time.monotonic()))
            if number % LOOK_EVERY == 0:
                traffic.wait_for_room()
                due = max(due, time.monotonic())  # what was not asked meanwhile is not made up for
            traffic.step(number)
            due += 1 / rate
            if time.monotonic() - begun > SAMPLE_S * len(samples):
                samples.append(sample(app, db, slack))
        traffic.wait_until_settled()
        slack.wait_until_quiet(quiet=1.0)
        samples.append(sample(app, db, slack))
        done, lost, doubled = traffic.lost_and_doubled()
        return Report(tuple(samples), done, lost, doubled, written[0], traffic.seconds(), traffic.declined())


def main(minutes: float) -> None:
    with tempfile.TemporaryDirectory() as made:
        print(soak(minutes * 60, Path(made)))


if __name__ == "__main__":
    main(float(sys.argv[1]))
