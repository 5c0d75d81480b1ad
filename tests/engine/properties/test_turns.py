"""What a turn of a thread changes: numbers, what was said by mistake, other machines, and what it asks about."""

from __future__ import annotations

import pytest

from engine.reading.followup import follow
from tests.engine.reading.test_followup import talk
from tests.engine.reading.test_read import vocabulary


@pytest.mark.parametrize(
    ("turn", "slot", "value"),
    [
        ("batch from 3 to 2", "batch_size", 2),
        ("change the batch size from 3 to 16", "batch_size", 16),
        ("runs from 20 down to 10", "runs", 10),
        ("from 20 to 30", "runs", 30),
        ("from 3 to 2 epochs", "epochs", 2),
        ("20 monthly runs", "runs_per_month", 20),
    ],
)
def test_a_number_is_swapped_for_another(turn: str, slot: str, value: float) -> None:
    after = talk("fine-tune Llama 8B, 20 runs, batch size 3, 3 epochs of 50k samples", turn)
    assert getattr(after.profile, slot) == value and after.form == "choose"
    assert not [words for words in after.unread if any(character.isdigit() for character in words)]


def test_a_span_of_hours_swaps_no_number_of_the_thread() -> None:
    after = talk("fine-tune Llama 8B, 6 epochs of 50k samples", "it takes from 6 to 8 hours")
    assert after.profile.epochs == 6


@pytest.mark.parametrize("turn", ["50 requests/s at peak", "50 qps", "make that 50 requests a second"])
def test_a_rate_after_a_fit_asks_how_many_machines_and_what_they_cost(turn: str) -> None:
    after = talk("Does Llama 8B fit on one L4 for serving?", turn)
    assert after.profile.requests_per_second == 50 and after.form == "estimate"


@pytest.mark.parametrize(
    ("turn", "form"),
    [
        ("Does FlashAttention run on it?", "support"),
        ("does JAX work on it?", "support"),
        ("can I use bitsandbytes with it?", "support"),
        ("Does Llama 70B run on it?", "fit"),
        ("does LoRA fit on it?", "fit"),
    ],
)
def test_whether_something_runs_on_it_is_about_that_thing(turn: str, form: str) -> None:
    after = talk("Does Llama 8B fit on one L4 for serving?", turn)
    assert after.form == form
    assert form == "fit" or (after.turn is not None and after.turn.candidates == ("l4",))


def test_what_the_thread_is_about_is_set_beside_what_a_turn_names_and_stays_as_it_was() -> None:
    after = talk("can I LoRA Llama 70B on 8 A100?", "is it faster than the A10G?")
    assert after.form == "compare" and after.profile.candidates == ("a100",)
    assert after.turn is not None and after.turn.candidates == ("a100", "a10g")


@pytest.mark.parametrize(
    ("turn", "slot"),
    [("I never said GCP", "clouds"), ("we didn't ask for spot", "purchase"), ("I never said JAX", "framework")],
)
def test_what_was_never_said_is_taken_back_and_not_excluded(turn: str, slot: str) -> None:
    after = talk("fine-tune Llama 8B weekly with JAX on GCP spot", turn)
    assert not getattr(after.profile, slot) and after.ruled_out == {} and after.form == "choose"


def test_another_cloud_keeps_no_machine_that_it_does_not_sell() -> None:
    after = talk("we run on p4d.24xlarge, 12 fine-tunes of 13B a month, is Trainium or H100 better?", "and on GCP?")
    assert after.profile.candidates == ("h100",) and after.profile.instances == ()
    assert after.profile.current_instances == ("p4d.24xlarge",)  # what runs today runs there still


def test_a_number_of_machines_is_that_of_the_machines_named_with_it() -> None:
    after = talk("how long to pretrain a 1.3B on 30B tokens on 16 H100?", "would it fit on one node of L40S?")
    assert (after.profile.instance_count, after.profile.accelerator_count) == (1, None)


def test_a_format_of_served_weights_is_none_of_training() -> None:
    served = talk("Does Mixtral 8x7B fit on 2 A100 80GB for inference?", "and with 4 bit?")
    assert served.profile.precision == "int4" and served.unread == ()
    assert follow(served, "what about fine-tuning it?", vocabulary()).profile.precision is None


def test_years_of_a_price_are_not_those_of_the_work_asked_about_next() -> None:
    after = talk(
        "what does an H100 cost on GCP?", "and 3 years committed?", "how much for a fine-tune of Mistral 7B?"
    )
    assert after.profile.purchase is None and after.profile.clouds == ("gcp",)


@pytest.mark.parametrize("turn", ["forget the budget", "ignore the budget"])
def test_a_budget_is_forgotten_with_its_period(turn: str) -> None:
    after = talk("20 fine-tunes of 30B on AWS, $3000 a month", turn)
    assert after.profile.budget_usd is None and after.profile.budget_period is None


@pytest.mark.parametrize(
    "turn", ["is there a cheaper one", "can it be trn1?", "is spot ok for that?", "anything faster?"]
)
def test_another_choice_asked_for_goes_on_with_the_work(turn: str) -> None:
    after = talk("weekly full fine-tune of Llama 8B on AWS, which instance?", turn)
    assert after.intent == "followup" and after.form in ("choose", "fit", "estimate")
    assert after.profile.parameters == 8e9


def test_thanks_that_say_it_helped_are_no_call_for_help() -> None:
    assert {"thanks", "help"} & set(talk("weekly LoRA of 8B", "Thanks, that helps").cues) == {"thanks"}


def test_a_deadline_is_moved_in_words_that_name_only_the_days() -> None:
    after = talk("pretrain a 7B on 1T tokens, deadline 60 days", "make it 90 days")
    assert (after.profile.deadline_days, after.profile.run_hours) == (90, None)


def test_a_number_of_the_chip_that_was_named_is_read_without_its_name() -> None:
    after = talk("how many A100s for full fine-tuning of Falcon 40B?", "can you do it with LoRA on 4?")
    assert (after.profile.accelerator_count, after.profile.method, after.form) == (4, "lora", "fit")


@pytest.mark.parametrize("turn", ["on 300B tokens", "it is 300B tokens"])
def test_how_much_data_there_is_asks_after_a_fit_how_long_it_takes(turn: str) -> None:
    assert talk("can 8x H100 train a 13B from scratch?", turn).form == "estimate"


def test_after_an_explanation_a_thread_about_a_price_goes_on_with_it() -> None:
    after = talk("cheapest way to get 8 H100?", "what is a savings plan?", "what about in Tokyo?")
    assert after.form == "price" and after.turn is not None
    assert (after.turn.region, after.turn.purchase) == ("ap-northeast-1", None)


def test_a_price_asked_beside_the_work_leaves_the_work_as_it_was_also_after_an_explanation() -> None:
    after = talk(
        "weekly fine-tune of Llama 8B on AWS",
        "what does p5 cost?",
        "and on spot?",
        "what is a Capacity Block?",
        "make it 70B",
    )
    assert (after.profile.parameters, after.profile.purchase, after.profile.candidates) == (70e9, None, ())


def test_until_when_credits_last_may_be_said_in_a_turn_of_its_own() -> None:
    after = talk("We have $50k in AWS credits, fine-tuning an 8B once a week", "credits end in March")
    assert after.profile.credits_until == "--03" and after.form == "choose"


def test_whether_a_named_card_runs_a_model_is_a_question_of_memory() -> None:
    asked = talk("can a 4090 run gpt-oss-20b?")
    assert asked.form == "fit" and follow(asked, "and the 120b?", vocabulary()).form == "fit"
