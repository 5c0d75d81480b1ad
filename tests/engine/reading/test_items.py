"""How much data and how much traffic: a number, the noun it counts, and per what, wherever they stand."""

from __future__ import annotations

import itertools

import pytest

from bot.advice.advisor import Advisor
from tests.engine.reading.test_read import reading

NOUNS = ("tickets", "support tickets", "contracts", "chat logs", "emails", "rows", "question/answer pairs", "docs")
LENGTHS = (
    "(avg 600 tokens)",
    "(600 tokens each)",
    ", 600 tokens each",
    ", each about 600 tokens long",
    "of 600 tokens",
    "at 600 tokens apiece",
    ", average length 600 tokens",
    "x 600 tokens",
    "with roughly 600 tokens each",
    ", avg. 600 toks",
    ", 600 tokens on average",
)


@pytest.mark.parametrize(("noun", "length"), list(itertools.product(NOUNS, LENGTHS)))
def test_items_and_the_tokens_of_one_are_read_together(noun: str, length: str) -> None:
    found = reading(f"LoRA fine-tune of Llama 8B on 40k {noun} {length}")
    assert (found.profile.samples, found.profile.tokens_per_sample) == (40_000, 600)
    assert not any("600" in stretch or "40k" in stretch for stretch in found.unread)


@pytest.mark.parametrize("noun", ["ticket", "line", "molecule", "wonket"])  # the last is in no list
@pytest.mark.parametrize("per", [" per ", " a ", "/", " for each "])
def test_what_tokens_are_said_of_need_not_be_known(noun: str, per: str) -> None:
    found = reading(f"we train a 3B on 1.1M {noun}s, 120 tokens{per}{noun}").profile
    assert (found.samples, found.tokens_per_sample) == (1_100_000, 120)


@pytest.mark.parametrize("noun", ["requests", "req", "queries", "API calls", "emails", "messages"])
@pytest.mark.parametrize(
    ("per", "seconds"),
    [("/s", 1), (" a second", 1), ("/min", 60), (" per minute", 60), (" an hour", 3600), ("/day", 86400)],
)
def test_what_comes_at_a_rate_is_traffic(noun: str, per: str, seconds: int) -> None:
    found = reading(f"we serve Llama 70B, 1200 {noun}{per}").profile
    assert found.requests_per_second == pytest.approx(1200 / seconds)
    assert found.samples is None


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("fine-tune Llama 8B on 1,5 Mio documents", "samples", 1_500_000),
        ("we pay 31,46 $/h for p5.48xlarge", "current_usd_per_hour", 31.46),
        ("pretrain a 7B on a budget of $2500,50", "budget_usd", 2500.5),
        ("serve a 13B, between 200 and 300 requests per minute", "requests_per_second", 250 / 60),
        ("tickets: 64k, tokens/ticket: 512, fine-tuning an 8B", "samples", 64_000),
        ("tickets: 64k, tokens/ticket: 512, fine-tuning an 8B", "tokens_per_sample", 512),
        ("p95 below 800 ms for a 32B with 8k prompts", "prompt_tokens", 8_000),
        ("GRPO on a 7B, 5k prompts, 2k tokens each", "samples", 5_000),
        ("serving a 7B, 15 calls per second, 2.5k tokens each", "prompt_tokens", 2_500),
        ("1.5 passes over 80B tokens with a 3B", "epochs", 1.5),
        ("pretrain a 7B, batch size of 1 million tokens, 1T tokens", "tokens", 1e12),
        ("1,850 tok/s/GPU on 16 H100 with an 8B", "current_tokens_per_second", 29_600),  # 1,850 x 16
        ("fine-tune a 13B every 6 weeks, for two years", "horizon_months", 24),
        ("30B pretraining, USD 30k", "budget_usd", 30_000),
        ("bs 8 x ga 4, sft of an 8B", "batch_size", 32),  # 8 x 4
        ("serve Llama 70B to 300 users, maybe 20 at the same time", "concurrent_users", 300),
        ("a 7B retrain every 2nd week", "runs_per_month", 2.1667),
        ("OOM with Llama 8B on 24GB", "chip_memory_gb", 24),
    ],
)
def test_a_number_takes_its_unit_and_its_noun(text: str, slot: str, value: float) -> None:
    assert getattr(reading(text).profile, slot) == pytest.approx(value, rel=1e-3)


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("PR #4521 broke our 13B run", ("runs", "run_hours")),
        ("since 2024-11-03 our 13B training is slow", ("runs", "deadline_days", "accelerator_count")),
        ("torch 2.5.1 and driver 535.104.05 with an 8B LoRA", ("epochs", "samples", "accelerator_count")),
        ("20k examples of 1,500 words each, LoRA of an 8B", ("tokens_per_sample",)),
        ("budget 12k€ for an 8B", ("budget_usd",)),
        ("64 tickets are open and we serve an 8B", ("samples",)),
    ],
)
def test_a_number_that_only_names_or_is_of_another_unit_fills_no_slot(text: str, slots: tuple[str, ...]) -> None:
    found = reading(text)
    assert {slot: getattr(found.profile, slot) for slot in slots} == dict.fromkeys(slots)
    assert found.unread  # and is listed


@pytest.mark.parametrize(
    ("text", "gb"),
    [
        ("My corpus is around 27GB, how long for 3 epochs of BERT on 8 V100?", 27),
        ("How long does a BERT fine-tune take on 8 V100? Our dataset has about 27 GB.", 27),
        ("How long for BERT on 8 V100 with a dataset of 2 TB?", 2000),
        ("My dataset is 27 GB of text, how long for BERT on 8 V100?", 27),
        ("Does the data fit on a 24 GB GPU?", None),
        ("I train on my own dataset with 24 GB of VRAM, is it enough for BERT?", None),
        ("The dataset has 500 images, I have 24 GB, enough for BERT?", None),
    ],
)
def test_the_noun_before_a_size_makes_it_data(advisor: Advisor, text: str, gb: float | None) -> None:
    assert advisor.parse(text).profile.data_gb == gb


@pytest.mark.parametrize(
    ("text", "samples", "tokens"),
    [
        ("120k protein seqs avg len 420 thru esm2 3b, just embeddings. how long on a g5.xlarge", 120_000, 420),
        ("run esm-2 650M over 1.5M proteins (mean 300 aa), how many hours on an L4", 1_500_000, 300),
        ("200k proteines a passer dans esm2 650M, longueur moyenne 350, cb de temps sur une L4 ?", 200_000, 350),
    ],
)
def test_a_mean_length_is_that_of_one_with_residues_or_nothing_behind_it(
    advisor: Advisor, text: str, samples: int, tokens: float
) -> None:
    said = advisor.parse(text).profile
    assert (said.samples, said.tokens_per_sample, said.budget_usd) == (samples, tokens, None)


@pytest.mark.parametrize(
    "text",
    [
        "Es sind 2.000.000 Anfragen im Monat mit je 1.200 Tokens Eingabe und 150 Ausgabe für ein 8B. Was kostet es?",
        "Tenemos unos 2 millones de tickets al mes para resumir con un 8B, cada uno con 1.200 tokens de entrada y 150"
        " de salida. ¿Qué GPU usamos?",
        "2 millones de peticiones al mes con un 8B, 1.200 tokens de entrada y 150 tokens de salida, ¿cuánto cuesta?",
    ],
)
def test_traffic_is_read_in_other_languages_with_dots_between_thousands(text: str) -> None:
    found = reading(text).profile
    assert found.requests_per_second == pytest.approx(2e6 / (30.4 * 86400), rel=0.01)
    assert (found.prompt_tokens, found.answer_tokens) == (1200, 150)


@pytest.mark.parametrize(
    "said", ["a dataset of 640 MB", "a dataset of size 640MB", "our corpus is about 640 megabytes"]
)
def test_megabytes_of_data_are_no_number_of_samples(said: str) -> None:
    found = reading(f"{said}, full fine-tuning of Llama 3 8B on an A100").profile
    assert (found.data_gb, found.samples) == (pytest.approx(0.64), None)
