"""What serving keeps in memory: the weights in their precision, and the keys and values of every token in flight."""

from __future__ import annotations

from typing import Literal

from engine.base.constants import Constants
from engine.memory.training_states import BITS_PER_BYTE
from engine.workload.flops import Shape, grouped, kv_bytes_per_token

Precision = Literal["bf16", "fp8", "int8", "int4", "fp4"]
BITS: dict[Precision, float] = {"bf16": 16, "fp8": 8, "int8": 8}
FULL_BITS = 32.0  # of a weight that is loaded without a type being named
KV_BYTES = 2.0  # the cache stays in BF16 unless it is quantized separately


def served(shape: Shape, constants: Constants) -> Shape:
    """A model as it is served: a decoder of unknown heads has the few key-value heads that such of its size have."""
    size, likely = shape.parameters, constants.likely
    if size < likely("grouped_query_from_parameters"):
        return shape
    if likely("ungrouped_from_parameters") <= size <= likely("ungrouped_to_parameters"):
        return shape
    return grouped(shape, round(constants.likely("grouped_query_kv_heads")))


def weight_bits(precision: Precision, constants: Constants, shape: Shape | None = None) -> float:
    """Bits per parameter; four-bit weights carry a scale and a zero point for every group of them.

    Of a model published in this precision, those of its published weights.
    """
    if shape is not None and shape.native_bits is not None and shape.native_precision == precision:
        return shape.native_bits
    return BITS[precision] if precision in BITS else constants.likely("int4_bits_per_parameter")


def weight_bytes(shape: Shape, bits: float) -> float:
    """Weights of all parameters; of a mixture of experts all experts, since any of them may be next."""
    return shape.parameters * bits / BITS_PER_BYTE


def cache_bytes(shape: Shape, tokens: float, bytes_per_value: float = KV_BYTES) -> float:
    """KV cache of `tokens`, i.e. concurrent requests x tokens of context each."""
    return kv_bytes_per_token(shape, bytes_per_value) * tokens


def loading_bytes(shape: Shape, bits: float, *, quantized_checkpoint: bool) -> float:
    """Weights held while loading: quantizing on the device needs all of them in BF16 first.

    So a server that would fit at int8 dies before its first token, unless the checkpoint is int8 already.
    """
    return weight_bytes(shape, bits if quantized_checkpoint else BITS["bf16"])
