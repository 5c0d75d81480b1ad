"""Every piece of advice, definition and FAQ answer of the founding documents is reached by a natural question."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from bot.advice.advisor import Advisor, Answer
from engine.forms.choose import RuleLeans
from engine.forms.faqs.written import FaqTold
from engine.forms.reported.runs_on import SaidOfSupport
from knowledge.facts import Facts
from knowledge.loading.load import load

HELD_BACK = 3  # every third row was not looked at while the search was tuned
TUNED_AT_LEAST = 64
HELD_AT_LEAST = 32
OFF_TOPIC = (
    "who won the world cup",
    "what is the capital of France",
    "what is the weather like",
    "how do I reset my password",
    "book me a meeting room",
    "write a python script to sort a list",
)


@pytest.fixture(scope="module")
def rows() -> list[list[str]]:
    table = tomllib.loads((Path(__file__).parent / "questions.toml").read_text(encoding="utf-8"))
    return [list(row) for row in table["rows"]]


def cited(answer: Answer) -> set[str]:
    """The entries shown: passages, the claims a shown conflict settles, and those a speaking rule stands for."""
    shown = answer.facts.passages if answer.facts else ()
    spoken = list(answer.verdict.rules if answer.verdict else ())
    if isinstance(answer.facts.headline, RuleLeans):
        because = answer.facts.headline.because
        spoken += [rule for rule in load().rules.values() if rule.because == because]
    return {entry.id for entry in shown} | {claim for held in (*shown, *spoken) for claim in held.claims}


def is_written(answer: Answer) -> bool:
    """Whether a written answer to that very question leads, or what is said of that very program on that chip."""
    return isinstance(answer.facts.headline, FaqTold | SaidOfSupport)


def test_the_table_asks_for_all_advice_definitions_and_faq_answers(rows: list[list[str]], facts: Facts) -> None:
    wanted = {c.id for c in facts.claims.values() if c.kind in ("advice", "definition") or "-faq" in c.id}
    assert wanted <= {name for row in rows for name in row[1:]}
    assert len(rows) >= 90


def test_most_questions_reach_their_answer(rows: list[list[str]], advisor: Advisor) -> None:
    answers = [(advisor.ask(question), set(wanted)) for question, *wanted in rows]
    hits = [bool(cited(answer) & wanted) or is_written(answer) for answer, wanted in answers]
    held = [hit for place, hit in enumerate(hits) if place % HELD_BACK == HELD_BACK - 1]
    assert sum(held) >= HELD_AT_LEAST
    assert sum(hits) - sum(held) >= TUNED_AT_LEAST


@pytest.mark.parametrize("question", OFF_TOPIC)
def test_what_is_not_ours_finds_nothing_to_say(question: str, advisor: Advisor) -> None:
    answer = advisor.ask(question)
    assert answer.form.id == "decline" and not (answer.facts.passages or answer.facts.sentences)
    assert answer.reading.intent == "off_topic"


@pytest.mark.parametrize(
    ("question", "held"),
    [
        ("what's the catch with Trainium?", "s003-faq-port-variable"),
        ("is AWS's TPU any good?", "s001-aws-tpu-no"),
        ("can I use TensorFlow on trn1?", "tf-trn"),
        ("what is the Neuron SDK?", "s003-neuron-components"),
        ("do trn1 instances support spot?", "spot-90-vs-70"),
        ("can Inferentia2 be used to train models?", "s001-inf2-no-training"),
        ("why does a port get cheaper the more runs we do?", "s003-table-repeat"),
        ("how long does a port to Neuron take?", "migration-time"),
    ],
)
def test_the_questions_people_are_known_to_ask(question: str, held: str, advisor: Advisor) -> None:
    answer = advisor.ask(question)
    assert 2 <= len(answer.facts.passages) <= 5
    assert held in {entry.id for entry in answer.facts.passages}
    assert answer.verdict is None


def test_a_disputed_claim_is_answered_by_what_holds(advisor: Advisor) -> None:
    facts = advisor.ask("is Oregon really fully renewable?").facts
    assert facts is not None
    first = facts.passages[0]
    assert (first.kind, first.id) == ("conflict", "us-west-2-100-renewable")
    assert "Inference Systems (2025-05-01): 100 percent renewable" in str(first.values["said"])
    assert "s002-role-esg-oregon-100" not in {entry.id for entry in facts.passages}


def test_advertising_is_shown_only_to_who_names_it(advisor: Advisor) -> None:
    named = advisor.ask("what is Insured Flex?").facts
    assert named is not None and "s004-flex-definition" in {entry.id for entry in named.passages}
    plain = advisor.ask("how do I cut the risk of a commitment?").facts
    assert plain is not None
    assert not {entry.id for entry in plain.passages} & {"s004-mitig-flex", "s004-flex-definition"}
