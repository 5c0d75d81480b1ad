"""A fleet file, shared with a message, pasted in a code block or behind `/chipscout plan`: answered with its plan.

What is in the file is stored nowhere, and nothing is asked in its thread: the next file is a new plan.
"""

from __future__ import annotations

from slack_sdk import WebClient

from bot.advice.team import team_data
from bot.estimates.files import ConfigFile
from bot.fleet.file import fleet_file, is_fleet
from bot.fleet.message import plan_blocks
from bot.fleet.planner import planned
from bot.observe import metrics
from bot.slack.post import Message
from bot.slack.sendings import Posting
from bot.surfaces.shared.answering import Question
from bot.surfaces.shared.deps import Deps
from bot.surfaces.shared.status import working
from bot.wording.words import mrkdwn, say

VERB = "plan"


def asks_for_a_plan(text: str) -> bool:
    """Whether a text is the verb alone, or with a file pasted behind it; "plan our move to TPUs" is a question."""
    verb, _, rest = text.strip().partition(VERB)
    return not verb and (not rest.strip() or (rest[:1].isspace() and is_fleet(rest)))


def of_command(deps: Deps, question: Question) -> Message:
    """The plan of what was pasted behind the verb; without a file, how to share one.

    Raises:
        UserError: the file cannot be read or planned.
    """
    pasted = question.text.strip().removeprefix(VERB).strip().strip("`").strip()
    if not pasted:
        told = mrkdwn(say("words/plan.j2", "how_to_share"))
        block = {"type": "section", "text": {"type": "mrkdwn", "text": told}}
        return Message(channel=question.channel, text=told, blocks=[block], plain=told)
    return message(deps, question, ConfigFile("", pasted))


def reply(deps: Deps, client: WebClient, question: Question, file: ConfigFile) -> None:
    """Answers in the thread of the message.

    Raises:
        UserError: the file cannot be read or planned.
    """
    with working(client, question.channel, question.thread_ts):
        shown = message(deps, question, file)
    deps.outbox.send(Posting(client, deps.store, question.key, shown), by=question.user)


def message(deps: Deps, question: Question, file: ConfigFile) -> Message:
    """The plan of a file, made of what its audience may see."""
    asked = fleet_file(file.name, file.text)
    team = team_data(deps.store, question.team, question.audience)
    with deps.thinking:
        answer = planned(deps.advisor, asked, team=team)
    metrics.asked(VERB)
    text, blocks, plain = plan_blocks(answer)
    return Message(channel=question.channel, thread_ts=question.thread_ts, text=text, blocks=blocks, plain=plain)
