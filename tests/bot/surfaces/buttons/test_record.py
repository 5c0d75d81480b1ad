"""*Record a benchmark*: a measurement in a modal, and the verdict that rests on it."""

from __future__ import annotations

from typing import Any

import pytest

from bot.advice.advisor import Advisor
from bot.advice.audience import MEMBERS
from bot.blockkit.check import check_view
from bot.surfaces.buttons.record import benchmark_view, known_models, measured, record, typed_in
from bot.surfaces.shared.deps import Deps
from tests.bot.surfaces.recording import TEAM, WORKLOAD, RecordingClient, posted_card

FORM = {
    "on": "trn2.48xlarge", "tokens_per_second": "90,000", "parameters": None,
    "task": "fine_tuning", "method": "full", "sequence": "4096", "chips": "16", "precision": "bf16", "per": "all",
    "measured_on": "2026-11-20", "note": None,
}  # fmt: skip


def form(deps: Deps, **changed: Any) -> dict[str, Any]:
    model = next(name for name in sorted(known_models(deps)) if "8b" in name)
    return FORM | {"model": model} | changed


def test_the_form_starts_with_the_benchmark_that_would_settle_the_verdict(advisor: Advisor) -> None:
    answer = advisor.ask(WORKLOAD)
    shown = benchmark_view(answer, "abc", answer.as_of, frozenset(advisor.facts.models))
    assert check_view(shown) == ()
    assert answer.verdict is not None and answer.verdict.pilot is not None
    assert answer.verdict.pilot.bench.instance in str(shown["blocks"])


def test_a_form_without_mistakes_is_a_measurement(deps: Deps) -> None:
    typed, wrong = typed_in(form(deps), TEAM, "ana")
    assert typed is not None and wrong == {}
    made, wrong = measured(deps, typed, MEMBERS)
    assert made is not None and wrong == {}
    assert (made.accelerator, made.by) == ("trainium2", "ana")


@pytest.mark.parametrize(
    ("field", "value"), [("chips", "many"), ("chips", "0"), ("sequence", "-1"), ("measured_on", "yesterday")]
)
def test_a_mistake_is_told_under_its_field(deps: Deps, field: str, value: str) -> None:
    typed, wrong = typed_in(form(deps, **{field: value}), TEAM, "ana")
    assert typed is None
    assert list(wrong) == [field]


@pytest.mark.parametrize(("field", "value"), [("on", "trn9.metal"), ("tokens_per_second", "fast")])
def test_what_cannot_be_measured_is_told_under_its_field(deps: Deps, field: str, value: str) -> None:
    typed, _ = typed_in(form(deps, **{field: value}), TEAM, "ana")
    assert typed is not None
    made, wrong = measured(deps, typed, MEMBERS)
    assert made is None
    assert list(wrong) == [field]


def test_the_card_is_worked_out_again_with_it_and_its_thread_is_told(deps: Deps, client: RecordingClient) -> None:
    verdict = posted_card(deps, client)
    typed, _ = typed_in(form(deps), TEAM, "ana")
    assert typed is not None
    made, _ = measured(deps, typed, MEMBERS)
    assert made is not None
    record(deps, client, verdict, made, {"username": "ana"})
    assert [row.accelerator for row in deps.store.measurements.of_team(TEAM)] == ["trainium2"]
    assert len(client.called("chat.update")) == 1
    assert client.called("chat.postMessage")[-1]["thread_ts"] == verdict.thread_ts
