"""Labeled threads, and each kind of change that a turn can make."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from engine.reading.followup import follow
from engine.reading.read import read
from engine.workload.profile import Reading
from tests.engine.labels import from_table, score
from tests.engine.reading.test_read import vocabulary

THREADS = [
    thread
    for name in ("threads", "threads_independent", "threads_unread")
    for thread in tomllib.loads((Path(__file__).parent / "texts" / f"{name}.toml").read_text(encoding="utf-8"))[
        "thread"
    ]
]


def talk(*turns: str) -> Reading:
    first, *rest = turns
    reading = read(first, vocabulary())
    for turn in rest:
        reading = follow(reading, turn, vocabulary())
    return reading


@pytest.mark.parametrize("thread", THREADS, ids=lambda thread: thread["id"])
def test_thread_reads_as_labelled(thread: dict[str, list[dict[str, object]]]) -> None:
    turns: list[str] = []
    for table in thread["turns"]:
        label = from_table(table)
        turns.append(label.text)
        reading = talk(*turns)
        assert score(label, reading) == [], label.text
        assert reading.intent in (label.intent, *label.intent_also), label.text


@pytest.mark.parametrize(
    ("turn", "candidates"),
    [
        ("what about TPU?", ("h100", "trainium2", "tpu")),
        ("why not TPU?", ("h100", "trainium2")),  # the question stays as it was
        ("TPU instead", ("tpu",)),
        ("no, A100", ("a100",)),
        ("drop the H100", ("trainium2",)),
        ("swap the H100 for A100", ("trainium2", "a100")),
        ("compare with L40S", ("h100", "trainium2", "l40s")),
        ("and on spot?", ("h100", "trainium2")),
        ("just Trainium2", ("trainium2",)),
    ],
)
def test_chips_are_added_replaced_and_removed(turn: str, candidates: tuple[str, ...]) -> None:
    assert talk("7B pretrain, H100 or Trainium2", turn).profile.candidates == candidates


@pytest.mark.parametrize(
    ("turn", "slot", "value"),
    [
        ("make it 4, two of them go away in June", "instance_count", 4),
        ("sorry, 8", "instance_count", 8),
        ("4, not 6", "instance_count", 4),
        ("drop it to 3", "instance_count", 3),
        ("two of them go away", "instance_count", 6),  # how many stay is not said
        ("make it 70B", "instance_count", 6),
        ("in 2027?", "instance_count", 6),
    ],
)
def test_a_bare_number_changes_the_only_count(turn: str, slot: str, value: int) -> None:
    assert getattr(talk("6 p5.48xlarge on demand, 7B pretrain", turn).profile, slot) == value


def test_a_bare_number_changes_nothing_if_it_is_ambiguous() -> None:
    profile = talk("6 p5.48xlarge, team of 5, 7B pretrain", "make it 4").profile
    assert (profile.instance_count, profile.team_engineers) == (6, 5)


def test_a_bare_sum_is_the_budget_of_a_thread_that_has_one() -> None:
    assert talk("7B pretrain, budget $90k", "The board cut it. 50k.").profile.budget_usd == 50_000
    assert talk("7B pretrain", "The board cut it. 50k.").profile.budget_usd is None


def test_naming_an_unavailable_chip_keeps_the_other_candidates() -> None:
    profile = talk("7B pretrain, H100 or Trainium2", "sorry, there is no H100 to be had here").profile
    assert (profile.candidates, profile.capacity) == (("h100", "trainium2"), "tight")


def test_tokens_in_a_thread_about_traffic_are_traffic() -> None:
    profile = talk("We serve Mistral 7B, 80M tokens a day", "10x after the launch, so 800M tokens").profile
    assert (profile.tokens_per_day, profile.tokens) == (8e8, None)


def test_runs_and_a_monthly_rate_replace_each_other() -> None:
    counted = talk("weekly 7B fine-tune", "what if only 2 runs?").profile
    assert (counted.runs, counted.runs_per_month) == (2, None)
    monthly = talk("12 runs of a 7B fine-tune", "make it nightly").profile
    assert (monthly.runs, monthly.runs_per_month) == (None, 30.4)


def test_a_single_run_clears_the_rate() -> None:
    profile = talk("weekly 7B fine-tune", "what if we only did it once?").profile
    assert (profile.cadence, profile.runs_per_month) == ("one_off", None)


def test_a_new_size_keeps_the_family() -> None:
    profile = talk("Llama 8B fine-tune", "same but 70B").profile
    assert (profile.model, profile.parameters) == ("llama", 70e9)


def test_leaving_jax_clears_jax_native() -> None:
    assert talk("we live in JAX", "same but PyTorch").profile.jax_native is None


def test_factors_apply_to_the_quantity_they_name() -> None:
    profile = talk("3B pretrain, 32 A100, 100 hours", "twice the chips, half the time").profile
    assert (profile.accelerator_count, profile.run_hours) == (64, 50)


def test_a_factor_may_follow_what_it_multiplies() -> None:
    assert talk("8B inference, 100M tokens a day", "traffic will triple").profile.tokens_per_day == 3e8
    assert talk("20 runs of a 7B fine-tune", "the jobs run twice a week").profile.runs_per_month == 8.6666
    assert talk("7B pretrain, team of 8", "the team is half remote").profile.team_engineers == 8


def test_a_statement_changes_the_profile_and_a_question_is_answered() -> None:
    assert talk("7B pretrain on H100", "carbon matters most").intent == "followup"
    assert talk("7B pretrain on H100", "in Frankfurt and on a 1yr RI").intent == "followup"
    assert talk("7B pretrain on H100", "and does trn2 do JAX?").intent == "explain"
    assert talk("7B pretrain on H100", "and what does trn2.48xlarge cost?").intent == "price_lookup"


@pytest.mark.parametrize("turn", ["what's the weather like", "thanks!", "tell me a joke"])
def test_an_off_topic_turn_leaves_the_profile_alone(turn: str) -> None:
    before = talk("7B pretrain on H100")
    after = follow(before, turn, vocabulary())
    assert after.intent == "off_topic"
    assert after.profile == before.profile


def test_start_over_clears_the_profile() -> None:
    assert talk("7B pretrain on H100", "start over").profile.stated() == {}


def test_saying_a_value_again_lifts_its_exclusion() -> None:
    reading = talk("7B fine-tune on AWS, no spot", "ok, on spot then")
    assert reading.profile.purchase == "spot"
    assert reading.ruled_out == {}


def test_a_place_is_in_the_cloud_named_before() -> None:
    assert talk("TPU v5e pretraining on GCP", "and in Frankfurt?").profile.region == "europe-west3"


def test_taking_back_clears_the_slot() -> None:
    assert talk("7B fine-tune, budget $2k", "ignore the budget").profile.budget_usd is None
    assert talk("7B fine-tune within 3 weeks", "no deadline").profile.deadline_days is None


@pytest.mark.parametrize(
    ("turn", "slot", "value"),
    [
        ("our port would be 10 weeks", "port_weeks", 10.0),
        ("and an engineer costs $8k a week", "engineer_usd_per_week", 8000.0),
        ("we already run on trn1", "current_instances", ("trn1.32xlarge",)),
        ("seq len 16k", "sequence_length", 16_384),
        ("what if it's 3 epochs?", "epochs", 3.0),
        ("we pay $20 an hour now", "current_usd_per_hour", 20.0),
        ("over the next 6 months", "horizon_months", 6.0),
        ("make it fp8", "precision", "fp8"),
    ],
)
def test_a_turn_sets_a_slot_of_its_own(turn: str, slot: str, value: object) -> None:
    before = read("Weekly Llama 8B fine-tune on AWS, Trainium or H100?", vocabulary())
    after = follow(before, turn, vocabulary())
    assert getattr(after.profile, slot) == value
    assert after.profile.parameters == 8e9
    assert after.profile.runs_per_month == before.profile.runs_per_month


def test_other_machines_at_hand_take_their_price_and_hours_along() -> None:
    before = read("we run on 4 p4d.24xlarge today, 9 hours a run, paying $32/h", vocabulary())
    after = follow(before, "no, we are on 2 p5.48xlarge now", vocabulary())
    assert (after.profile.current_instances, after.profile.current_count) == (("p5.48xlarge",), 2)
    assert (after.profile.current_usd_per_hour, after.profile.current_hours_per_run) == (None, None)


WEEKLY = "weekly Llama 8B fine-tune, PyTorch, AWS"


@pytest.mark.parametrize("fact", ["what is a Capacity Block?", "what is NeuronLink?", "is EFA available on p4d?"])
def test_a_question_for_a_fact_leaves_the_work_as_it_was(fact: str) -> None:
    """Asking what a Capacity Block is books none; the next change goes on with the advice before."""
    before, after = talk(WEEKLY), talk(WEEKLY, fact)
    assert after.form in ("explain", "support") and after.profile == before.profile
    larger = talk(WEEKLY, fact, "make it 70B")
    assert larger.form == "choose" and larger.profile.parameters == 70e9 and larger.profile.purchase is None


def test_a_fact_is_asked_of_what_the_thread_names() -> None:
    turn = talk("weekly Llama 8B fine-tune on Trainium2", "what is its interconnect?").turn
    assert turn is not None and turn.candidates == ("trainium2",)


def test_a_question_of_two_turns_about_prices_goes_on_with_prices() -> None:
    assert talk("what does p5.48xlarge cost in us-east-1?", "and on spot?").form == "price"


@pytest.mark.parametrize(
    "turn",
    [
        "sorry, carbon is not our priority",
        "we don't care about carbon",
        "I never said carbon",
        "ignore the emissions",
        "carbon doesn't matter",
    ],
)
def test_a_priority_is_taken_back_in_words(turn: str) -> None:
    after = talk("fine-tune Llama 8B weekly, lowest carbon", turn)
    assert after.profile.priority is None and after.form == "choose"


def test_a_priority_is_replaced_in_words() -> None:
    assert talk("fine-tune Llama 8B weekly, lowest carbon", "no, speed matters most").profile.priority == "speed"
    assert talk("fine-tune Llama 8B weekly, lowest carbon", "and in Sweden?").profile.priority == "carbon"


def test_another_cloud_keeps_the_part_of_the_world() -> None:
    assert talk("weekly Llama 8B fine-tune, eu-central-1", "and on GCP?").profile.region == "eu"
    assert talk("weekly Llama 8B fine-tune, eu-central-1", "and on AWS?").profile.region == "eu-central-1"
    assert talk("weekly Llama 8B fine-tune, us-east-1", "on Azure in westeurope").profile.region == "westeurope"


def test_parts_of_earlier_turns_combine() -> None:
    said = talk("fine-tune Mistral 7B", "50k samples", "of 800 tokens each", "3 epochs").profile
    assert (said.samples, said.tokens_per_sample, said.epochs) == (50_000, 800, 3)


@pytest.mark.parametrize("turn", ["and with QLoRA on one?", "what about only one?", "make it 1"])
def test_a_bare_number_is_the_only_count_there_is(turn: str) -> None:
    assert talk("fine-tune Llama 70B on 8 A100 80GB", turn).profile.accelerator_count == 1


@pytest.mark.parametrize("turn", ["why?", "but why is that", "how come?"])
def test_asking_why_goes_on_with_the_answer_before(turn: str) -> None:
    before, after = talk(WEEKLY), talk(WEEKLY, turn)
    assert (after.intent, after.form, after.profile) == ("followup", before.form, before.profile)


def test_what_cannot_be_had_stays_so_until_it_is_named_again() -> None:
    before = read("weekly fine-tune of 8B on H100, H100 are sold out in Ohio", vocabulary())
    after = follow(before, "and with 2B tokens per run?", vocabulary())
    assert [(entry.id, entry.region) for entry in after.unavailable] == [("h100", "us-east-2")]
    again = follow(after, "what about H100 after all", vocabulary())
    assert again.unavailable == ()


FITS = "can I full fine-tune Llama 3 70B on 8 A100 80GB?"
COSTS = "how long will LoRA of Mistral 7B take for 200M tokens on 8 A100?"


@pytest.mark.parametrize("first", [FITS, COSTS, "what does an A100 cost on demand?"])
@pytest.mark.parametrize("turn", ["and on H100?", "and on H100s?", "what about H100?", "H100 instead"])
def test_another_machine_takes_the_place_of_the_one_an_answer_is_about(first: str, turn: str) -> None:
    after = talk(first, turn)
    assert after.form == talk(first).form and after.profile.candidates == ("h100",)


def test_advice_adds_what_is_asked_about() -> None:
    assert talk("7B pretrain on A100", "and on H100?").profile.candidates == ("a100", "h100")


def test_bits_are_qlora_of_what_is_fine_tuned_and_a_format_of_what_is_served() -> None:
    assert talk(FITS, "4-bit?").profile.method == "qlora"
    served = talk("does Llama 70B fit on 2 H100 for inference?", "what about 4-bit?").profile
    assert (served.precision, served.method) == ("int4", None)
    assert talk("does Llama 70B fit on 2 H100 for inference?", "8-bit?").profile.precision == "int8"


def test_more_nodes_have_more_chips() -> None:
    """8 chips in one node are 24 in three; 16 in two are 8 a node."""
    one = "does Llama 3.1 405B fit on one node of 8 H100 for inference?"
    assert talk(one, "what about 3 nodes?").profile.accelerator_count == 24
    assert talk(one, "what about 2 nodes?", "and one node?").profile.accelerator_count == 8


def test_the_next_change_goes_on_with_the_form_of_the_work() -> None:
    assert talk(FITS, "what is NeuronLink?", "with LoRA?").form == "fit"
    assert talk(FITS, "thanks", "4-bit?").form == "fit"
    assert talk(COSTS, "what does an H100 cost?", "for 400M tokens").form == "estimate"


def test_a_price_asked_beside_the_work_leaves_the_work() -> None:
    beside = talk(COSTS, "what does an H100 cost?")
    assert beside.form == "price" and beside.turn is not None and beside.turn.candidates == ("h100",)
    spot = talk(COSTS, "what does an H100 cost?", "and on spot?")
    assert spot.form == "price" and spot.turn is not None
    assert (spot.turn.candidates, spot.turn.purchase) == (("h100",), "spot")
    after = talk(COSTS, "what does an H100 cost?", "and on spot?", "which should we use then?")
    assert (after.form, after.profile) == ("choose", talk(COSTS).profile)


def test_what_the_work_costs_there_is_no_price_of_a_machine() -> None:
    assert talk(COSTS, "what would that cost on H100?").form == "estimate"


def test_which_to_use_is_advice_on_the_work_of_the_thread() -> None:
    for turn in ("which should we use then?", "so what should we use?", "the cheaper one?"):
        assert talk(FITS, turn).form == "choose", turn


def test_why_goes_on_with_the_answer_before_it() -> None:
    for first in (FITS, COSTS):
        after = talk(first, "why?")
        assert after.form == talk(first).form and "asks_why" in after.cues
    assert "asks_why" not in talk(FITS, "with LoRA?").cues


def test_a_question_whether_something_runs_goes_on_with_another_chip() -> None:
    after = talk("Does vLLM run on Trainium?", "and on TPU?", "and Inferentia?")
    assert after.form == "support" and after.about == "Does vLLM run on Trainium?"
    assert after.turn is not None and after.turn.candidates == ("inferentia2",)


@pytest.mark.parametrize("turn", ["both", "per month?", "yes or no?", "cost isn't the point"])
def test_a_few_words_about_the_answer_are_about_accelerators(turn: str) -> None:
    assert talk(FITS, turn).intent == "followup" and talk(FITS, turn).form == "fit"


def test_a_hum_is_small_talk() -> None:
    assert talk(FITS, "hm").form == talk(FITS, "ok cool").form == "chat"
