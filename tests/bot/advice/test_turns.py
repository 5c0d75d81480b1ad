"""What a text is read as within its thread."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from bot.advice.turns import of_turn, on_topic
from engine.workload.profile import Profile, Reading


def test_a_follow_up_has_the_topic_of_its_thread_and_anything_else_its_own() -> None:
    before = Reading(topic="carbon", home=("aws",))
    assert on_topic(Reading(intent="followup"), before).topic == "carbon"
    assert on_topic(Reading(intent="price_lookup"), before).topic == "price_lookup"
    assert on_topic(Reading(intent="advise"), None).topic == "advise"


def test_a_cloud_that_was_taken_back_is_no_home() -> None:
    before = Reading(topic="advise", home=("aws",), profile=Profile(clouds=("aws",)))
    assert on_topic(Reading(intent="followup"), before).home == ()


def test_a_turn_that_asks_for_a_fact_says_only_what_it_says() -> None:
    turn = Profile(candidates=("h200",))
    reading = Reading(profile=Profile(candidates=("h100",), task="inference"), turn=turn)
    assert of_turn(reading).profile == turn
    assert of_turn(Reading(profile=turn)).profile == turn


def test_what_seemed_off_topic_has_the_intent_of_the_form_that_knew_it(advisor: Advisor) -> None:
    answer = advisor.ask("What is a Capacity Block?")
    assert (answer.reading.form, answer.reading.intent) == (answer.form.id, answer.form.intent)


def test_what_is_trained_by_reinforcement_is_so_in_each_question_of_a_message(advisor: Advisor) -> None:
    """GRPO of all weights holds a frozen reference besides: 18 bytes a parameter, where plain training takes 16."""
    answer = advisor.ask("How many GPUs are needed to train Enigmata-32B? Is GRPO of Qwen2.5 32B possible on 8 A800?")
    first = (answer.parts or (answer,))[0].facts.headline
    assert first is not None
    assert "rlhf" in str(first.values)
