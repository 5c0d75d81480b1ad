"""A digest as messages: a short parent, and a thread with the rest."""

from __future__ import annotations

from bot.blockkit.check import check_message
from bot.digest.message import AFFECTED, blind_spots, parts, sources
from engine.impact.digest import Failing, Unread, digest
from engine.impact.verdict_figures import VerdictFigures
from knowledge.facts import Facts
from tests.engine.impact.test_digest import SINCE, UNTIL, affected, moved


def test_a_quiet_week_is_one_message(facts: Facts) -> None:
    (only,) = parts(facts, digest([], SINCE, UNTIL, facts), "C1")
    assert only.name == "parent" and len(only.message.blocks) == 1


def test_a_price_change_gives_a_valid_parent_and_table(facts: Facts) -> None:
    drafted = parts(facts, digest([moved("p5.48xlarge", 100.0, 80.0)], SINCE, UNTIL, facts), "C1")
    assert [part.name for part in drafted] == ["parent", "table"]
    for part in drafted:
        assert check_message({"text": part.message.text, "blocks": part.message.blocks}) == ()


def test_verdicts_that_do_not_fit_the_parent_are_in_the_thread(facts: Facts) -> None:
    flips = [
        affected(f"v{number}", VerdictFigures("gpu", "a", 1.0), VerdictFigures("trainium", "b", 1.0))
        for number in range(AFFECTED + 2)
    ]
    parent, table = parts(facts, digest([], SINCE, UNTIL, facts, affected=flips), "C1")
    assert sum(f"question v{number}" in parent.message.plain for number in range(AFFECTED + 2)) == AFFECTED
    assert "question v4" in table.message.plain


def test_each_gap_of_the_feeds_is_one_sentence(facts: Facts) -> None:
    d = digest(
        [], SINCE, UNTIL, facts, failing=[Failing("skypilot", "aws", SINCE, "timeout")], unread=[Unread("gcp", None)]
    )
    assert len(list(blind_spots(d))) == 2


def test_a_question_cannot_mention_anyone(facts: Facts) -> None:
    hit = affected("v1", VerdictFigures("gpu", "a", 1.0), VerdictFigures("trainium", "b", 1.0))._replace(
        question="<!channel> hi"
    )
    (parent, *_) = parts(facts, digest([], SINCE, UNTIL, facts, affected=[hit]), "C1")
    assert "<!channel>" not in str(parent.message.blocks) + parent.message.plain


def test_each_feed_is_cited_once_with_the_newest_day(facts: Facts) -> None:
    d = digest([moved("p5", 100.0, 80.0), moved("p4d", 20.0, 10.0)], SINCE, UNTIL, facts)
    ((text, _),) = sources(facts, d)
    assert "skypilot" in text and UNTIL.isoformat() in text
