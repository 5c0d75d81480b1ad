"""The digest for a terminal and for scripts."""

from __future__ import annotations

from bot.digest.as_text import WIDTH, digest_json, digest_text
from engine.impact.digest import Failing, UnknownTypes, Unread, digest
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
        "against": None,
    }  # fmt: skip
    assert (verdict["flipped"], verdict["after"]["saving_usd"]) == (True, None)


def test_json_has_iso_dates_and_the_gaps_of_the_feeds(facts: Facts) -> None:
    told = digest_json(digest([], SINCE, UNTIL, facts, failing=[Failing("skypilot", "aws", SINCE, "timeout")]))
    assert (told["since"], told["until"], told["quiet"]) == ("2026-11-14", "2026-11-21", True)
    assert told["failing"] == [{"feed": "skypilot", "cloud": "aws", "since": "2026-11-14", "because": "timeout"}]


def test_text_is_a_line_for_each_chip_cloud_and_way(facts: Facts) -> None:
    """55.04 / 8 = 6.88 a chip-hour, and 44.032 / 8 = 5.504."""
    cuts = [moved("p5.48xlarge", 55.04, 44.032, region=region) for region in ("us-west-2", "us-east-1", "eu-west-1")]
    one = moved("p5.4xlarge", 6.88, 6.192, looks=1)
    text = digest_text(facts, digest([*cuts, one, moved("p4d.24xlarge", 20.0, 22.0)], SINCE, UNTIL, facts))
    flat = " ".join(text.split())
    head = "H100 SXM on demand, AWS: -10.0% to -20.0% in 3 regions, and 1 more line From 2026-11-14 to 2026-11-21"
    assert flat.startswith(head)
    assert "5 prices moved: 2 lines." in flat
    assert (
        "- H100 SXM on demand, AWS: -10.0% to -20.0% in 3 regions incl. eu-west-1 (p5.48xlarge $55.04 to "
        "$44.03/h, $5.50 a chip-hour); 2 machine types, since 2026-11-18, 1 of 4 seen once [skypilot]" in flat
    )
    assert "- A100 40 GB on demand, AWS: +10.0% in us-east-1 (p4d.24xlarge $20.00 to $22.00/h, $2.75 a chip-" in flat
    assert (
        "Told are list prices that moved by 1% or more, a rise or an unlikely fall once readings some days apart "
        "agree; and spot by 10% to 20%, depending on the cloud, once several days agree." in flat
    )
    assert max(len(line) for line in text.splitlines()) <= WIDTH


def test_a_week_without_moves_of_the_chips_that_verdicts_use_begins_with_that(facts: Facts) -> None:
    mine = FLIPPED._replace(after=FLIPPED.before, chips=("trainium2", "h100-sxm"))
    other = moved("p4d.24xlarge", 20.0, 22.0)
    text = digest_text(facts, digest([other], SINCE, UNTIL, facts, affected=[mine]))
    first, second, *_ = text.splitlines()
    assert first == "No notable price move for the chips that verdicts here use or weigh (Trainium2, H100 SXM)"
    assert second == "From 2026-11-14 to 2026-11-21 1 price of other chips moved."
    blind = digest([other], SINCE, UNTIL, facts, affected=[mine], unread=[Unread("gcp", None)])
    assert digest_text(facts, blind).splitlines()[0].endswith(", as far as feeds were read")
    narrowed = digest(
        [other, moved("p5.48xlarge", 50.0, 40.0)], SINCE, UNTIL, facts, affected=[mine],
        takes=lambda change: change.instance == "p4d.24xlarge",
    )  # fmt: skip
    assert digest_text(facts, narrowed).splitlines()[0].endswith(", among the prices asked for")


def test_where_no_feed_was_read_that_is_the_heading_and_not_that_nothing_moved(facts: Facts) -> None:
    never = digest([], SINCE, UNTIL, facts, recorded_until=SINCE)
    not_now = digest([], SINCE, UNTIL, facts, unread=[Unread(cloud, SINCE) for cloud in ("aws", "gcp", "azure")])
    for d in (never, not_now):
        assert digest_text(facts, d).startswith("No feed was read, so no news of prices")
    assert digest_text(facts, digest([], SINCE, UNTIL, facts)).startswith("No price news this week")


def test_graphics_cards_and_what_is_left_out_are_counted_apart(facts: Facts) -> None:
    cards = [moved("g6.xlarge", 0.8, 0.9, region=region) for region in ("us-east-1", "us-west-2")]
    quiet = " ".join(digest_text(facts, digest(cards, SINCE, UNTIL, facts)).split())
    assert quiet.startswith("No price news this week except for graphics cards")
    assert (
        "Also moved, not listed: 2 prices of graphics cards (L4). To see them: chipscout digest --graphics" in quiet
    )
    both = " ".join(digest_text(facts, digest([*cards, moved("g6f.large", 0.2, 0.3)], SINCE, UNTIL, facts)).split())
    assert "2 prices of graphics cards (L4), 1 price of types left out on purpose (g6f)." in both


def test_what_nobody_knows_is_one_line_that_says_where_to_see_it(facts: Facts) -> None:
    d = digest([], SINCE, UNTIL, facts, unknown=UnknownTypes(7, ("p9.48xlarge", "x8", "x7", "x6", "x5", "x4", "x3")))
    assert (
        "7 types that feeds sell are not known here (p9.48xlarge, x8, x7, x6, x5 and 2 more): chipscout facts gaps "
        "lists them." in " ".join(digest_text(facts, d).split())
    )
    assert digest_json(d)["unknown_types"]["number"] == 7


def test_what_was_told_and_was_wrong_is_taken_back_in_its_line(facts: Facts) -> None:
    wrong = moved("p5.48xlarge", 44.03, 55.04, code="retracted")
    gone = moved("p4d.24xlarge", 20.0, None, kind="delisted", code="retracted")
    flat = " ".join(digest_text(facts, digest([wrong, gone], SINCE, UNTIL, facts)).split())
    assert flat.startswith("H100 SXM on demand, AWS: corrected in us-east-1 (p5.48xlarge)")
    assert (
        "taken back in us-east-1: we told you p5.48xlarge $44.03, and that was wrong; it is $55.04/h, since" in flat
    )
    assert "we told you p4d.24xlarge $20.00, and that was wrong; it is not for sale, since" in flat


def test_what_came_and_went_is_said_with_its_price(facts: Facts) -> None:
    new = moved("p6-b300.48xlarge", None, 80.0, kind="appeared", code="new_type")
    gone = moved("p4d.24xlarge", 20.0, None, kind="delisted", code="gone")
    blank = moved("p4de.24xlarge", 24.0, None, kind="delisted", code="blank")
    chip = moved("tpu-v6e", 2.7, 2.4, provider="gcp", scope="chip", region="us-east5")
    flat = " ".join(digest_text(facts, digest([new, gone, blank, chip], SINCE, UNTIL, facts)).split())
    assert "B300 on demand, AWS: new in us-east-1 (p6-b300.48xlarge $80.00/h, $10.00 a chip-hour)" in flat
    assert "no longer listed in us-east-1 (p4d.24xlarge last $20.00/h, $2.50 a chip-hour)" in flat
    assert "no longer priced in us-east-1 (p4de.24xlarge last $24.00/h, $3.00 a chip-hour)" in flat
    assert "TPU v6e (Trillium) on demand, Google Cloud: -11.1% in us-east5 ($2.70 to $2.40/chip-hour), since" in flat


def test_scripts_get_each_line_in_words_and_in_figures(facts: Facts) -> None:
    told = digest_json(digest([moved("p5.48xlarge", 55.04, 44.032)], SINCE, UNTIL, facts))
    (line,) = told["lines"]
    assert (line["chip"], line["cloud"], line["purchase"], line["used"]) == ("h100-sxm", "aws", "on_demand", False)
    (part,) = line["parts"]
    assert (part["way"], part["percent_low"], part["usd_per_chip_hour"]) == ("fell", -20.0, 5.504)
    assert part["regions"] == ["us-east-1"] and part["at"]["instance"] == "p5.48xlarge"
    assert line["text"].startswith("H100 SXM on demand, AWS: -20.0% in us-east-1")
    assert [move["instance"] for move in told["moves"]] == ["p5.48xlarge"]


def test_the_region_of_the_largest_move_is_named_beside_it(facts: Facts) -> None:
    """The cheapest machine is named, and it fell by less."""
    fell = [moved("p5.48xlarge", 55.04, 49.536), moved("p5.48xlarge", 80.0, 64.0, region="eu-west-1")]
    flat = " ".join(digest_text(facts, digest(fell, SINCE, UNTIL, facts)).split())
    assert "-10.0% to -20.0% (eu-west-1) in 2 regions incl. us-east-1 (p5.48xlarge $55.04 to $49.54/h" in flat


def test_what_is_taken_back_is_no_price_that_moved(facts: Facts) -> None:
    back = moved("p5.48xlarge", 44.032, 55.04, code="retracted")
    flat = " ".join(digest_text(facts, digest([back], SINCE, UNTIL, facts)).split())
    assert "From 2026-11-14 to 2026-11-21 1 price told before is taken back." in flat
    both = [back, moved("p4d.24xlarge", 20.0, 22.0)]
    flat = " ".join(digest_text(facts, digest(both, SINCE, UNTIL, facts)).split())
    assert "From 2026-11-14 to 2026-11-21 1 price moved, and 1 price told before is taken back." in flat
