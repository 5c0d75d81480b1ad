"""What follows from a bill: rates to record, reasons not to, and slots of a question."""

from __future__ import annotations

from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bills.proposals import average_machines, proposals, slots
from engine.bills.summary import BillSummary, summed
from knowledge.facts import BillLine
from knowledge.loading.load import load
from tests.day import DAY
from tests.knowledge.bills.exports import BILLS, read
from tests.share import examples

FACTS = load()


def summary(name: str) -> BillSummary:
    return summed(read(BILLS[name][0]), FACTS, {})


def line(machine: str, way: str, usd: str, region: str = "us-east-1") -> BillLine:
    return BillLine("machine", Decimal(usd), "USD", "aws", machine, region, way, Decimal(1))  # type: ignore[arg-type] # a word


def test_each_use_of_a_known_type_is_a_rate_from_the_first_day_of_the_bill() -> None:
    found = proposals(summary("aws_cur"), FACTS, "T1", "ann", DAY)
    told = [(p.price.name, p.price.purchase, p.price.region, str(p.price.amount)) for p in found if p.price]
    assert told == [
        ("p5.48xlarge", "savings_plan", "us-east-1", "31.464"),
        ("p4d.24xlarge", "reserved_3yr", "us-west-2", "12.5"),
        ("p5.48xlarge", "on_demand", "us-east-1", "55.04"),
        ("p4d.24xlarge", "spot", "us-east-2", "9"),
    ]
    assert {p.price.valid_from.isoformat() for p in found if p.price} == {"2026-10-01"}
    assert [(p.use.key.machine, p.because) for p in found if p.because] == [("p6-b999.48xlarge", "unknown_machine")]


def test_what_is_no_price_says_why() -> None:
    """A p5 at 5,504 an hour is 688 a chip-hour; at nothing it has its price elsewhere."""
    lines = [
        line("p5.48xlarge", "on_demand", "5504"),
        line("p5.48xlarge", "reserved", "30"),
        line("p5.48xlarge", "spot", "0"),
        line("p5.48xlarge", "spot", "20", region="us-atlantis-1"),
        line("p5.48xlarge", "scheduled", "10"),
    ]
    found = proposals(summed(lines, FACTS, {}), FACTS, "T1", None, DAY)
    told = [proposal.because for proposal in found]
    assert told == ["out_of_bounds", "no_term", "unknown_region", "no_such_way", "no_cost"]


def test_the_work_that_cost_most_fills_the_slots_of_a_question() -> None:
    """1,510.272 in 48 of 730 hours is 22,968.72 a month; one run of 48 hours in two days is 15.21 a month."""
    assert slots(summary("aws_cur"), FACTS) == {
        "current_instances": "p5.48xlarge",
        "current_usd_per_hour": "31.46",
        "current_usd_per_month": "22968.72",
        "region": "us-east-1",
        "runs_per_month": "15.21",
        "current_hours_per_run": "48.00",
    }
    found = summary("aws_cur")
    assert average_machines(found.uses[0], found) == 1


def test_a_rate_that_can_be_no_price_goes_into_no_question() -> None:
    """2,195,750 USD an hour cost most; a question can state the p5 beside it at 55.04; without it, nothing."""
    slip, free = line("p4d.24xlarge", "on_demand", "2195750"), line("trn1.32xlarge", "on_demand", "0.01")
    dated = [one._replace(start="2026-10-01", end="2026-10-01") for one in (slip, free)]
    assert slots(summed(dated, FACTS, {}), FACTS) == {}
    dated.append(line("p5.48xlarge", "on_demand", "55.04")._replace(start="2026-10-01", end="2026-10-01"))
    told = slots(summed(dated, FACTS, {}), FACTS)
    assert (told["current_instances"], told["current_usd_per_hour"]) == ("p5.48xlarge", "55.04")


def test_a_bill_without_machines_says_nothing_of_the_work() -> None:
    assert slots(summed([BillLine("other", Decimal(5), "USD", "aws")], FACTS, {}), FACTS) == {}


@settings(max_examples=examples(30))
@given(
    tagged=st.lists(st.tuples(st.integers(1, 40), st.sampled_from("abc")), min_size=1, max_size=4),
    untagged=st.lists(st.integers(-2, 60), max_size=4),
)
def test_the_hours_of_a_run_are_those_of_the_lines_that_are_tagged(
    tagged: list[tuple[int, str]], untagged: list[int]
) -> None:
    dated = line("p5.48xlarge", "on_demand", "0")._replace(start="2026-10-01", end="2026-10-01")
    rows = [(hours, run) for hours, run in tagged] + [(hours, "") for hours in untagged]
    lines = [dated._replace(hours=Decimal(hours), amount=55 * Decimal(hours), run=run) for hours, run in rows]
    all_hours, in_runs = sum(hours for hours, _ in rows), sum(hours for hours, _ in tagged)
    told = slots(summed(lines, FACTS, {}), FACTS)
    if all_hours > 0:
        each = Decimal(min(in_runs, all_hours)) / len({run for _, run in tagged})
        assert told["current_hours_per_run"] == f"{each:.2f}"
