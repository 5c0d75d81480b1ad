"""Numbers with a slot of their own: read right, never read as another slot, and never lost in silence."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace

import pytest

from bot.advice.advisor import Advisor
from tests.engine.labels import Tally, score
from tests.engine.reading.test_read import TEXTS, labels, reading

STATED = ("figures", "stated", "stated_unread")  # files of labeled texts
NUMBER = re.compile(r"(?<![\w.,-])\d[\d.,]*")


def sentences() -> list[str]:
    """Labeled texts, and sentences full of numbers in the shapes of real questions."""
    plain = tomllib.loads((TEXTS / "numbers.toml").read_text(encoding="utf-8"))["sentences"]
    return [label.text for name in STATED for label in labels(name)] + plain


def test_there_are_enough_sentences_with_numbers() -> None:
    assert len({text for text in sentences() if NUMBER.search(text)}) >= 250


@pytest.mark.parametrize("name", ["figures", "stated"])
def test_no_labeled_number_is_read_wrong(name: str) -> None:
    wrong = {}
    tally = Tally()
    for label in labels(name):
        label = replace(label, learnt=True, allow=label.allow | {"variant": ["*"]})
        result = reading(label.text)
        tally.add(label, result)
        if faults := [fault for fault in score(label, result) if fault.kind != "missed"]:
            wrong[label.id] = faults
    assert wrong == {}
    assert tally.f1() >= 0.98
    assert tally.intents() >= 0.96


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("full fine-tune of 7B OOMs at 8k", "sequence_length", 8192),
        ("the port takes 3 engineer-weeks", "port_weeks", 3),
        ("fine-tune on 2 GPUs, 20 epochs, one epoch takes 2 hours", "run_hours", 40),  # 20 x 2
        ("30 epochs of training at 90 min per epoch", "run_hours", 45),  # 30 x 1.5
        ("an epoch takes 3 h on one A100", "run_hours", 3),  # how many there are was not said
        ("batch size 4 with gradient accumulation of 8", "batch_size", 32),  # 4 x 8
        ("global batch size 64 with gradient accumulation of 8", "batch_size", 64),  # all of it already
        ("pretrain with 256 sequences of 512 tokens a step", "batch_size", 256),
        ("pretrain with 256 sequences of 512 tokens a step", "sequence_length", 512),
        ("fine-tune on 500k sequences of 2,048", "samples", 500_000),
        ("we trained Llama 8B for 33+ hours", "run_hours", 33),
        ("train BERT on 4.4B words", "data_gb", 26.4),  # six bytes a word
        ("continue pretraining on 25 GB of Turkish text", "data_gb", 25),
        ("serve Llama 70B to about 5 people", "concurrent_users", 5),
        ("200 users at once, each sending 2k tokens and getting 400 back", "answer_tokens", 400),
        ("pretrain on 10.3 million cells", "samples", 10_300_000),
        ("20 monthly runs of LoRA", "runs_per_month", 20),
        ("12 monthly runs of LoRA", "runs_per_month", 1),  # those of a year
        ("LoRA on dual RTX 3090", "accelerator_count", 2),
        ("BERT on a single TPU v3-8", "accelerator_count", 4),  # of two cores each
        ("we trained 300B tokens on 256 A100s in 24 days", "run_hours", 576),  # told of, no deadline
        ("fine-tune Whisper large on 1,000 hours of audio", "samples", 120_000),  # 120 clips of 30 seconds an hour
        ("wav2vec2 on 100h of speech", "samples", 12_000),
        ("fine-tune Whisper on 1,000 hours of audio every month", "samples", 120_000),
        ("fine-tune Whisper on 1,000 hours of audio every month", "runs_per_month", 1),
        ("fine-tune YOLO on 50k images each week", "samples", 50_000),
        ("30 minutes of recordings to fine-tune Whisper", "samples", 60),
        ("train ResNet-50 on 1.2M images", "samples", 1_200_000),
        ("fine-tune YOLOv8 on 20,000 annotated images", "samples", 20_000),
        ("train DLRM with 2,000,000,000 rows", "samples", 2_000_000_000),
        ("train ResNet-50 on ImageNet for 90 epochs", "samples", 1_281_167),
        ("conformer on LibriSpeech", "samples", 115_300),
        ("fine-tune BERT on 2 million sentences of 128 tokens", "tokens_per_sample", 128),
        ("porting takes 4-6 weeks", "port_weeks", 5),
        ("15 engineer-days for the port", "port_weeks", 3),  # 15 / 5
        ("engineers at $250k a year", "engineer_usd_per_week", 4807.69),  # 250,000 / 52
        ("an engineer-week is $5k", "engineer_usd_per_week", 5000),
        ("$150 per engineer hour", "engineer_usd_per_week", 6000),  # 40 hours
        ("we pay $120k a year for GPUs", "current_usd_per_month", 10_000),  # 120,000 / 12
        ("1.2M requests a day", "requests_per_second", 13.889),  # 1,200,000 / 86,400
        ("120 requests per minute", "requests_per_second", 2),
        ("utilization of 0.35", "utilization", 0.35),
        ("32k context", "sequence_length", 32_768),
        ("serve it to 5 people, full 128k window", "sequence_length", 131_072),
        ("sequence length 6k", "sequence_length", 6_000),
        ("over the next two years", "horizon_months", 24),
        ("once a month we fine-tune an 8B, for 12 months", "horizon_months", 12),
        ("weekly retraining for 18 months", "horizon_months", 18),
        ("120 MB of text", "data_gb", 0.12),
        ("a 5GB JSONL dataset", "data_gb", 5),
        ("pretrain on 2 TB of code", "data_gb", 2000),
        ("train DLRM on 2 billion rows", "samples", 2e9),
        ("train DLRM on 10B samples daily", "samples", 1e10),
        ("8 A100 give us 14k tokens/s", "current_tokens_per_second", 14_000),
        ("2,500 tok/s per GPU on our 8 A100", "current_tokens_per_second", 20_000),  # 8 x 2,500
        ("3.5 sec per step", "seconds_per_step", 3.5),
        ("2.5 it/s", "seconds_per_step", 0.4),  # 1 / 2.5
        ("36000 training steps at batch 64", "steps", 36_000),
        ("porting would be 2 engineers for 3 weeks", "port_weeks", 6),  # 2 x 3
        ("A100s cost us $38k per month", "current_usd_per_month", 38_000),
        ("$20.000 for a 7B fine-tune", "budget_usd", 20_000),
        ("after 24 hours only 7 % done, 7B", "elapsed_hours", 24),
        ("after 24 hours only 7 % done, 7B", "share_done", 0.07),
    ],
)
def test_a_number_comes_in_the_unit_of_its_slot(text: str, slot: str, value: float) -> None:
    assert getattr(reading(text).profile, slot) == pytest.approx(value, rel=1e-3)


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("fine-tune with 8k samples", "sequence_length"),
        ("8 H100 fully busy 10 days", "utilization"),
        ("embedding tables: utilization to 500 GB", "utilization"),
        ("a budget at 16k", "sequence_length"),
        ("fine-tune on 50k samples with one A100 80GB", "tokens_per_sample"),
        ("we have 8 weeks to port", "port_weeks"),
        ("port it within 6 weeks", "port_weeks"),
        ("after 4 months the port is half done", "port_weeks"),
        ("4 engineers, $250k a year of budget", "engineer_usd_per_week"),
        ("1,500 samples per second", "samples"),
        ("an 8B training run", "samples"),
        ("200M tokens each time", "tokens_per_sample"),
        ("answers within 300 ms", "answer_tokens"),
        ("batches of 100 requests", "batch_size"),
        ("the last run was 4 times faster", "runs"),
        ("$2.50 an hour is the price of an H100", "current_usd_per_hour"),
        ("we can spend $10k a month", "current_usd_per_month"),
        ("reserved for 3 years", "horizon_months"),
        ("a run trains for 2 months", "horizon_months"),
        ("does Trainium2 support FP8?", "precision"),
        ("500 GB of disk", "data_gb"),
        ("we want 3,000 tokens/s", "current_tokens_per_second"),
        ("20 tokens/s per user", "current_tokens_per_second"),
        ("it failed after 200 steps", "steps"),
        ("gradient accumulation steps 16", "steps"),
        ("7B fine-tune, 20.000 EUR", "budget_usd"),
        ("7B fine-tune, €20k", "budget_usd"),
        ("7B training, after 24 hours it crashed", "run_hours"),
        ("$100k in credits", "budget_usd"),
    ],
)
def test_a_number_of_something_else_does_not_fill_the_slot(text: str, slot: str) -> None:
    assert getattr(reading(text).profile, slot) is None


def test_a_sum_that_is_no_budget_is_none() -> None:
    said = "the port takes 3 engineer-weeks at $6,000 a week, our bill is $40k a month, we have $100k in AWS credits"
    assert reading(said).profile.budget_usd is None
    assert reading(f"{said} and a $3M budget").profile.budget_usd == 3e6


@pytest.mark.parametrize(
    ("text", "until"),
    [
        ("$100k AWS credits expiring in March", "--03"),
        ("we have $100k of credits, valid until 31 March 2027", "2027-03-31"),
        ("$50k credits that expire June 2027", "2027-06"),
        ("$50k in credits; they expire in 90 days", "P90D"),
        ("$50k credits to be used by the end of the year", "--12"),
        ("$50k credits", None),
    ],
)
def test_credits_hold_until_the_date_beside_them(text: str, until: str | None) -> None:
    profile = reading(text).profile
    assert profile.credits_usd in (50_000, 100_000)
    assert (profile.credits_until, profile.deadline_days) == (until, None)


@pytest.mark.parametrize("text", sentences())
def test_a_number_is_used_or_reported_as_not_understood(text: str) -> None:
    result = reading(text)
    counts = (str(machine.chips) for machine in result.hardware if machine.chips)  # of each of several kinds
    seen = " | ".join((*result.words.values(), *result.unread, *counts))
    lost = [
        number.rstrip(".,")
        for number in NUMBER.findall(text)
        if not re.search(rf"(?<![\w.,]){re.escape(number.rstrip('.,'))}", seen)
    ]
    assert lost == []


def test_audio_to_transcribe_is_no_dataset() -> None:
    assert reading("Whisper transcription of 24 hours of audio").profile.samples is None


def test_a_variant_of_a_model_is_a_signal_and_no_size_that_was_said() -> None:
    shown = reading("train ResNet-152 on ImageNet")
    assert "resnet-152" in shown.signals and shown.profile.parameters is None


def test_what_a_run_on_a_dataset_costs_is_a_question_about_a_workload() -> None:
    assert reading("What does it cost to train ResNet-50 on ImageNet?").intent == "advise"


@pytest.mark.parametrize(
    ("text", "prompt", "answer"),
    [
        ("Serve Llama 70B with 2k prompt, 1k answer, 20 users", 2000, 1000),
        ("Serve Llama 70B, prompt of 8000 tokens and 500 out, 20 users", 8000, 500),
        ("Serve Llama 70B with a 32k prompt, 20 users", 32_000, None),
        ("Serve Llama 70B, 16k token prompts, 20 users", 16_000, None),
        ("Serve Llama 70B, prompts of 2k and 1k answers, 20 users", 2000, 1000),
        ("Llama 8B: 4k input / 512 output, 10 rps", 4000, 512),
    ],
)
def test_lengths_of_prompt_and_answer_need_no_word_tokens(text: str, prompt: int, answer: int | None) -> None:
    profile = reading(text).profile
    assert (profile.prompt_tokens, profile.answer_tokens) == (prompt, answer)


@pytest.mark.parametrize(
    "said",
    [
        "context_len > 50000", "context_len=50000", "context length over 50000", "context longer than 50000 tokens",
        "a context larger than 50k tokens", "max_len 50000", "sequences of up to 50,000 tokens", "序列长度 50000",
        "context window exceeding 50000 tokens", "max context 50000",
    ],
)  # fmt: skip
def test_a_length_is_read_however_it_is_bounded(said: str, advisor: Advisor) -> None:
    text = f"How much memory does SFT of an 8B take on data with {said}? Are 8 x 40GB A100 sufficient?"
    assert advisor.parse(text).profile.sequence_length == 50_000


@pytest.mark.parametrize(
    ("said", "tokens"),
    [
        ("our longest example has 13,137 tokens", 13_137),
        ("samples of up to 13,137 tokens", 13_137),
        ("each sample has 40 features", None),
        ("every document contains 12 images", None),
    ],
)
def test_a_sample_is_so_long_where_tokens_are_counted(said: str, tokens: float | None, advisor: Advisor) -> None:
    assert advisor.parse(f"fine-tune an 8B on 4 A100, {said}").profile.tokens_per_sample == tokens


def test_inputs_of_training_are_as_long_as_its_sequences(advisor: Advisor) -> None:
    text = "Are 8 x 40GB A100 sufficient for SFT of an 8B with {}?"
    told = [
        [line for line in advisor.ask(text.format(said)).facts.sentences if line.code == "fit_sum"]
        for said in ("50000-token inputs", "sequences of 50000 tokens")
    ]
    assert told[0] and told[0] == told[1]


@pytest.mark.parametrize(
    ("text", "users"),
    [
        ("2*A100部署qwen2.5-72B-instruct的并发大概是多少", None),  # parameters
        ("serve Llama 2 13B to 100 requests concurrently", 100),
        ("serve Llama 2 13B to 100 concurrent requests", 100),
    ],
)
def test_requests_at_once_are_no_parameters(text: str, users: int | None) -> None:
    assert reading(text).profile.concurrent_users == users


@pytest.mark.parametrize(
    ("text", "a_second"),
    [
        ("what is the monthly bill for 1M daily requests to an 8B, 500 in 200 out?", 1e6 / 86_400),
        ("monthly cost of 200k daily requests on llama 3.1 8B", 2e5 / 86_400),
        ("how much a month for 2 million daily queries to a 3B?", 2e6 / 86_400),
    ],
)
def test_daily_requests_of_a_monthly_bill_are_no_dollars(text: str, a_second: float) -> None:
    said = reading(text).profile
    assert said.requests_per_second == pytest.approx(a_second, rel=1e-3)
    assert said.current_usd_per_month is None and said.runs_per_month is None


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("can one H100 train 8B with 32k sequence?", "sequence_length", 32_768),
        ("our p4d is idle 60% of the time", "utilization", 0.4),
        ("p5.48xlarge about a third of the time: commit for a year?", "utilization", 0.333),
    ],
)
def test_a_length_and_a_share_of_the_time_by_their_words(
    advisor: Advisor, text: str, slot: str, value: float
) -> None:
    assert getattr(advisor.parse(text).profile, slot) == pytest.approx(value)
