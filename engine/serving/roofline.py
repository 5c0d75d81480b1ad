"""The roofline of serving: seconds of one decoding step and of one prefill, and the throughput they allow.

Pope et al. 2022, "Efficiently scaling transformer inference": a decoding step reads every weight once for the whole
batch and the key-value cache of every sequence, computes 2*N_active a sequence, and exchanges activations twice a
layer. Read, computed and exchanged times are added, since kernels of one layer wait for each other; each is divided
by the share of its limit that is reached, fitted to published measurements (engine/serving/fit.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from engine.workload.flops import Shape

HALVINGS = 24

Shares = Mapping[str, float]  # fitted quantities by name; `<name>.<platform>` is one family's own


@dataclass(frozen=True, slots=True)
class ServingRun:
    """One group of chips that serves a model, and the requests it gets.

    Rates are of one chip: FLOP/s at the precision computed in, bytes/s of HBM, bytes/s one way between chips.
    """

    shape: Shape
    platform: str  # gpu, tpu or neuron: what the shares are fitted for
    chips: int  # of one group, tensor-parallel
    flops: float
    bandwidth: float
    hbm_bytes: float
    link: float
    weight_bytes: float  # per parameter
    kv_bytes: float  # per token of context
    input_tokens: float
    output_tokens: float
    batch: float | None = None  # sequences at once in a group; None: as many as memory holds
    slots: float | None = None  # sequences the graph was compiled for, where it always runs them all
    tpot_limit: float | None = None  # seconds an output token may take
    busy: float = 1.0  # share of the groups that have work
    tokens_per_second_at_most: float | None = None  # per chip, where requests arrive at a set rate
    marks: tuple[str, ...] = ()  # what fitted offsets apply

    @property
    def context(self) -> float:
        """Mean tokens a sequence holds while it is answered."""
        return self.input_tokens + self.output_tokens / 2


class Pace(NamedTuple):
    """Seconds of one step, of one prompt, and the batch they were computed for."""

    step: float
    prefill: float
    batch: float


def step_floor_seconds(run: ServingRun, batch: float) -> float:
    """max((W + B*ctx*kv)/BW, 2*N*B/P): no machine is faster (Pope 2022). The ideal, before any fitted share."""
    read = weights_read(run, batch) + batch * run.context * run.kv_bytes
    compute = 2 * run.shape.active_parameters * batch
    return max(read / (run.chips * run.bandwidth), compute / (run.chips * run.flops))


def weights_read(run: ServingRun, batch: float) -> float:
    """Bytes of weights one step touches: all of a dense model; of experts, those some sequence chose.

    A sequence misses an expert with probability 1 - N_active/N, a batch of B with its B-th power.
    """
    share = run.shape.active_parameters / run.shape.parameters
    touched = 1.0 if share >= 1 else 1 - (1 - share) ** max(batch, 1.0)
    return run.shape.parameters * run.weight_bytes * touched


def step_seconds(run: ServingRun, batch: float, shares: Shares) -> float:
    """Seconds of one decoding step of `batch` sequences."""
    return stepping(run, shares)(batch)


def stepping(run: ServingRun, shares: Shares) -> Callable[[float], float]:
    """Seconds of a step by its sequences: a search for the largest batch asks for two dozen of one run."""
    platform = run.platform
    bandwidth = run.chips * run.bandwidth * shares[f"bandwidth.{platform}"]
    compute = run.chips * run.flops * shares[f"compute.{platform}"]
    if run.shape.moe:
        bandwidth *= shares[f"experts_bandwidth.{platform}"]
        compute *= shares[f"experts_compute.{platform}"]
    launched = shares[f"step_seconds.{platform}"] + run.shape.layers * shares[f"layer_seconds.{platform}"]
    slots, padding, each = run.slots, shares[f"padding.{platform}"], shares[f"sequence_seconds.{platform}"]
    context, kv_bytes, flop = run.context, run.kv_bytes, 2 * run.shape.active_parameters
    exchange = exchanging(run, shares)

    def seconds(batch: float) -> float:
        if slots and slots > batch:
            batch *= (slots / batch) ** padding
        read = weights_read(run, batch) + batch * context * kv_bytes
        return read / bandwidth + flop * batch / compute + launched + batch * each + exchange(batch)

    return seconds


def exchange_seconds(run: ServingRun, tokens: float, shares: Shares) -> float:
    """Two ring all-reduces per layer over `tokens` activations of 2 bytes: 2*(g-1)/g of the message over the link.

    Shoeybi et al. 2019 (Megatron-LM, figure 4) for the count; a fixed latency comes with each.
    """
    return exchanging(run, shares)(tokens)


def exchanging(run: ServingRun, shares: Shares) -> Callable[[float], float]:
    """The same by tokens, of one run."""
    chips, hidden, twice = run.chips, run.shape.hidden, 2 * run.shape.layers
    if chips == 1:
        return lambda _tokens: 0.0
    link, latency = run.link * shares[f"link.{run.platform}"], shares[f"exchange_seconds.{run.platform}"]
    return lambda tokens: twice * (2 * tokens * hidden * 2 * (chips - 1) / chips / link + latency)


def prefill_seconds(run: ServingRun, shares: Shares) -> float:
    """Seconds a group spends on one prompt: 2*N_active*s + 2*L*h*s**2 (causal attention), and the exchange.

    Where prompts are not merged with the running batch (Neuron), each also pays a step of its own.
    """
    compute = run.chips * run.flops * shares[f"prefill.{run.platform}"]
    if run.shape.moe:
        compute *= shares[f"experts_compute.{run.platform}"]
    s = run.input_tokens
    flop = 2 * run.shape.active_parameters * s + 2 * run.shape.layers * run.shape.hidden * s * s
    alone = shares[f"own_step.{run.platform}"] * step_seconds(run, 1.0, shares)
    return flop / compute + exchange_seconds(run, s, shares) + alone


def batch_held(run: ServingRun, shares: Shares) -> float:
    """Sequences whose cache the HBM beside the weights holds, at most what servers are set to; 0: weights too big."""
    free = run.chips * run.hbm_bytes * shares["memory_used"] - run.shape.parameters * run.weight_bytes
    sequences = free / (run.kv_bytes * (run.input_tokens + run.output_tokens))
    return max(0.0, min(sequences, shares["batch_at_most"]))


def pace(run: ServingRun, shares: Shares) -> Pace:
    """The batch and its times: the stated batch, else what memory holds within the latency limit."""
    prefill = prefill_seconds(run, shares)
    batch = run.batch or max(1.0, batch_held(run, shares))
    if run.tpot_limit is not None:
        limit = run.tpot_limit * shares["latency_used"]
        batch = batch_within(run, batch, prefill, lambda at: tpot_seconds(run, at) > limit, shares)
    return pace_at(run, batch, prefill, shares)


def pace_at(run: ServingRun, batch: float, prefill: float, shares: Shares) -> Pace:
    return Pace(step_seconds(run, batch, shares), prefill, batch)


def tpot_seconds(run: ServingRun, at: Pace) -> float:
    """Seconds between tokens: the step, and the prompts of the other sequences that cut in once an answer."""
    return at.step + max(at.batch - 1, 0.0) * at.prefill / run.output_tokens


def batch_within(run: ServingRun, most: float, prefill: float, slow: Callable[[Pace], bool], shares: Shares) -> float:
    """The largest batch up to `most` at which it is not too slow; never below 1. By halving, on a log scale."""
    step = stepping(run, shares)
    if not slow(Pace(step(most), prefill, most)):
        return most
    low, high = 1.0, most
    for _ in range(HALVINGS):
        middle = (low * high) ** 0.5
        low, high = (low, middle) if slow(Pace(step(middle), prefill, middle)) else (middle, high)
    return low


def tokens_per_second(run: ServingRun, at: Pace) -> float:
    """Output tokens/s of one chip in steady state: B answers of `out` tokens take out*t_step + B*t_prefill."""
    cycle = run.output_tokens * at.step + at.batch * at.prefill
    speed = run.busy * at.batch * run.output_tokens / cycle / run.chips
    return speed if run.tokens_per_second_at_most is None else min(speed, run.tokens_per_second_at_most)
