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
from engine.forms.reported.reports import reports_of
from engine.options.too_small import memory_cite
from engine.workload.conditions import FAMILIES

REQUIRES = "requires"  # the cue: whether so many are needed
NEED, HELP, IDLE, HOST, FULL = "asks_need", "asks_help", "gpu_idles", "host_pegged", "gpu_busy"  # cues
SERVES = frozenset(
    {"requests_per_second", "tokens_per_day", "concurrent_users"}
)  # slots of another work than a run's
REPORTED = "reported_room"  # the code of a card held against what others report of the project
WRITTEN = frozenset({"faq_told", "pair_figures", "passage_told"})  # codes of first lines that stay below
BUSY = 0.6  # of the time, from which a GPU waits for nothing
COUNTED = frozenset({"how_many", "how_much_memory", "which_type", "asks_more", "no_room", "memory_error"})  # cues
ROOM_FORM, EXPLAIN = "fit", "explain"  # forms
LESS = 0.7  # of a card: what takes no more runs on a smaller one
SHARE = "usable_hbm_share"  # a constant
CLASSES = "memory_class_"  # constants: gigabytes of common cards
SMALL = 16.0  # GB of a common small card, where what is comfortable is written


class NotNeeded(Reason, code="not_needed"):
    """A card of `enough` GB holds what takes `needs` of it, where the `chip` asked about has `has`. `name`: the kind
    of work, "" for a language model; `said`: how many were asked about, of which `fewer` hold it, 0 for one card."""

    chip: str
    has: float
    needs: float
    enough: float
    name: str
    said: int = 1
    fewer: int = 0


class HardlyHelps(Reason, code="hardly_helps"):
    """The GPU waits, as a faster one would. `host`: the processors or the loader are told to be at their end;
    `machine`: of more processors beside the same chips as `now`, "" where none is known."""

    host: bool
    chip: str
    now: str
    vcpu: int
    machine: str
    more_vcpu: int
    usd: float
    more_usd: float


def of_need(form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer] | None:
    """ "Do I need an A100?": no, where half of it or less is enough; the first line stands below."""
    first, cues = stated.headline, set(asked.reading.cues)
    several = (asked.profile.accelerator_count or 1) > 1  # whether more of them pay is another question
    named = bool(set(asked.profile.candidates) - FAMILIES)
    needs = REQUIRES in cues or (NEED in cues and not several)
    if not needs or not named or not cues.isdisjoint(COUNTED):
        return None
    if first is not None and first.code == REPORTED:
        return None  # what is told of that very project says by itself whether it is needed
    lines = (*((first,) if first is not None else ()), *stated.sentences)
    kind = of_kind(ROOM_FORM, FactAnswer(), asked, anyway=True) if work_of(asked.reading, asked.library) else None
    listed = (kind.headline, *lines) if kind is not None else lines
    fits = next((line for line in listed if isinstance(line, FitsThere | Room)), None)
    told = _of_card(fits, asked) if fits is not None else None
    if told is None or (isinstance(fits, Room) and (fits.level == "below" or _is_reported(fits, asked))):
        return None
    same = isinstance(fits, Room)  # whose figures the first line has
    kept = tuple(line for line in lines if not (same and isinstance(line, Room | FitsThere)))
    kept = tuple(line.model_copy(update={"beside": True}) if isinstance(line, FitsThere) else line for line in kept)
    if kind is not None and first is None:
        return form_named(EXPLAIN), kind.model_copy(update={"headline": told, "of_kind": True})
    return form, stated.model_copy(update={"headline": told, "sentences": kept})


def _is_reported(usual: Room, asked: Asked) -> bool:
    """Whether others report of the very project, which what is usual of its kind does not decide."""
    return not usual.is_project and bool(reports_of(asked.reading, asked.facts))


def of_idle(form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer] | None:
    """ "The GPU sits at 30 %: would an H100 help?": hardly, as it would wait as well; why stands below."""
    cues, said = set(asked.reading.cues), asked.profile
    chips = bool(said.candidates or said.instances)
    busy = HOST not in cues and (said.utilization or 0.0) > BUSY
    if (
        FULL in cues
        or cues.isdisjoint({HELP, NEED})
        or cues.isdisjoint({IDLE, HOST})
        or not chips
        or busy
        or said.budget_usd
    ):
        return None
    if not SERVES.isdisjoint(said.stated()):
        return None
    first = stated.headline
    below = (first, *stated.sentences) if first is not None and first.code in WRITTEN else ()
    told = _hardly(asked, host=HOST in cues)
    if (first is not None and first.code not in WRITTEN) or form.of_work:
        return form_named(EXPLAIN), FactAnswer(headline=told, sentences=below, passages=stated.passages)
    return form, stated.model_copy(update={"headline": told, "sentences": below})


def _hardly(asked: Asked, *, host: bool) -> HardlyHelps:
    """With the machine of the same chips that has the most processors, where one is named and priced."""
    facts, book = asked.facts, asked.library.prices(asked.day)
    now = facts.instances.get(next(iter(asked.profile.instances), "")) if host else None
    same = [
        one
        for one in facts.instances.values()
        if now is not None
        and (one.cloud, one.accelerator, one.count) == (now.cloud, now.accelerator, now.count)
        and (one.vcpu or 0) > (now.vcpu or 0) > 0
    ]
    larger = max(same, key=lambda one: one.vcpu or 0, default=None)
    quotes = [book.near(one, "on_demand", asked.profile.region) if one else None for one in (now, larger)]
    mine, more = quotes
    known = now is not None and larger is not None and mine is not None and more is not None
    return HardlyHelps(
        host=host,
        chip=facts.accelerators[now.accelerator].name if now and known else "",
        now=now.id if now and known else "",
        vcpu=(now.vcpu or 0) if now and known else 0,
        machine=larger.id if larger and known else "",
        more_vcpu=(larger.vcpu or 0) if larger and known else 0,
        usd=mine.usd_per_hour.likely if mine and known else 0.0,
        more_usd=more.usd_per_hour.likely if more and known else 0.0,
        cites=(*mine.cites, *more.cites) if mine and more and known else (),
    )


def _of_card(fits: FitsThere | Room, asked: Asked) -> NotNeeded | None:
    """None where the card that was asked about is no larger than what is enough."""
    constants, facts = asked.problem.constants, asked.facts
    share = constants.likely(SHARE)
    if isinstance(fits, Room):
        work = work_of(asked.reading, asked.library)
        named = fits.name or (work.name if work else "")
        name = named if fits.is_project else named[:1].lower() + named[1:]
        needs, has = fits.comfortable, fits.card_gib
        enough, cites = max(fits.comfortable, 0.0), fits.cites
    else:
        held = fits.asked or next(iter(fits.fitting), None)
        if held is None:
            return None
        if fits.said > 1:
            return _of_several(fits, held.chips) if 0 < held.chips < fits.said else None
        sizes = sorted(constants.likely(one) for one in facts.constants if one.startswith(CLASSES))
        needs, has, name = held.needs_gib, fits.usable_gib / share, ""
        enough = next((size for size in (SMALL, *sizes) if size * share >= needs), has)
        chip = next((one for one in facts.accelerators.values() if one.name == fits.chip), None)
        cites = (memory_cite(chip),) if chip else ()
    if not needs or not has or enough > has * LESS:
        return None
    said = fits.said if isinstance(fits, Room) else 1
    return NotNeeded(chip=fits.chip, has=has, needs=needs, enough=enough, name=name, said=said, cites=cites)


def _of_several(fits: FitsThere, fewer: int) -> NotNeeded:
    """Of several of a chip that were asked about, fewer hold it."""
    return NotNeeded(chip=fits.chip, has=0.0, needs=0.0, enough=0.0, name="", said=fits.said, fewer=fewer)
