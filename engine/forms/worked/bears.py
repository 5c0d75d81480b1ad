"""Gates on first lines of memory: what was said and bears on the answer, which memory alone does not tell.

A library or a format that the chip does not run, a time to answer in, a load, what it is worth. A no of memory
decides whatever else was said; a yes does not.
"""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.composed.composed import lacking
from engine.forms.form import Asked, Form
from engine.forms.kinds.kind import work_of
from engine.forms.parts.fit_reasons import FitsThere
from engine.forms.registry import form_named
from engine.forms.told.theirs import NotTheirs, WhereTheirs, WhichTheirs

OF_KIND = "domain_decides"  # the code of what is written of a kind of work
SUPPORT, USED = "support", "used"  # a predicate and form; a predicate
RUNS = frozenset({"support", "able", "fit", "which"})  # predicates that a format or a library decides
PLACED = frozenset({"fit", "able", "support"})  # predicates of room
YES = frozenset({  # codes of first lines that tell of room alone, and may say yes
    "fits_there", "fits_partly", "fits_shorter", "domain_room", "domain_as_said", "reported_room", "usual_room",
    "shared_weights", "each_machine", "fits_by_size", "groups_hold", "either_way", "model_unnamed",
})  # fmt: skip
IN_PART = frozenset({"fits_partly", "fits_shorter"})  # of them, those of which not all fits
UNKNOWN = frozenset({"fit_serves_only"})  # the code of a format or a method in which nothing is known to run there
PROGRAMS = frozenset({"said_of_support", "supported"})  # codes of first lines on a program
RUNNING = frozenset({"yes", "beta"})  # answers
SIZED = frozenset({"memory_needed", "chips_needed", "run_estimate", "work_unknown"})  # that stay below
THEIRS, REPORTED = frozenset({"not_theirs", "hours_claimed", "own_speed"}), ("reported_", "usual_")  # codes
DATA = frozenset({"tokens", "samples", "run_hours", "steps", "data_gb"})  # slots of work that was told
RAN = frozenset({"asks_time", "asks_cost"})  # cues
OURS = frozenset({"first_person", "no_room", "memory_error", "asks_if"})  # cues of a run of one's own
SURE = frozenset({"enough", "tight", "room"})  # levels of a yes
WORTH = frozenset({"worth", "value"})  # units
HOURS = frozenset({"hours", "chip_hours", "usd"})  # units


class MemoryAlone(Reason, code="memory_alone"):
    """The first line where memory says yes and more was said: ms of an answer, users at once, requests a second
    (0: not said), or what it is worth. `sure`: memory has room for all of what was named."""

    sure: bool
    latency_ms: float
    users: float
    requests_per_second: float
    worth: bool


class OfMemory(Reason, code="of_memory"):
    """Before lines on memory that stand below a first line on something else."""


def of_demand(_form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer] | None:
    """A library or a format that a chip named does not run comes before room in memory, and before a program that
    runs there without it."""
    first, shown = stated.headline, frozenset(asked.reading.sought.predicates)
    runs = first is not None and first.code in PROGRAMS and first.values.get("answer") in RUNNING
    if first is None or not (runs or first.code in YES | UNKNOWN) or (shown and shown.isdisjoint(RUNS)):
        return None
    told = lacking(asked, asks=SUPPORT in shown, room=first.code in YES - IN_PART and not _is_no(first))
    if told is None or (len(told.levels) > 1 and SUPPORT not in shown):
        return None  # one of the chips that are named runs it
    rest = tuple(line for line in stated.sentences if line.code != told.code)
    if first.code in UNKNOWN:
        return form_named(SUPPORT), stated.model_copy(update={"headline": told, "sentences": rest})
    if first.values.get("native") and told.native:  # it is published in a format that kernels unpack there
        return _form, stated.model_copy(update={"sentences": (told, *rest)})
    lines = (first, *rest) if runs else (OfMemory(), first, *rest)
    return form_named(SUPPORT), stated.model_copy(update={"headline": told, "sentences": lines})


def of_load(form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer] | None:
    """A yes of memory is told as that where a time, a load or what it is worth was said."""
    first, said = stated.headline, asked.profile
    shown = frozenset(asked.reading.sought.predicates)
    if first is None or _is_no(first) or (first.code not in YES and not _is_of_card(first, asked)):
        return None
    worth = not WORTH.isdisjoint(asked.reading.sought.units) and shown.isdisjoint(PLACED)
    counted = bool(first.values.get("at_once"))
    users = 0.0 if counted else float(said.concurrent_users or 0)
    if said.task in ("fine_tuning", "pretraining"):
        users = 0.0
    told = MemoryAlone(
        sure=isinstance(first, FitsThere) or first.values.get("level") in SURE,
        latency_ms=float(said.latency_ms or 0),
        users=users if users > 1 else 0.0,
        requests_per_second=float(said.requests_per_second or 0),
        worth=worth,
    )
    if not (told.latency_ms or told.users or told.requests_per_second or told.worth):
        return None
    if isinstance(first, FitsThere):
        first = first.model_copy(update={"beside": True})
    return form, stated.model_copy(update={"headline": told, "sentences": (first, *stated.sentences)})


def of_theirs(_form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer] | None:
    """What a run of others took is no room in memory, and no sum on data that nobody told."""
    first, reading = stated.headline, asked.reading
    asks = USED in reading.sought.predicates and (HOURS & frozenset(reading.sought.units) or RAN & set(reading.cues))
    if first is None or not asks or first.code in THEIRS or first.code.startswith(REPORTED) or stated.of_told:
        return None
    if not OURS.isdisjoint(reading.cues) or not DATA.isdisjoint(asked.profile.stated()):
        return None
    below = (first, *stated.sentences) if first.code in SIZED else ()
    answer = FactAnswer(headline=NotTheirs(), sentences=(WhereTheirs(), *below), questions=(WhichTheirs(),))
    return form_named("explain"), answer


def _is_of_card(first: Reason, asked: Asked) -> bool:
    """Whether it is what is written of the cards for a kind of work, where several of them were named."""
    work = work_of(asked.reading, asked.library)
    cells = (work.cell(name) for name in ("card", "decides")) if work is not None else ()
    several = (asked.profile.accelerator_count or 1) > 1
    return first.code == OF_KIND and several and any(cell and cell.text == first.values["text"] for cell in cells)


def _is_no(first: Reason) -> bool:
    """Whether it says that there is no room, or only for less."""
    return first.values.get("level") == "below"
