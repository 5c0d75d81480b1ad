"""A digest as messages: a short parent, and a thread with the rest."""

from __future__ import annotations

import json

from bot.blockkit.check import check_message
from bot.digest.as_text import digest_json, digest_text
from bot.digest.message import AFFECTED, blind_spots, parts, sources
from bot.wording.words import mrkdwn
from engine.impact.digest import Digest, Failing, UnknownTypes, Unread, digest
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


def many(facts: Facts) -> Digest:
    """Every type that is known, in three ways and two regions, up and down."""
    found = []
    for place, entry in enumerate(facts.instances.values()):
        for region, after in (("region-with-a-long-name-1", 12.0 + place % 7), ("region-2", 9.0 - place % 5)):
            one = moved(entry.id, 10.0, after, provider=entry.cloud, region=region, looks=place % 3)
            found += [one._replace(purchase=way) for way in ("on_demand", "spot", "reserved_1yr")]
    unknown = [moved(f"p{number}0.48xlarge", 10.0, 20.0) for number in range(20)]
    return digest([*found, *unknown], SINCE, UNTIL, facts, with_graphics=True, unknown=UnknownTypes(3, ("p9", "x8")))


def test_slack_the_terminal_and_scripts_tell_the_same_lines_however_many(facts: Facts) -> None:
    d = many(facts)
    told = [line["text"] for line in digest_json(d)["lines"]]
    assert len(told) == len(d.lines) > 60
    drafted = parts(facts, d, "C1")
    blocks = json.dumps([part.message.blocks for part in drafted], ensure_ascii=False).replace("*", "")
    in_text = "\n".join(part.message.plain for part in drafted).replace("*", "")
    terminal = " ".join(digest_text(facts, d).split())
    for line in told:
        assert mrkdwn(line) in blocks and mrkdwn(line) in in_text and line in terminal
    assert "region-with-a-long-name-1" in blocks


def test_each_message_of_the_longest_digest_is_one_that_slack_takes(facts: Facts) -> None:
    """Slack refuses blocks of some 13,000 characters in all; 9,000 of a table are counted apart from the rest."""
    drafted = parts(facts, many(facts), "C1")
    assert [part.name for part in drafted if part.name.startswith("lines-")] == [
        f"lines-{number}" for number in range(1, len(drafted) - 1)
    ]
    for part in drafted:
        assert check_message({"text": part.message.text, "blocks": part.message.blocks}) == ()
        assert sum(map(characters, part.message.blocks)) <= 11_000, part.name


def characters(block: object) -> int:
    """Of all texts in it."""
    if isinstance(block, dict):
        return sum(len(value) if name == "text" and isinstance(value, str) else characters(value)
                   for name, value in block.items())  # fmt: skip
    return sum(map(characters, block)) if isinstance(block, list) else 0


def test_a_feed_or_a_region_cannot_mention_anyone(facts: Facts) -> None:
    bad = moved("p5.48xlarge", 50.0, 40.0, region="<!channel>", feed="<!here>")
    drafted = parts(facts, digest([bad], SINCE, UNTIL, facts), "C1")
    (head, *rest) = next(part.message.blocks for part in drafted if part.name == "parent")
    assert head["text"]["type"] == "plain_text"  # in which nobody is mentioned
    said = str(rest[:2]) + drafted[0].message.plain
    assert "<!channel>" not in said and "<!here>" not in said


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
