"""*Record a benchmark*: a modal for a measurement; the card is then updated in place."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from slack_bolt import Ack, App, BoltContext
from slack_sdk import WebClient

from bot.advice.advisor import Answer
from bot.advice.audience import Audience
from bot.advice.own_sources import (
    name_of,
)
from bot.advice.team import team_data
from bot.card.action_ids import Form
from bot.inputs.measurement import (
    TypedMeasurement,
    measurement,
)
from bot.slack import post
from bot.slack.permissions import require_ours
from bot.slack.sendings import Posting
from bot.surfaces.buttons.refine import replace
from bot.surfaces.shared.answering import once, reading_of, turn
from bot.surfaces.shared.deps import Deps, team_of
from bot.surfaces.shared.modal import View, carried, opened, values_in, view
from bot.surfaces.shared.press import NOTICES, Press, again, allowed, known, privately, question_of
from bot.wording import words
from bot.wording.errors import UserError
from bot.wording.numbers import count
from engine.workload.profile import Method, Task
from knowledge.facts import Fact, OwnMeasurement
from knowledge.store.verdicts import KeptVerdict

TITLES, ERRORS = "slack/modals/titles.j2", "slack/modals/record_errors.j2"
FIELDS = {  # the field under which each error is shown
    "measure_machine": "on",
    "measure_model": "model",
    "measure_size": "parameters",
    "measure_two_sizes": "parameters",
    "measure_chips": "chips",
    "measure_future": "measured_on",
    "measure_beyond_peak": "tokens_per_second",
}
OPTIONS = {"--tokens-per-second": "tokens_per_second", "--parameters": "parameters"}


class Start(Fact):
    """Initial values of the form: the benchmark that would settle the verdict."""

    on: str | None
    model: str | None
    parameters: str | None
    task: Task
    method: Method
    day: date


def ask_for_benchmark(deps: Deps, client: WebClient, press: Press) -> None:
    """Opens the form.

    Raises:
        UserError: the trigger expired, or the verdict cannot be computed again, or this user records nothing.
    """
    require_ours(press.audience)
    with opened(client, press.trigger_id, words.say(TITLES, "record")) as fill:
        answer = again(deps, press.kept)
        fill(benchmark_view(answer, press.kept.id, deps.advisor.today(), known_models(deps)))


def known_models(deps: Deps) -> frozenset[str]:
    return frozenset(deps.advisor.facts.models)


def benchmark_view(answer: Answer, number: str, today: date, models: frozenset[str]) -> View:
    """The form. A model is filled in only if it is a specific one, not just a family."""
    verdict = answer.verdict
    profile = verdict.case.filled.profile if verdict else answer.reading.profile
    machine = verdict.pilot.bench.instance if verdict and verdict.pilot else None
    if machine is None and verdict and verdict.option:
        machine = verdict.option.instance
    model = profile.model if profile.model in models else None
    start = Start(
        on=machine,
        model=model,
        parameters=count(profile.parameters) if profile.parameters and model is None else None,
        task=profile.task or "fine_tuning",
        method=profile.method or "full",
        day=today,
    )
    return view("record", title=words.say(TITLES, "record"), number=number, start=start)


def typed_in(values: Mapping[str, Any], team: str, by: str | None) -> tuple[TypedMeasurement | None, dict[str, str]]:
    """The measurement as typed, or the error for each field with a bad number or date."""
    wrong: dict[str, str] = {}
    whole: dict[str, int | None] = {}
    for field in ("sequence", "chips"):
        raw = values.get(field)
        if raw and not (str(raw).isdecimal() and int(raw) > 0):
            wrong[field] = words.say(ERRORS, "whole", raw)
        whole[field] = int(raw) if raw and field not in wrong else None
    try:
        day = date.fromisoformat(str(values.get("measured_on")))
    except ValueError:
        wrong["measured_on"] = words.say(ERRORS, "day", values.get("measured_on"))
    if wrong:
        return None, wrong
    return TypedMeasurement(
        on=values["on"] or "",
        tokens_per_second=values["tokens_per_second"] or "",
        model=values.get("model") or None,
        parameters=values.get("parameters") or None,
        task=values["task"],
        method=values["method"],
        sequence=whole["sequence"],
        chips=whole["chips"],
        precision=values["precision"],
        per_chip=values["per"] == "chip",
        measured_on=day,
        by=by,
        note=values.get("note") or None,
        workspace=team,
    ), {}


def measured(deps: Deps, typed: TypedMeasurement, audience: Audience) -> tuple[OwnMeasurement | None, dict[str, str]]:
    """The measurement, or the errors by field."""
    library = deps.advisor.library(team_data(deps.store, typed.workspace, audience).own)
    try:
        return measurement(typed, library, deps.advisor.today()), {}
    except UserError as problem:
        field = OPTIONS.get(str(problem.values.get("option"))) or FIELDS.get(problem.code)
        if field is None:
            raise
        return None, {field: words.say(ERRORS, problem.code, **problem.values)}


def record(
    deps: Deps, client: WebClient, kept: KeptVerdict, benchmark: OwnMeasurement, user: Mapping[str, Any]
) -> None:
    """Stores it, recomputes the verdict, and says so in the card's thread, or privately for a private card.

    Raises:
        UserError: Slack does not let us change the card.
    """
    facts = deps.advisor.facts
    recorded = deps.store.measurements.of_team(kept.team)  # once more after a restart: the same one
    same = (held for held in recorded if held.model_copy(update={"id": benchmark.id}) == benchmark)
    benchmark = next(same, None) or deps.store.measurements.add(benchmark)
    with turn(deps, question_of(kept)):
        kept = known(deps, kept.team, kept.id, kept.user)  # it may have been refined in the meantime
        reading = reading_of(kept.reading)
        if reading is None:
            raise UserError("verdict_gone")
        team = team_data(deps.store, kept.team, Audience.kept(kept.audience))
        with deps.thinking:
            before = reading_of(kept.before)
            answer = deps.advisor.answer(kept.question, reading, before=before, team=team)
        replace(deps, client, kept, answer)
    chip = facts.accelerators[benchmark.accelerator].name
    sentence = words.say("words/card/own.j2", "recorded", benchmark, name_of(benchmark, facts), chip)
    key = f"recorded:{benchmark.cite}:{kept.id}"
    if kept.is_private:
        notice = words.mrkdwn(words.say(NOTICES, "recorded", sentence))
        message = post.Message(channel=kept.channel, text=notice, blocks=[], plain=notice)
        privately(deps, client, kept, message, deps.store.reply_urls.get(kept.team, kept.id), key=key)
        return
    notice = words.mrkdwn(words.say(NOTICES, "recorded_by", user.get("username") or user.get("name"), sentence))
    message = post.Message(channel=kept.channel, thread_ts=kept.thread_ts, text=notice, blocks=[], plain=notice)
    deps.outbox.send(Posting(client, deps.store, key, message), by=kept.user)


def register(app: App, deps: Deps) -> None:
    def on_benchmark(ack: Ack, body: dict[str, Any], client: WebClient, context: BoltContext) -> None:
        form, user, team = body["view"], body["user"], team_of(context)
        kept = known(deps, team, carried(form), user["id"])
        audience = allowed(deps, client, kept, user["id"])
        require_ours(audience)
        typed, wrong = typed_in(values_in(form), team, user.get("username") or user.get("name"))
        benchmark = None
        if typed is not None:
            benchmark, wrong = measured(deps, typed, audience)
        if benchmark is None:
            ack(response_action="errors", errors=wrong)
            return
        ack()
        with once(deps.store, f"form:{form['id']}") as is_mine:
            if is_mine:
                record(deps, client, kept, benchmark, user)

    app.view(Form.RECORD)(on_benchmark)
