"""What a model's weights and states are: read in a time that is told, loaded by a host, gathered to be saved."""

from __future__ import annotations

import re

from engine.forms.form import Asked
from engine.forms.symptoms.symptom_reasons import SymptomCores, SymptomHost, SymptomLoads, SymptomState, SymptomTold
from engine.workload.hours.told_times import seconds_in
from knowledge.facts import Instance
from knowledge.units import BYTES_PER_GB

TWO, FOUR = 2.0, 4.0  # bytes a parameter
BYTES = {"fp8": 1.0, "int8": 1.0, "int4": 0.5, "fp4": 0.5}  # a parameter
CHECKPOINT, NVME = "checkpoint_bytes_per_parameter", "nvme_read_gb_per_second"  # constants
LIGHT = frozenset({"lora", "qlora"})
_TOOK = re.compile(r"(?<![\w.,])(\d+(?:\.\d+)?|an|one|two|half an)\s?(minutes?|mins?|hours?|h)\b", re.IGNORECASE)
_NUMBERS = {"an": 1.0, "one": 1.0, "two": 2.0, "half an": 0.5}
_FOUR_BYTES = re.compile(r"\b(?:awq|gptq|4-?bit|int4|nf4|q4\w*)\b", re.IGNORECASE)


def read_at(told: SymptomTold, asked: Asked) -> SymptomTold:
    """How fast the weights were read, where a size and a time are told; the first time that is."""
    size, took = asked.profile.parameters, _TOOK.search(asked.reading.text)
    if not size or took is None:
        return told
    name = (asked.profile.precision or "").casefold()
    each = BYTES.get(name, BYTES["int4"] if _FOUR_BYTES.search(asked.reading.text) else TWO)
    number = took[1].casefold()
    seconds = (_NUMBERS.get(number) or float(number)) * seconds_in(took[2])
    gb, fast = size * each / BYTES_PER_GB, asked.library.constants.likely(NVME)
    return SymptomLoads(**told.values, cites=told.cites, gb=gb, rate=gb / seconds, fast=fast, then=gb / fast)


def loaded(told: SymptomTold, asked: Asked) -> SymptomTold:
    """What the host holds while it loads, where the size is known, and what the machine has that is named."""
    size = asked.profile.parameters
    named = (asked.facts.instances[one] for one in asked.profile.instances if one in asked.facts.instances)
    thing = next((one for one in named if one.host_ram_gib), None)
    if not size and thing is None:
        return told
    larger = _larger(thing, asked) if thing else None
    return SymptomHost(
        **told.values,
        cites=told.cites,
        plain=size * FOUR / BYTES_PER_GB if size else None,
        half=size * TWO / BYTES_PER_GB if size else None,
        instance=thing.id if thing else None,
        ram=float(thing.host_ram_gib) if thing and thing.host_ram_gib else None,
        larger=larger[0].id if larger else None,
        larger_ram=float(larger[0].host_ram_gib or 0) if larger else None,
        larger_usd=larger[1] if larger else None,
    )


def _larger(thing: Instance, asked: Asked) -> tuple[Instance, float] | None:
    """The cheapest of the same line of machines with more RAM."""
    book = asked.library.prices(asked.day)
    found = [
        (one, quote.usd_per_hour.likely)
        for one in asked.facts.instances.values()
        if one.line == thing.line and (one.host_ram_gib or 0) > (thing.host_ram_gib or 0)
        if (quote := book.near(one, "on_demand", asked.profile.region)) is not None
    ]
    return min(found, key=lambda row: (row[1], row[0].id), default=None)


def gathered(told: SymptomTold, asked: Asked) -> SymptomTold:
    """What a full state is, where the size is known and all weights are trained."""
    size, said = asked.profile.parameters, asked.profile
    if not size or said.method in LIGHT:
        return told
    whole = asked.library.constants.likely(CHECKPOINT)
    cards = said.accelerator_count or 0
    moments = size * (whole - TWO) / BYTES_PER_GB
    return SymptomState(
        **told.values, cites=told.cites, state=size * whole / BYTES_PER_GB, moments=moments, cards=cards,
        each=moments / cards if cards else 0.0,
    )  # fmt: skip


def on_cores(told: SymptomTold, asked: Asked) -> SymptomTold:
    """What each core holds of the weights, where the size and a machine whose chips have cores are named."""
    size, facts = asked.profile.parameters, asked.facts
    named = (facts.instances[one] for one in asked.profile.instances if one in facts.instances)
    thing = next((one for one in named if facts.accelerators[one.accelerator].core_hbm_gib), None)
    if not size or thing is None:
        return told
    chip, gb = facts.accelerators[thing.accelerator], size * TWO / BYTES_PER_GB
    same = (one for one in facts.instances.values() if one.accelerator == chip.id and one.count > thing.count)
    larger = min(same, key=lambda one: (one.count, one.id), default=None)
    cores, more = thing.count * chip.workers, (larger.count if larger else 0) * chip.workers
    return SymptomCores(
        **told.values, cites=told.cites, gb=gb, instance=thing.id, cores=cores, each=gb / cores,
        has=chip.core_hbm_gib.value if chip.core_hbm_gib else 0.0,
        larger=larger.id if larger else "", more=more, then=gb / more if more else 0.0,
    )  # fmt: skip
