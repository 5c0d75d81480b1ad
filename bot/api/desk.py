"""Where every door but Slack and the terminal asks: Python, HTTP and MCP. All of them take the one path.

A thread is told, not kept: who goes on sends its earlier questions along, and nothing of a conversation is stored.
"""

from __future__ import annotations

import threading
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from typing import Any, Literal, NamedTuple

from bot.advice.advisor import Advisor, Answer
from bot.advice.own_sources import name_of
from bot.advice.stated import ask_stated
from bot.advice.team import TeamData
from bot.api.asked import EstimateOf, NewMeasurement, NewPrice, Question
from bot.api.own_data import OwnData
from bot.api.placed import placed
from bot.api.sources import origin
from bot.api.told import Origin, PriceHistory, Recorded, Rows, Trace
from bot.brief.contract import Brief
from bot.brief.made import brief
from bot.card.as_json import answer_json
from bot.estimates.estimator import estimated, jobs
from bot.estimates.files import ConfigFile
from bot.estimates.said import machines_on
from bot.inputs.measurement import TypedMeasurement, measurement, own_json
from bot.inputs.own_price import TypedPrice, own_price
from bot.wording.errors import UserError
from bot.wording.words import say
from engine.answers.compare import SIDES
from engine.library import Library
from engine.workload.profile import Reading
from knowledge.facts import Facts, OwnPrice, names_of
from knowledge.store.base.address import Location

Door = Literal["python", "http", "mcp"]
Json = dict[str, Any]  # the edge: this is what json.dumps is given


class Reply(NamedTuple):
    """An answer, and the same as the brief contract says it."""

    answer: Answer
    told: Json

    @property
    def brief(self) -> Brief:
        return Brief.model_validate(self.told)


@dataclass(frozen=True)
class Desk:
    """Answers for one workspace at a time. `thinking` is held while an answer is worked out, where there is one."""

    advisor: Advisor
    own: OwnData
    prices: Location  # the file with what feeds observed
    thinking: threading.Lock | None = None
    by: Door = "python"  # which door: kept with what is recorded
    _none: nullcontext[None] = field(default_factory=nullcontext, repr=False)

    @property
    def facts(self) -> Facts:
        return self.advisor.facts

    def at(self, door: Door) -> Desk:
        """The same desk at another door."""
        return replace(self, by=door)

    def ask(self, question: Question, workspace: str) -> Reply:
        """
        Raises:
            UserError: nothing to answer, or something that does not exist.
        """
        team = self.own.of(workspace)
        with self.thinking or self._none:
            before = self._before(question, team)
            stated = ask_stated(self.advisor, question.text, question.slots, question.form, before=before, team=team)
        return Reply(stated.answer, brief(stated.answer, ignored=stated.ignored))

    def fit(self, question: Question, workspace: str) -> Reply:
        """Whether it fits in memory, and what would."""
        return self.ask(question.model_copy(update={"form": "fit"}), workspace)

    def estimate(self, run: EstimateOf, workspace: str) -> Reply:
        """Hours and dollars of a run: of its files, where there are any, else of its words and slots."""
        if not run.files:
            asked = Question(text=run.text, slots=self._on(run), form="estimate", earlier=run.earlier)
            return self.ask(asked, workspace)
        team = self.own.of(workspace)
        files = [ConfigFile(file.name, file.content) for file in run.files]
        settings = {slot: _typed(value) for slot, value in run.slots.items()}
        with self.thinking or self._none:
            made = [
                estimated(self.advisor, job, settings=settings, on=run.on, team=team)
                for job in jobs(files, self.facts)
            ]
        first, *rest = made
        answer = first.answer.model_copy(update={"parts": (first.answer, *(each.answer for each in rest))})
        return Reply(first.answer, brief(answer, offered=placed(first.made)))

    def compare(self, names: tuple[str, ...], workspace: str) -> Reply:
        """Types or chips side by side."""
        if not 2 <= len(names) <= SIDES:
            raise UserError("compare_how_many", most=SIDES, got=len(names))
        slots = self._things(names)
        return self.ask(Question(slots=slots, form="compare"), workspace)

    def price(
        self,
        name: str,
        workspace: str,
        *,
        region: str = "",
        purchase: str = "",
        cloud: str = "",
    ) -> Reply:
        """What a type or a chip costs an hour."""
        slots: dict[str, Any] = dict(self._things((name,)))
        slots |= {"region": region} if region else {}
        slots |= {"purchase": purchase} if purchase else {}
        slots |= {"clouds": [cloud]} if cloud else {}
        return self.ask(Question(slots=slots, form="price"), workspace)

    def history(self, name: str, *, region: str = "", purchase: str = "", since: date | None = None) -> PriceHistory:
        """List prices through time; no workspace's own."""
        from bot.api.past import price_history

        return price_history(self.facts, self.prices, self.advisor.today(), name, region, purchase, since)

    def explain(self, question: Question, workspace: str, option: str = "") -> Trace:
        """The steps of the sums behind one option."""
        from bot.api.traced import trace

        return trace(self.ask(question, workspace).answer, option)

    def full(self, question: Question, workspace: str) -> Json:
        """The whole answer."""
        return answer_json(self.ask(question, workspace).answer)

    def set_price(self, given: NewPrice, workspace: str) -> Recorded:
        typed = TypedPrice.model_validate(given.model_dump())
        today = datetime.now(UTC).date()
        price = own_price(typed, self.facts, workspace, self.by, today)
        with self.own.store() as store:
            (kept,) = store.own_prices.add(price)
        row = _own_price(kept)
        return Recorded(id=kept.cite, says=say("words/card/own_prices.j2", "recorded", kept, today), row=row)

    def record(self, given: NewMeasurement, workspace: str) -> Recorded:
        today = datetime.now(UTC).date()
        said = given.model_dump(exclude={"tokens_per_second", "parameters", "measured_on"})
        typed = TypedMeasurement(
            **said,
            tokens_per_second=_typed(given.tokens_per_second),
            parameters=None if given.parameters is None else _typed(given.parameters),
            measured_on=given.measured_on or today,
            by=self.by,
            workspace=workspace,
        )
        library = Library(self.facts, self.own.of(workspace).own)
        checked = measurement(typed, library, today)
        with self.own.store() as store:
            kept = store.measurements.add(checked)
        chip = self.facts.accelerators[kept.accelerator].name
        says = say("words/card/own.j2", "recorded", kept, name_of(kept, self.facts), chip)
        row = own_json(kept, library)
        return Recorded(id=kept.cite, says=says, row={key: row[key] for key in row if key != "workspace"})

    def source(self, name: str, workspace: str) -> Origin:
        """What is known of a source that an answer cites."""
        return origin(self.advisor, self.own.of(workspace), name)

    def own_rows(self, workspace: str) -> Rows:
        """What the workspace measured and what it pays, newest last."""
        team = self.own.of(workspace)
        measured = [
            row.model_dump(mode="json", exclude={"workspace"}) | {"id": row.cite, "kind_of_row": "measurement"}
            for row in team.own
        ]
        priced = [_own_price(price) | {"id": price.cite, "kind_of_row": "price"} for price in team.prices]
        return Rows(rows=(*measured, *priced))

    def _before(self, question: Question, team: TeamData) -> Reading | None:
        before: Reading | None = None
        for turn in question.earlier:
            told = ask_stated(self.advisor, turn.text, turn.slots, turn.form, before=before, team=team)
            before = told.answer.goes_on_from
        return before

    def _on(self, run: EstimateOf) -> dict[str, Any]:
        """With the machine it would run on as slots."""
        machines = machines_on(run.on, self.facts) if run.on else {}
        return {**run.slots, **{slot: _plain(value) for slot, value in machines.items()}}

    def _things(self, names: tuple[str, ...]) -> dict[str, list[str]]:
        """The slots that say these names.

        Raises:
            UserError: nothing is called so.
        """
        known, slots = names_of(self.facts), dict[str, list[str]]()
        for name in names:
            instance = known.instance(name)
            if instance is None and not known.chips(name):
                raise UserError("unknown_id", name=name, near=known.nearest(name))
            slots.setdefault("instances" if instance else "candidates", []).append(instance.id if instance else name)
        return slots


def _own_price(price: OwnPrice) -> Json:
    return price.model_dump(mode="json", exclude={"team"}) | {"amount": float(price.amount)}


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _typed(value: object) -> str:
    if isinstance(value, list | tuple):
        return ",".join(_typed(part) for part in value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value) if isinstance(value, float) else str(value)
