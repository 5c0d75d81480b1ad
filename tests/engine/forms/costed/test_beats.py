""" "Cheaper?" and "faster?" of the answer before, for the same work."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor, Answer
from engine.forms.costed.beats import Beats, OnSpot, Outright

WORK = "8x H100 for a 13B full fine-tune on 500M tokens, how long?"


def turn(advisor: Advisor, text: str, first: str = WORK) -> Answer:
    return advisor.ask(text, before=advisor.ask(first).goes_on_from)


def said(answer: Answer) -> Beats:
    assert answer.form.id == "estimate" and isinstance(answer.facts.headline, Beats)
    return answer.facts.headline


@pytest.mark.parametrize("text", ["anything cheaper?", "cheaper?", "is there a cheaper option?"])
def test_in_three_wordings_the_same_machine_is_cheaper(text: str, advisor: Advisor) -> None:
    """The first answer is $190 on p5.48xlarge; its own table holds p6-b200.48xlarge at $140, CUDA like it."""
    found = said(turn(advisor, text))
    assert (found.how, found.instance, found.other) == ("yes", "p6-b200.48xlarge", "p5.48xlarge")
    assert found.usd < found.other_usd and found.port_usd == 0


def test_spot_is_told_beside_and_does_not_lead(advisor: Advisor) -> None:
    answer = turn(advisor, "cheaper?")
    assert said(answer).purchase != "spot"
    assert any(isinstance(entry, OnSpot) for entry in answer.facts.sentences)


def test_a_port_that_one_run_does_not_pay_back_is_no_saving(advisor: Advisor) -> None:
    found = said(turn(advisor, "would TPU be cheaper?"))
    assert found.how == "per_run" and found.named and found.usd < found.other_usd
    assert found.pays_off == pytest.approx(found.port_usd / (found.other_usd - found.usd))


def test_what_was_asked_about_does_not_become_the_machine_of_the_thread(advisor: Advisor) -> None:
    aside = turn(advisor, "would trainium be cheaper?")
    assert aside.goes_on_from.profile.candidates == ("h100",)
    after = advisor.ask("how long on spot?", before=aside.goes_on_from)
    assert after.reading.profile.candidates == ("h100",)


def test_the_quickest_is_one_whose_price_is_sensible_and_the_outright_one_is_named(advisor: Advisor) -> None:
    answer = turn(advisor, "is there a faster option?")
    found = said(answer)
    assert found.sooner and found.how == "yes" and found.hours < found.other_hours
    assert found.usd <= 2 * found.other_usd
    assert any(isinstance(entry, Outright) for entry in answer.facts.sentences)


def test_advice_is_held_against_what_it_advised(advisor: Advisor) -> None:
    weekly = "Weekly full fine-tune of Llama 3 8B, 1B tokens, PyTorch. Trainium or GPU?"
    advised = advisor.ask(weekly).verdict
    assert advised is not None and advised.option is not None
    assert said(turn(advisor, "anything cheaper?", weekly)).other == advised.option.instance
