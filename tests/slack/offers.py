"""The line in place of a private answer that may have been shown, and what a person who missed the answer does."""

from __future__ import annotations

from tests.slack.local.local_slack import LocalSlack
from tests.slack.local.people import Person
from tests.slack.local.state import Message

BUTTON = "offered"


def is_offer(message: Message) -> bool:
    return any(
        element.get("action_id") == BUTTON for block in message.blocks for element in block.get("elements", ())
    )


def answers(messages: list[Message]) -> list[Message]:
    return [message for message in messages if not is_offer(message)]


def offered(slack: LocalSlack, *people: Person, channel: str | None = None) -> list[tuple[Person, Message]]:
    """Lines that stand open, with whom they are for."""
    return [
        (person, message)
        for person in people
        for message in slack.ephemerals(to=person)
        if is_offer(message) and channel in (None, message.channel)
    ]


def take_up(offers: list[tuple[Person, Message]]) -> int:
    """Whoever sees no answer presses the button."""
    for person, message in offers:
        person.clicks(message, BUTTON)
    return len(offers)
