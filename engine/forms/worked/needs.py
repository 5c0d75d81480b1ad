"""Gates on who asks whether a card is needed or would help: that it is enough is no yes to that."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.domains.of_kind import of_kind
from engine.forms.domains.room import Room
from engine.forms.form import Asked, Form
from engine.forms.kinds.kind import work_of
from engine.forms.parts.fit_reasons import FitsThere
from engine.forms.registry import form_named
from engine.options.too_small import memory_cite
from engine.workload.conditions import FAMILIES

NEED, HELP, IDLE = "asks_need", "asks_help", "gpu_idles"  # cues
COUNTED = frozenset({"how_many", "how_much_memory", "which_type", "asks_more", "no_room", "memory_error"})  # cues
ROOM_FORM, EXPLAIN = "fit", "explain"  # forms
LESS = 0.7  # of a card: what takes no more runs on a smaller one
SHARE = "usable_hbm_share"  # a constant
CLASSES = "memory_class_"  # constants: gigabytes of common cards
SMALL = 16.0  # GB of a common small card, where what is comfortable is written


class NotNeeded(Reason, code="not_needed"):
    """A card of `enough` GB holds what takes `needs` of it, where the `chip` asked about has `has`. `name`: the kind
    of work, "" for a language model."""

    chip: str
    has: float
    needs: float
    enough: float
    name: str


class HardlyHelps(Reason, code="hardly_helps"):
    """The GPU waits, as a faster one would."""


def of_need(form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer] | None:
    """ "Do I need an A100?": no, where half of it or less is enough; the first line stands below."""
    first, cues = stated.headline, set(asked.reading.cues)
    several = (asked.profile.accelerator_count or 1) > 1  # whether more of them pay is another question
    named = bool(set(asked.profile.candidates) - FAMILIES)
    if NEED not in cues or several or not named or not cues.isdisjoint(COUNTED):
        return None
    lines = (*((first,) if first is not None else ()), *stated.sentences)
    kind = of_kind(ROOM_FORM, FactAnswer(), asked, anyway=True) if work_of(asked.reading, asked.library) else None
    listed = (kind.headline, *lines) if kind is not None else lines
    fits = next((line for line in listed if isinstance(line, FitsThere | Room)), None)
    told = _of_card(fits, asked) if fits is not None else None
    if told is None or (isinstance(fits, Room) and fits.level == "below"):
        return None
    same = isinstance(fits, Room)  # whose figures the first line has
    kept = tuple(line for line in lines if not (same and isinstance(line, Room | FitsThere)))
    kept = tuple(line.model_copy(update={"beside": True}) if isinstance(line, FitsThere) else line for line in kept)
    if kind is not None and first is None:
        return form_named(EXPLAIN), kind.model_copy(update={"headline": told, "of_kind": True})
    return form, stated.model_copy(update={"headline": told, "sentences": kept})


def of_idle(form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer] | None:
    """ "The GPU sits at 30 %: would an H100 help?": hardly, as it would wait as well; why stands below."""
    first, cues = stated.headline, set(asked.reading.cues)
    if first is None or not {HELP, IDLE} <= cues or not set(asked.profile.candidates) - FAMILIES:
        return None
    return form, stated.model_copy(update={"headline": HardlyHelps(), "sentences": (first, *stated.sentences)})


def _of_card(fits: FitsThere | Room, asked: Asked) -> NotNeeded | None:
    """None where the card that was asked about is no larger than what is enough."""
    constants, facts = asked.problem.constants, asked.facts
    share = constants.likely(SHARE)
    if isinstance(fits, Room):
        work = work_of(asked.reading, asked.library)
        needs, has, name = fits.comfortable, fits.card_gib, fits.name or (work.name if work else "")
        enough, cites = max(fits.comfortable, 0.0), fits.cites
    else:
        held = fits.asked or next(iter(fits.fitting), None)
        if held is None or fits.said > 1:
            return None
        sizes = sorted(constants.likely(one) for one in facts.constants if one.startswith(CLASSES))
        needs, has, name = held.needs_gib, fits.usable_gib / share, ""
        enough = next((size for size in (SMALL, *sizes) if size * share >= needs), has)
        chip = next((one for one in facts.accelerators.values() if one.name == fits.chip), None)
        cites = (memory_cite(chip),) if chip else ()
    if not needs or not has or enough > has * LESS:
        return None
    return NotNeeded(chip=fits.chip, has=has, needs=needs, enough=enough, name=name, cites=cites)
