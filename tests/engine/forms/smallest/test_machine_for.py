"""The machine that has the memory a first line tells of stands in the first paragraph, where one is asked for."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.domains.room import Taken
from engine.forms.fits.taken import TakenTooMuch
from engine.forms.parts.fit_reasons import ChipsNeeded
from engine.forms.reported.reported_reasons import ReportedMachine, ReportedRoom
from engine.forms.smallest.machine_for import MachineFor, NoMachineFor


def test_a_kind_of_work_leads_to_a_card_of_the_comfortable_memory(advisor: Advisor) -> None:
    facts = advisor.ask("what's the smallest gpu on aws for a rank 16 flux lora").facts
    assert isinstance(facts.headline, Taken) and facts.headline.comfortable == 24
    found = next(line for line in facts.beside_first if isinstance(line, MachineFor))
    assert found.least_gib == pytest.approx(24 * 0.9) and found.gib >= found.least_gib and found.machines == 1


def test_a_size_of_model_leads_to_the_machines_that_hold_it_together(advisor: Advisor) -> None:
    text = "Tried to full fine-tune llama-7b on an A100 80GB and get CUDA out of memory. What hardware do I need?"
    facts = advisor.ask(text).facts
    assert isinstance(facts.headline, ChipsNeeded)
    found = facts.beside_first[0]
    assert isinstance(found, MachineFor) and found.way == "full"
    assert found.chips * found.gib * 0.9 >= 101  # 6.74B x 16 bytes are 100 GiB, and activations


def test_what_is_reported_of_a_project_keeps_its_own_machine(advisor: Advisor) -> None:
    text = "nnU-Net training on a 6GB RTX 3060 laptop fails. What's the smallest GPU in the cloud that will do?"
    facts = advisor.ask(text).facts
    assert isinstance(facts.headline, ReportedRoom)
    assert isinstance(facts.beside_first[0], ReportedMachine)
    assert not any(isinstance(line, ReportedMachine) for line in facts.sentences)


def test_a_figure_told_of_each_card_asks_for_a_card_of_its_own(advisor: Advisor) -> None:
    text = "openvla-oft: README says ~26 GB at bs 1. I've got 8x A5000 24GB, does it fit? otherwise what do I rent"
    facts = advisor.ask(text).facts
    first, found = facts.headline, facts.beside_first[0]
    assert isinstance(first, ReportedRoom) and (first.level, first.told_gb) == ("told", 26.0)
    assert isinstance(found, MachineFor)
    assert found.least_gib == pytest.approx(26e9 / 2**30 / 0.9, rel=1e-3)  # 24.2 GiB are nine tenths of 26.9


def test_no_card_is_sold_with_so_much(advisor: Advisor) -> None:
    facts = advisor.ask("Our job takes 765 GB on one GPU of 8x A100 80GB. Which smallest GPU holds it?").facts
    assert isinstance(facts.headline, TakenTooMuch) and facts.headline.largest
    assert isinstance(facts.beside_first[0], NoMachineFor)


def test_nothing_is_named_where_no_machine_is_asked_for(advisor: Advisor) -> None:
    assert not advisor.ask("How much GPU memory does training a FLUX LoRA take?").facts.beside_first


def test_the_first_paragraph_carries_its_sources(advisor: Advisor) -> None:
    answer = advisor.ask("what's the smallest gpu on aws for a rank 16 flux lora")
    assert set(answer.facts.beside_first[0].cites) <= set(answer.facts.first_cites)
    assert "The cheapest I price that has a card with" in " ".join(card_text(answer).split())


def test_how_many_of_a_chip_is_answered_with_that_chip(advisor: Advisor) -> None:
    assert not advisor.ask("What number of H100 GPUs is required to LoRA Llama 3 70B?").facts.beside_first


def test_what_is_served_stays_on_one_machine(advisor: Advisor) -> None:
    facts = advisor.ask("How much memory does serving a 120B in bf16 take, and what machine do I need?").facts
    found = [line for line in facts.beside_first if isinstance(line, MachineFor)]
    assert all(line.machines == 1 for line in found)
