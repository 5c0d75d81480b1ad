"""The lines of `chipscout doctor`: each has its words, and what is not well says what to do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.health.finding import WORDS, Finding
from bot.wording.words import has

HERE = Path(__file__).parents[3] / "bot" / "health"
FOUND = re.compile(r'"(ok|warn|fail)",\s*"(\w+)"')
CODES = [
    found for name in ("checks_here", "checks_slack") for found in FOUND.findall((HERE / f"{name}.py").read_text())
]


def test_a_line_is_worded_with_its_values() -> None:
    line = Finding("feeds", "warn", "feed_old", {"feed": "a", "cloud": "aws", "hours": 73, "days": 3})
    assert line.text == "a, aws: last read 3 days ago"
    assert line.remedy is not None and "chipscout prices refresh --feed a" in line.remedy


@pytest.mark.parametrize(
    ("hours", "days", "said"),
    [(0, 0, "within the hour"), (1, 0, "1 hour ago"), (47, 1, "47 hours ago"), (48, 2, "2 days ago")],
)
def test_an_age_is_said_as_people_say_it(hours: int, days: int, said: str) -> None:
    line = Finding("feeds", "ok", "feed_fresh", {"feed": "a", "cloud": "aws", "hours": hours, "days": days})
    assert line.text == f"a, aws: read {said}"
    assert line.remedy is None


@pytest.mark.parametrize(("status", "code"), CODES)
def test_every_line_has_its_words_and_what_is_broken_a_remedy(status: str, code: str) -> None:
    """The sentence of an error says itself what to do; what Slack does not tell, nobody can mend."""
    assert has(WORDS, code)
    if status != "ok" and code not in ("problem", "scopes_unknown", "clock_unknown", "token_unchecked"):
        assert has(WORDS, f"do_{code}")
