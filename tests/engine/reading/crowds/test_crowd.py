"""Who asks at once, and how long what each of them sends is."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.workload.profile import Profile


def read(advisor: Advisor, text: str) -> Profile:
    return advisor.ask(text).reading.profile


@pytest.mark.parametrize(
    ("text", "users", "tokens"),
    [
        ("Does Kimi K2 in FP8 fit 8 H200 for 20 users at 60k?", 20, 60_000),
        ("Kimi K2 on 8 H200, 25 users in parallel with 32k context, enough?", 25, 32_768),
        ("Is Qwen3-32B on 2 L40S enough for 64 x 16k?", 64, 16_384),
        ("Is Qwen3-32B on 2 L40S enough for 64x16k?", 64, 16_384),
        ("Qwen2.5-72B on 8 A100 80GB, 32 路并发 每路 8k 够吗", 32, 8_192),
        ("Хватит двух L40S для Qwen3-32B, 64 одновременных диалога по 16k контекста?", 64, 16_384),
        ("Reicht eine H100 für Qwen3-32B mit 20 gleichzeitigen Nutzern bei je 32k Kontext?", 20, 32_768),
        ("Can one H100 serve Llama 3.1 8B to 10 people at once, 16k each?", 10, 16_384),
        ("GLM-5 FP8 need how many H20? want 200k context but only 4-5 user same time", 5, 200_000),
        ("Qwen2.5-32B を同時10人、コンテキスト32kで使いたい。どのGPU?", 10, 32_768),
        ("同時5人で使う社内チャット、Llama 3.1 8B、コンテキスト16kだとGPUは何が必要?", 5, 16_384),
        ("동시 접속 15명 Qwen2.5-7B 컨텍스트 16k GPU 추천", 15, 16_384),
        ("同時に最大8名、gpt-oss-20b、コンテキスト長は32k。L40Sは何枚?", 8, 32_768),
        ("does Llama 70B fit 4 H100 for 12 requests of 6,000 tokens each?", 12, 6_000),
    ],
)
def test_users_and_the_length_of_each_are_read(advisor: Advisor, text: str, users: int, tokens: int) -> None:
    said = read(advisor, text)
    assert (said.concurrent_users, said.sequence_length) == (users, tokens)


@pytest.mark.parametrize(
    ("text", "users"),
    [
        ("llama 3.2 3B, up to 500 players talking at once, is one L4 enough?", 500),
        ("can a T4 run whisper large-v3 for 30 simultaneous callers?", 30),
        ("llama 8b for a game, 500 ccu, which card?", 500),
        ("Can we run 4 jobs at once on 8 A100?", None),
    ],
)
def test_who_asks_at_once_is_read_whoever_it_is(advisor: Advisor, text: str, users: int | None) -> None:
    assert read(advisor, text).concurrent_users == users


def test_a_size_between_them_is_kept(advisor: Advisor) -> None:
    said = read(advisor, "8 people hit the 70B simultaneously. how many A100 80s?")
    assert (said.concurrent_users, said.parameters) == (8, 70e9)


def test_pages_of_a_prompt_are_tokens(advisor: Advisor) -> None:
    """6 pages of 500 words at 4/3 tokens: 4,000; ten people at once are no engineers."""
    said = read(advisor, "Can gpt-oss-120b run on one H100, 10 people clicking at once, prompts are like 6 pages?")
    assert said.prompt_tokens == pytest.approx(4_000, rel=0.01)
    assert said.concurrent_users == 10 and said.team_engineers is None


@pytest.mark.parametrize(
    "text",
    [
        "we are 20 people and want to train a 7B with 8k context on 4 A100, does it fit?",
        "We have 200 users and 8 H100, is that enough for Llama 70B at 300k requests a day?",
        "How many H100 for Llama 70B at 20 requests/s with 1k prompt and 300 tokens answers?",
        "fine-tune Llama 8B on 2,000 requests of 4k tokens, fits on one 24GB card?",
    ],
)
def test_people_and_examples_are_no_requests_at_once(advisor: Advisor, text: str) -> None:
    assert read(advisor, text).concurrent_users is None


@pytest.mark.parametrize(
    ("text", "users"),
    [
        ("can one L40S hold qwen3 32b with 16k context for ~10 ppl at once?", 10),
        ("llama 70b chat for staff, ~25 at once at peak. how many h100?", 25),
        ("Passt Qwen3 32B auf eine L40S mit 16k Kontext für 20 gleichzeitig?", 20),
        ("Can we run 4 at once on 8 A100?", None),  # of what nobody said
    ],
)
def test_people_without_a_noun_are_users_and_no_team(advisor: Advisor, text: str, users: int | None) -> None:
    said = read(advisor, text)
    assert (said.concurrent_users, said.team_engineers) == (users, None)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("how many ppl at once can a single L40S handle w/ mistral 7b, ~3k tokens per chat", 3_000),
        ("Wie viele gleichzeitige Nutzer schafft eine A10G mit Qwen2.5 7B, je ca. 4k Tokens?", 4_096),
        ("qnts usuarios simultaneos aguenta um llama 3.1 8b em 1 L4? uns 2k tokens cada", 2_048),
    ],
)
def test_where_they_are_asked_for_the_length_of_each_is_read(advisor: Advisor, text: str, tokens: int) -> None:
    said = read(advisor, text)
    assert (said.concurrent_users, said.sequence_length) == (None, tokens)
