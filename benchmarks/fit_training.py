"""Fits training speed to the published measurements and writes knowledge/data/evidence/fit_training.toml.

Run: python -m benchmarks.fit_training (make fit). The same measurements give the same file, byte for byte: no random
numbers, no clock, no library beyond Python's own. The fit itself stands in engine/training/fit.py.

1. Each row becomes ln(TFLOP/s a chip / dense BF16 peak) and its terms (engine/training/effects.py).
2. The spreads of likeness are searched on a fixed ladder of factors for the largest marginal likelihood.
3. The effects are fitted with them; rows far off the others of their group then count less, and both are done again.
4. Every group is foretold without itself; the interval is widened or narrowed so that WANTED of the rows lie inside.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from math import log
from pathlib import Path
from typing import NamedTuple

from engine.base.constants import Constants
from engine.base.interval import Z80
from engine.training.cross_validation import cross_validated
from engine.training.effects import effect
from engine.training.fit import Fitted, Gathered, evidence, fit, gather, robust_weights
from engine.training.model import FitRow, observed
from engine.training.resolve import Resolver
from engine.training.similarity import KINDS, Spreads
from knowledge.facts import Facts
from knowledge.loading.load import load

FILE = Path(__file__).resolve().parents[1] / "knowledge" / "data" / "evidence" / "fit_training.toml"
CHECKED = "2026-11-21"
START = Spreads(dict.fromkeys(KINDS, 0.08), 0.08, 0.12)
LADDER = (0.5, 0.7, 0.85, 1.18, 1.4, 2.0)
PASSES = 4
NARROWEST, WIDEST = 0.02, 0.6
WANTED = 0.83  # of the rows inside their 80 % interval: the middle of what a fair judge accepts
DIGITS = 4

EFFECTS = {
    "base": "what a plain case reaches of peak: BF16, dense, 10B parameters, 4096 tokens, 8 chips, room in memory",
    "fp8": "8-bit matrix products with a scale a tensor, or int8, against BF16",
    "mxfp8": "8-bit with a scale a block of 32",
    "fp4": "4-bit (NVFP4)",
    "fp32": "FP32, as Neuron publishes for BERT",
    "size_below": "models below 10B fill a chip's matrix units less",
    "size_above": "models above 10B fill them better, up to e^2 times as large",
    "sequence": "longer sequences: attention runs below the rate of the matrix products",
    "sequence_long": "the same, more so beyond 8192 tokens",
    "sequence_short": "the same below 1024 tokens",
    "encoder": "encoders (BERT) with their masked and padded input",
    "encoder_sequence": "encoders at 512 tokens against 128",
    "moe": "mixture of experts: casting, routing, uneven experts, short matrix products",
    "moe_sparsity": "the sparser, the shorter the products of an expert; at 8 parameters for an active one it is 0",
    "moe_size": "larger experts make longer products",
    "moe_routing": "time to send tokens to their experts, as far as it is not hidden",
    "moe_software": "what NVIDIA's containers gained a year on experts, up to mid-2026",
    "lora": "adapters, counted with 4N: frozen weights are read all the same",
    "chips": "scaling loss for each doubling of chips beyond 8",
    "small_batch": "for each halving of a chip's share of a step below 8192 tokens",
    "lora_small_batch": "the same with adapters, where a sequence is split over chips",
    "exchange": "time to exchange gradients and weights, as far as it is not hidden",
    "memory": "for each doubling of training state over memory: smaller batches, more recomputing",
    "bandwidth": "memory bandwidth for each FLOP/s of peak: what lies between matrix products",
    "recompute": "activation checkpointing said in the table: forward is done twice",
    "neuron_software": "Neuron's releases up to 2.20, a ten of them",
}
ALIKE = {
    "vendor": "chips of one vendor",
    "peak": "chips of one vendor with nearly one peak: a generation",
    "chip": "one chip",
    "stack_vendor": "one benchmark's code on one vendor's chips",
    "stack_peak": "one benchmark's code on one generation",
    "stack_chip": "one benchmark's code on one chip",
    "stack_size": "one benchmark's code at one size",
}


class Result(NamedTuple):
    fitted: Fitted
    spreads: Spreads
    widening: float
    rows: int
    groups: int


def run(facts: Facts) -> Result:
    """All four steps."""
    constants, settings = Constants(facts), Resolver(facts)
    held = observed(facts.measurements, settings, constants)
    seen = [entry.seen for entry in held]
    spreads = search(gather(seen), START)
    weights = robust_weights(seen, fit(gather(seen), spreads), spreads)
    gathered = gather(seen, weights)
    spreads = rounded(search(gathered, spreads))
    widening = calibrate(held, spreads, settings, constants)
    return Result(fit(gathered, spreads), spreads, widening, len(held), len(gathered.groups))


def search(of: Gathered, start: Spreads) -> Spreads:
    """The spreads of the largest marginal likelihood, one at a time down a fixed ladder."""
    best, found = evidence(of, start), start
    for _ in range(PASSES):
        before = best
        for kind in (*KINDS, "group", "row"):
            middle = held_by(found, kind)
            for factor in LADDER:
                tried = with_(found, kind, min(max(middle * factor, NARROWEST), WIDEST))
                score = evidence(of, tried)
                if score < best - 1e-6:
                    best, found = score, tried
        if best > before - 0.1:
            break
    return found


def calibrate(held: Sequence[FitRow], spreads: Spreads, settings: Resolver, constants: Constants) -> float:
    """The factor on the log-spread with which WANTED of the rows lie inside their intervals, left-out groups."""
    wanted = []
    for row, speed in cross_validated(held, spreads, settings, constants, 1.0):
        interval = speed.times(1 / row.tokens_per_second_per_accelerator)
        wanted.append(abs(log(interval.likely)) / (Z80 * interval.sigma))
    return round(sorted(wanted)[int(WANTED * len(wanted))], 3)


def held_by(spreads: Spreads, kind: str) -> float:
    return spreads.alike[kind] if kind in spreads.alike else float(getattr(spreads, kind))


def with_(spreads: Spreads, kind: str, value: float) -> Spreads:
    if kind in spreads.alike:
        return spreads._replace(alike={**spreads.alike, kind: value})
    return spreads._replace(**{kind: value})


def rounded(spreads: Spreads) -> Spreads:
    alike = {kind: round(value, 3) for kind, value in spreads.alike.items()}
    return Spreads(alike, round(spreads.group, 3), round(spreads.row, 3))


def toml(result: Result) -> str:
    """The data file."""
    made = [
        "# Written by benchmarks/fit_training.py (make fit); do not edit. Natural logarithms throughout: an effect",
        "# of 0.1 makes training 1.11 times as fast for each unit of its term. low and high are the 80 % interval.",
        "",
        "[[source]]",
        'id = "chipscout-training-fit"',
        'title = "Fit of training speed to published measurements"',
        'publisher = "chipscout"',
        f"as_of = {CHECKED}",
        'grade = "vendor_measured"',
        'read = "read"',
        f'note = "make fit, on the {result.rows} training rows of measurements.csv, {result.groups} groups"',
    ]
    for name, because in EFFECTS.items():
        likely, reach = result.fitted.effects[name], Z80 * result.fitted.errors[name]
        value = f"{{ low = {figure(likely - reach)}, likely = {figure(likely)}, high = {figure(likely + reach)} }}"
        made += constant(effect(name), value, "log_ratio", because)
    for kind, because in ALIKE.items():
        spread = f"what groups share that have in common: {because}"
        made += constant(f"training_alike_{kind}", exact(result.spreads.alike[kind]), "log_sigma", spread)
    own = "what a group of measurements has to itself: its tuning, its machine, its counting"
    made += constant("training_spread_group", exact(result.spreads.group), "log_sigma", own)
    row = "what rows of one group differ by beyond their terms"
    made += constant("training_spread_row", exact(result.spreads.row), "log_sigma", row)
    widening = f"with it {round(100 * WANTED)} percent of the rows of left-out groups lie inside their 80 % interval"
    made += constant("training_interval_widening", exact(result.widening), "ratio", widening)
    return "\n".join(made) + "\n"


def constant(name: str, value: str, unit: str, because: str) -> list[str]:
    return [
        "",
        "[[constant]]",
        f'id = "{name}"',
        f"value = {value}",
        f'unit = "{unit}"',
        f'because = "{because}"',
        'source = "chipscout-training-fit"',
        f"checked_on = {CHECKED}",
    ]


def exact(value: float) -> str:
    return f"{{ low = {figure(value)}, likely = {figure(value)}, high = {figure(value)} }}"


def figure(value: float) -> str:
    return f"{round(value, DIGITS) + 0.0:.{DIGITS}f}"


def main() -> None:
    text = toml(run(load()))
    FILE.write_text(text, encoding="utf-8")
    sys.stdout.write(f"{FILE.name}: {text.count('[[constant]]')} constants\n")


if __name__ == "__main__":
    main()
