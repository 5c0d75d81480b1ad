"""What the advice saves is one figure: digest, watch report, card and `ask --json` state it with the same sign."""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Iterator
from datetime import timedelta
from threading import Lock
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.advice.advisor import Advisor, Answer
from bot.advice.audience import MEMBERS
from bot.advice.rejudge import freeze
from bot.card.as_json import answer_json
from bot.card.card import card
from bot.card.shown_options import rows
from bot.digest.affected import affected
from bot.digest.as_text import digest_json, digest_text
from bot.prices.market_cache import Markets
from bot.watch.history import through_time
from bot.watch.message import rows as report_rows
from bot.watch.watching import VerdictWatch
from bot.wording.numbers import estimate
from engine.base.interval import Interval, mean
from engine.impact.digest import digest
from knowledge.facts import Facts, Observed
from knowledge.store.store import Store
from knowledge.store.verdicts import KeptVerdict
from tests.bot.observed import P5EN, TRN2, of_types, price, take, take_for_good
from tests.day import DAY

LATER = DAY + timedelta(days=7)
LLAMA = "Llama 70B full fine-tune, 1B tokens a run, 500 runs, PyTorch, AWS"
QUESTIONS = {
    "the sum decides": "trn2.48xlarge or p5en.48xlarge: Llama 8B full fine-tune, 1B tokens a run, 150 runs, PyTorch",
    "a rule overrules the sum": f"{LLAMA}, heavy custom CUDA kernels",
    "carbon overrules the sum": f"{LLAMA}, lowest carbon",
    "capacity is tight": f"{LLAMA}, capacity is tight",
    "another family does not come into question": f"{LLAMA}, no Trainium, no TPU",
    "the size was left unsaid": "repeated Llama fine-tune, PyTorch, tight region capacity",
    "several chips at once": "Mixed work: novel architectures, and fine-tunes of 70B, 1B tokens a run, 100 runs",
    "serving": "serve Llama 70B, 400M tokens a day, latency 800 ms, AWS",
    "a price of its own": "p5en.48xlarge or trn2.48xlarge, 8B full fine-tune, 2B tokens a run, 90 runs, us-east-1",
}

P4D, B200 = (P5EN._replace(instance=name) for name in ("p4d.24xlarge", "p6-b200.48xlarge"))


@pytest.fixture(scope="module")
def facts(facts: Facts) -> Facts:
    """At the prices of the four types that move, and of a TPU: each question is judged a dozen times."""
    return of_types(facts, *(key.instance for key in (TRN2, P5EN, P4D, B200)), "tpu-v6e")


class Told(NamedTuple):
    """What each place says the advice saves."""

    answer: Answer
    digest_json: float | None
    digest_text: str
    report: tuple[str, ...]


class Asked:
    """Each question is asked once, by a workspace of its own; all of them at the same prices."""

    def __init__(self, facts: Facts, store: Store) -> None:
        self.store, self.advisor = store, Advisor(facts, DAY, Markets(store.path, facts))
        self._told: dict[str, Told] = {}

    def told(self, question: str) -> Told:
        if question not in self._told:
            self._told[question] = told(self.advisor, self.store, question, self.team(question))
        return self._told[question]

    @staticmethod
    def team(question: str) -> str:
        return f"T{zlib.crc32(question.encode())}"


@pytest.fixture(scope="module")
def asked(facts: Facts, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    """Within the week blocks of Trainium2, of the A100 and of the B200 become cheaper, those of p5en dearer."""
    with Store(tmp_path_factory.mktemp("saving") / "chipscout.db", time.time) as store:
        take(store, DAY, *_prices("35.76", "63.16", "13.57", "113.66"))
        take_for_good(store, LATER, *_prices("25.00", "90.00", "12.20", "103.50"))
        yield Asked(facts, store)


def _prices(*usd: str) -> tuple[Observed, ...]:
    return tuple(price(key, each) for key, each in zip((TRN2, P5EN, P4D, B200), usd, strict=True))


def told(advisor: Advisor, store: Store, question: str, team: str = "T1") -> Told:
    """The question is asked on one day, and its prices move within the week."""
    first = advisor.ask(question)
    assert first.verdict is not None
    kept = KeptVerdict(
        id=f"v-{team}", team=team, channel="C1", thread_ts="1.0", user="U1", question=question, is_watched=True,
        reading=first.reading.model_dump_json(), prices=freeze(store, advisor, team, first), as_of=DAY,
        lean=first.verdict.lean, option=first.verdict.option.id if first.verdict.option else None, headline="",
    )  # fmt: skip
    store.verdicts.keep(kept)
    hit = affected(advisor, store, Lock(), team, "C1", DAY, LATER, (), MEMBERS)
    week = digest((), DAY, LATER, advisor.facts, affected=hit)
    seen = VerdictWatch(advisor, store, Lock()).look(kept, LATER)
    assert seen is not None
    shown = digest_json(week)["affected"]
    return Told(
        answer=seen.now,
        digest_json=shown[0]["after"]["saving_usd"] if shown else hit[0].after.saving_usd,
        digest_text=" ".join(digest_text(advisor.facts, week).split()),
        report=tuple(after for _, _, after in report_rows(seen.moved, serving=False)) if seen.moved else (),
    )


def saving_in_json(answer: Answer) -> float | None:
    """From `ask --json` alone: the usable option of any other chip to choose, less the advised one."""
    body = json.loads(json.dumps(answer_json(answer)))
    options = {option["id"]: option for option in body["options"]}
    advised = options[body["verdict"]["option"]]
    usable = [
        option
        for option in options.values()
        if option["usd_total"] and not option["excluded_because"] and not option["held_back_because"]
        and option["accelerator"] != advised["accelerator"]
    ]  # fmt: skip
    if not usable:
        return None
    other: float = min(usable, key=_chosen_by)["usd_total"]["likely"]
    return other - advised["usd_total"]["likely"]


def _chosen_by(option: dict[str, Any]) -> float:
    """The mean of the total; of an extrapolated speed the high end."""
    total = Interval(**option["usd_total"])
    return total.high if option["basis"] == "extrapolated" else mean(total)


def saving_on_card(answer: Answer) -> float | None:
    """From the rows of the card alone: the recommended one is the first, the others come in the order of choice."""
    verdict = answer.verdict
    assert verdict is not None and verdict.option is not None
    shown = card(answer)
    totals = {}
    for option, line in zip(rows(verdict), shown.rows, strict=True):
        if option.may_lead:
            totals.setdefault(option.accelerator, line.values[shown.keys.index("total")])
    advised = totals.pop(verdict.option.accelerator)
    return next((total - advised for total in totals.values() if total is not None), None) if advised else None


def check(places: Told) -> None:
    """One figure everywhere. A card that answers for several sizes shows another case than the verdict rests on."""
    verdict = places.answer.verdict
    assert verdict is not None
    if verdict.case == verdict.base:
        assert places.digest_json == pytest.approx(saving_in_json(places.answer), abs=0.01)
    if places.report and places.digest_json is not None:
        assert any(cell.startswith(f"{estimate(places.digest_json)} over") for cell in places.report)


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=list(QUESTIONS))
def test_every_place_states_the_same_figure(asked: Asked, question: str) -> None:
    check(asked.told(question))


def test_the_history_of_a_verdict_ends_with_the_figure_of_today(asked: Asked) -> None:
    question = QUESTIONS["a rule overrules the sum"]
    places = asked.told(question)
    (kept,) = asked.store.verdicts.watched(asked.team(question))
    last = through_time(asked.advisor, asked.store, kept, LATER)[-1]
    assert last.figures.saving_usd == pytest.approx(saving_in_json(places.answer), abs=0.01)


@pytest.mark.parametrize(
    ("case", "sentence"),
    [
        ("a rule overrules the sum", "over all runs it costs ${} more than the best other chip"),
        ("carbon overrules the sum", "over all runs it costs ${} more than the best other chip"),
        ("the sum decides", "over all runs it saves ${}"),
    ],
)
def test_the_digest_and_the_report_say_whether_it_saves_or_costs_more(asked: Asked, case: str, sentence: str) -> None:
    places = asked.told(QUESTIONS[case])
    saving = saving_on_card(places.answer)
    assert saving is not None
    assert sentence.format(estimate(abs(saving))) in places.digest_text
    assert any(cell.startswith(f"{estimate(saving)} over") for cell in places.report)


@pytest.fixture(scope="module")
def dropped(facts: Facts, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    """Within the week everything becomes cheaper."""
    with Store(tmp_path_factory.mktemp("saving") / "chipscout.db", time.time) as store:
        take(store, DAY, *_prices("35.76", "63.16", "13.57", "113.66"))
        take_for_good(store, LATER, *_prices("25.00", "50.00", "12.20", "103.50"))
        yield Asked(facts, store)


@settings(max_examples=3, deadline=None)  # each is ten verdicts; the words are those of QUESTIONS and others
@given(
    size=st.sampled_from(["8B", "13B", "70B"]),
    runs=st.integers(1, 2000),
    words=st.sampled_from(
        ["", "heavy custom CUDA kernels", "lowest carbon", "capacity is tight", "novel architecture", "JAX", "spot"]
    ),
)
def test_whatever_the_workload_the_places_agree(dropped: Asked, size: str, runs: int, words: str) -> None:
    check(dropped.told(f"Llama {size} full fine-tune, 1B tokens a run, {runs} runs, PyTorch, AWS, {words}"))
