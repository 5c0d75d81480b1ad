"""*Watch* and *Stop watching*: whether a verdict is judged again when prices change."""

from __future__ import annotations

from slack_sdk import WebClient

from bot.surfaces.acting import Press, again, redraw, tell
from bot.surfaces.deps import Deps


def watch(is_watched: bool, deps: Deps, client: WebClient, press: Press) -> None:
    """Notes it, and turns the entry of the card's menu.

    Raises:
        RefusedError: Slack does not let us change the card.
    """
    deps.store.verdicts.watch(press.team, press.kept.id, is_watched)
    kept = press.kept.model_copy(update={"is_watched": is_watched})
    redraw(deps, client, kept, again(deps, kept))
    tell(client, press, "watching" if is_watched else "watching_no_more")
