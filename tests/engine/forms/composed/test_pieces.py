"""Which parts a text names: the longest name, what a program is made of, and no general word beside a special one."""

from __future__ import annotations

import pytest

from engine.forms.composed.pieces import pieces
from knowledge.facts import Facts


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("does FlashAttention-3 run there", ["flash_attention_3"]),
        ("flash-attn 2 and DeepSpeed", ["flash_attention", "deepspeed"]),
        ("a Mask2Former", ["detectron2", "deformable_attention"]),
        ("Detectron2 with the deformable attention CUDA op", ["detectron2", "deformable_attention"]),
        ("some CUDA kernels", ["cuda_kernels"]),
        ("our own CUDA kernels", ["own_cuda"]),
        ("NVFP4 or plain FP4", ["nvfp4"]),
        ("nvfp4 of gpt-oss-120b", ["nvfp4", "mxfp4"]),  # which is published in MXFP4
        ("gpt-oss-120b on one card", []),
        ("megatronics and apexes", []),
    ],
)
def test_parts_are_known_by_their_names(text: str, ids: list[str], facts: Facts) -> None:
    assert [part.id for part in pieces(text, facts)] == ids
