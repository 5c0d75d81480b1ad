"""Whether a smaller machine than the one that is spoken of holds the model: yes or no, and which."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked, Form
from engine.forms.parts.headline import model_of
from engine.forms.parts.rows import Rented, Work, quoted, sold_here
from engine.forms.parts.tables import way_said
from engine.forms.registry import form_named
from engine.memory.ways import SERVING, Way
from engine.options.named import called_by
from engine.workload.conditions import FAMILIES
from knowledge.facts import Instance

ASKED, TRAINS, FIT = "wants_smaller", "training_words", "fit"  # cues; a form
SERVED, ONE = "bf16", 1  # the way in which most models are served; a machine
USUAL, MOST = 4096.0, 256  # tokens to which servers are often limited; requests at once that are counted


class Smaller(Reason, code="smaller_there"):
    """The machine of least price that holds it by the `way`: "" where none costs less than `than`. `other`: it has
    another chip. `at_once`: requests of `tokens` that it serves; 0 in training."""

    way: str
    model: str
    parameters: float
    than: str
    than_usd: float
    instance: str
    chips: int
    chip: str
    gib: float
    usd: float
    other: bool
    tokens: float
    at_once: int


def with_smaller(form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer]:
    """The answer that begins with it, where a smaller machine is asked for and the work and a machine are known."""
    said = asked.profile
    if ASKED not in asked.reading.cues or not (said.parameters or said.variant) or asked.reading.by_hand:
        return form, stated
    plain = said.model_copy(update={"libraries": ()})  # by memory, whatever it runs with
    told = _smaller(replace(asked, reading=asked.reading.model_copy(update={"profile": plain})))
    if told is None:
        return form, stated
    return form_named(FIT), FactAnswer(headline=told, whole=True)


def _smaller(asked: Asked) -> Smaller | None:
    said, problem, facts = asked.profile, asked.problem, asked.facts
    trains = said.task not in (None, "inference") or (said.task is None and TRAINS in asked.reading.cues)
    way = way_said(said) or ("" if trains else SERVED)
    named = [facts.instances[name] for name in said.instances if name in facts.instances]
    chips = {one.accelerator for one in named}
    chips |= {chip.id for chip in called_by(facts, frozenset(said.candidates) - FAMILIES)}
    if not way or not chips:
        return None
    work, than = Work(cast("Way", way), problem, 1.0), named[0] if len(named) == 1 else None
    usd = _usd(than, asked) if than is not None else 0.0
    below = [one for one in sold_here(problem) if not usd or 0 < _usd(one, asked) < usd]
    same = work.rented(tuple(one for one in below if one.accelerator in chips), ONE)
    found = same or (work.rented(tuple(below), ONE) if usd else None)
    if found is None and not usd:
        return None
    chip = problem.chip(found.instance) if found else None
    serves = way in SERVING
    return Smaller(
        way=way,
        model=model_of(problem),
        parameters=work.shape.parameters,
        than=than.id if than else "",
        than_usd=usd,
        instance=found.instance.id if found else "",
        chips=found.instance.count if found else 0,
        chip=chip.name if chip else "",
        gib=chip.hbm_gib.value if chip else 0.0,
        usd=(found.usd_per_hour or 0.0) if found else 0.0,
        other=same is None,
        tokens=USUAL,
        at_once=_at_once(work, found) if serves and found else 0,
        cites=found.quote.cites if found and found.quote else (),
    )


def _usd(one: Instance, asked: Asked) -> float:
    quote = quoted(asked.problem, one)
    return quote.usd_per_hour.likely if quote else 0.0


def _at_once(work: Work, found: Rented) -> int:
    """Requests of a usual length that it has room for."""
    low, high = 0, MOST
    while low < high:
        middle = (low + high + 1) // 2
        held = work.rented((found.instance,), ONE, context=USUAL, requests=float(middle))
        low, high = (middle, high) if held else (low, middle - 1)
    return low
