"""A training config, a job file or a fleet file, pasted in a code block or shared: answered with what it comes to.

What was pasted is never stored and never shown: a config may hold keys and passwords. The thread goes on from what
was read of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import dedent
from typing import Any

from slack_sdk import WebClient

from bot.advice.team import team_data
from bot.estimates.estimator import Estimated, Job, estimated, jobs
from bot.estimates.files import ConfigFile, decoded
from bot.estimates.pasted import beside, described
from bot.estimates.served import asked_of
from bot.fleet.file import is_fleet
from bot.observe import metrics
from bot.slack.private_parts import CODE_BLOCK
from bot.slack.shared_files import content_of, shared_files
from bot.surfaces.questions import fleet
from bot.surfaces.shared.answering import Question, card, deliver, once, reply, turn
from bot.surfaces.shared.deps import Deps
from bot.surfaces.shared.home_tab import refresh_after
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
    return bool(_pasted(deps, event)) or _fleet(_blocks(event)) is not None


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
        words = _beside(deps, event)
        try:
            several = _fleet(_blocks(event))
            found = () if several else _pasted(deps, event)
            if not several and not found:
                files = _files(client, event)
                several = _fleet(files)
                if not several and (asked := _of_server(deps, event, files)):
                    reply(deps, client, question.model_copy(update={"text": asked}))
                    return True
                found = () if several else _shared(deps, files)
        except UserError:
            if addressed and not words.stated():
                raise
            return False  # words that say a workload are answered, whatever picture comes with them
        if several:
            fleet.reply(deps, client, question, several)
            return True
        if not found:
            return False
        _reply(deps, client, question, found, words)
    refresh_after(deps, client, question.team, question.user)
    return True


def _blocks(event: Mapping[str, Any]) -> list[ConfigFile]:
    """What stands in code blocks."""
    found = CODE_BLOCK.findall(event.get("text") or "")
    return [ConfigFile("", typed(dedent(block.lstrip("\n")))) for block in found]


def _pasted(deps: Deps, event: Mapping[str, Any]) -> tuple[Job, ...]:
    """The runs that code blocks describe; a block that is no config is part of the question."""
    return described(_blocks(event), deps.advisor.facts)


def _files(client: WebClient, event: Mapping[str, Any]) -> list[ConfigFile | UserError]:
    """The files of a message, or why one cannot be read."""
    found: list[ConfigFile | UserError] = []
    for file in shared_files(client, event):
        try:
            found.append(ConfigFile(file.name, decoded(file.name, content_of(client, file))))
        except UserError as problem:
            found.append(problem)
    return found


def _shared(deps: Deps, files: Sequence[ConfigFile | UserError]) -> tuple[Job, ...]:
    """The runs that the files of a message describe. Those that are no configs count only if all are none.

    Raises:
        UserError: none of them can be read.
    """
    found, wrong = [], [file for file in files if isinstance(file, UserError)]
    for file in files:
        if isinstance(file, UserError):
            continue
        try:
            jobs([file], deps.advisor.facts)
        except UserError as problem:
            wrong.append(problem)
        else:
            found.append(file)
    if not found and wrong:
        raise wrong[0]
    return jobs(found, deps.advisor.facts) if found else ()


def _of_server(deps: Deps, event: Mapping[str, Any], files: Sequence[ConfigFile | UserError]) -> str | None:
    """The question of what starts a server, with the words beside it."""
    read = [*_blocks(event), *(file for file in files if isinstance(file, ConfigFile))]
    return asked_of(read, deps.advisor.facts, typed(CODE_BLOCK.sub(" ", event.get("text") or "")))


def _fleet(files: Sequence[ConfigFile | UserError]) -> ConfigFile | None:
    """The first that lists several workloads under one budget."""
    return next((file for file in files if isinstance(file, ConfigFile) and is_fleet(file.text)), None)


def _beside(deps: Deps, event: Mapping[str, Any]) -> Profile:
    """What is said beside the config: "on 8 H100, 52k samples"."""
    words = CODE_BLOCK.sub(" ", event.get("text") or "")
    with deps.thinking:
        return beside(typed(words), deps.advisor)


def _reply(deps: Deps, client: WebClient, question: Question, found: tuple[Job, ...], beside: Profile) -> None:
    team = team_data(deps.store, question.team, question.audience)
    with working(client, question.channel, question.thread_ts):
        with deps.thinking:
            runs = [estimated(deps.advisor, job, beside=beside, team=team) for job in found[:MOST_RUNS]]
        metrics.asked(runs[0].answer.form.id)
        for number, run in enumerate(runs):
            key = question.key if not number else f"{question.key}:{number}"
            _post(deps, client, question.model_copy(update={"key": key, "text": run.answer.question}), run)


def _post(deps: Deps, client: WebClient, question: Question, run: Estimated) -> None:
    if question.is_ours and question.thread_ts:
        deps.store.threads.own(question.team, question.channel, question.thread_ts, question.text, question.user)
    with turn(deps, question):
        deliver(deps, client, question, run.answer, shown=card(deps, question, run.shown))
