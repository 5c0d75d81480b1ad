"""Handles to what people did: how it was acknowledged, and what came back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.slack.local.records import Json, Message, ResponseUrl, View
from tests.slack.local.transport.socket_mode import Delivery

if TYPE_CHECKING:
    from tests.slack.local.local_slack import LocalSlack


@dataclass(eq=False)
class Deed:
    """Something sent to the app. Reading how it was acknowledged waits until that is known."""

    slack: LocalSlack
    delivery: Delivery

    def _over(self) -> Delivery:
        patience = 2 * self.slack.hub.ack_seconds + self.slack.patience
        self.slack.world.wait(lambda: self.delivery.is_over, patience)
        return self.delivery

    @property
    def is_acked(self) -> bool:
        return self._over().acked_at is not None

    @property
    def acked_at_once(self) -> bool:
        """Within Slack's patience, to its first delivery."""
        delivery = self._over()
        return delivery.acked_at is not None and len(delivery.attempts) == 1 and not delivery.timed_out

    @property
    def acked_after_s(self) -> float:
        """Seconds from sending to the acknowledgement.

        Raises:
            AssertionError: there was none.
        """
        seconds = self._over().acked_after_s
        assert seconds is not None, f"{self.delivery.name} was never acknowledged"
        return seconds

    @property
    def ack_payload(self) -> Json | None:
        return self._over().ack_payload

    @property
    def timed_out(self) -> bool:
        """The person saw an error, since nothing came in time."""
        self._over()
        return self.delivery.timed_out

    @property
    def attempts(self) -> int:
        return len(self._over().attempts)


@dataclass(eq=False)
class Answered(Deed):
    """A deed that came with a response_url."""

    url: ResponseUrl

    @property
    def responses(self) -> list[Message]:
        """What was posted to the response_url so far."""
        return list(self.url.responses)

    @property
    def shown(self) -> list[Message]:
        """The same, and what the ack carried."""
        return list(self.url.shown)

    def response(self, *, timeout: float | None = None, number: int = 1) -> Message:
        """The first answer seen, or a later one by number; waits for it."""
        self.slack.wait_for(
            lambda: len(self.url.shown) >= number, timeout=timeout, what=f"answer {number} to {self.name}"
        )
        return self.url.shown[number - 1]

    @property
    def name(self) -> str:
        return self.delivery.name


@dataclass(eq=False)
class Command(Answered):
    text: str


@dataclass(eq=False)
class Click(Answered):
    action: Json


@dataclass(eq=False)
class Submission(Deed):
    view: View

    @property
    def response_action(self) -> str | None:
        return (self.ack_payload or {}).get("response_action")

    @property
    def errors(self) -> dict[str, str]:
        """Messages under the fields, by block_id."""
        return dict((self.ack_payload or {}).get("errors") or {})
