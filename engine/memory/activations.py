"""What the forward pass leaves in memory for the backward pass (Korthikanti et al. 2022).

s sequence length, b micro-batch, h hidden width, a heads, t tensor-parallel degree; BF16 activations.
"""

from __future__ import annotations

from typing import Literal

from engine.workload.flops import Shape

Recompute = Literal["none", "selective", "full"]

LAYER = 34  # bytes per token and unit of width, attention scores excluded (equation 2)
SCORES = 5  # bytes per head and pair of tokens: scores, softmax, dropout
OUTSIDE_PARALLEL = 10  # of LAYER, what plain tensor parallelism leaves on every device (equation 2)
LAYER_INPUT = 2  # all that full recomputation keeps of a layer
LOGIT_BYTES = 4  # the loss is taken in FP32 (section 4.3)


def layer_bytes(
    shape: Shape,
    sequence: float,
    batch: float = 1,
    *,
    parallel: int = 1,
    by_sequence: bool = True,
    scores: bool = True,
) -> float:
    """Activations of one layer on one device.

        one device            s b h (34 + 5 a s / h)
        tensor parallel       s b h (10 + 24 / t + 5 a s / (h t))
        and sequence parallel s b h (34 + 5 a s / h) / t
    (equations 1, 2 and 4). `scores=False` drops the last term: selective recomputation, or flash attention.
    """
    plane = sequence * batch * shape.hidden
    quadratic = SCORES * shape.query_heads * sequence / shape.hidden if scores else 0.0
    if by_sequence:
        return plane * (LAYER + quadratic) / parallel
    return plane * (OUTSIDE_PARALLEL + (LAYER - OUTSIDE_PARALLEL) / parallel + quadratic / parallel)


def activation_bytes(shape: Shape, sequence: float, batch: float, recompute: Recompute) -> float:
    """Activations of a whole model, to be divided by the tensor-parallel degree (with sequence parallelism).

    Full recomputation keeps 2 s b h per layer and one layer in progress; selective keeps 34 s b h per layer; none
    keeps the attention scores as well. Where scores are recomputed, attention is assumed to be a flash kernel.
    """
    in_progress = layer_bytes(shape, sequence, batch, scores=False)
    if recompute == "full":
        return LAYER_INPUT * sequence * batch * shape.hidden * shape.layers + in_progress
    return shape.layers * layer_bytes(shape, sequence, batch, scores=recompute == "none")


def logit_bytes(shape: Shape, sequence: float, batch: float) -> float:
    """FP32 logits of a micro-batch: 4 s b x vocabulary (section 4.3); nothing where the vocabulary is not known."""
    return LOGIT_BYTES * sequence * batch * (shape.vocabulary or 0)
