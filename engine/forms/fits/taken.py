"""Whether work fits of which the memory it takes is told: that figure against the cards, whatever the model."""

from __future__ import annotations

import re

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.fits.unsized import NotAsOne, lowers_of
from engine.forms.parts.hardware import Hardware, apart, classes_of, meant
from engine.forms.parts.rows import sold_here
from engine.options.problem import Problem
from engine.options.too_small import memory_cite
from engine.workload.profile import Profile, Reading
from engine.workload.question import FormCues
from knowledge.units import BYTES_PER_GB, BYTES_PER_GIB, gib

# Cues of a question whether it fits, and of others that a memory figure answers nothing of.
ASKED = ("asks_if", "fit", "fit_strong", "fit_word", "fit_least", "run_on", "on_named", "support", "runs_it")
ELSE = ("asks_time", "asks_cost", "price_strong", "vs", "compare", "token_speed", "mfu", "memory_error", "no_room")
OF_WEIGHTS = (0.2, 2.2)  # bytes a parameter of weights that are served: from 2 bits to 16
NO_WEIGHTS = frozenset({"training_words", "host_memory"})  # cues of memory that is not that of served weights
BILLION, SAME_SIZE = 1e9, 0.15
EACH = "per_chip"  # the cue
ALONE = "one_process"  # the cue of a program of which one run stays on one card
SHARDING = frozenset({"fsdp", "zero-3", "deepspeed", "torchtitan", "megatron"})  # libraries
SPLITS = "splits"  # the cue of a model that is split over cards
POOLED = ("cards_together", SPLITS, "choice", ALONE)  # cues of whether cards do together what one cannot


class TakenOn(Reason):
    """What the work takes against cards: `said` of them with `usable_gib` of `card_gib` each, `together` in all;
    `short` is what lacks there, 0 where nothing does."""

    taken_gb: float
    together: float
    short: float
    chip: str
    card_gib: float
    usable_gib: float
    said: int
    mixed: bool


class TakenFits(TakenOn, code="taken_fits"):
    """One card holds it; `tight` where it holds it only without the usual reserve."""

    tight: bool


class TakenSplit(TakenOn, code="taken_split"):
    """No card holds it alone, all of them together would; `alone`: the program keeps one run on one card; `each`: of
    what is sharded, where that was said; `part`: the share of each where it is asked of a model that is split."""

    alone: bool
    each: float
    part: float


class TakenBest(TakenOn, code="taken_best"):
    """Of several cards that were asked about, the one that holds it alone."""


class TakenTooMuch(TakenOn, code="taken_too_much"):
    """They do not hold it, even together. `pools`: it is split over them; else each of them has to hold it, and the
    largest card that is sold, where that is too small as well, is told of."""

    pools: bool
    largest: str
    largest_gib: float


class TakenNeeds(Reason, code="taken_needs"):
    """The least common memory of a card that holds it, where no card was named; 0 where none does."""

    taken_gb: float
    card_gib: float
    next_gib: float


class TakenEach(Reason, code="taken_each"):
    """A figure that was read on a card is of each card, and what fewer cards change."""


class TakenBeside(Reason, code="taken_beside"):
    """What comes to the weights of a model that is served."""


def asks_of_taken(seen: FormCues) -> bool:
    """Whether it asks if work fits that is said to take so much, of a model of which no size was said."""
    if not is_told(seen.profile) or not seen.asks:
        return False
    return pools(seen) or (seen.has(*ASKED, EACH) and not seen.has(*ELSE))


def pools(seen: FormCues) -> bool:
    """Whether work that takes so much is asked about on cards that were counted, whatever else is weighed."""
    told = seen.profile.taken_gb is not None and is_told(seen.profile)
    costed = seen.has("asks_time", "price_strong", "token_speed", "mfu")
    return told and seen.asks and seen.hardware_named > 0 and seen.has(*POOLED) and not costed


def is_told(said: Profile) -> bool:
    """Whether the figure decides: of a model without a size, or where it is that of its weights in some format."""
    if said.taken_gb is None or not (said.parameters or said.variant):
        return said.taken_gb is not None
    if said.parameters is None or said.method is not None or said.task not in (None, "inference"):
        return False
    least, most = OF_WEIGHTS
    return least <= said.taken_gb * BYTES_PER_GB / said.parameters <= most


def by_taken(problem: Problem, reading: Reading) -> FactAnswer | None:
    """None where no such figure was told, or the model's size was: then the sum is known better."""
    said, cues = reading.profile, set(reading.cues)
    taken = said.taken_gb
    if taken is None or not is_told(said) or (said.parameters and not cues.isdisjoint(NO_WEIGHTS)):
        return None
    if said.parameters and _is_of_another(reading.text, taken, said.parameters):
        return None
    kinds = apart(meant(problem, alone=True))
    shards = bool(SHARDING & set(said.libraries))
    alone = ALONE in cues and not shards
    splits = SPLITS in cues and not alone
    lines: list[Reason] = [_on(kind, taken, problem, alone=alone, shards=shards, splits=splits) for kind in kinds]
    lines = lines or [_least(problem, taken)]
    if isinstance(lines[0], TakenSplit | TakenTooMuch):  # the side that holds it first
        best = next((line for line in lines if isinstance(line, TakenFits) and not line.tight), None)
        if best is not None:
            told = {name: getattr(best, name) for name in TakenOn.model_fields}
            lines = [TakenBest(**told), *(line for line in lines if line is not best)]
    several = max((kind.said for kind in kinds), default=0)
    counted = any((one.chips or 0) > 1 for one in reading.hardware)
    beside: list[Reason] = []
    if several > 1 or counted or (EACH in cues and not kinds):
        beside.append(TakenEach())
    if said.parameters:
        beside = [TakenBeside()]
    elif any(isinstance(line, TakenSplit) for line in lines):
        beside.append(NotAsOne(said=several))
    if not isinstance(lines[0], TakenFits | TakenNeeds | TakenBest) or (
        isinstance(lines[0], TakenFits) and lines[0].tight
    ):
        beside.append(lowers_of(reading))
    whole = not cues.isdisjoint(POOLED) and not isinstance(lines[0], TakenFits) and not said.parameters
    whole = whole and not (reading.projects and several <= 1)  # of one card, its reports tell of its figure
    return FactAnswer(headline=lines[0], sentences=(*beside, *lines[1:]), whole=whole)


def _is_of_another(text: str, taken: float, parameters: float) -> bool:
    """Whether the figure stands behind another size than the one asked about: "30B? A 12B model = 40 GB"."""
    behind = re.compile(rf"(?<![\w.])(\d+(?:\.\d+)?)\s?b\b[^.?!\n\d]{{0,20}}{taken:g}\s?g", re.IGNORECASE)
    sizes = [float(size) * BILLION for size in behind.findall(text)]
    return bool(sizes) and all(abs(size / parameters - 1) > SAME_SIZE for size in sizes)


def _on(kind: Hardware, taken: float, problem: Problem, *, alone: bool, shards: bool, splits: bool) -> TakenOn:
    usable = kind.core.usable * kind.core.per_chip / BYTES_PER_GIB  # of several kinds the mean
    chips = kind.said or 1
    cites = (memory_cite(kind.chip),) if kind.chip else ()
    on = TakenOn(
        taken_gb=taken,
        together=usable * chips,
        short=max(0.0, taken - usable * chips),
        chip=kind.name,
        card_gib=kind.chip_gib,
        usable_gib=usable,
        said=chips,
        mixed=kind.mixed,
        cites=cites,
    ).model_dump()
    if taken <= kind.chip_gib:
        return TakenFits(**on, tight=taken > usable)
    if taken > usable * chips:
        largest = max(map(problem.chip, sold_here(problem)), key=lambda chip: chip.hbm_gib.value, default=None)
        beyond = largest is not None and gib(taken * BYTES_PER_GB) > largest.hbm_gib.value
        return TakenTooMuch(
            **on,
            pools=shards or splits or chips == 1,
            largest=largest.name if largest and beyond and not shards else "",
            largest_gib=largest.hbm_gib.value if largest and beyond else 0.0,
        )
    part = taken / chips
    return TakenSplit(**on, alone=alone, each=part if shards else 0.0, part=part if splits else 0.0)


def _least(problem: Problem, taken: float) -> TakenNeeds:
    """Of the common sizes of memory."""
    usual = problem.constants.likely("usable_hbm_share")
    sizes = sorted(kind.chip_gib for kind in classes_of(problem))
    held = [size for size in sizes if taken <= size * usual]
    return TakenNeeds(taken_gb=taken, card_gib=held[0] if held else 0.0, next_gib=sizes[-1])
