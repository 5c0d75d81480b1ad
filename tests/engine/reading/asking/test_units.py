"""Which quantities the sentences that ask are after."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("Mistral 24B on one L40S: how many tokens of KV cache do I get?", "kv_tokens"),
        ("Wie viele KV-Token passen bei Qwen2.5-32B auf eine RTX 4090?", "kv_tokens"),
        ("Llama 8B на A100: сколько токенов влезет в KV cache?", "kv_tokens"),
        ("Qwen3-32B を H100 で動かすと KV キャッシュは何トークン分？", "kv_tokens"),
        ("how many full-length seqs before the cache is full on 4 L40S", "requests"),
        ("上下文 8k，最多能同时跑多少个满长序列？", "requests"),
        ("How many H100s do I need for 150 chats at once?", "cards"),
        ("几张 H100 够用？", "cards"),
        ("How many H100 hours does a 3B on 600B tokens take?", "chip_hours"),
        ("how many jobs do i need to chain with 48h walltime", "jobs"),
        ("Сколько задач запускать, если лимит 24 часа?", "jobs"),
        ("what single-stream tok/s can I expect on one H100?", "tokens_s_each"),
        ("What aggregate output tok/s is realistic on 8 H200?", "tokens_s"),
        ("what's the $/Mtok on 8xH200?", "usd_mtok"),
        ("What is the cost per one million output tokens on inf2.8xlarge?", "usd_mtok"),
        ("Is B200 at 1.8x the H100 price worth it?", "worth"),
        ("H20 和 L20 推理哪个性价比高？", "value"),
        ("max context of Llama 70B on 2 A6000?", "context"),
    ],
)
def test_the_unit_that_is_asked_for_is_read(text: str, unit: str, advisor: Advisor) -> None:
    assert unit in advisor.parse(text).sought.units


def test_what_stands_behind_a_figure_is_told_and_not_asked(advisor: Advisor) -> None:
    units = advisor.parse("Each user needs 20 tok/s: how many users can 2 H100 serve?").sought.units
    assert units == ("requests",)


def test_hours_of_a_card_ask_for_no_number_of_cards(advisor: Advisor) -> None:
    assert "cards" not in advisor.parse("How many A100 hours does it take?").sought.units


def test_units_come_in_the_order_they_are_asked_in(advisor: Advisor) -> None:
    units = advisor.parse("What aggregate output tok/s is realistic and what is the $/Mtok?").sought.units
    assert units == ("tokens_s", "usd_mtok")


def test_a_statement_asks_for_nothing(advisor: Advisor) -> None:
    assert advisor.parse("We serve 40 users on 2 H100. Is the vendor nice?").sought.units == ()
