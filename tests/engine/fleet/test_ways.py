"""The ways to do a workload: the engine's offerings with the engine's figures, and what the file allows of them."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.fleet.asked import Allowed
from engine.fleet.ways import ApiOffer, ways_of, worth_it
from engine.options.candidates import candidates
from engine.options.option import CostedOption
from tests.engine.fleet.made import way
from tests.engine.problems import problem

TUNE = "full fine-tune of Llama 3.1 8B on 500M tokens every week on AWS, PyTorch"
SERVE = "serve Llama 3.3 70B, 20M tokens a day, 100 ms per token, on AWS"
OFFER = ApiOffer(
    provider="p", name="P", model="m", usd_per_request=0.001, usd_in=0.5, usd_out=1.0, since=None, source="s"
)


@pytest.mark.parametrize("text", [TUNE, SERVE])
def test_hours_and_dollars_are_those_of_the_cards(advisor: Advisor, text: str) -> None:
    asked = problem(advisor, text)
    costed = {each.id: each for each in candidates(asked) if isinstance(each, CostedOption)}
    found = ways_of(asked, Allowed(spot=True, commitments=("1yr", "3yr", "savings_plan"))).ways
    assert {each.kind for each in found} >= {"rent", "term"}
    for each in found:
        run = costed[each.id].run
        assert (each.hours, each.machines) == (run.hours.likely, run.instances)
        if each.kind == "rent" and run.usd_block_each is None:
            assert each.usd == run.usd
            assert each.rate.likely * run.billed.likely * run.instances == pytest.approx(run.usd.likely)


def test_a_month_of_serving_has_no_more_hours_than_a_month(advisor: Advisor) -> None:
    """Work in a queue may be taken to need a few hours more; committed machines have 730 for it all the same."""
    asked = problem(advisor, "serve Llama 3.1 8B offline, 400M tokens a day, on AWS")
    found = ways_of(asked, Allowed(commitments=("1yr",))).ways
    assert max(each.hours for each in found) <= 730


def test_only_what_is_allowed_is_there_and_the_rest_says_why(advisor: Advisor) -> None:
    asked = problem(advisor, TUNE)
    found = ways_of(asked, Allowed(blocks=False))
    assert {each.option.purchase for each in found.ways if each.option} == {"on_demand"}
    codes = {entry.id: entry.code for entry in found.left_out}
    assert codes["p4d.24xlarge:capacity_block"] == "blocks_not_allowed"
    assert codes["p4d.24xlarge:reserved_1yr"] == "commitment_unsaid"
    assert codes["p4d.24xlarge:spot"] == "spot_unsaid"
    assert codes["g6e.12xlarge:on_demand"] == "inferred_speed"
    assert "other_cloud" in codes.values()


def test_what_a_text_rules_out_no_file_allows(advisor: Advisor) -> None:
    found = ways_of(problem(advisor, TUNE + ", no checkpoints"), Allowed(spot=True))
    assert {each.option.purchase for each in found.ways if each.option} == {"on_demand", "capacity_block"}


def test_machines_that_were_named_are_kept_to(advisor: Advisor) -> None:
    found = ways_of(problem(advisor, TUNE + ", on A100"), Allowed(spot=True))
    assert {each.option.instance for each in found.ways if each.option} == {"p4d.24xlarge", "p4de.24xlarge"}
    assert ("p5.48xlarge:on_demand", "not_asked") in {(entry.id, entry.code) for entry in found.left_out}


def test_a_single_run_may_use_the_hours_of_a_term_that_others_pay_for(advisor: Advisor) -> None:
    asked = problem(advisor, "pretrain a 13B model on 100B tokens once on AWS, PyTorch")
    found = ways_of(asked, Allowed(commitments=("1yr",))).ways
    assert {each.kind for each in found} == {"rent", "block", "term"}
    assert {each.option.cloud for each in found if each.option} == {"aws"}


def test_a_deadline_that_is_too_short_says_the_days_it_takes(advisor: Advisor) -> None:
    found = ways_of(problem(advisor, "pretrain a 13B model on 300B tokens once on AWS within 5 days"), Allowed())
    late = [entry for entry in found.left_out if entry.needs_days is not None]
    assert late
    assert all((entry.needs_days or 0) > 5 for entry in late)


def test_an_api_is_paid_by_the_request(advisor: Advisor) -> None:
    """20M tokens a day x 730 / 24 days / 256 tokens an answer = 2,376,302 requests a month, at $0.001."""
    found = ways_of(problem(advisor, SERVE), Allowed(apis=True), [OFFER])
    (called,) = [each for each in found.ways if each.api]
    assert called.requests == pytest.approx(2_376_302, abs=1)
    assert called.usd.likely == pytest.approx(2_376.302, abs=0.001)
    assert not [each for each in ways_of(problem(advisor, SERVE), Allowed(), [OFFER]).ways if each.api]
    assert not [each for each in ways_of(problem(advisor, TUNE), Allowed(apis=True), [OFFER]).ways if each.api]


def test_what_no_plan_takes_is_not_weighed() -> None:
    """A dearer rent goes, and a term that is dearer than renting even if fully used."""
    cheap, dear = way("a", rate=2.0), way("b", rate=3.0)
    good = way("c", "term", rate=1.0, purchase="reserved_1yr")
    bad = way("d", "term", rate=2.5, purchase="reserved_1yr")
    faster = way("e", rate=4.0, hours=6.0)
    ported = way("f", rate=1.0, port_usd=100.0, target="neuron")
    assert worth_it([cheap, dear, good, bad, faster, ported]) == (cheap, good, faster, ported)
