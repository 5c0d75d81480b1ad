"""What a text about something else says of place, price and time states no workload; a note of ours does."""

from __future__ import annotations

import pytest

from tests.engine.reading.test_read import reading

ORDINARY = (
    "the train to Frankfurt leaves at 9 and takes 3 hours",
    "can you turn the light off in the kitchen please",
    "I bought a new card game, it was really cheap",
    "this spot by the river is the best place for a picnic",
    "she is training for a marathon, 3 runs a week, 10 miles each",
    "we need 5 people for the reservation at Moe's tonight",
    "that restaurant serves sushi until 11pm",
    "whisper it to him when he returns",
    "my flight to Tokyo is in 2 days and the hotel costs $200 a night",
    "the new model looks great on the runway, very fast walk",
    "kernel 6.5 does not boot on my laptop with the nvidia driver",
    "please send the invoice asap, the budget is 5k",
    "802.11b is slower than 802.11g",
    "how is glue made",
    "Amazon lost my package for the second time this month",
    "the green line runs every 10 minutes on weekdays",
    "patch 6.3b.005 fixes the return value",
    "what time is it in London right now",
    "the stock clerk in Dallas works 40 hours a week",
    "axolotls are endangered in Mexico",
    "two instances of the editor are running on my box",
    "I have to host 12 guests over the weekend in Spain",
    "the choir needs 20 more chairs by Friday",
    "it takes a while to spot a falcon in bloom season",
    "our lunch order: 4 pizzas, about 60 dollars",
)
NOTES = (
    ("120 requests per minute", "requests_per_second"),
    ("budget $40k", "budget_usd"),
    ("7B in Frankfurt", "region"),
    ("serve whisper cheaply", "model"),
    ("we train a BERT every week in Ireland", "region"),
    ("p5 in Ohio, by next Friday, team of 4", "region"),
)


@pytest.mark.parametrize("text", ORDINARY)
def test_an_ordinary_sentence_states_nothing_and_is_declined(text: str) -> None:
    found = reading(text)
    assert found.profile.stated() == {}
    assert (found.ruled_out, found.unavailable) == ({}, ())
    assert found.form == "decline"


@pytest.mark.parametrize(("text", "slot"), NOTES)
def test_a_note_of_ours_is_read(text: str, slot: str) -> None:
    assert slot in reading(text).profile.stated()
