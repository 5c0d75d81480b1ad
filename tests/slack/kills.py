"""Asks, presses and submits in every way, kills the app at a random instant, starts it again, and counts what came.

`python -m tests.slack.kills 300` runs as many rounds over Socket Mode, with `http` behind it over HTTP, and prints
what was lost and what came twice. A delivery that was not acknowledged is not lost: Slack tells whoever sent it. A
line offers a private answer of which nobody knows whether it was shown; whoever sees no answer presses its button.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.slack import offers
from tests.slack.http_process import HttpApp
from tests.slack.local.app_manifest import app_manifest
from tests.slack.local.handles import Deed
from tests.slack.local.local_slack import LocalSlack
from tests.slack.local.people import Person
from tests.slack.local.state import Channel, Message
from tests.slack.process import AppProcess
from tests.slack.rooms import MANY_RUNS, Room

FOUNDING = "repeated Llama fine-tune, PyTorch, tight region capacity"
LATEST_S = 0.8  # after asking; an answer takes less where nothing else runs
ANSWERED_S = 40.0
COMES_S = 2.5 * ANSWERED_S  # for what Slack has to send again
STARTED_S = 120.0

Count = Callable[[], int]


class Begun(NamedTuple):
    """What was done last, and how often it came to something. `deed`: None for a message, which Slack redelivers."""

    count: Count
    deed: Deed | None = None


Way = Callable[[Room], Begun]


class Round(NamedTuple):
    """What came of a kill `after` seconds. `was_acked`: else Slack told whoever asked that it failed.

    `offers`: lines that offered an answer.
    """

    way: str
    after: float
    came: int
    was_acked: bool
    offers: int = 0

    @property
    def is_lost(self) -> bool:
        return self.came == 0 and self.was_acked

    @property
    def is_doubled(self) -> bool:
        return self.came > 1


# ---- asking


def _shown_to(room: Room, person: Person) -> int:
    return len(offers.answers(room.slack.ephemerals(to=person)))


def by_command(room: Room) -> Begun:
    typed = room.ana.types(f"/chipscout {FOUNDING}", in_=room.channel)
    return Begun(lambda: _shown_to(room, room.ana), typed)


def by_verb(room: Room) -> Begun:
    typed = room.ana.types("/chipscout settings", in_=room.channel)
    return Begun(lambda: _shown_to(room, room.ana), typed)


def by_unreadable(room: Room) -> Begun:
    """A command that cannot be answered: the asker is told why."""
    typed = room.ana.types("/chipscout subscribe to the moon", in_=room.channel)
    return Begun(lambda: _shown_to(room, room.ana), typed)


def by_mention(room: Room) -> Begun:
    question = room.ana.mentions_bot(FOUNDING, in_=room.channel)
    return Begun(lambda: len(room.slack.replies(question)))


def by_direct_message(room: Room) -> Begun:
    question = room.ana.dms(FOUNDING)
    return Begun(lambda: len(room.slack.replies(question)))


def by_follow_up(room: Room) -> Begun:
    question = room.ana.mentions_bot(FOUNDING, in_=room.channel)
    room.slack.wait_for(lambda: len(room.slack.replies(question)) == 1, timeout=ANSWERED_S, what="the first answer")
    time.sleep(0.3)  # people read before they answer
    room.ana.says("what if only 2 runs?", in_=room.channel, thread=question)
    return Begun(lambda: len(room.slack.replies(question)) - 1)


def by_edit(room: Room) -> Begun:
    question = room.ana.mentions_bot("price of p5.48xlarge in us-east-1", in_=room.channel)
    answer = room.slack.wait_for_message(in_=room.channel, thread=question, timeout=ANSWERED_S)
    before = answer.said
    room.slack.core.edit(question, {"text": "price of trn2.48xlarge in us-east-1"}, via="typed")
    return Begun(lambda: int(answer.said != before and len(room.slack.replies(question)) == 1))


def by_shortcut(room: Room) -> Begun:
    message = room.ben.says(f"we plan a {FOUNDING}", in_=room.channel)
    room.ana.uses_message_shortcut("ask_about", on=message)
    view = room.slack.wait_for_view(for_=room.ana, callback_id="ask_form", timeout=ANSWERED_S)
    sent = room.ana.submits(view, {"where": "thread"})
    return Begun(lambda: len(room.slack.replies(message)), sent)


# ---- pressing


def _private(room: Room, text: str = FOUNDING) -> Message:
    return room.ana.types(f"/chipscout {text}", in_=room.channel).response(timeout=ANSWERED_S)


def _shared(room: Room) -> Message:
    room.ana.clicks(_private(room, MANY_RUNS), "share")
    card = room.slack.wait_for_message(in_=room.channel, timeout=ANSWERED_S)
    room.slack.wait_until_quiet(quiet=0.3)
    return card


def _told(room: Room) -> Count:
    before = _shown_to(room, room.ben)
    return lambda: _shown_to(room, room.ben) - before


def by_sharing(room: Room) -> Begun:
    shared = room.ana.clicks(_private(room), "share")
    return Begun(lambda: len(room.slack.messages(in_=room.channel)), shared)


def by_what_if(room: Room) -> Begun:
    card = _shared(room)
    return Begun(lambda: len(room.slack.replies(card)), room.ben.clicks(card, "what_if_1"))


def by_private_what_if(room: Room) -> Begun:
    private = _private(room, MANY_RUNS)
    pressed = room.ana.clicks(private, "what_if_1")
    return Begun(lambda: _shown_to(room, room.ana) - 1, pressed)


def by_export(room: Room) -> Begun:
    card = _shared(room)
    pressed = room.ben.chooses(card, "more", room.chosen(card, "csv"))
    return Begun(lambda: sum(len(reply.files) for reply in room.slack.replies(card)), pressed)


def by_private_export(room: Room) -> Begun:
    """Into the asker's direct messages."""
    private = _private(room)
    pressed = room.ana.chooses(private, "more", room.chosen(private, "csv"))
    return Begun(lambda: sum(len(message.files) for message in room.slack.messages(in_=room.ana)), pressed)


def by_watching(room: Room) -> Begun:
    card, told = _shared(room), _told(room)
    return Begun(told, room.ben.chooses(card, "more", room.chosen(card, "watch")))


def by_vote(room: Room) -> Begun:
    card, told = _shared(room), _told(room)
    return Begun(told, room.ben.clicks(card, "feedback", value="positive"))


def by_math(room: Room) -> Begun:
    """A modal with its content; one that could not be opened in time is said so."""
    card, told = _shared(room), _told(room)
    pressed = room.ben.clicks(card, "math")
    return Begun(lambda: min(1, told() + sum(bool(view.updates) for view in room.slack.modals(room.ben))), pressed)


# ---- submitting


def by_refining(room: Room) -> Begun:
    card = _shared(room)
    room.ben.clicks(card, "refine")
    sent = room.ben.submits(room.modal_of(room.ben), {"parameters": "70B", "runs": "20"})
    return Begun(lambda: int("Refined by ben" in card.said), sent)


def by_recording(room: Room) -> Begun:
    card = _shared(room)
    room.ben.chooses(card, "more", room.chosen(card, "record"))
    typed = {"on": "trn2.48xlarge", "tokens_per_second": "51.2k", "model": "llama-3.1-8b"}
    sent = room.ben.submits(room.modal_of(room.ben), typed)
    return Begun(lambda: len(room.slack.replies(card)), sent)


ASKING: tuple[Way, ...] = (by_command, by_mention, by_direct_message, by_follow_up, by_sharing)
MORE: tuple[Way, ...] = (
    by_verb,
    by_unreadable,
    by_edit,
    by_shortcut,
    by_what_if,
    by_private_what_if,
    by_export,
    by_private_export,
    by_watching,
    by_vote,
    by_math,
    by_refining,
    by_recording,
)


def rounds(
    number: int,
    folder: Path,
    ways: Sequence[Way] = (*ASKING, *MORE),
    *,
    seed: int = 7,
    over_http: bool = False,
    tell: Callable[[Round], None] = lambda _round: None,
) -> list[Round]:
    """So many rounds of these ways in turn; `tell` hears of each."""
    chance = random.Random(seed)
    seen: list[Round] = []
    db = folder / "c.db"
    with LocalSlack.from_manifest(app_manifest(), patience=ANSWERED_S) as slack:

        def started() -> AppProcess:
            return (HttpApp(slack, db=db) if over_http else AppProcess(slack, db=db)).start(timeout=STARTED_S)

        app = started()
        try:
            for count in range(number):
                ana, ben = slack.user(f"ana{count}"), slack.user("ben")
                room = Room(slack, _channel(slack, count, ana.id, ben.id), ana, ben, db)
                way = ways[count % len(ways)]
                sent = len(slack.deliveries)
                begun = way(room)
                after = chance.uniform(0.0, LATEST_S)
                time.sleep(after)
                app.kill()
                app = started()
                offered = _waited(room, begun)
                slack.wait_until_quiet(quiet=0.5)
                came, new = begun.count(), slack.deliveries[sent:]
                was_acked = came > 0 or all(each.acked_at is not None for each in new)
                seen.append(Round(way.__name__, after, came, was_acked, offered))
                tell(seen[-1])
                for view in slack.modals(ben):
                    ben.closes(view)
        finally:
            app.stop()
    return seen


def _channel(slack: LocalSlack, number: int, *people: str) -> Channel:
    channel = slack.channel(f"ml{number}", members=[slack.bot])
    channel.members.update(people)
    return channel


def _waited(room: Room, begun: Begun) -> int:
    """Waits for what comes. Counts the offers; one is taken up where nothing else came."""

    def is_there() -> bool:
        return begun.count() > 0 or _is_refused(begun)

    def offered() -> list[tuple[Person, Message]]:
        return offers.offered(room.slack, room.ana, room.ben, channel=room.channel.id)

    room.slack.world.wait(lambda: is_there() or bool(offered()), COMES_S)
    room.slack.wait_until_quiet(quiet=0.5)
    found = offered()
    if found and not is_there():
        offers.take_up(found)
        room.slack.world.wait(is_there, ANSWERED_S)
    return len(found)


def _is_refused(begun: Begun) -> bool:
    """Whether Slack gave up on the delivery, and said so in place of us."""
    return begun.deed is not None and begun.deed.delivery.is_over and begun.deed.delivery.acked_at is None


def _told_of(each: Round) -> None:
    if each.came != 1:
        state = "" if each.was_acked else ", not acknowledged"
        print(f"{each.way}, killed after {each.after:.3f} s: came {each.came} times{state}", flush=True)
    else:
        print(".", end="", flush=True)


def main(number: int, *, over_http: bool) -> None:
    with tempfile.TemporaryDirectory() as made:
        seen = rounds(number, Path(made), over_http=over_http, tell=_told_of)
    print(", ".join(f"{way} {times}" for way, times in Counter(each.way for each in seen).items()))
    lost, doubled = sum(each.is_lost for each in seen), sum(each.is_doubled for each in seen)
    refused = sum(not each.was_acked for each in seen)
    over = "HTTP" if over_http else "Socket Mode"
    offered = sum(each.offers for each in seen)
    print(
        f"{len(seen)} kills over {over}: {lost} lost, {doubled} doubled; {refused} not acknowledged,"
        f" {offered} private answers offered"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]), over_http="http" in sys.argv[2:])
