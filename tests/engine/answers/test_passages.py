"""Entries found for a question, as cited sentences."""

from __future__ import annotations

import tomllib
from datetime import date
from pathlib import Path

import pytest

from bot.advice.advisor import Advisor
from engine.answers.passages import AT_MOST, NEAR, passages
from engine.forms.explain import NothingHeld
from engine.forms.faqs.written import FaqTold
from knowledge.facts import Claim, Facts, Hit
from tests.day import DAY


def claims(facts: Facts) -> list[Claim]:
    """Those no source disputes, one of each statement."""
    disputed = {part.claim for entry in facts.conflicts.values() for part in entry.said}
    return [claim for claim in facts.claims.values() if claim.id not in disputed]


def hit(name: str, score: float = 1.0, kind: str = "claim") -> Hit:
    return Hit.model_validate({"kind": kind, "id": name, "score": score})


def test_only_the_few_best_are_shown(facts: Facts) -> None:
    found = passages([hit(claim.id) for claim in claims(facts)[:60]], facts, DAY)
    assert len(found) == AT_MOST
    assert all(passage.cites for passage in found)


def test_what_is_far_from_the_best_answers_another_question(facts: Facts) -> None:
    first, second, *_ = claims(facts)
    assert [each.id for each in passages([hit(first.id), hit(second.id, NEAR - 0.01)], facts, DAY)] == [first.id]


def test_a_disputed_claim_gives_way_to_what_holds(facts: Facts) -> None:
    entry, claim = next(
        (entry, part.claim) for entry in facts.conflicts.values() for part in entry.said if part.claim
    )
    (passage,) = passages([hit(claim)], facts, DAY)
    assert (passage.kind, passage.id) == ("conflict", entry.id)
    assert entry.used in passage.text and claim in passage.claims


def test_nothing_is_said_twice(facts: Facts) -> None:
    name = claims(facts)[0].id
    assert len(passages([hit(name), hit(name)], facts, DAY)) == 1


def test_a_claim_does_not_count_before_its_source_said_it(facts: Facts) -> None:
    assert passages([hit(claims(facts)[0].id)], facts, date(2000, 1, 1)) == ()


@pytest.mark.parametrize(("kind", "name"), [("instance", "p5.48xlarge"), ("accelerator", "trainium2")])
def test_a_data_sheet_is_shown_only_where_nothing_better_was_found(facts: Facts, kind: str, name: str) -> None:
    assert [each.kind for each in passages([hit(name, kind=kind)], facts, DAY)] == [kind]
    better = claims(facts)[0].id
    assert [each.kind for each in passages([hit(better), hit(name, kind=kind)], facts, DAY)] == ["claim"]


RELEVANCE = tomllib.loads((Path(__file__).parent / "relevance.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("question", RELEVANCE["unheld"])
def test_what_nothing_is_held_about_is_said_so(question: str, advisor: Advisor) -> None:
    """Whatever is shown beside is called the nearest, or is written of the subject in general; no machine is
    recommended and no fitted constant is told."""
    answer = advisor.ask(question)
    assert answer.verdict is None
    shown = answer.facts.passages if answer.facts else ()
    assert not any(entry.id.startswith("fit.") for entry in shown)
    is_declined = answer.reading.intent == "off_topic" or answer.form.id in ("decline", "chat")
    told = answer.facts.headline if answer.facts else None
    assert is_declined or isinstance(told, NothingHeld | FaqTold), (answer.form.id, [entry.id for entry in shown])


@pytest.mark.parametrize("question", RELEVANCE["held"])
def test_what_something_is_held_about_is_answered(question: str, advisor: Advisor) -> None:
    answer = advisor.ask(question)
    told = answer.facts.headline if answer.facts else None
    assert answer.facts is not None and not isinstance(told, NothingHeld)
