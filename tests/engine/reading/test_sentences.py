"""Where sentences end, which of them ask, and what is asked for by naming it."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.reading.document import Document, lay_out
from engine.reading.sentences import BY_NAME, asked_by_name, asking, sentences, without_asides
from engine.workload.profile import Profile
from tests.engine.reading.test_read import vocabulary

ASKED = {
    "days to train a 7B with 64 H100": {"asks_time"},
    "expected throughput of Mixtral on 2 H100": {"token_speed"},
    "Llama 3 8B on an L4: tokens/s": {"token_speed"},
    "Give me the cost and duration of a LoRA": {"asks_cost", "asks_time"},
    "DPO Llama 3 8B, 8xH100: time + cost": {"asks_cost", "asks_time"},
    "We fine-tune a 7B. Work out hours and dollars.": {"asks_cost", "asks_time"},
    "time to first token of Llama 3 70B": {"token_latency"},
    "$ per 1M tokens, llama 3 70b, p5.48xlarge": {"cost_of_tokens"},
    "VRAM Qwen2.5 32B": {"how_much_memory"},
    "Dauer eines Trainings mit 7B": {"asks_time"},
}
TOLD = [
    "latency of 200 ms, Llama 3 8B",
    "serve Mistral 7B at 5 req/s",
    "budget: $500, LoRA of a 7B",
    "serve Llama 70B at low cost with high throughput on trn2",
    "our training time doubled since we moved to p4d",
    "We care about latency and cost most",
]


def document(text: str) -> Document:
    return lay_out(text, vocabulary(), Profile())


def told(text: str) -> list[str]:
    laid = document(text)
    return [laid.slice(*span) for span in asking(laid)]


def test_a_dot_inside_a_version_ends_no_sentence() -> None:
    laid = document("Torch 2.5.1 is here. It runs! Does it?")
    assert [laid.slice(*span) for span in sentences(laid)] == ["Torch 2.5.1 is here.", "It runs!", "Does it?"]


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("We have 8 A100. Does a 70B fit?", ["Does a 70B fit?"]),
        ("We have 8 A100. I would like to know if a 70B fits. Thanks.", ["I would like to know if a 70B fits."]),
        ("请问8张A100够吗？我们有很多数据。", ["请问8张A100够吗？"]),
        ("We have 8 A100. A 70B fits.", []),
        ("Why? We have 8 A100. Please tell me how long it takes.", ["Why?", "Please tell me how long it takes."]),
    ],
)
def test_what_asks_ends_with_a_question_mark_or_begs_for_an_answer(text: str, asked: list[str]) -> None:
    assert told(text) == asked


def cues_of(text: str) -> set[str]:
    return {str(match.value) for match in asked_by_name(document(text))}


@pytest.mark.parametrize("text", ASKED)
def test_a_noun_that_opens_or_closes_a_sentence_asks(text: str) -> None:
    assert {BY_NAME, *ASKED[text]} <= cues_of(text)


@pytest.mark.parametrize("text", TOLD)
def test_a_noun_that_is_told_asks_nothing(text: str) -> None:
    assert not cues_of(text)


@pytest.mark.parametrize("text", ["could you tell me the cost?", "what speed can I expect?"])
def test_a_phrase_that_leads_up_to_a_question_asks_not_whether_it_is_possible(text: str) -> None:
    kept = without_asides(document(text))
    assert not any(match.slot == "cue" and match.value == "asks_if" for match in kept)


@pytest.mark.parametrize(
    ("text", "today"),
    [
        ("we train a 3B every week on p4d. trn1?", ("p4d.24xlarge",)),
        ("a weekly 3B training on p4d: what does it cost?", ()),
    ],
)
def test_what_is_done_on_a_machine_every_week_runs_there_today(
    advisor: Advisor, text: str, today: tuple[str, ...]
) -> None:
    assert advisor.parse(text).profile.current_instances == today
