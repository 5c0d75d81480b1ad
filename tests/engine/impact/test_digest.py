"""What of a week's changes a channel is told, in which order, from changes written by hand."""

from __future__ import annotations

from datetime import date

from engine.changes.change import Change, percent_of
from engine.impact.digest import TOP, Affected, Digest, Failing, Unread, digest
from engine.impact.verdict_figures import VerdictFigures
from knowledge.facts import Facts

SINCE, UNTIL = date(2026, 11, 14), date(2026, 11, 21)


def moved(instance: str, before: float | None, after: float | None, **more: object) -> Change:
    plain = Change(
        provider="aws", instance=instance, region="us-east-1", purchase="on_demand", before=before, after=after,
        percent=percent_of(before, after), kind="moved", announced=True, code="moved", feed="skypilot",
        seen_on=date(2026, 11, 18), last_seen_on=UNTIL, told_on=date(2026, 11, 18), looks=2, needed=1,
    )  # fmt: skip
    return plain._replace(**more)  # type: ignore[arg-type]


def affected(number: str, before: VerdictFigures, after: VerdictFigures, *because: Change) -> Affected:
    return Affected(number, f"question {number}", "C1", "1.0", before, after, because)


def made(facts: Facts, *changes: Change, **more: object) -> Digest:
    return digest(changes, SINCE, UNTIL, facts, **more)  # type: ignore[arg-type]


def test_the_largest_moves_come_first_and_five_of_them_stand_above(facts: Facts) -> None:
    changes = [moved(f"x{number}", 100.0, 100.0 - number) for number in range(1, 8)]
    found = made(facts, *changes)
    assert [move.change.instance for move in found.top] == ["x7", "x6", "x5", "x4", "x3"]
    assert [move.change.instance for move in found.rest] == ["x2", "x1"]
    assert len(found.top) == TOP


def test_what_came_comes_after_what_moved(facts: Facts) -> None:
    new = moved("p7", None, 80.0, kind="appeared", code="new_type")
    gone = moved("p3", 20.0, None, kind="delisted", code="gone")
    found = made(facts, new, gone, moved("p5", 100.0, 99.0))
    assert [move.change.instance for move in found.top] == ["p5", "p3", "p7"]


def test_one_cut_in_three_regions_is_one_move_and_a_smaller_one_elsewhere_another(facts: Facts) -> None:
    """-20.0 and -20.2 are both -20; -10 is not."""
    found = made(
        facts,
        moved("p5", 50.0, 40.0),
        moved("p5", 50.0, 39.9, region="us-west-2"),
        moved("p5", 55.0, 44.0, region="eu-west-1"),
        moved("p5", 50.0, 45.0, region="ap-south-1"),
    )
    assert [move.regions for move in found.top] == [("us-east-1", "us-west-2", "eu-west-1"), ("ap-south-1",)]


def test_what_touches_the_channel_s_verdicts_comes_before_larger_moves(facts: Facts) -> None:
    small, large = moved("trn2", 50.0, 45.0), moved("p5", 50.0, 25.0)
    dearer = affected("v1", VerdictFigures("trainium", "a", 100.0), VerdictFigures("trainium", "a", 90.0), small)
    found = made(facts, large, small, affected=[dearer])
    assert [move.change.instance for move in found.top] == ["trn2", "p5"]


def test_flipped_verdicts_come_first_and_those_that_stand_are_left_out(facts: Facts) -> None:
    """A run that costs 0.5 % more is less than the smallest move that is told, 1 %."""
    same = affected("same", VerdictFigures("gpu", "a", 200.0), VerdictFigures("gpu", "a", 201.0))
    dearer = affected("dearer", VerdictFigures("gpu", "a", 200.0), VerdictFigures("gpu", "a", 230.0))
    other = affected("other", VerdictFigures("gpu", "a", 200.0), VerdictFigures("gpu", "b", 200.0))
    flipped = affected("flipped", VerdictFigures("gpu", "a", 200.0), VerdictFigures("trainium", "c", 200.0))
    found = made(facts, affected=[same, dearer, other, flipped])
    assert [each.verdict for each in found.affected] == ["flipped", "other", "dearer"]
    assert not found.is_quiet


def test_what_looks_wrong_is_counted_and_never_told(facts: Facts) -> None:
    wrong = moved("p4d", 21.96, 3.66, kind="suspect", announced=False, code="lone")
    found = made(facts, wrong)
    assert found.is_quiet and found.in_doubt == (wrong,) and found.moves == ()


def test_a_filter_holds_for_what_looks_wrong_too(facts: Facts) -> None:
    wrong = moved("p4d", 21.96, 3.66, kind="suspect", announced=False, code="lone", provider="azure")
    found = made(facts, moved("p5", 50.0, 40.0), wrong, takes=lambda change: change.provider == "gcp")
    assert found.is_quiet and found.in_doubt == ()


def test_a_week_nobody_could_see_is_quiet_but_blind(facts: Facts) -> None:
    assert not made(facts).is_blind
    assert made(facts, failing=[Failing("skypilot", "aws", SINCE, "timeout")]).is_blind
    assert made(facts, unread=[Unread("gcp", None)]).is_blind
    assert made(facts, recorded_until=SINCE).is_quiet and made(facts, recorded_until=SINCE).is_blind
