"""How a published model was pretrained, as its makers say or by the rule; and a run of one's own for as many tokens.

FLOP = 6 x active parameters x tokens; chip-hours = FLOP / (what one chip achieves x 3600)
"""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.forms.form import Asked, Form, question_of
from engine.forms.parts.own_speed import chip_of
from engine.forms.registry import form_named
from engine.forms.served.by_card import cheapest_card
from engine.forms.told.theirs import NotTheirs
from engine.forms.worked.bears import of_theirs
from engine.workload.conditions import FAMILIES
from engine.workload.equipment import about
from engine.workload.flops import FLOPS_PER_PARAMETER, named_model
from engine.workload.named import AMOUNTS, CONTINUED, published_run, run_of_makers
from engine.workload.profile import Profile
from engine.workload.samples import in_samples
from knowledge.units import HOURS_PER_DAY, SECONDS_PER_HOUR, TERA

MADE = "was_pretrained"  # the cue
EXAMPLES = ("h100-sxm", "a100-80")
FLEET = "example_fleet"  # the constant
PRETRAINS, ESTIMATE, EXPLAIN = "pretraining", "estimate", "explain"  # a task and forms
PAID = ("credits_usd", "budget_usd")  # slots
UNSUMMED = frozenset({"faq_told", "memory_needed", "chips_needed", "depends_on_work", "no_sum"})  # codes
SUMS = frozenset({"hours", "dollars"})  # predicates
SHOWN = 2


class ByRule(Computed):
    """The same on one chip by what it achieves: chip-hours, and days on so many."""

    chip: str
    chip_hours: float
    chips: int
    days: float


class MakersRun(Reason, code="makers_run"):
    """The first line: `chip` "", `chips` and hours 0 where they are not published; `usd` of the chip-hours today."""

    name: str
    tokens: float
    reproduced: bool
    parameters: float
    flop: float
    chip: str
    chips: int
    chip_hours: float
    days: float
    usd: float
    usd_per_hour: float
    by_rule: tuple[ByRule, ...]


def of_makers(form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer] | None:
    """Where it is asked what the makers of a named model used, or what as much costs and the line sums nothing."""
    said, cues = asked.profile, set(asked.reading.cues)
    first = stated.headline.code if stated.headline is not None else ""
    if said.method or said.task not in (None, PRETRAINS) or any(map(said.says, AMOUNTS)) or CONTINUED in cues:
        return None
    if named_model(said, asked.facts) is None or in_samples(said, asked.facts):
        return None
    if first == NotTheirs.code or MADE in cues or of_theirs(form, stated, asked) is not None:
        return _theirs(asked)
    summed = not SUMS.isdisjoint(asked.reading.sought.predicates) or any(map(said.says, PAID))
    if said.task == PRETRAINS and summed and first in UNSUMMED and published_run(said, asked.facts):
        made = form_named(ESTIMATE).answer(asked)
        return (form_named(ESTIMATE), made) if made is not None else None
    return None


def _theirs(asked: Asked) -> tuple[Form, FactAnswer] | None:
    """None where neither tokens nor hours are published."""
    said, facts = asked.profile, asked.facts
    model, data, ran = named_model(said, facts), published_run(said, facts), run_of_makers(said, facts)
    if model is None or (data is None and ran is None):
        return None
    run, hours = ran or (None, None)
    tokens = data.tokens if data else 0.0
    chip = facts.accelerators.get(run.chip) if run else None
    flop = FLOPS_PER_PARAMETER * model.active_parameters * tokens
    held = cheapest_card(question_of(asked), lambda one: one.accelerator == run.chip) if run and hours else None
    days = hours / run.chips / HOURS_PER_DAY if run and hours and run.chips else 0.0
    rules = () if hours or not data else tuple(_by_rule(asked, said, flop))
    told = MakersRun(
        name=model.name,
        tokens=tokens,
        reproduced=data is not None and data.reproduced,
        parameters=model.active_parameters,
        flop=flop,
        chip=(chip.name if chip else run.chip.upper()) if run else "",
        chips=(run.chips or 0) if run else 0,
        chip_hours=hours or 0.0,
        days=days,
        usd=held.usd_per_hour * hours if held and hours else 0.0,
        usd_per_hour=held.usd_per_hour if held else 0.0,
        by_rule=tuple(one for one, _ in rules),
        cites=(
            *((data.source,) if data else ()),
            *((run.source,) if run else ()),
            *(held.cites if held else ()),
            *(source for _, cites in rules for source in cites),
        ),
    )
    return form_named(EXPLAIN), FactAnswer(headline=told, of_told=True, whole=True)


def _by_rule(asked: Asked, said: Profile, flop: float) -> list[tuple[ByRule, tuple[str, ...]]]:
    """On the chips that were named, else on two that are usual."""
    named = [chip_of(asked.problem, one) for one in about(asked.reading) if one.id not in FAMILIES]
    chips = {chip.id: chip for chip in named if chip is not None}
    chips |= {name: asked.facts.accelerators[name] for name in EXAMPLES if len(chips) < SHOWN and name not in chips}
    count = said.accelerator_count or int(asked.library.constants.likely(FLEET))
    found = []
    for chip in list(chips.values())[:SHOWN]:
        reached = asked.problem.speed(chip)
        if reached is not None:
            hours = flop / (reached.speed.likely * TERA) / SECONDS_PER_HOUR
            one = ByRule(chip=chip.name, chip_hours=hours, chips=count, days=hours / count / HOURS_PER_DAY)
            found.append((one, reached.cites[:1]))
    return found
