"""Another workspace beside the first, on the same server: its own people, ids, token and deliveries."""

from __future__ import annotations

from collections.abc import Iterable

from tests.slack.local.core import Core
from tests.slack.local.local_slack import EVERY_KIND, LocalSlack
from tests.slack.local.records import ALL_SCOPES, EVENTS
from tests.slack.local.state import World
from tests.slack.local.transport.socket_mode import Hub


class Neighbour(LocalSlack):
    """Up as long as the first is. Ids of people and channels are counted anew: U00000002 lives in both."""

    def __init__(
        self, first: LocalSlack, team: str, *, scopes: Iterable[str] = ALL_SCOPES, events: Iterable[str] = EVENTS
    ) -> None:
        self.world = World(scopes, events, team=team, token=f"xoxb-{team.lower()}")
        self.hub = Hub(self.world, EVERY_KIND, first.hub.ack_seconds)
        self.hub.loop = first.server.loop
        self.core = Core(self.world, self.hub)
        self.core.base = first.server.base
        self.server, self.patience = first.server, first.patience
        first.server.cores.append(self.core)


def uninstall(slack: LocalSlack) -> None:
    """Somebody removes the app: its token is dead, and it hears of both."""
    world = slack.world
    world.is_installed = False
    slack.core.emit("tokens_revoked", {"type": "tokens_revoked", "tokens": {"oauth": [], "bot": [world.bot.id]}})
    slack.core.emit("app_uninstalled", {"type": "app_uninstalled"})
