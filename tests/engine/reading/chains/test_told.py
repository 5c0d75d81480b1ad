"""What chains set, from text to profile. Expected numbers are products worked out by hand."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.engine.reading.test_read import reading

RL = "GRPO on Qwen2.5 7B"


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        (f"{RL}, 200 steps, 64 prompts x 16 rollouts, answers of 1,000 tokens", 204.8e6),  # 200 x 64 x 16 x 1000
        (f"{RL}: each prompt gets 8 completions of 500 tokens, there are 30k prompts", 120e6),  # 30k x 8 x 500
        (f"{RL}: 300 Schritte, 32 Aufgaben je Schritt, 8 Antworten je Aufgabe, jede Antwort 2.000 Tokens", 153.6e6),
        (f"{RL}: 20 тысяч задач, на каждую задачу 4 ответа по 1500 токенов", 120e6),  # 20k x 4 x 1500
        (f"{RL}，2 万道题，每题采样 4 条，最大回复长度 3k", 240e6),  # 20k x 4 x 3000
        (f"{RL} で学習、問題 4 万件、各問題 8 個の応答、応答は平均 500 トークン", 160e6),  # 40k x 8 x 500
        ("Pretrain a 1B DNA model on 50 billion nucleotides, one token per nucleotide", 50e9),
        ("Fine-tuning complet de Llama 3.1 8B sur 2 milliards de tokens", 2e9),
    ],
)
def test_amounts_that_join_are_the_tokens_of_a_run(text: str, tokens: float) -> None:
    said = reading(text).profile
    assert said.tokens == pytest.approx(tokens)
    assert said.samples is None and said.tokens_per_sample is None


def test_the_order_of_sentences_does_not_matter() -> None:
    parts = (
        "There are 500 steps.",
        "A step takes 32 prompts.",
        "Each prompt gets 8 rollouts.",
        "Answers have 1k tokens.",
    )
    # 500 x 32 x 8 x 1,000 = 128M
    told = {reading(f"{RL}. {' '.join(order)}").profile.tokens for order in permutations(parts)}
    assert told == {128e6}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("256 prompts x 8 rollouts", "256 prompts, 8 rollouts each"),
        ("256 prompts x 8 rollouts", "each of 256 prompts gets 8 rollouts"),
        ("256 prompts x 8 rollouts", "8 rollouts per prompt, 256 prompts"),
    ],
)
def test_times_is_the_same_as_each(one: str, other: str) -> None:
    first, second = (reading(f"{RL}, 100 steps, {text}, answers of 500 tokens").profile for text in (one, other))
    assert first.tokens == second.tokens == pytest.approx(102.4e6)  # 100 x 256 x 8 x 500


@pytest.mark.parametrize(
    ("text", "samples", "each", "epochs"),
    [
        ("LoRA of ESM-2 650M on 3 million sequences, 250 residues on average, 2 epochs", 3_000_000, 250, 2),
        ("LoRA d'ESM-2 650M sur 3 millions de séquences, 250 résidus en moyenne, 2 époques", 3_000_000, 250, 2),
        ("LoRA von Mistral 7B mit 90.000 Dokumenten, im Schnitt 700 Tokens, 2 Epochen", 90_000, 700, 2),
        ("LoRA de Mistral 7B con 90.000 documentos, 700 tokens de media, 2 épocas", 90_000, 700, 2),
    ],
)
def test_a_number_in_another_language_gives_the_same_slot(
    text: str, samples: int, each: float, epochs: float
) -> None:
    said = reading(text).profile
    assert (said.samples, said.tokens_per_sample, said.epochs) == (samples, each, epochs)


@pytest.mark.parametrize(
    ("text", "rate"),
    [
        ("SAM 2 on 30 RTSP cameras, 4 fps each: how many L4?", 120),
        ("Each of 30 cameras sends 4 images a second to YOLO11x. How many L4?", 120),
        ("Serve YOLO11m: 12 depots, each has 10 cameras at 5 fps", 600),
        ("Jede der 30 Kameras liefert 4 Bilder pro Sekunde, wie viele L4 für YOLO11x Inferenz?", 120),
        ("Mistral 7B serves 300 nurses, each asks 12 questions an hour", 1),  # 300 x 12 / 3,600
        ("Serve Llama 3.1 8B: 社員4320人、1人あたり1日20リクエスト", 1),  # 4,320 x 20 / 86,400
        ("우리 서비스 Llama 3.1 8B, 사용자 4320명, 1인당 하루 20건 요청", 1),
        ("Чат на Qwen3 32B: 120 агентов, каждый отправляет 2 запроса в минуту", 4),  # 120 x 2 / 60
        ("Serve SDXL, 302,400 images per week in total", 0.5),  # 302,400 / 604,800
        # 9,000 x 6% x 5 / 3,600 = 0.75
        ("9,000 employees, 6% of them active in the busiest hour, 5 questions each in that hour, Qwen3-32B", 0.75),
        ("800 teachers, 25% active at peak, 6 questions each in that hour, Llama 3.1 8B on an L4", 1 / 3),
        ("12.000 QPS, 600 Kandidaten pro Anfrage, wie viele L4?", 7_200_000),
    ],
)
def test_a_load_is_the_product_of_its_amounts(text: str, rate: float) -> None:
    said = reading(text).profile
    assert (said.requests_per_second or said.samples_per_second) == pytest.approx(rate)


@pytest.mark.parametrize(
    ("text", "users"),
    [
        ("Llama 3.3 70B chat, 2,000 people online, 5% of them waiting at any moment. How many H100?", 100),
        ("客服系统 Qwen2.5-32B，2 万名用户，其中 3% 同时在等待回复，需要几张 H20？", 600),
        ("Чат на Qwen3 32B: 1500 пользователей, из них 6% ждут ответа одновременно. Сколько H100?", 90),
    ],
)
def test_a_share_of_people_is_how_many_come_at_once(text: str, users: int) -> None:
    said = reading(text).profile
    assert said.concurrent_users == users and said.team_engineers is None


def test_a_share_that_does_nothing_at_once_stays_unread() -> None:
    found = reading("Llama 3.3 70B chat for 2,000 people, 5% of them are nurses. How many H100?")
    assert found.profile.concurrent_users is None
    assert any("5" in stretch for stretch in found.unread)


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("Full fine-tuning of Whisper large-v3 on 3,000 hours of call center audio", 3000),
        ("Transcribe a radio archive of 90,000 hours with whisper large-v3", 90_000),
        ("Whisper large-v3 を音声 2,000時間でファインチューニング", 2000),
    ],
)
def test_many_hours_of_sound_are_data_and_no_time(text: str, hours: float) -> None:
    """120 clips of 30 seconds an hour."""
    said = reading(text).profile
    assert said.samples == 120 * hours
    assert said.run_hours is None


@pytest.mark.parametrize(
    "text",
    [
        "Fine-tune Llama 3 8B on 200M tokens; we were granted 3,000 GPU-hours of A100",
        "Fine-tuning de Llama 3 8B sur 200M tokens, on a 3 000 heures de A100",
        "LoRA of Llama 3 8B on 200M tokens, 3,000 A100 hours are left",
    ],
)
def test_hours_at_hand_are_no_hours_of_a_run(text: str) -> None:
    found = reading(text)
    assert found.profile.run_hours is None and found.profile.tokens == 200e6
    assert [chain.value for chain in found.chains if chain.slot == "chip_hours"] == [3000]


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("600M rows x 128 dims on 8 H100, Adam", "table_values", 76.8e9),
        ("임베딩 테이블 6억 행 × 128차원, A100 8장", "table_values", 76.8e9),
        ("900 Mio Zeilen x 64 Dimensionen, wie viele H200?", "table_values", 57.6e9),
        ("1.1 TB of fp32 embeddings, how many H200?", "table_gb", 1100),
    ],
)
def test_tables_are_rows_times_values_or_so_many_bytes(text: str, slot: str, value: float) -> None:
    assert [chain.value for chain in reading(text).chains if chain.slot == slot] == [pytest.approx(value)]


def test_no_amount_is_counted_twice() -> None:
    found = reading(f"{RL}, 500 steps, 256 prompts x 8 rollouts, answers ~2k tokens, that is 2 epochs")
    assert found.profile.tokens == pytest.approx(2.048e9)
    assert found.profile.epochs is None  # the steps are all passes
    (chain,) = (chain for chain in found.chains if chain.slot == "tokens")
    assert len(set(chain.parts)) == len(chain.parts) == 4


def test_what_is_worked_off_is_so_many_of_each_of_them() -> None:
    """2,000 slides x 15,000 tiles; documents of a request are not those of a store."""
    assert reading("2000 slides, ~15k tiles each, through ViT-H. how long on one L4?").profile.samples == 30_000_000
    assert reading("10 iterations take 5 s, batch 384, 1,384,860,229 tiles").profile.samples == 1_384_860_229


def test_the_tokens_of_one_sample_are_no_samples_of_samples() -> None:
    found = reading("QLoRA of Qwen 32B, max tokens per sample 8192, 3000 samples").profile
    assert (found.samples, found.sequence_length) == (3_000, 8_192)
