"""What is usual where the work itself is not known: shares of the projects whose threads tell memory or time.

Memory that nothing else tells begins with them; hours of others stand below the words that it cannot be told, and
below the first line of an answer by the kind of work.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.domains.of_kind import Decides, cards_named
from engine.forms.domains.room import Room, Taken
from engine.forms.domains.wishes import wishes
from engine.forms.explain import NeedsSize, NothingHeld, WhichIsMeant, held_nearby
from engine.forms.fits.unsized import ModelUnnamed
from engine.forms.form import Asked
from engine.forms.kinds.kind import NOMINAL, Work, work_of
from engine.forms.parts.estimate_reasons import WorkUnknown
from engine.forms.parts.hardware import Hardware
from engine.forms.reported.rates import Rates, hour_rates, room_rates
from engine.forms.reported.room import machine_with
from engine.forms.reported.usual_reasons import ShareWithin, UsualHours, UsualOf, UsualRoom
from engine.forms.told.on_other import hour_of
from engine.forms.told.theirs import EXAMPLE, NotTheirs
from engine.workload.phases import TRAINS, phases_said
from knowledge.facts import THREADS

CARDS = (8.0, 12.0, 16.0, 24.0, 48.0, 80.0)  # GB, as they are sold
HALF, MOST, QUARTER = 0.5, 0.95, 0.25
TEXT = "text"  # the kind of language models
NAMED = 3  # cards that were named, of which it is told
NOTHING = frozenset({NothingHeld.code, WhichIsMeant.code, NotTheirs.code})  # first lines that know nothing at all
TIME, ROOM = frozenset({"asks_time", "asks_cost"}), frozenset({"fit_word", "of_memory"})  # cues
OF_SPEED, OF_ROOM = frozenset({"rate", "slow", "why"}), frozenset({"fit", "which"})  # predicates
OF_WORK = OF_ROOM | {"hours", "dollars", "compare", "support", "at_once"}  # predicates
RUNS = frozenset({"run_on", "fit_strong", "loads", "no_room", "how_much_memory"})  # cues
NO_SIZE = "no_size_of"  # the code of a first line: that of what was named no size is held
SIZED = frozenset({"parameters", "model", "tokens", "flops", "variant", "samples", "steps", "run_hours"})


def with_usual(stated: FactAnswer, asked: Asked) -> FactAnswer:
    """The answer, with what is usual before it or below its first line; as it is where it says more by itself."""
    first, cues = stated.headline, set(asked.reading.cues)
    of_speed = not OF_SPEED.isdisjoint(asked.reading.sought.predicates)
    if stated.verdict_below or (of_speed and not cues & TIME and not _asks_room(asked)):
        return stated  # why it is slow, what others took does not say
    if isinstance(first, ModelUnnamed) and not first.ran_out and _asks_another_thing(asked):
        return held_nearby(asked)
    if isinstance(first, ModelUnnamed):
        return stated if first.ran_out else _before_unnamed(stated, first, asked)
    if first is not None and first.code == NO_SIZE:
        return _above_no_size(stated, asked)
    trains = TRAINS in cues or asked.profile.task is not None  # no warranty of a card
    if isinstance(first, WorkUnknown) or (_knows_nothing(stated, asked) and trains and cues & TIME):
        return _before_unknown(stated, asked)
    if isinstance(first, NeedsSize) or (_knows_nothing(stated, asked) and cues & ROOM):
        return _before_unnamed(stated, None, asked)
    if stated.of_kind and isinstance(first, (Decides, Taken, Room)):
        return _below_kind(stated, asked)
    return stated


def _asks_room(asked: Asked) -> bool:
    """Whether memory is asked for, in the sentences that ask or anywhere."""
    return bool(OF_ROOM & set(asked.reading.sought.predicates) or ROOM & set(asked.reading.cues))


def _asks_another_thing(asked: Asked) -> bool:
    """Whether the sentences that ask are about nothing that memory or a card decides: quotas, a service."""
    sought, cues = asked.reading.sought, set(asked.reading.cues)
    asks = set(sought.predicates)
    return bool(asks) and not (asks & OF_WORK or sought.cues or cues & ROOM or cues & RUNS)


def _knows_nothing(stated: FactAnswer, asked: Asked) -> bool:
    """Whether a question that names neither a model nor a chip has no answer but passages that are near it."""
    if stated.headline is None:
        return bool(stated.passages) and not asked.profile.stated() and not asked.reading.unheld
    return stated.headline.code in NOTHING


def _before_unnamed(stated: FactAnswer, first: ModelUnnamed | None, asked: Asked) -> FactAnswer:
    lines = tuple(_room(asked, leads=True))
    if not lines:
        return stated
    rest = list(stated.sentences)
    if first is not None and first.card_gib:
        rest.insert(0, first.model_copy(update={"is_first": False}))
    headline = lines[0].model_copy(update={"name": first.name if first else ""})
    told = {"headline": headline, "sentences": (*lines[1:], UsualOf(), *rest)}
    return stated.model_copy(update=told)


def _before_unknown(stated: FactAnswer, asked: Asked) -> FactAnswer:
    line = _hours_unsized(stated, asked)
    if line is None:
        return stated
    if isinstance(
        stated.headline, WorkUnknown
    ):  # that it cannot be told is what is known; others' hours are no answer
        return stated.model_copy(update={"sentences": (*stated.sentences, line, UsualOf())})
    return stated.model_copy(update={"headline": None}).headed(UsualOf()).headed(line)


def _above_no_size(stated: FactAnswer, asked: Asked) -> FactAnswer:
    """What is usual behind the words that the size of what was named is not held."""
    if TIME & set(asked.reading.cues):
        lines: tuple[Reason, ...] = tuple(filter(None, (_hours_unsized(stated, asked),)))
    else:
        lines = tuple(_room(asked, leads=True)) if _asks_room(asked) else ()
    if not lines or stated.headline is None:
        return stated
    headline = lines[0].model_copy(update={"name": stated.headline.values["name"]})
    return stated.model_copy(update={"headline": headline, "sentences": (*lines[1:], UsualOf(), *stated.sentences)})


def _hours_unsized(stated: FactAnswer, asked: Asked) -> UsualHours | None:
    """None where something is said of the size of the work."""
    return None if SIZED & asked.profile.stated().keys() else _hours(asked, stated.headline)


def _below_kind(stated: FactAnswer, asked: Asked) -> FactAnswer:
    """Below the first line, of that kind alone: what is usual of any says nothing of it."""
    told = wishes(asked.reading, asked.reading.form or "fit")
    work = work_of(asked.reading, asked.library)
    if work is None or work.kinds[0].is_project:
        return stated
    rooms = [line for line in _room(asked, leads=False) if isinstance(line, UsualRoom)] if "memory" in told else []
    hours = _hours(asked, None) if "time" in told else None
    found = [line for line in (*rooms, hours) if line is not None and line.kind]
    if not found:
        return stated
    if found[-1] is hours and told[0] == "time" and _is_of_inference(work):
        return stated.headed(found[-1])
    return _below(stated, tuple(found))


def _below(stated: FactAnswer, lines: tuple[Reason, ...]) -> FactAnswer:
    return stated.model_copy(update={"sentences": (*lines, *stated.sentences)})


def _is_of_inference(work: Work) -> bool:
    """Whether training is asked about, and what is written of the time of that kind is of inference."""
    return work.phase == "training" and next((kind.phase for kind in work.kinds if kind.phase), None) == "inference"


def _room(asked: Asked, *, leads: bool) -> Iterator[Reason]:
    """The shares within the cards that were named, the smallest first, else within those that are sold."""
    phase = _phase(asked)
    rates = room_rates(_work(asked), phase, asked.facts)
    if rates is None:
        return
    kinds = cards_named(asked)
    shares = _within_named(rates, kinds) if kinds else _within_sold(rates)
    yield UsualRoom(
        kind=rates.of.name if rates.of else "",
        phase=phase,
        projects=len(rates.figures),
        shares=shares,
        named=bool(kinds),
        leads=leads,
        cites=(THREADS,),
    )
    if leads and not kinds:
        yield from machine_with(shares[0].gb, asked.problem)


def _within_sold(rates: Rates) -> tuple[ShareWithin, ...]:
    """From the smallest card that does for half of the projects to the one that does for nearly all."""
    shares = [ShareWithin(gb, rates.share(gb)) for gb in CARDS]
    enough = [one for one in shares if one.share >= HALF] or shares[-1:]
    last = next((at for at, one in enumerate(enough) if one.share >= MOST), len(enough) - 1)
    return tuple(enough[: last + 1])


def _within_named(rates: Rates, kinds: tuple[Hardware, ...]) -> tuple[ShareWithin, ...]:
    """A card reports a little less than it is sold as: 22.35 GiB are one of 24 GB."""
    by_memory = sorted(kinds, key=lambda kind: kind.chip_gib)[:NAMED]
    return tuple(
        ShareWithin(kind.chip_gib, rates.share(kind.chip_gib / NOMINAL), kind.name if kind.chip else "")
        for kind in by_memory
    )


def _hours(asked: Asked, first: Reason | None) -> UsualHours | None:
    """None of inference, whose hours are its traffic's, of what never ends, and where too few projects tell it."""
    phase = _phase(asked)
    kind = next((one for one in cards_named(asked) if one.chip is not None), None)
    chip = kind.chip if kind and kind.chip else asked.facts.accelerators[EXAMPLE]
    cards = (kind.said if kind else 0) or asked.profile.accelerator_count or 0
    if phase == "inference" or asked.profile.cadence == "continuous" or asked.profile.current_usd_per_month:
        return None
    alike = hour_rates(_work(asked), phase, chip, cards, asked.facts) if cards else None
    rates = alike or hour_rates(_work(asked), phase, chip, 0, asked.facts)
    if rates is None:
        return None
    price = hour_of(chip, asked.problem)
    low, high, chips = rates.part(QUARTER), rates.part(1 - QUARTER), cards or 1
    return UsualHours(
        kind=rates.of.name if rates.of else "",
        phase=phase,
        projects=len(rates.figures),
        chip=chip.name,
        chips=chips,
        same=alike is not None,
        low=low / chips,
        middle=rates.part(HALF) / chips,
        high=high / chips,
        usd=price.usd,
        usd_low=low * price.usd,
        usd_high=high * price.usd,
        instance=price.instance,
        region=price.region,
        day=price.day,
        theirs=isinstance(first, NotTheirs),
        cites=(THREADS, chip.hbm_gbps.source, *price.cites),
    )


def _work(asked: Asked) -> Work | None:
    """The kind of work, language models among them: what is said of text alone is of them."""
    of_text = asked.facts.domains.get(TEXT) if asked.reading.domains[:1] == (TEXT,) else None
    return Work((of_text,), None) if of_text else work_of(asked.reading, asked.library)


def _phase(asked: Asked) -> str:
    """As said, else what is usual of that kind of work; training where nothing tells it."""
    said, work = asked.profile, work_of(asked.reading, asked.library)
    if said.task == "fine_tuning" or (said.task is None and said.method is not None):
        return "fine_tuning"
    said_of = phases_said(asked.reading)
    phase = next(iter(said_of)) if len(said_of) == 1 else (work.phase if work else None)
    return "inference" if phase == "inference" else "training"
