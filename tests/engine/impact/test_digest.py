"""What of a week's changes a channel is told, in which order, from changes written by hand."""

from __future__ import annotations

from datetime import date

from engine.changes.change import Change, percent_of
from engine.impact.digest import TOP, Affected, Digest, Failing, LeastMoves, Unread, digest
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


def test_the_most_dollars_a_chip_hour_come_first_and_five_lines_stand_above(facts: Facts) -> None:
    """Per chip: p5 11.04 / 8 = 1.38, p6-b200 0.9, p5en 0.8, p4d 0.5, p4de 0.4, trn2 1.6 / 16 = 0.1, p3 0.05."""
    found = made(
        facts,
        moved("trn2.48xlarge", 40.0, 41.6), moved("p4d.24xlarge", 30.0, 26.0), moved("p5.48xlarge", 55.04, 44.0),
        moved("p3.16xlarge", 24.0, 24.4), moved("p5en.48xlarge", 63.0, 69.4), moved("p4de.24xlarge", 27.0, 30.2),
        moved("p6-b200.48xlarge", 110.0, 117.2),
    )  # fmt: skip
    names = [line.name for line in found.lines]
    assert names == [
        "H100 SXM", "B200", "H200 SXM", "A100 40 GB", "A100 80 GB", "Trainium2", "V100 16 GB",
    ]  # fmt: skip
    assert (len(found.top), len(found.rest)) == (TOP, 2)


def test_what_came_and_went_has_no_dollars_to_compare_and_comes_last(facts: Facts) -> None:
    new = moved("p6-b300.48xlarge", None, 80.0, kind="appeared", code="new_type")
    gone = moved("p4d.24xlarge", 20.0, None, kind="delisted", code="gone")
    found = made(facts, new, gone, moved("p5.48xlarge", 100.0, 98.0))
    assert [line.name for line in found.lines] == ["H100 SXM", "A100 40 GB", "B300"]


def test_what_touches_verdicts_comes_first_then_the_chips_they_use_then_dollars(facts: Facts) -> None:
    small, large = moved("trn2.48xlarge", 50.0, 45.0), moved("p5.48xlarge", 50.0, 25.0)
    used = moved("p4d.24xlarge", 21.0, 20.0)
    dearer = affected("v1", VerdictFigures("trainium", "a", 100.0), VerdictFigures("trainium", "a", 90.0), small)
    found = made(facts, large, used, small, affected=[dearer._replace(chips=("trainium2", "a100-40"))])
    assert [line.name for line in found.lines] == ["Trainium2", "A100 40 GB", "H100 SXM"]
    assert [line.verdicts for line in found.lines] == [("v1",), (), ()]
    assert not found.is_calm


def test_a_week_is_calm_where_no_chip_that_verdicts_use_moved(facts: Facts) -> None:
    same = affected("v1", VerdictFigures("gpu", "a", 100.0), VerdictFigures("gpu", "a", 100.0))
    mine = same._replace(chips=("h100-sxm",))
    other = moved("p4d.24xlarge", 21.0, 20.0)
    found = made(facts, other, affected=[mine])
    assert found.is_calm and found.used == ("H100 SXM",) and not found.is_narrowed
    elsewhere = moved("a3-highgpu-8g", 20.0, 26.0, provider="gcp", purchase="spot", kind="spot_trend")
    assert not made(facts, other, elsewhere, affected=[mine]).is_calm
    narrowed = made(facts, other, elsewhere, affected=[mine], takes=lambda change: change.provider == "aws")
    assert narrowed.is_calm and narrowed.is_narrowed
    assert not made(facts, other).is_calm, "nobody here uses a chip"


def test_graphics_cards_are_told_of_on_request_and_where_a_verdict_uses_them(facts: Facts) -> None:
    card, part = moved("g6.xlarge", 0.8, 0.9), moved("g6f.large", 0.2, 0.3)
    ml = moved("p5.48xlarge", 50.0, 45.0)
    found = made(facts, card, part, ml)
    assert [line.name for line in found.lines] == ["H100 SXM"]
    assert sorted(line.name for line in found.aside) == ["L4", "g6f"]
    assert {line.name for line in made(facts, card, part, ml, with_graphics=True).lines} == {"H100 SXM", "L4", "g6f"}
    mine = affected("v1", VerdictFigures("gpu", "a", 1.0), VerdictFigures("gpu", "a", 1.0))._replace(chips=("l4",))
    assert [line.name for line in made(facts, card, ml, affected=[mine]).lines] == ["L4", "H100 SXM"]
    assert made(facts, card).is_quiet, "of graphics cards alone nobody wants to hear"


def test_what_was_told_of_a_graphics_card_is_taken_back(facts: Facts) -> None:
    wrong = moved("g6.xlarge", 0.9, 0.8, code="retracted")
    found = made(facts, wrong)
    assert [line.name for line in found.lines] == ["L4"] and found.aside == ()


def test_the_smallest_moves_that_are_told_are_those_of_the_data_or_of_the_reader(facts: Facts) -> None:
    """1 % of a list price; of spot 10 % at Google and Azure, 20 % at AWS."""
    assert made(facts).least == LeastMoves(0.01, (0.1, 0.1, 0.2))
    assert made(facts, least_share=0.15).least == LeastMoves(0.15, (0.15, 0.15, 0.2))


def test_flipped_verdicts_come_first_and_those_that_stand_are_left_out(facts: Facts) -> None:
    """A run that costs 0.5 % more is less than the smallest move that is told, 1 %."""
    same = affected("same", VerdictFigures("gpu", "a", 200.0), VerdictFigures("gpu", "a", 201.0))
    dearer = affected("dearer", VerdictFigures("gpu", "a", 200.0), VerdictFigures("gpu", "a", 230.0))
    other = affected("other", VerdictFigures("gpu", "a", 200.0), VerdictFigures("gpu", "b", 200.0))
    flipped = affected("flipped", VerdictFigures("gpu", "a", 200.0), VerdictFigures("trainium", "c", 200.0))
    found = made(facts, affected=[same, dearer, other, flipped])
    assert [each.verdict for each in found.affected] == ["flipped", "other", "dearer"]
    assert not found.is_quiet


def test_a_verdict_whose_saving_a_price_moved_is_told_though_its_own_price_stood(facts: Facts) -> None:
    """The runner-up fell by half: 100,000 of 180,000 saved, then 40,000."""
    runner_up = moved("p4de.24xlarge", 27.4, 13.7)
    before = VerdictFigures("gpu", "a", 15_000.0, saving_usd=100_000.0, usd_total=180_000.0, runs=12)
    hit = affected("v1", before, before._replace(saving_usd=40_000.0), runner_up)
    found = made(facts, runner_up, affected=[hit])
    assert [each.verdict for each in found.affected] == ["v1"] and found.lines[0].verdicts == ("v1",)
    little = affected("v2", before, before._replace(saving_usd=99_000.0), runner_up)
    no_price = hit._replace(because=())
    assert made(facts, runner_up, affected=[little, no_price]).affected == ()


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
