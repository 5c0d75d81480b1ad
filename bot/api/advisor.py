"""The Python interface: the same answers as in a terminal, as frozen types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path
from pydantic import ValidationError

from bot.advice import advisor as advice
from bot.advice.asked_day import require_known_day
from bot.api.asked import ConfigText, EstimateOf, NewMeasurement, NewPrice, Question, Turn
from bot.api.desk import Desk, Reply
from bot.api.own_data import FileData
from bot.api.told import Origin, PriceHistory, Recorded, Trace
from bot.api.traced import trace
from bot.brief.contract import Brief
from bot.brief.shorten import text_of
from bot.card.as_json import answer_json
from bot.card.as_text import card_text
from bot.environment import database_path
from bot.environment.compiled import kept_vocabulary
from bot.inputs.measurement import LOCAL
from bot.prices.market_cache import Markets
from bot.reader.configured import reader_of
from bot.wording.errors import UserError
from bot.wording.surface import speaking_to
from bot.wording.words import error
from knowledge.loading.cache import load_cached
from knowledge.store.base.address import Location

Slots = Mapping[str, object]


class AskError(ValueError):
    """What was asked cannot be answered as it stands; the message says why in one sentence."""


@dataclass(frozen=True)
class Answer:
    """An answer. `brief` is the contract of docs/json.md; a thread goes on from `turns`."""

    brief: Brief
    turns: tuple[Turn, ...]
    _made: advice.Answer
    _told: dict[str, Any]

    def json(self) -> str:
        """The brief contract as `ask --brief` prints it, in at most 4 kB of JSON.

        >>> from bot.api import Advisor
        >>> answer = Advisor(as_of="2026-11-21").price("p5.48xlarge", region="us-east-1")
        >>> import json
        >>> json.loads(answer.json())["choices"][0]["usd_per_hour"]
        55.04
        """
        return text_of(self._told)

    @property
    def headline(self) -> str:
        """The answer in a sentence or two."""
        return self.brief.headline

    def full(self) -> dict[str, Any]:
        """Everything, as `ask --json` prints it."""
        with speaking_to("program"):
            return answer_json(self._made)

    def text(self, width: int = 120) -> str:
        """The card, as a terminal shows it."""
        with speaking_to("program"):
            return card_text(self._made, width)

    def trace(self, option: str = "") -> Trace:
        """Every step of the sums of one option, the recommended one unless another is named.

        Raises:
            AskError: the answer has no such option.
        """
        with _as_ask_errors():
            return trace(self._made, option)

    def __str__(self) -> str:
        return self.headline


class Advisor:
    """Answers from the facts that come with chipscout, the prices that feeds observed, and what you recorded.

    >>> from bot.api import Advisor
    >>> advisor = Advisor(as_of="2026-11-21")
    >>> answer = advisor.fit(slots={"model": "llama-3-70b", "task": "fine_tuning", "method": "lora",
    ...                             "candidates": ["a100-80"], "accelerator_count": 4})
    >>> print(answer.headline)
    Yes: LoRA of Llama 3 70B fits on 4 x NVIDIA A100 80 GB, with 43.3 of 72.0 usable GiB taken on each; 3 are enough.
    >>> answer.brief.said["accelerator_count"]
    4
    >>> price = advisor.price("p5.48xlarge", region="us-east-1").brief.choices[0]
    >>> price.purchase, price.usd_per_hour, price.price_as_of
    ('on_demand', 55.04, '2026-11-09')
    >>> first = advisor.ask("does a full fine-tune of Llama 8B fit on one H100?")
    >>> advisor.follow_up(first, "and with LoRA?").headline.split(":")[0]
    'Yes'
    >>> advisor.ask(slots={"modle": "llama"})
    Traceback (most recent call last):
    bot.api.advisor.AskError: There is no slot modle; did you mean model?
    """

    def __init__(
        self, as_of: date | str | None = None, *, database: Location | None = None, desk: Desk | None = None
    ) -> None:
        """`as_of`: at the prices of that day; `database`: the file of observed prices and of what you recorded.

        Raises:
            AskError: `as_of` is not a day, or one more than a year ahead.
        """
        with _as_ask_errors():
            day = _day(as_of)
        if desk is None:
            path = database or database_path.path()
            cache = user_cache_path("chipscout", appauthor=False)
            facts = load_cached(cache)
            if day is not None:
                with _as_ask_errors():
                    require_known_day(day, facts)
            markets, words = Markets(path, facts), kept_vocabulary(facts, cache)
            asked = advice.Advisor(facts, day, markets, reader=reader_of(facts), vocabulary=words)
            desk = Desk(asked, FileData(path), path)
        self._desk = desk

    def ask(self, text: str = "", slots: Slots | None = None, form: str | None = None) -> Answer:
        """A question in words, in slots, or in both. `form`: the shape of the answer, such as fit or estimate.

        Raises:
            AskError: nothing to answer, or a slot, a value or a form that does not exist.
        """
        return self._asked(text, slots, form, ())

    def follow_up(self, answer: Answer, text: str = "", slots: Slots | None = None) -> Answer:
        """The next question of a thread: "make it 70B", "on spot"."""
        return self._asked(text, slots, None, answer.turns)

    def fit(self, text: str = "", slots: Slots | None = None) -> Answer:
        """Whether it fits in memory, and what would."""
        return self._asked(text, slots, "fit", ())

    def estimate(
        self, text: str = "", slots: Slots | None = None, *, files: Sequence[Path | str] = (), on: str | None = None
    ) -> Answer:
        """Hours and dollars of a run: in words and slots, or of its training config and job files."""
        with _as_ask_errors():
            given = [ConfigText(name=Path(file).name, content=_text(Path(file))) for file in files]
            run = EstimateOf.model_validate({"text": text, "slots": slots or {}, "files": given, "on": on})
            return _answer(self._desk.estimate(run, LOCAL), (Turn(text=text, slots=run.slots, form="estimate"),))

    def compare(self, *names: str) -> Answer:
        """Instance types or chips side by side."""
        with _as_ask_errors():
            return _answer(self._desk.compare(tuple(map(str, names)), LOCAL), ())

    def price(self, name: str, *, region: str = "", purchase: str = "", cloud: str = "") -> Answer:
        """What a type or a chip costs an hour, where, and when that was seen."""
        with _as_ask_errors():
            where = {"region": region, "purchase": purchase, "cloud": cloud}
            return _answer(self._desk.price(str(name), LOCAL, **where), ())

    def history(
        self, name: str, *, region: str = "", purchase: str = "", since: date | str | None = None
    ) -> PriceHistory:
        """List prices through time."""
        with _as_ask_errors():
            return self._desk.history(name, region=region, purchase=purchase, since=_day(since))

    def source(self, name: str) -> Origin:
        """What is known of a source, by its id under `cites`."""
        with _as_ask_errors():
            return self._desk.source(name, LOCAL)

    def record_measurement(self, **given: Any) -> Recorded:
        """A throughput you measured; the fields are those of `bot.api.asked.NewMeasurement`."""
        with _as_ask_errors():
            return self._desk.record(NewMeasurement.model_validate(given), LOCAL)

    def set_own_price(self, name: str, amount: str, **given: Any) -> Recorded:
        """What you pay instead of a list price; the fields are those of `bot.api.asked.NewPrice`."""
        with _as_ask_errors():
            return self._desk.set_price(NewPrice.model_validate({"name": name, "amount": amount, **given}), LOCAL)

    def _asked(self, text: str, slots: Slots | None, form: str | None, earlier: tuple[Turn, ...]) -> Answer:
        with _as_ask_errors():
            turn = Turn.model_validate({"text": text, "slots": slots or {}, "form": form})
            question = Question(**turn.model_dump(), earlier=earlier)
            return _answer(self._desk.ask(question, LOCAL), (*earlier, turn))


def _answer(reply: Reply, turns: tuple[Turn, ...]) -> Answer:
    return Answer(reply.brief, turns, reply.answer, reply.told)


@contextmanager
def _as_ask_errors() -> Iterator[None]:
    with speaking_to("program"):
        try:
            yield
        except UserError as problem:
            raise AskError(error(problem)) from None
        except ValidationError as problem:
            from bot.api.problems import of_arguments

            raise AskError(error(of_arguments(problem))) from None


def _day(given: date | str | None) -> date | None:
    """
    Raises:
        UserError: it is not a day.
    """
    if given is None or isinstance(given, date):
        return given.date() if isinstance(given, datetime) else given
    try:
        return date.fromisoformat(given)
    except (TypeError, ValueError):
        raise UserError("bad_date", value=str(given)) from None


def _text(file: Path) -> str:
    """
    Raises:
        UserError: it cannot be read as text.
    """
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        reason = getattr(problem, "strerror", None) or type(problem).__name__
        raise UserError("unreadable_file", path=str(file), reason=reason) from None
