"""What is asked of a project that is named is answered by what was reported of it."""

from __future__ import annotations

import pytest

from bot.card.as_text import card_text
from knowledge.facts import Facts
from tests.engine.forms.reported.projects import report, told_by


def first(facts: Facts, text: str) -> str:
    return card_text(told_by(facts).ask(text)).split(" confidence")[0]


@pytest.mark.parametrize(
    "text",
    [
        "I ran out of memory fine-tuning ZoraMesh on 4 x A10G. Is 24 GB too little?",
        "can ZoraMesh be fine-tuned on an A10G?",
        "Would 24 GB be enough to finetune zora-mesh?",
    ],
)
def test_the_least_that_its_authors_state_decides(facts: Facts, text: str) -> None:
    told = first(facts, text)
    assert told.lower().replace("-", "").startswith("no, by its authors: zoramesh finetuning needs 40 gb a card")
    assert "2024-05-06" in told


def test_a_card_of_that_memory_is_enough(facts: Facts) -> None:
    assert first(facts, "can I fine-tune ZoraMesh on one L40S?").startswith("Yes, going by what is reported")


def test_a_run_that_took_so_long_costs_its_chip_hours(facts: Facts) -> None:
    """48 h x 8 = 384 V100-hours; one on a host at Google is $2.86/h: about $1,100."""
    told = card_text(
        told_by(facts).ask("how long does ZoraMesh take to train from scratch, and what does that cost?")
    )
    assert "took, as reported: 48 h (2.0 days) on 8 x V100" in told
    assert "$1,100 at $2.86 a chip-hour" in told


def test_hours_are_carried_to_the_number_of_cards_that_was_said(facts: Facts) -> None:
    """384 V100-hours on 2 cards: 192 h, 8 days."""
    told = card_text(told_by(facts).ask("how long would training ZoraMesh take with 2 gpus?"))
    assert "On 2 x V100 that is about 192 h (8.0 days), by the number of cards alone" in " ".join(told.split())


def test_what_was_used_is_told_with_its_thread(facts: Facts) -> None:
    answer = told_by(facts).ask("which GPUs did the authors train TIDY on?")
    told = " ".join(card_text(answer).split())
    assert "TIDY training ran, as reported, on 2 x A100 (a user, 2024-05-06)" in told
    assert answer.sources["report:group/TIDY#3"].publisher == "group/TIDY"
    assert "I cannot know" not in told


def test_reports_of_another_phase_lead_nothing(facts: Facts) -> None:
    """What training ran on says neither yes nor no of inference."""
    told = " ".join(card_text(told_by(facts).ask("can I run inference with TIDY on a T4?")).split())
    assert "Reported of TIDY itself, not of inference: training ran on 2 x A100" in told
    assert "as reported" not in told.split(" confidence")[0]


def test_running_it_is_no_training(facts: Facts) -> None:
    assert "inference, as reported: used 8 GB a card" in first(
        facts, "how much VRAM does inference of ZoraMesh take?"
    )


def test_a_price_stays_a_price(facts: Facts) -> None:
    assert "as reported" not in first(facts, "price of p4d.24xlarge, for ZoraMesh")


def test_a_sum_over_a_model_of_known_size_stays_first(facts: Facts) -> None:
    told = card_text(told_by(facts).ask("can Llama 3.1 8B be fine-tuned with LoRA on one A10G, like ZoraMesh?"))
    assert "Reported of ZoraMesh itself" in " ".join(told.split())
    assert not told.startswith("No, by its authors")


def test_a_turn_goes_on_with_the_project_of_the_thread(facts: Facts) -> None:
    advisor = told_by(facts)
    before = advisor.ask("can ZoraMesh be fine-tuned on an A10G?")
    told = card_text(advisor.ask("and how long does training it take?", before=before.reading))
    assert "48 h (2.0 days) on 8 x V100" in " ".join(told.split())


def test_where_nobody_tells_the_time_the_cards_are_judged_and_that_is_said(facts: Facts) -> None:
    advisor = told_by(facts, report(phase="fine_tuning", memory_gb=40, memory_is="needed"))
    told = " ".join(card_text(advisor.ask("can I fine-tune ZoraMesh on 4 A10G, and how long does it take?")).split())
    assert told.startswith("No, by its authors: ZoraMesh fine-tuning needs 40 GB a card")
    assert "is in none of the threads I hold" in told


def test_what_one_version_takes_is_no_answer_for_the_next(facts: Facts) -> None:
    told = first(facts, "ZoraMesh needed 40 GB. How much memory do I need to fine-tune ZoraMesh2, is an L40S enough?")
    assert told.startswith("I hold no report of ZoraMesh2, only of ZoraMesh")
    assert "Yes, going by" not in told


def test_a_second_project_has_its_own_line(facts: Facts) -> None:
    told = " ".join(card_text(told_by(facts).ask("how long do ZoraMesh and TIDY take to train?")).split())
    assert "ZoraMesh training took, as reported: 48 h" in told
    assert "Reported of TIDY itself: training ran on 2 x A100" in told


def test_the_card_they_used_is_told_before_what_another_phase_needs(facts: Facts) -> None:
    """Asked for in one message with the time of a training of which nothing is held."""
    held = (
        report(phase="inference", memory_gb=9.8, memory_is="used", said_by="user"),
        report(phase="inference", chips=1, chip="a10", said_by="user", issue=9),
    )
    told = told_by(facts, *held).ask("hello, how many V100 do you use for ZoraMesh?").facts.headline
    assert told is not None and told.code == "reported_on"
