"""What training keeps for every parameter: weights, gradients and optimizer states, and how ZeRO and FSDP shard it.

Mixed precision with Adam holds 2 + 2 + 12 bytes per parameter: BF16 weights, BF16 gradients, and in FP32 a copy of
the weights and two moments (Rajbhandari et al. 2020, section 3.1).
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.base.constants import Constants
from engine.workload.flops import Shape
from engine.workload.profile import Profile

ZeroStage = Literal[0, 1, 2, 3]
Targets = Literal["all_linear", "query_value"]

WEIGHT_BYTES = 2.0  # BF16
GRADIENT_BYTES = 2.0  # BF16
BITS_PER_BYTE = 8


class States(NamedTuple):
    """Bytes of the states of a model: `sharded` is spread over all devices, `whole` is held by each of them."""

    sharded: float
    whole: float

    def per_device(self, devices: int) -> float:
        """Bytes one of `devices` holds."""
        return self.whole + self.sharded / devices


def zero_states(parameters: float, optimizer_bytes: float, stage: ZeroStage) -> States:
    """States of so many trained parameters under a ZeRO stage; FSDP's full shard is stage 3.

    With N parameters, K optimizer bytes each and n devices, a device holds
        stage 0: (4 + K) N              stage 1: 4 N + K N / n
        stage 2: 2 N + (2 + K) N / n    stage 3: (4 + K) N / n
    (Rajbhandari et al. 2020, figure 1).
    """
    weights, gradients, optimizer = (parameters * size for size in (WEIGHT_BYTES, GRADIENT_BYTES, optimizer_bytes))
    parts = ((optimizer, 1), (gradients, 2), (weights, 3))
    return States(
        sharded=sum(size for size, from_stage in parts if stage >= from_stage),
        whole=sum(size for size, from_stage in parts if stage < from_stage),
    )


def frozen_states(parameters: float, bits: float, stage: ZeroStage) -> States:
    """Weights without gradients or optimizer: the base of LoRA (16 bits) and QLoRA (4 bits and their scales)."""
    size = parameters * bits / BITS_PER_BYTE
    return States(sharded=size, whole=0.0) if stage == 3 else States(sharded=0.0, whole=size)


def adapter_rank(profile: Profile, constants: Constants) -> float:
    """The rank of the adapters: as said, else the usual one."""
    return profile.lora_rank or constants.likely("lora_rank")


def base_bits(profile: Profile, constants: Constants, *, in_eight: bool = False) -> float:
    """Bits of a frozen weight under adapters: 16 for LoRA, 8 where the base is loaded in 8 bits, said or tried."""
    if profile.method == "lora" and (in_eight or profile.precision == "int8"):
        return BITS_PER_BYTE  # one byte each
    return constants.likely(f"{profile.method}_bits_per_parameter")


def lora_parameters(shape: Shape, rank: float, targets: Targets = "all_linear") -> float:
    """Adapter parameters: rank x (width in + width out) of every adapted matrix, in every layer (Hu et al. 2021).

    All linear: query, key, value, output, and the three matrices of a gated MLP.
    """
    query, key_value, mlp = shape.query_width, shape.kv_width, shape.mlp_width
    value_pair = (shape.hidden + query) + (shape.hidden + key_value)
    if targets == "query_value":
        return rank * shape.layers * value_pair
    attention = 2 * value_pair  # output mirrors query, key is as value
    return rank * shape.layers * (attention + 3 * (shape.hidden + mlp))


def gathered_block(shape: Shape, *, trained: bool) -> float:
    """Bytes of one layer gathered for its pass under stage 3: BF16 weights, and gradients where it is trained.

    Of a mixture of experts only the active share is gathered; the experts are spread, not collected.
    """
    return shape.active_parameters / shape.layers * (WEIGHT_BYTES + (GRADIENT_BYTES if trained else 0.0))
