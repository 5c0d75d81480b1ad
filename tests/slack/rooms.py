"""A channel of its own for each test of a served app, and how people get a card there."""

from __future__ import annotations

import time
from pathlib import Path
from typing import NamedTuple

from knowledge.store.store import Store
from knowledge.store.verdicts import KeptVerdict
from tests.day import FOUNDING
from tests.slack.local.local_slack import LocalSlack
from tests.slack.local.people import Person
from tests.slack.local.records import TEAM, Channel, Message, View

MANY_RUNS = "trn2.48xlarge or p5en.48xlarge for a Llama 8B fine-tune, 1B tokens a run, 150 runs, PyTorch, AWS"


class Room(NamedTuple):
    """Two people and the bot; `db` is the file of the app that serves them."""

    slack: LocalSlack
    channel: Channel
    ana: Person
    ben: Person
    db: Path

    def asks(self, text: str = FOUNDING) -> Message:
        """The card that ana alone sees for a slash command."""
        return self.ana.types(f"/chipscout {text}", in_=self.channel).response()

    def shares(self, text: str = FOUNDING) -> Message:
        """The card in the channel, shared by ana."""
        self.ana.clicks(self.asks(text), "share")
        return self.slack.wait_for_message(in_=self.channel)

    def modal_of(self, person: Person) -> View:
        """The modal on top, past its loading view."""
        self.slack.wait_for(
            lambda: any(view.updates for view in self.slack.modals(person)[-1:]), what="a modal with its content"
        )
        return self.slack.modals(person)[-1]

    def kept(self, card: Message) -> KeptVerdict:
        """The verdict of a card in the channel, once it is written down as well."""

        def written() -> KeptVerdict | None:
            with Store(self.db, time.time) as store:
                return next((held for held in store.verdicts.recent(TEAM) if held.message_ts == card.ts), None)

        found: KeptVerdict = self.slack.wait_for(written, what="the verdict of a card")
        return found

    def chosen(self, card: Message, entry: str) -> str:
        """The value of an entry of the card's menu."""
        for block in card.blocks:
            for element in block.get("elements", ()):
                if isinstance(element, dict) and element.get("action_id") == "more":
                    for option in element["options"]:
                        if option["value"].endswith(f"|{entry}"):
                            return str(option["value"])
        raise AssertionError(f"the menu has no {entry}")


def ids_in(card: Message) -> set[str]:
    """The action ids on a card, without the numbers of those that stand there several times."""
    return {
        str(element["action_id"]).rstrip("0123456789").rstrip("_")
        for block in card.blocks
        for element in [*block.get("elements", ()), block.get("accessory") or {}]
        if isinstance(element, dict) and "action_id" in element
    }
