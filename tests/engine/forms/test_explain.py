"""What is known about a thing: cited passages."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.explain import EXPLAIN
from engine.forms.form import Asked
from engine.workload.profile import Profile, Reading
from tests.day import DAY


@pytest.mark.parametrize(
    "text", ["what is a NeuronCore?", "is Neuron hard to learn?", "why do spot instances get interrupted?"]
)
def test_a_question_about_a_thing_is_explained(advisor: Advisor, text: str) -> None:
    answer = advisor.ask(text)
    assert answer.form is EXPLAIN
    assert answer.verdict is None
    assert all(passage.cites for passage in answer.facts.passages)


@pytest.mark.parametrize("text", ["should we keep our p5?", "which chip for a 70B LoRA, 20 runs?"])
def test_a_choice_is_not(advisor: Advisor, text: str) -> None:
    assert advisor.ask(text).form is not EXPLAIN


@pytest.mark.parametrize(
    ("profile", "wanted"),
    [
        (Profile(task="fine_tuning", parameters=70e9, runs=20, instances=("p4d.24xlarge",)), True),
        (Profile(task="fine_tuning", parameters=70e9, instances=("p4d.24xlarge",)), False),  # no total of no amount
        (Profile(task="fine_tuning", parameters=70e9), False),
        (Profile(parameters=70e9, instances=("p4d.24xlarge",)), False),
    ],
)
def test_whether_work_fits_on_a_named_machine_is_worked_out_beside_it(
    profile: Profile, wanted: bool, advisor: Advisor
) -> None:
    answered = EXPLAIN.answer(Asked(Reading(profile=profile), advisor.library(), DAY))
    assert answered is not None
    assert answered.verdict_below is wanted


def test_where_the_size_decides_and_was_not_said_it_is_asked(advisor: Advisor) -> None:
    """Where the form for memory leaves such a question, passages about something near would not answer it."""
    asks = Reading(profile=Profile(task="fine_tuning"), cues=("fit_strong", "other_question"))
    told = EXPLAIN.answer(Asked(asks, advisor.library(), DAY))
    assert told is not None and told.headline is not None and told.headline.code == "needs_size"
    assert [question.code for question in told.questions] == ["which_model"]
    sized = asks.model_copy(update={"profile": Profile(task="fine_tuning", parameters=8e9)})
    other = EXPLAIN.answer(Asked(sized, advisor.library(), DAY))
    assert other is not None and other.headline is not None and other.headline.code == "nothing_held"


def test_a_figure_of_a_chip_needs_no_size(advisor: Advisor) -> None:
    told = advisor.ask("how much memory has an H200?")
    assert told.facts.headline is None or told.facts.headline.code != "needs_size"


@pytest.mark.parametrize(
    "text",
    [
        "Is one 3090 gpu or two 3090 gpus possible to train your model?",
        "Would it be usable for RTX 3060 VRAM 12 Gb?",
        "can your training code run on a 3090?",
    ],
)
def test_whether_a_card_does_for_a_model_nobody_names_goes_by_what_decides(advisor: Advisor, text: str) -> None:
    answer = advisor.ask(text)
    assert answer.facts.headline is not None and answer.facts.headline.code == "usual_room"
    assert [question.code for question in answer.facts.questions] == ["which_work"]


def test_a_text_that_no_form_answers_is_still_answered(advisor: Advisor) -> None:
    answer = advisor.ask(
        "They said L4 are fantastic, way better than T4, and they seem to be 17 cents an hour for preemptible "
        "(with 24GB of GPU ram) as opposed to the T4 at 11 cents an hour. Check on total workflow cost."
    )
    assert answer.facts.headline is not None


def test_what_is_not_to_be_had_is_no_card_that_the_answer_is_about(advisor: Advisor) -> None:
    told = card_text(advisor.ask("I can't get H100 or H200. Can the model be deployed on multiple 4090s?"))
    assert "RTX 4090" in told.partition("\n\n")[0] and "H100 SXM" not in told


@pytest.mark.parametrize(
    "text",
    [
        "What is the cheapest machine to fine-tune a 7B?",
        "What is the cheapest machine to fine-tune this model?",
        "What is the cheapest GPU machine that serves this model at 5,000 requests a day?",
    ],
)
def test_the_cheapest_machine_to_do_something_is_a_choice(text: str, advisor: Advisor) -> None:
    assert advisor.ask(text).form.id == "choose"
