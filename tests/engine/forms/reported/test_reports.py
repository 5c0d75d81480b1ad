"""Of what is reported, what speaks of the phase that is asked comes first."""

from __future__ import annotations

import pytest

from engine.forms.reported.reports import chips_of, ran_on_gb, reports_of, told
from knowledge.facts import Facts
from tests.engine.forms.reported.projects import report, told_by


@pytest.mark.parametrize(
    ("text", "phases"),
    [
        ("fine-tune ZoraMesh", ["fine_tuning", "fine_tuning", "training"]),
        ("pretrain ZoraMesh from scratch", ["training"]),
        ("run inference of ZoraMesh", ["inference"]),
    ],
)
def test_the_nearest_phase_first(facts: Facts, text: str, phases: list[str]) -> None:
    advisor = told_by(facts)
    (found,) = reports_of(advisor.parse(text), advisor.facts)
    assert found.speaks
    assert [row.phase for row in found.rows] == phases


def test_the_word_of_its_authors_comes_before_that_of_a_user(facts: Facts) -> None:
    advisor = told_by(facts)
    (found,) = reports_of(advisor.parse("fine-tune ZoraMesh"), advisor.facts)
    assert found.rows[0].said_by == "authors"


def test_no_project_no_report(facts: Facts) -> None:
    advisor = told_by(facts)
    assert reports_of(advisor.parse("fine-tune Llama 8B"), advisor.facts) == ()


def test_a_card_of_unsaid_memory_is_each_it_may_be(facts: Facts) -> None:
    """A V100 has 16 or 32 GB: what ran there ran in 16 at best."""
    assert {chip.hbm_gib.value for chip in chips_of(report(chip="v100"), facts)} == {16, 32}
    assert ran_on_gb(report(chip="v100"), facts) == 16
    assert [chip.hbm_gib.value for chip in chips_of(report(chip="v100", chip_gb=32), facts)] == [32]
    assert told(report(chip="v100"), facts).chip == "V100"
    assert told(report(chip="Oddcard 9"), facts).chip == "Oddcard 9"


def test_of_two_projects_the_one_that_tells_of_the_phase_leads(facts: Facts) -> None:
    reports = (
        report("lab/ZoraMesh", phase="lora", memory_gb=24, memory_is="needed"),
        report("group/TIDY", phase="fine_tuning", memory_gb=75, memory_is="used"),
    )
    told = told_by(facts, *reports).ask("how much memory does full fine-tuning of ZoraMesh take, with TIDY?").facts
    assert told.headline is not None and told.headline.values["name"] == "TIDY"


def test_one_question_of_several_is_of_the_project_that_the_message_names(facts: Facts) -> None:
    advisor = told_by(facts, report(memory_gb=24, memory_is="needed", chips=2, chip="v100", hours=9, hours_of="run"))
    text = "How much GPU memory is needed? I have an RTX 3060. What does an H100 cost? I want to train ZoraMesh."
    answer = advisor.ask(text)
    codes = {part.facts.headline.code for part in (answer, *answer.parts) if part.facts.headline}
    assert codes & {"reported_room", "reported_memory"}


def test_what_adapters_took_is_no_answer_on_all_weights(facts: Facts) -> None:
    """LoRA on 24 GB says nothing of full fine-tuning there."""
    advisor = told_by(facts, report(phase="lora", memory_gb=24, memory_is="enough"))
    told = advisor.ask("is one RTX 3090 enough for full fine-tuning of ZoraMesh?").facts
    assert told.headline is not None and told.headline.code != "reported_room"
