"""A commitment is one to a provider."""

from __future__ import annotations

import pytest

from tests.engine.reading.test_hardware import reading

COMMITS = {"commit", "commit_strong", "commit_asked"}


@pytest.mark.parametrize(
    "text",
    [
        "Before we commit to such an investment: is a dual 4090 enough for 33B?",
        "How much VRAM should I reserve per environment for training?",
        "Since the latest commit training on 2 A100 is twice as slow, why?",
        "Why will it take me 1 year on an RTX 3090 to train this?",
        "The log says ETA 3 years for training on my 2080 Ti, is that normal?",
        "It would take 3 years on my card, what would 8 H100 do?",
        "5.6 GiB reserved in total by PyTorch on a T4, can I still train?",
        "My GPU is 3 years old, can it train BERT?",
        "22 GiB of memory already reserved, can a T4 train BERT?",
        "The system has a reservation of 2 GB, does BERT fit on a T4?",
    ],
)
def test_another_sense_shows_no_cue(text: str) -> None:
    said = reading(text)
    assert not COMMITS.intersection(said.cues), text
    assert said.form != "commitment", text
    assert said.profile.purchase is None, text


@pytest.mark.parametrize(
    "text",
    [
        "Should we commit to 3 years of p5 for training?",
        "1 or 3 year reservation for 8 p4d?",
        "Is a savings plan worth it for our H100 serving?",
        "Should we reserve 4 p5 for a year or stay on demand?",
        "Should we take a 1 year commitment on p5 for nightly training?",
    ],
)
def test_a_commitment_stays_one(text: str) -> None:
    assert COMMITS.intersection(reading(text).cues), text


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("cheapest A100 80GB with a 1-year reservation", "reserved_1yr"),
        ("3-year reservation of an A100 40GB, price?", "reserved_3yr"),
        ("V100 32 GB 1-year reserved price", "reserved_1yr"),
    ],
)
def test_a_reservation_beside_the_gigabytes_of_a_card_is_one_to_a_provider(text: str, way: str) -> None:
    assert reading(text).profile.purchase == way
