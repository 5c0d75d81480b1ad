"""What looks like a key is taken out, and what people ask about is not."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from bot.wording.redact import NEEDED, REDACTED, SecretKind, redact, redact_all, secrets
from engine.workload.profile import SLOTS
from tests.day import FOUNDING

TEXTS = Path(__file__).parents[2] / "golden" / "questions.toml"
ASKED = (
    FOUNDING,
    "What is the secret to cheap fine-tuning? The key: spot, the password is patience",
    "token budget: 1000000000000 tokens, tokens_per_sample=2048, access pattern random, task-oriented-dialogue-model",
    "sk-learn on p5en.48xlarge in us-east-1, meta-llama/Llama-3.1-70B-Instruct, ak-47, https://example.com:8080/a@b",
    "the bearer of this message wants Basic support for bert-base-uncased",
    "hf_model: mistralai/Mixtral-8x7B, AKIA, ghp_, gs://bucket/checkpoints, s3://acme/sets, api keys and passwords",
)


@pytest.mark.parametrize("kind", secrets().kinds, ids=lambda kind: kind.name)
def test_every_example_is_found_whatever_stands_around_it(kind: SecretKind) -> None:
    for example in kind.examples:
        for text in (example, f"why? {example} on p5", f"key={example}", f"`{example}`", f"<{example}>"):
            left = redact(text)
            assert REDACTED in left
            last = example.split("\n")[-1].split()[-1][-8:]
            assert last not in left or "@" in example, left


@pytest.mark.parametrize("text", [*ASKED, *SLOTS])
def test_questions_are_left_as_they_are(text: str) -> None:
    assert redact(text) == text


def test_what_names_a_secret_stays_so_that_the_rest_can_be_read() -> None:
    assert redact("postgresql://chip:s3cret-pw@db/prices") == "postgresql://chip:[redacted]@db/prices"
    assert redact("hub_token: abcdefgh1, lr: 0.1") == "hub_token: [redacted], lr: 0.1"
    assert redact("AccountKey=a1B2c3D4e5F6g7H8i9J0k1L2==; x") == "AccountKey=[redacted]; x"


def test_a_payload_is_cleaned_through_and_through_and_still_answers() -> None:
    key = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    body: dict[str, Any] = {
        "response_url": "https://hooks.slack.com/commands/T1/2/3",
        "event": {"text": f"use {key}", "blocks": [{"elements": [{"text": key}]}], "ts": "1.2"},
        "view": {"state": {"values": {"question": {"a": {"value": key}}}}},
    }
    clean = redact_all(body)
    assert key not in json.dumps(clean)
    assert clean["response_url"] == body["response_url"] and clean["event"]["ts"] == "1.2"
    assert "text" not in NEEDED and "value" not in NEEDED


@pytest.mark.parametrize(
    "text", ["a" * 200_000, "-----BEGIN PRIVATE KEY-----" * 2_000, "x:" * 50_000, "_secret" * 9_000]
)
def test_long_texts_cost_no_more_than_a_second(text: str) -> None:
    began = time.perf_counter()
    redact(text)
    assert time.perf_counter() - began < 1.0


def test_a_payload_without_end_is_cut_off() -> None:
    body: dict[str, Any] = {"text": "x"}
    for _ in range(5000):
        body = {"inner": body}
    assert len(str(redact_all(body))) < 2000
