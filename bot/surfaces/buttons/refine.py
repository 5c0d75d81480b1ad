"""*Refine*: the whole profile in a modal; submitting it updates the card in place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from slack_bolt import Ack, App, BoltContext
from slack_sdk import WebClient

from bot.advice.advisor import Answer
from bot.advice.audience import Audience
from bot.advice.team import team_data
from bot.card.action_ids import Action, Form
from bot.inputs.profile_form import SlotValue, changes, fields
from bot.slack import post
from bot.surfaces.shared.answering import keep, once, reading_of, settle, turn
from bot.surfaces.shared.deps import Deps, team_of
from bot.surfaces.shared.modal import View, carried, initial_in, opened, values_in, view
from bot.surfaces.shared.press import NOTICES, Press, again, allowed, known, on, question_of, redraw
from bot.wording import words
from bot.wording.errors import UserError
from engine.verdict.shown.what_if import applied
from knowledge.store.verdicts import KeptVerdict

TITLES = "slack/modals/titles.j2"


def ask_for_profile(deps: Deps, client: WebClient, press: Press) -> None:
    """Opens the form.

    Raises:
        UserError: the trigger expired, or the verdict cannot be computed again.
    """
    with opened(client, press.trigger_id, words.say(TITLES, "refine")) as fill:
        fill(profile_view(again(deps, press.kept), press.kept.id))


def profile_view(answer: Answer, number: str) -> View:
    """The form."""
    return view("refine", title=words.say(TITLES, "refine"), number=number, groups=fields(answer))


def refine(
    deps: Deps,
    client: WebClient,
    kept: KeptVerdict,
    changed: Mapping[str, SlotValue],
    name: str | None,
    audience: Audience,
) -> None:
    """Recomputes the verdict and updates the card; follow-ups in the thread build on the new profile.

    Raises:
        UserError: Slack does not let us change the card.
    """
    with turn(deps, question_of(kept)):
        kept = known(deps, kept.team, kept.id, kept.user)  # another user may have changed it first
        before = reading_of(kept.reading)
        if before is None:
            raise UserError("verdict_gone")
        readers = audience.together_with(Audience.kept(kept.audience))
        kept = kept.model_copy(update={"audience": readers.limit})
        team = team_data(deps.store, kept.team, readers)
        with deps.thinking:
            answer = deps.advisor.answer(kept.question, applied(before, changed), before=before, team=team)
        replace(deps, client, kept, answer, words.say(NOTICES, "refined_by", name))


def replace(deps: Deps, client: WebClient, kept: KeptVerdict, answer: Answer, note: str | None = None) -> None:
    """Replaces a stored answer: on the card, in the store, and as the basis for follow-ups.

    Raises:
        UserError: Slack does not let us change the card.
    """
    try:
        redraw(deps, client, kept, answer, note)
    except post.RefusedError as refusal:
        raise UserError("cannot_change", because=refusal.code) from refusal
    question = question_of(kept)
    if kept.thread_ts is None or kept.message_ts is None:
        keep(deps, question, answer, thread_ts=None, message_ts=None)
        return
    thread = deps.store.threads.conversation(kept.team, kept.channel, kept.thread_ts)
    is_ours = thread.is_ours if thread else True
    settle(deps, question.model_copy(update={"is_ours": is_ours}), answer, kept.message_ts)


def register(app: App, deps: Deps) -> None:
    def on_profile(ack: Ack, body: dict[str, Any], client: WebClient, context: BoltContext) -> None:
        form, user = body["view"], body["user"]
        changed, wrong = changes(values_in(form), initial_in(form), deps.advisor)
        if wrong:
            ack(response_action="errors", errors=wrong)
            return
        ack()
        if not changed:
            return
        with once(deps.store, f"form:{form['id']}") as is_mine:
            if is_mine:
                kept = known(deps, team_of(context), carried(form), user["id"])
                audience = allowed(deps, client, kept, user["id"])
                refine(deps, client, kept, changed, user.get("username") or user.get("name"), audience)

    on(app, deps, Action.REFINE, ask_for_profile)
    app.view(Form.REFINE)(on_profile)
