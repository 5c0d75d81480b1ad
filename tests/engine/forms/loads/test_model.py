"""Which model that is counted in samples a text means."""

from __future__ import annotations

import pytest

from engine.forms.loads.model import served_model
from engine.workload.profile import Profile
from knowledge.facts import Facts


@pytest.mark.parametrize(
    ("text", "model"),
    [
        ("SAM 2.1 large on live video", "serve-sam2-large"),
        ("segment with sam2 base plus", "serve-sam2-base-plus"),
        ("SAM ViT-H encoder", "serve-sam-h"),
        ("SigLIP2 so400m (384px) embeddings", "serve-siglip-so400m-384"),
        ("CLIP ViT-L/14 vectors", "serve-clip-l14"),
        ("DINOv3 ViT-L features", "serve-dinov3-l"),
        ("YOLOv8x at 640 px", "serve-yolov8x"),
        ("yolo11m, 30 fps", "serve-yolo11m"),
        ("YOLO 12n in the shop", "serve-yolo12n"),
        ("RT-DETR R50", "serve-rtdetr-r50"),
        ("faster-whisper large-v3-turbo", "whisper-large-v3-turbo"),
        ("parakeet-tdt-0.6b-v3", "parakeet-tdt-0.6b"),
        ("SDXL, 30 steps", "serve-sdxl"),
        ("FLUX.1 schnell", "serve-flux-schnell"),
        ("Mask2Former with Swin-L", "serve-mask2former"),
    ],
)
def test_the_name_that_takes_up_the_most_words_is_meant(facts: Facts, text: str, model: str) -> None:
    found = served_model(text, Profile(), facts)
    assert found is not None and found.model.id == model


def test_a_letter_of_something_else_is_no_size(facts: Facts) -> None:
    """ "640 px / s" and "10 x g4dn" hold an s and an x."""
    found = served_model("YOLOv8 at 640 px, 400 images/s on 10 x g4dn.xlarge", Profile(), facts)
    assert found is not None and found.model.id == "serve-yolov8m" and not found.is_sized


def test_text_models_are_none_of_them(facts: Facts) -> None:
    assert served_model("Llama 3.1 8B with 20 requests/s on L4", Profile(), facts) is None


def test_steps_and_pixels_as_said_make_the_cost_of_an_image(facts: Facts) -> None:
    """13,520 GFLOP a step with guidance x 25 steps; at 512 of 1,024 pixels a quarter of it."""
    whole = served_model("SDXL", Profile(steps=25), facts)
    small = served_model("SDXL", Profile(steps=25, image_side=512), facts)
    assert whole is not None and whole.gflop == pytest.approx(13_520 * 25)
    assert small is not None and small.gflop == pytest.approx(13_520 * 25 / 4)


def test_candidates_of_each_request_are_those_of_a_ranker(facts: Facts) -> None:
    found = served_model("랭킹 모델 서빙", Profile(requests_per_second=10, samples_per_second=3000), facts)
    assert found is not None and found.model.kind == "recommender"


def test_a_version_behind_a_name_is_of_another_model(facts: Facts) -> None:
    assert served_model("stable diffusion 3.5 large on an L40S", Profile(), facts) is None
    steps = served_model("SDXL 4 steps on an L40S", Profile(), facts)
    assert steps is not None and steps.model.name == "SDXL"
    old = served_model("stable diffusion 1.5 on a T4", Profile(), facts)
    assert old is not None and old.model.name == "Stable Diffusion 1.5"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("YOLO small @640 from 30 cameras", "YOLO11s"),
        ("yolov8 nano on 12 cameras", "YOLOv8n"),
        ("YOLO-x, 20 cams", "YOLO11x"),
        ("détection YOLO à 5 images/s", "YOLO11m"),  # the 5 is no version of it
    ],
)
def test_the_size_of_a_detector_may_be_said_as_a_word(text: str, name: str, facts: Facts) -> None:
    found = served_model(text, Profile(), facts)
    assert found is not None and found.model.name == name
