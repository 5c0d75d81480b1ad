"""*Why* and *Sources*: what a card says beyond what stands open, in a modal that only whoever pressed sees.

A modal disturbs nobody, in a channel, a shared one or a direct message; who may press is the same as for any button.
"""

from __future__ import annotations

from collections.abc import Callable

from slack_bolt import App
from slack_sdk import WebClient

from bot.advice.advisor import Answer
from bot.blockkit.build import Block
from bot.card.action_ids import Action
from bot.card.blocks.sources import source_blocks
from bot.card.blocks.why import why_blocks
from bot.card.card import Card, card
from bot.surfaces.shared.deps import Deps
from bot.surfaces.shared.modal import View, opened, view
from bot.surfaces.shared.press import Handler, Press, again, on
from bot.wording import words

BLOCKS_MOST = 100  # of a modal
TOLD: dict[Action, Callable[[Card], list[Block]]] = {Action.WHY: why_blocks, Action.SOURCES: source_blocks}


def told_view(action: Action, answer: Answer, number: str) -> View:
    """The modal."""
    blocks = TOLD[action](card(answer))[:BLOCKS_MOST]
    return view("told", title=_title(action), number=number, blocks=blocks)


def _title(action: Action) -> str:
    return words.say("slack/modals/titles.j2", action.value)


def _teller(action: Action) -> Handler:
    def tell(deps: Deps, client: WebClient, press: Press) -> None:
        """Raises UserError: the trigger expired, or the verdict cannot be computed again."""
        with opened(client, press.trigger_id, _title(action)) as fill:
            answer = again(deps, press.kept)
            with deps.thinking:
                modal = told_view(action, answer, press.kept.id)
            fill(modal)

    return tell


def register(app: App, deps: Deps) -> None:
    for action in TOLD:
        on(app, deps, action, _teller(action))
