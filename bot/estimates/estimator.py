"""Config texts -> the runs they describe -> an answer for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.advice.advisor import Advisor, Answer
from bot.advice.own_sources import own_sources
from bot.advice.team import TeamData
from bot.estimates.files import ConfigFile
from bot.estimates.said import said_beside, said_too
from bot.wording.errors import UserError
from bot.wording.words import say
from engine.configs.keys.reading import ConfigReading
from engine.configs.merge import merge
from engine.configs.read_config import read_config
from engine.configs.served import served
from engine.configs.syntax.entries import ConfigError
from engine.estimates.answer import answer_of
from engine.estimates.estimate import Estimate, estimate
from engine.estimates.ported import Ported, ported
from engine.estimates.run import Run, run_of
from engine.forms.registry import form_named
from engine.library import Library
from engine.workload.profile import Profile, Reading
from knowledge.facts import Fact, Facts

FORM = "estimate"
NOBODY, NOTHING = TeamData(), Profile()


class Job(Fact):
    """One run, as the files that describe it say it. `name` is that of its training config."""

    name: str
    reading: ConfigReading


class Estimated(Fact):
    """A job and what it comes to."""

    job: Job
    run: Run
    made: Estimate
    answer: Answer
    port: Ported | None = None

    @property
    def shown(self) -> Answer:
        """The answer as a card shows it: what was read stands there with its keys, and not once more."""
        return self.answer.model_copy(update={"reading": Reading(form=FORM)})


def jobs(files: Sequence[ConfigFile], facts: Facts) -> tuple[Job, ...]:
    """One job for each training config; launchers, DeepSpeed files and job files belong to all of them.

    Raises:
        UserError: a file that cannot be read.
    """
    read = [(file.name, _read(file, facts)) for file in files]
    trained = [(name, reading) for name, reading in read if reading.kind == "training"]
    beside = [reading for _, reading in read if reading.kind != "training"]
    if not trained:
        return (Job(name=read[0][0], reading=merge(beside, facts)),)
    return tuple(Job(name=name, reading=merge([reading, *beside], facts)) for name, reading in trained)


def library_of(advisor: Advisor, team: TeamData = NOBODY) -> Library:
    """The facts and prices that an answer of today is made of."""
    return advisor.library(team.own, advisor.market(advisor.today(), team.prices))


def estimated(
    advisor: Advisor,
    job: Job,
    *,
    settings: Mapping[str, str] | None = None,
    on: str | None = None,
    team: TeamData = NOBODY,
    beside: Profile = NOTHING,
    full: bool = False,
) -> Estimated:
    """The estimate of a job, with what was said beside its files; `beside` is what a sentence beside them says.

    Raises:
        UserError: a setting or a machine that does not exist.
    """
    day = advisor.today()
    market = advisor.market(day, team.prices)
    library = library_of(advisor, team)
    run = said_beside(run_of(job.reading), beside, advisor.facts)
    run = said_too(run, settings or {}, on, advisor.facts)
    made = estimate(run, library, day)
    port = ported(made, job.reading, library)
    sources = advisor.facts.sources | (market.sources if market else {}) | own_sources(team.own, advisor.facts)
    answer = Answer(
        question=say("words/estimates.j2", "question", job.name, job.reading.formats),
        reading=Reading(form=FORM, profile=_profile(made)),
        form=form_named(FORM, advisor.forms),
        facts=answer_of(made, job.reading, library.constants, port=port, full=full),
        sources=sources,
        market=market,
        as_of=day,
    )
    return Estimated(job=job, run=run, made=made, answer=answer, port=port)


def _profile(made: Estimate) -> Profile:
    """What a thread goes on from: what was said, and the tokens and the batch that follow."""
    found = {"tokens": made.work.tokens, "batch_size": made.batch.sequences}
    known = {slot: value for slot, value in found.items() if value is not None}
    assumed = dict.fromkeys(set(made.run.assumed) & {"epochs"})
    return made.run.profile.model_copy(update=known | assumed)


def _read(file: ConfigFile, facts: Facts) -> ConfigReading:
    if served(file.name, file.text, facts) is not None:
        raise UserError("config_serves", file=file.name)
    try:
        return read_config(file.name, file.text, facts)
    except ConfigError as error:
        raise UserError(
            "config_unread", problem=error.code, file=error.file, line=error.line, detail=error.detail
        ) from None
