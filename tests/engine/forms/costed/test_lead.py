"""Which offering the first line of an estimate names."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.parts.estimate_reasons import RunEstimate


def first_line(text: str, advisor: Advisor) -> RunEstimate:
    said = advisor.ask(text).facts.headline
    assert isinstance(said, RunEstimate)
    return said


def test_the_machine_of_what_was_named_leads_as_it_is_bought_on_demand(advisor: Advisor) -> None:
    named = first_line("How long does a 13B full fine-tune on 500M tokens take on 8 H100?", advisor)
    assert (named.instance, named.purchase, named.is_named) == ("p5.48xlarge", "on_demand", True)


def test_where_nothing_was_named_a_machine_without_a_port_leads(advisor: Advisor) -> None:
    open_to_all = first_line("How much does it cost to fine-tune Llama 3.1 8B on 200M tokens?", advisor)
    assert not open_to_all.is_named and "NVIDIA" in open_to_all.chip


def test_a_way_to_buy_that_was_said_is_that_of_the_sum_and_no_other_stands_beside_it(advisor: Advisor) -> None:
    asked = "How long and how much to train a 13B on 300B tokens with 32 A100 80GB, "
    for words, way in (("on demand", "on_demand"), ("spot only", "spot"), ("1-year reserved", "reserved_1yr")):
        named = first_line(asked + words, advisor)
        assert (named.purchase, named.cheaper) == (way, None)
