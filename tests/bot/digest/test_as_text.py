"""The digest for a terminal and for scripts."""

from __future__ import annotations

from bot.digest.as_text import digest_json, digest_text
from engine.impact.digest import Failing, digest
from engine.impact.verdict_figures import VerdictFigures
from knowledge.facts import Facts
from tests.engine.impact.test_digest import SINCE, UNTIL, affected, moved

FLIPPED = affected(
    "v1",
    VerdictFigures("trainium", "trn2.48xlarge:block", 868.981, saving_usd=-1234.567),
    VerdictFigures("gpu", "p5.48xlarge:block", 901.0),
)


def test_json_has_cents_and_an_extra_cost_as_a_negative_saving(facts: Facts) -> None:
    told = digest_json(digest([], SINCE, UNTIL, facts, affected=[FLIPPED]))
    (verdict,) = told["affected"]
    assert verdict["before"] == {
        "lean": "trainium", "option": "trn2.48xlarge:block", "usd_per_run": 868.98, "saving_usd": -1234.57,
    }  # fmt: skip
    assert (verdict["flipped"], verdict["after"]["saving_usd"]) == (True, None)


def test_json_has_iso_dates_and_the_gaps_of_the_feeds(facts: Facts) -> None:
    told = digest_json(digest([], SINCE, UNTIL, facts, failing=[Failing("skypilot", "aws", SINCE, "timeout")]))
    assert (told["since"], told["until"], told["quiet"]) == ("2026-11-14", "2026-11-21", True)
    assert told["failing"] == [{"feed": "skypilot", "cloud": "aws", "since": "2026-11-14", "because": "timeout"}]


def test_text_has_aligned_columns(facts: Facts) -> None:
    text = digest_text(facts, digest([moved("p5", 100.0, 80.0), moved("p4d", 9.5, 9.0)], SINCE, UNTIL, facts))
    head, first, second = next(
        lines
        for lines in zip(*(text.splitlines()[start:] for start in range(3)), strict=False)
        if "before" in lines[0]
    )
    end = head.index("before") + len("before")
    assert first[:end].endswith("100.00") and second[:end].endswith("9.50")
