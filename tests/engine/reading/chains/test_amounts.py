"""Numbers with a noun: what they count, and per what."""

from __future__ import annotations

import pytest

from engine.reading.chains.amounts import EACH, UNSAID, Text, amounts
from engine.reading.document import laid_out
from tests.engine.reading.test_read import vocabulary


def of(text: str) -> list[tuple[float, str, str, float]]:
    document = laid_out(text, vocabulary())
    found = amounts(Text(document.tokens, document.classes, document.numbers))
    return [(one.value, one.thing, one.per, one.seconds) for one in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("700 steps", [(700, "step", UNSAID, 0)]),
        ("30 prompts x 4 rollouts", [(30, "prompt", UNSAID, 0), (4, "answer", "prompt", 0)]),
        ("9 cameras, 12 fps each", [(9, "camera", UNSAID, 0), (12, "frame_rate", EACH, 1)]),
        ("60 requests a minute", [(60, "request", UNSAID, 60)]),
        ("together 900 requests/s", [(900, "request", "", 1)]),
        ("answers of around 800 tokens", [(800, "token", "answer", 0)]),
        ("12 answers per prompt of 700 tokens", [(12, "answer", "prompt", 0), (700, "token", "answer", 0)]),
        ("every 10th frame", []),
        ("$400 a month", []),
        (
            "jede der 30 Kameras liefert 5 Bilder pro Sekunde",
            [(30, "camera", UNSAID, 0), (5, "frame_rate", "camera", 1)],
        ),
        ("4.000 Dokumente mit je 600 Tokens", [(4000, "sample", UNSAID, 0), (600, "token", "sample", 0)]),
        ("每题采样 16 条", [(16, "answer", "prompt", 0)]),
        ("요청당 후보 200개", [(200, "candidate", "request", 0)]),
        ("1人あたり1日8リクエスト", [(8, "request", "person", 86400)]),
        ("каждый отправляет 2 запроса в минуту", [(2, "request", EACH, 60)]),
        ("7 depots, each with 3 cameras", [(7, "box", UNSAID, 0), (3, "camera", EACH, 0)]),
    ],
)
def test_a_number_counts_its_noun_per_what_is_said(text: str, expected: list[tuple[float, str, str, float]]) -> None:
    assert of(text) == expected


def test_a_share_at_once_is_of_people() -> None:
    assert of("800 people, 5% of them are waiting at any moment")[1] == (0.05, "at_once", "person", 0)
    assert len(of("800 people, 5% of them are nurses")) == 1
