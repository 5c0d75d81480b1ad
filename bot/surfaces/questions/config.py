"""A training config or job file, pasted in a code block or shared as a file: answered with its estimate.

What was pasted is never stored and never shown: a config may hold keys and passwords. The thread goes on from what
was read of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import dedent
from typing import Any

from slack_sdk import WebClient

from bot.advice.team import team_data
from bot.estimates.estimator import Estimated, Job, estimated, jobs
from bot.estimates.files import ConfigFile, decoded
from bot.slack import post
from bot.slack.private_parts import CODE_BLOCK
from bot.slack.shared_files import content_of, shared_files
from bot.surfaces.shared.answering import Question, card, once, settle, turn
from bot.surfaces.shared.deps import Deps
from bot.surfaces.shared.home_tab import refresh
from bot.surfaces.shared.status import working
from bot.surfaces.shared.typed import typed
from bot.wording.errors import UserError
from engine.workload.profile import Profile

MOST_RUNS = 3  # answered of one message


def carries(event: Mapping[str, Any]) -> bool:
    """Whether a message may hold a config: it has a file, or a code block."""
    return bool(event.get("files")) or bool(CODE_BLOCK.search(event.get("text") or ""))


def holds_config(deps: Deps, event: Mapping[str, Any]) -> bool:
    """Whether what was pasted is a config; files are not looked at."""
    return bool(_pasted(deps, event))


def answered(
    deps: Deps, client: WebClient, event: Mapping[str, Any], question: Question, *, addressed: bool = True
) -> bool:
    """Answers the configs of a message; False if there are none. `addressed`: it was said to us.

    Raises:
        UserError: a file was shared with us that cannot be read, and no workload is described beside it.
    """
    if not carries(event):
        return False
    with once(deps.store, f"{question.key}:config") as is_mine:
        if not is_mine:
            return True
        beside = _beside(deps, event)
        try:
            found = _pasted(deps, event) or _shared(deps, client, event)
        except UserError:
            if addressed and not beside.stated():
                raise
            return False  # words that say a workload are answered, whatever picture comes with them
        if not found:
            return False
        _reply(deps, client, question, found, beside)
    refresh(deps, client, question.team, question.user)
    return True


def _pasted(deps: Deps, event: Mapping[str, Any]) -> tuple[Job, ...]:
    """The runs that code blocks describe; a block that is no config is part of the question."""
    blocks = [
        ConfigFile("", typed(dedent(block.lstrip("\n")))) for block in CODE_BLOCK.findall(event.get("text") or "")
    ]
    found = [block for block in blocks if _is_config(deps, block)]
    return jobs(found, deps.advisor.facts) if found else ()


def _shared(deps: Deps, client: WebClient, event: Mapping[str, Any]) -> tuple[Job, ...]:
    """The runs that the files of a message describe. Those that are no configs count only if all are none.

    Raises:
        UserError: none of them can be read.
    """
    found, wrong = [], []
    for file in shared_files(client, event):
        try:
            config = ConfigFile(file.name, decoded(file.name, content_of(client, file)))
            jobs([config], deps.advisor.facts)
        except UserError as problem:
            wrong.append(problem)
        else:
            found.append(config)
    if not found and wrong:
        raise wrong[0]
    return jobs(found, deps.advisor.facts) if found else ()


def _is_config(deps: Deps, block: ConfigFile) -> bool:
    try:
        jobs([block], deps.advisor.facts)
    except UserError:
        return False
    return True


def _beside(deps: Deps, event: Mapping[str, Any]) -> Profile:
    """What is said beside the config: "on 8 H100, 52k samples"."""
    words = CODE_BLOCK.sub(" ", event.get("text") or "")
    try:
        with deps.thinking:
            return deps.advisor.parse(typed(words)).profile
    except UserError:  # nothing, or nothing that can be read
        return Profile()


def _reply(deps: Deps, client: WebClient, question: Question, found: tuple[Job, ...], beside: Profile) -> None:
    team = team_data(deps.store, question.team, question.audience)
    with working(client, question.channel, question.thread_ts):
        with deps.thinking:
            runs = [estimated(deps.advisor, job, beside=beside, team=team) for job in found[:MOST_RUNS]]
        for number, run in enumerate(runs):
            key = question.key if not number else f"{question.key}:{number}"
            _post(deps, client, question.model_copy(update={"key": key, "text": run.answer.question}), run)


def _post(deps: Deps, client: WebClient, question: Question, run: Estimated) -> None:
    if question.is_ours and question.thread_ts:
        deps.store.threads.own(question.team, question.channel, question.thread_ts, question.text, question.user)
    with turn(deps.store, question):
        ts = post.once(client, deps.store, question.key, card(deps, question, run.shown))
        settle(deps, question, run.answer, ts)
