"""How many tokens a run trains on: steps x sequences x length, or samples x length x epochs."""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.estimates.run import Run
from knowledge.facts import Scalar

Basis = Literal["said", "steps", "samples"]


class Factor(NamedTuple):
    """One number of a product; `name` is the slot or field it stands in."""

    name: str
    value: Scalar


class Work(NamedTuple):
    """The tokens of a run and the product they are. `missing`: what has to be said for there to be a number.

    `full_length`: every sequence counts at its full length, because nothing says how long samples are.
    """

    tokens: float | None
    basis: Basis | None = None
    factors: tuple[Factor, ...] = ()
    missing: tuple[str, ...] = ()
    full_length: bool = False


class Batch(NamedTuple):
    """Sequences of one optimizer step, and the product they are."""

    sequences: int | None
    factors: tuple[Factor, ...] = ()


def batch_of(run: Run, devices: int | None, workers: int = 1) -> Batch:
    """micro-batch x accumulation x data-parallel processes, unless the whole was said; each chip has `workers`."""
    setup = run.setup
    if run.profile.batch_size is not None:
        return Batch(run.profile.batch_size)
    split = run.copy_devices
    processes = devices * workers if devices else 0
    parallel = processes // split if processes and processes >= split else setup.data_parallel
    if setup.micro_batch is None or parallel is None:
        return Batch(None)
    accumulation = setup.accumulation or 1
    factors = (
        Factor("micro_batch", setup.micro_batch),
        Factor("accumulation", accumulation),
        Factor("data_parallel" if split > 1 else "devices" if workers == 1 else "workers", parallel),
    )
    return Batch(setup.micro_batch * accumulation * parallel, factors)


def work_of(run: Run, devices: int | None, workers: int = 1) -> Work:
    """The tokens of a run on so many chips of so many processes each."""
    profile, setup = run.profile, run.setup
    length, each = profile.sequence_length, run.sequences_a_sample
    pair = (Factor("sequences_a_sample", each),) if each > 1 else ()
    if profile.tokens is not None:
        return Work(profile.tokens, "said")
    if setup.max_steps is not None:
        batch = batch_of(run, devices, workers).sequences
        missing = (*(() if batch else ("batch_size",)), *(() if length else ("sequence_length",)))
        if batch is None or length is None:
            return Work(None, missing=missing)
        factors = (
            Factor("max_steps", setup.max_steps),
            Factor("batch_size", batch),
            Factor("sequence_length", length),
        )
        return Work(float(setup.max_steps * batch * length * each), "steps", (*factors, *pair), full_length=True)
    each = run.answers_a_sample
    name_each = "answers_each" if each != run.sequences_a_sample else "sequences_a_sample"
    pair = (Factor(name_each, each),) if each > 1 else ()
    long = profile.tokens_per_sample or length
    if profile.samples is None or long is None:
        missing = (*(() if profile.samples else ("samples",)), *(() if long else ("sequence_length",)))
        return Work(None, missing=missing)
    epochs = profile.epochs or 1.0
    name = "tokens_per_sample" if profile.tokens_per_sample else "sequence_length"
    factors = (Factor("samples", profile.samples), Factor(name, long), Factor("epochs", epochs))
    return Work(
        profile.samples * long * epochs * each,
        "samples",
        (*factors, *pair),
        full_length=profile.tokens_per_sample is None,
    )
