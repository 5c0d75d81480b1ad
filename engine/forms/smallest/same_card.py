"""Several sizes of a machine on which memory of the GPU ran out alike: they have the same card, and what has more."""

from __future__ import annotations

import re

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked, Form
from engine.forms.parts.fit_reasons import OnNamed
from engine.forms.parts.rows import quoted, sold_here
from engine.forms.registry import form_named
from engine.forms.smallest.machine_for import MachineFor, card_with
from knowledge.facts import Instance

SEVERAL, MORE = 2, 1.2  # sizes that are named; times the memory of the card that another has at least
RAN_OUT = frozenset({"memory_error", "no_room"})  # cues
HOST, TRAINS, FIT = "host_memory", "training_words", "fit"  # cues; a form
OF_HOST = "host_differs"  # the code of a first line on the RAM of the host
UNHELD = frozenset({"not_held_of", "support_unsaid", "nothing_held"})  # codes of first lines that know nothing
UNNAMED = "model_unnamed"  # the code of what may be said of any model
OF_CHIP = re.compile(r"\bvram\b|\b(?:gpu|video|card) (?:memory|ram)\b", re.IGNORECASE)
OF_PROCESS = re.compile(r"\bkilled\b|\bdmesg\b|\bhost\b|\bcpu ram\b", re.IGNORECASE)
SIZE = re.compile(r"(?<![\w.])(\d{0,2}x?large)\b", re.IGNORECASE)  # alone, behind a whole name


class SameCard(Reason, code="same_card"):
    """`sizes` of a machine with `count` of `chip`, `gib` each. `larger`: the cheapest machine with a larger card,
    "" where none is sold; `split`: the cheapest with more of the same, over which a model may be split."""

    sizes: tuple[str, ...]
    count: int
    chip: str
    gib: float
    ran_out: bool
    larger: str
    larger_chip: str
    larger_gib: float
    larger_usd: float
    split: str
    split_count: int
    split_usd: float


def with_same_card(form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer]:
    """The answer that begins with it, or has it in its first paragraph below a sum over the model."""
    told = _told(stated, asked)
    if told is None:
        return form, stated
    first = stated.headline
    if isinstance(first, OnNamed):
        return form, stated.model_copy(update={"beside_first": (*stated.beside_first, told)})
    below = (first, *stated.sentences) if first is not None and first.code == UNNAMED else ()
    return form_named(FIT), FactAnswer(headline=told, sentences=below, whole=True)


def _told(stated: FactAnswer, asked: Asked) -> SameCard | None:
    text, cues, first = asked.reading.text, set(asked.reading.cues), stated.headline
    ran_out = not RAN_OUT.isdisjoint(cues)
    asks = ran_out or (OF_CHIP.search(text) is not None and first is not None and first.code in UNHELD)
    if not asks or HOST in cues or OF_PROCESS.search(text):
        return None
    if first is not None and first.code == OF_HOST and TRAINS not in cues:
        return None
    sizes = _sizes(text, asked)
    kinds = {(one.accelerator, one.count, one.cloud) for one in sizes}
    if len(sizes) < SEVERAL or len(kinds) != 1:
        return None
    problem, one = asked.problem, sizes[0]
    chip = problem.chip(one)
    larger = card_with(chip.hbm_gib.value * MORE, asked)
    larger = larger if isinstance(larger, MachineFor) else None
    many = sorted(
        (quote.usd_per_hour.likely, thing.count, thing.id, quote)
        for thing in sold_here(problem)
        if thing.accelerator == one.accelerator and thing.cloud == one.cloud and thing.count > one.count
        if (quote := quoted(problem, thing)) is not None
    )
    usd, count, name, _ = many[0] if many else (0.0, 0, "", None)
    cites = (*(larger.cites if larger else ()), *(many[0][3].cites if many else ()))
    return SameCard(
        sizes=tuple(dict.fromkeys(size.id for size in sizes)),
        count=one.count,
        chip=chip.name,
        gib=chip.hbm_gib.value,
        ran_out=ran_out,
        larger=larger.instance if larger else "",
        larger_chip=larger.chip if larger else "",
        larger_gib=larger.gib if larger else 0.0,
        larger_usd=larger.usd_per_hour if larger else 0.0,
        split=name,
        split_count=count,
        split_usd=usd,
        cites=tuple(dict.fromkeys((one.source, *cites))),
    )


def _sizes(text: str, asked: Asked) -> list[Instance]:
    """Those that the text names, "g5.2xlarge / 4xlarge" with the size alone as well."""
    facts = asked.facts.instances
    named = [facts[name] for name in asked.profile.instances if name in facts and name in text]
    lines = {one.id.partition(".")[0] for one in named if "." in one.id}
    if len(lines) == 1:
        line = next(iter(lines))
        short = (f"{line}.{size.lower()}" for size in SIZE.findall(text))
        named += [facts[name] for name in short if name in facts and facts[name] not in named]
    return named
