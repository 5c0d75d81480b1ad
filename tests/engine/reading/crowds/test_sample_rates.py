"""Samples that come so often, and candidates of each request."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.workload.profile import Profile


def read(advisor: Advisor, text: str) -> Profile:
    return advisor.parse(text).profile


@pytest.mark.parametrize(
    ("text", "rate"),
    [
        ("YOLO11m on 200 frames a second, how many L4?", 200),
        ("ViT-B/16 classifier, 5,000 images/s on L4", 5000),
        ("yolov8s, 100 streams at 10 fps in the cloud, which instance?", 1000),
        ("yolov8s, 100+ cameras at 10 hz, which instance?", 1000),
        ("SDXL, 210,000 images per week on A10G", 210_000 / 604_800),
        ("900 SDXL pictures a minute, how many H100?", 15),
        ("SAM 2.1 large at 120 fps in total, how many L4?", 120),
        ("ResNet-50 mit 500 Bildern pro Sekunde, wie viele T4?", 500),
        ("SAM 2.1, 60 images par seconde, combien de L4 ?", 60),
        ("whisper turbo, 8,000 hours of meetings every day on L4", 8000 * 120 / 86_400),
        ("canary, 30,000 hours of call recordings a week, how many g6.xlarge", 30_000 * 120 / 604_800),
        ("DLRM ranker, 50,000 requests a second with 200 candidates each on L4", 10_000_000),
        ("랭킹 모델 서빙 QPS 9만, 요청당 후보 300개, T4 몇 대?", 27_000_000),
    ],
)
def test_a_rate_is_read_by_the_second(advisor: Advisor, text: str, rate: float) -> None:
    said = read(advisor, text)
    assert (said.samples_per_second or said.requests_per_second) == pytest.approx(rate)


@pytest.mark.parametrize(
    "text",
    [
        "YOLO11m, 40 cameras at 5 fps each, how many L4?",  # of each camera, no total
        "We train ResNet-50 at 3,000 images/s on 8 V100",  # a speed of training
        "500 images for a LoRA of SDXL",
        "RTX 4090 gets 120 images for $5",
    ],
)
def test_what_is_no_total_is_no_rate(advisor: Advisor, text: str) -> None:
    assert read(advisor, text).samples_per_second is None


def test_images_that_a_language_model_reads_are_requests(advisor: Advisor) -> None:
    found = read(advisor, "Qwen2.5-VL-7B over 12 frames a second, how many L4")
    assert (found.requests_per_second, found.samples_per_second) == (12, None)


def test_so_many_frames_in_all_are_samples(advisor: Advisor) -> None:
    text = "SigLIP2 so400m embeddings of every 10th frame, call it 90 million frames, on 10 g6.xlarge, how many days?"
    assert read(advisor, text).samples == 90_000_000


@pytest.mark.parametrize(
    "text",
    ["resnet50の推論、毎秒2000枚、g4dn", "resnet50推理，每秒2000张图片，g4dn", "resnet50 추론 초당 2000장, g4dn"],
)
def test_images_a_second_are_no_cards_where_the_second_comes_first(advisor: Advisor, text: str) -> None:
    said = advisor.parse(text).profile
    assert (said.samples_per_second, said.accelerator_count) == (2000, None)


@pytest.mark.parametrize(
    ("text", "rate"),
    [
        ("Sur 60 caméras chez un client, détection YOLO à 5 images/s, région Paris", 300),
        ("60 cameras at 5 images/s with YOLOv8s in Frankfurt, which GPU and what per month?", 300),
        ("100 cámaras a 3 imágenes/s con YOLOv8m, ¿qué máquina y cuánto al mes?", 300),
        ("200 images/s with YOLOv8s from 40 cameras, which GPU?", 200),  # a total, and where it comes from
        ("40 cameras with YOLOv8s, 200 images/s in total, which GPU?", 200),
    ],
)
def test_a_rate_behind_so_many_cameras_is_of_each(advisor: Advisor, text: str, rate: float) -> None:
    found = read(advisor, text)
    assert (found.samples_per_second or found.requests_per_second) == rate
