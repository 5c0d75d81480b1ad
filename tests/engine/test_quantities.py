"""What numbers count, as a table of text and slots."""

from __future__ import annotations

import pytest

from tests.engine.test_parse import reading

TABLE: list[tuple[str, str, float | None]] = [
    ("70B model", "parameters", 70e9),
    ("a 1.5 billion parameter GPT", "parameters", 1.5e9),
    ("BERT 110M pretraining", "parameters", 110e6),
    ("Llama-2-13b-chat", "parameters", 13e9),
    ("Mixtral 8x22B", "parameters", 141e9),
    ("100M users", "parameters", None),
    ("7B on 2T tokens", "tokens", 2e12),
    ("45M tokens a run", "tokens", 45e6),
    ("1B tokens per day", "tokens_per_day", 1e9),
    ("serving 3 million tokens/hour", "tokens_per_day", 72e6),
    ("serving with 8k tokens context", "tokens", None),
    ("budget $1.1M", "budget_usd", 1.1e6),
    ("500 bucks for a fine-tune", "budget_usd", 500),
    ("fine-tune, budget of 20k", "budget_usd", 20_000),
    ("the chip is $2.50 per hour", "budget_usd", None),
    ("our training bill is $80k a month", "budget_usd", None),
    ("512 H100s", "accelerator_count", 512),
    ("8xH100 training", "accelerator_count", 8),
    ("training on two dozen A100s", "accelerator_count", 24),
    ("v5e-16 for training", "accelerator_count", 16),
    ("v5p-128 pretraining", "accelerator_count", 64),
    ("v5p-128 pretraining", "runs", None),
    ("Team: 6, training BERT", "team_engineers", 6),
    ("16 p4d.24xlarge", "instance_count", 16),
    ("p5.48xlarge x6", "instance_count", 6),
    ("four p5 for training", "instance_count", 4),
    ("`trn1.32xlarge`, 4 of them", "instance_count", 4),
    ("4 nodes of p5", "instance_count", 4),
    ("nine of us train on AWS", "team_engineers", 9),
    ("a crew of five, training BERT", "team_engineers", 5),
    ("40 customers use our chatbot model", "team_engineers", None),
    ("200 employees, 7 ML engineers train models", "team_engineers", 7),
    ("20 runs in total", "runs", 20),
    ("20 LoRA runs a month", "runs_per_month", 20),
    ("5 runs/week", "runs_per_month", 21.667),
    ("20×/month LoRA", "runs_per_month", 20),
    ("training twice a week", "runs_per_month", 8.667),
    ("retrain every other week", "runs_per_month", 2.167),
    ("retrain every 3 days", "runs_per_month", 10.13),
    ("fine-tune every fortnight", "runs_per_month", 2.167),
    ("quarterly retrain", "runs_per_month", 0.333),
    ("training runs twice a year", "runs_per_month", 0.167),
    ("once a month we retrain", "runs_per_month", 1),
    ("monthly bill of our GPUs", "runs_per_month", None),
    ("checkpoint every 10 min while training", "runs_per_month", None),
    ("3 weeks on 64 chips", "run_hours", 504),
    ("training takes half a day", "run_hours", 12),
    ("fine-tune takes about a week", "run_hours", 168),
    ("6-8 hours per run", "run_hours", 7),
    ("two and a half hours per run", "run_hours", 2.5),
    ("45 min each run", "run_hours", 0.75),
    ("the model has been stable for 8 months", "run_hours", None),
    ("a 3 week wait for H100s", "run_hours", None),
    ("pretrain due in 4 wks", "deadline_days", 28),
    ("pretrain within 60 days", "deadline_days", 60),
    ("2 weeks to train a 7B", "deadline_days", 14),
    ("pretrain by Friday", "deadline_days", None),
    ("serving at p95 300ms", "latency_ms", 300),
    ("sdxl, ~2s per img", "latency_ms", 2000),
    ("serving under 1.5 seconds per image", "latency_ms", 1500),
]


@pytest.mark.parametrize(("text", "slot", "value"), TABLE)
def test_number_counts_what_its_words_say(text: str, slot: str, value: float | None) -> None:
    got = reading(text).profile.said().get(slot)
    if value is None:
        assert got is None
    else:
        assert got == pytest.approx(value, rel=0.01)
