"""The name of a model that is not held is read by its place; programs, data sets, cards and plain words are none."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from tests.engine.reading.test_hardware import reading


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("How much memory does training VideoChat-R1-thinking take?", ("VideoChat-R1-thinking",)),
        ("Can I train visTR on 3 Titan X?", ("visTR",)),
        ("For NLE models, how many GPUs are required?", ("NLE",)),
        ("an instance to run Panda for entity matching", ("Panda",)),
        ("Hosted Docling\n\nDocling requires a GPU", ("Docling",)),
        ("Is training possible for Jasper model in Colab?", ("Jasper",)),
        ("GPU memory of Infinity-2B? We fine-tune Infinity-2B", ("Infinity-2B",)),
        ("How much VRAM to fine-tune Llama 3 8B?", ()),
        ("train with DistributedDataParallel on ImageNet", ()),
        ("run it on Kubernetes with SageMaker or Docker", ()),
        ("Is a P104-100 enough for training? Or an RTX 3060?", ()),
        ("Training Configurations And Hardware", ()),
        ("GPU requirements\n\nHow Long Does Training Take?", ()),
        ("train a CNN on MNIST in FP16 with AMP", ()),
        ("How much VRAM for training on the RealEstate10K dataset?", ()),
        ("run NeuronStableDiffusionXLPipeline on inf2.xlarge", ()),
    ],
)
def test_unknown_models(text: str, names: tuple[str, ...]) -> None:
    assert reading(text).unknown_models == names


def test_a_name_counts_as_understood() -> None:
    assert reading("How many A100 to train VideoChat-R1-thinking?").unread == ()


@pytest.mark.parametrize(
    ("text", "variant"),
    [
        ("How much VRAM for r1-aqa training?", None),
        ("Train T2I-R1 on 8 A100", None),
        ("How much VRAM to serve DeepSeek R1?", "deepseek-r1"),
        ("How much VRAM to serve DeepSeek R1-Zero?", "deepseek-r1"),
    ],
)
def test_a_short_name_within_another_is_another_models(text: str, variant: str | None) -> None:
    assert reading(text).profile.variant == variant


def test_members_of_a_kind_of_encoder_are_read_as_it(advisor: Advisor) -> None:
    """PubMedBERT is a BERT and GatorDeBERTa a DeBERTa; Robert is nobody's model."""
    kinds = (
        ("fine-tune PubMedBERT on a T4", "bert"),
        ("train GatorDeBERTa", "deberta"),
        ("Robert asks: which GPU?", None),
    )
    assert [advisor.ask(text).reading.profile.model for text, _ in kinds] == [kind for _, kind in kinds]
