"""The hardware a question about memory means, and the machines it is rented in."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.parts.hardware import meant
from engine.forms.parts.rows import Work, quoted, rows, sold_here
from tests.engine.problems import problem


def test_qlora_is_offered_on_gpus_alone(advisor: Advisor) -> None:
    asked = problem(advisor, "fine-tune 8B on trn1.32xlarge")
    made = rows((Work("lora", asked), Work("qlora", asked)), meant(asked, alone=True))
    assert [row.work.way for row in made] == ["lora"]


def test_the_machines_of_least_price_are_taken(advisor: Advisor) -> None:
    """Of all GPU machines of the cloud that hold it alone or share it."""
    asked = problem(advisor, "LoRA of 8B on AWS")
    work = Work("lora", asked)
    best = work.rented(sold_here(asked))
    assert best is not None
    for instance in sold_here(asked):
        other = work.rented((instance,))
        if other is not None and other.usd_per_hour is not None and best.usd_per_hour is not None:
            assert best.usd_per_hour <= other.usd_per_hour


def test_a_price_is_by_an_open_way_to_buy(advisor: Advisor) -> None:
    asked = problem(advisor, "fine-tune 7B on p4d.24xlarge")
    quote = quoted(asked, asked.facts.instances["p4d.24xlarge"])
    assert quote is not None
    assert quote.purchase == "on_demand"
