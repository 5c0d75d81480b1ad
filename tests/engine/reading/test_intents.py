"""The intent of short questions."""

from __future__ import annotations

import tomllib

import pytest

from tests.engine.reading.test_read import TEXTS, reading


def kinds() -> list[list[str]]:
    return list(tomllib.loads((TEXTS / "intents.toml").read_text(encoding="utf-8"))["rows"])


@pytest.mark.parametrize("row", kinds(), ids=lambda row: row[1])
def test_a_short_question_is_of_its_kind(row: list[str]) -> None:
    wanted, text, *also = row
    assert reading(text).intent in (wanted, *also)


@pytest.mark.parametrize("row", [row for row in kinds() if row[0] == "off_topic"], ids=lambda row: row[1])
def test_a_question_about_something_else_states_no_workload(row: list[str]) -> None:
    assert reading(row[1]).profile.stated() == {}


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("[rank2] Watchdog caught collective operation timeout: WorkNCCL ran for 1800771 milliseconds", "decline"),
        ("ModuleNotFoundError: No module named 'apex' when axolotl starts", "decline"),
        ("the job hangs at the end of the epoch, some of the 3090s are at 100 %, the others at 0", "decline"),
        ("training is slower with 4 GPUs than on a single one, what could be wrong?", "decline"),
        ("compose us a haiku about our GPUs", "decline"),
        ("We own 4 L4. Could they host gemma 3 27b?", "fit"),
        ("how large a card do I need for qwen2.5 32b awq at 16k context", "fit"),
        ("it ran out of memory on one 24GB GPU. Can inference be done on 24GB?", "fit"),
        ("I get an OOM with 8 A100: what GPU setup, and how much memory, does the 7B fine-tune need?", "fit"),
        ("Is it worth it to book a capacity block, or just on demand, for a two week training?", "commitment"),
        ("could one run inference on two 8GB GPUs?", "fit"),
        ("cost per million tokens when I host a 70B on 8 H100", "estimate"),
        ("is NeMo supported on a TPU?", "support"),
    ],
)
def test_the_question_decides_the_form_and_not_what_is_told_beside_it(text: str, form: str) -> None:
    assert reading(text).form == form


# A text about something else, with words of place, price and time in it.
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


@pytest.mark.parametrize(
    ("text", "chip"),
    [("is g5 cheaper in Ireland or Frankfurt", "a10g"), ("is g6 cheaper in Ohio than in Oregon?", "l4")],
)
def test_a_short_name_beside_a_place_and_a_price_is_ours(text: str, chip: str) -> None:
    assert reading(text).profile.candidates == (chip,)
