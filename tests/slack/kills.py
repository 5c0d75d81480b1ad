"""Asks in every way, kills the app at a random instant, starts it again, and counts the answers.

`python -m tests.slack.kills 300` runs as many rounds and prints what was lost and what came twice.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.slack.local.local_slack import LocalSlack
from tests.slack.local.people import Person
from tests.slack.local.state import Channel
from tests.slack.process import AppProcess

FOUNDING = "repeated Llama fine-tune, PyTorch, tight region capacity"
LATEST_S = 0.8  # after asking; an answer takes less where nothing else runs
ANSWERED_S = 30.0

Count = Callable[[], int]


class Place(NamedTuple):
    """A person, a channel of the round, and the workspace."""

    slack: LocalSlack
    ana: Person
    channel: Channel


def by_command(place: Place) -> Count:
    place.ana.types(f"/chipscout {FOUNDING}", in_=place.channel)
    return lambda: len(place.slack.ephemerals(to=place.ana))


def by_mention(place: Place) -> Count:
    question = place.ana.mentions_bot(FOUNDING, in_=place.channel)
    return lambda: len(place.slack.replies(question))


def by_direct_message(place: Place) -> Count:
    question = place.ana.dms(FOUNDING)
    return lambda: len(place.slack.replies(question))


def by_follow_up(place: Place) -> Count:
    question = place.ana.mentions_bot(FOUNDING, in_=place.channel)
    place.slack.wait_for(lambda: len(place.slack.replies(question)) == 1, timeout=ANSWERED_S, what="the first answer")
    time.sleep(0.3)  # people read before they answer
    place.ana.says("what if only 2 runs?", in_=place.channel, thread=question)
    return lambda: len(place.slack.replies(question)) - 1


def by_sharing(place: Place) -> Count:
    private = place.ana.types(f"/chipscout {FOUNDING}", in_=place.channel).response(timeout=ANSWERED_S)
    place.ana.clicks(private, "share")
    return lambda: len(place.slack.messages(in_=place.channel))


WAYS = (by_command, by_mention, by_direct_message, by_follow_up, by_sharing)


def answers(rounds: int, folder: Path, seed: int = 7) -> list[tuple[str, float, int]]:
    """For each round: how it was asked, after how many seconds the app was killed, and how many answers came."""
    chance = random.Random(seed)
    seen: list[tuple[str, float, int]] = []
    with LocalSlack() as slack:
        app = AppProcess(slack, db=folder / "c.db").start()
        try:
            for number in range(rounds):
                ana = slack.user(f"ana{number}")
                place = Place(slack, ana, slack.channel(f"ml{number}", members=[ana, slack.bot]))
                ask = WAYS[number % len(WAYS)]
                count = ask(place)
                after = chance.uniform(0.0, LATEST_S)
                time.sleep(after)
                app.kill()
                app = AppProcess(slack, db=folder / "c.db").start()
                slack.world.wait(lambda count=count: count() > 0, ANSWERED_S)
                slack.wait_until_quiet(quiet=0.5)
                seen.append((ask.__name__, after, count()))
        finally:
            app.stop()
    return seen


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        rounds = answers(int(sys.argv[1]), Path(made))
    for way, after, number in rounds:
        if number != 1:
            print(f"{way}, killed after {after:.3f} s: {number} answers")
    lost, doubled = sum(number == 0 for *_, number in rounds), sum(number > 1 for *_, number in rounds)
    print(f"{len(rounds)} kills: {lost} lost, {doubled} doubled")
