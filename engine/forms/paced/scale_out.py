"""What more machines bring, by paces that were measured on fewer and on more: stay, take a bigger box, or go on.

In data parallel a step does a batch on each card, so what is done a second is cards / seconds of a step; of an epoch,
or of a batch that stays the same in all, 1 / seconds.
"""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.own.machines import Machine
from engine.forms.paced.paces import Pace, paces_of
from engine.forms.told.scaling import BEYOND, least_usual, of_scaling
from knowledge.facts import Instance
from knowledge.units import BYTES_PER_GB

STEP, RATES = "step", ("sample", "token")  # things
SHARDED, ADAPTERS = frozenset({"zero-3", "fsdp"}), frozenset({"lora", "qlora"})  # libraries, methods
ROUNDS, SHARDED_ROUNDS, BYTES = 2.0, 3.0, 2.0  # times the weights that a step moves; bytes of one in 16 bits
BITS = 8.0
GLOBAL = "same_batch_in_all"  # the cue
SOURCES = ("torch-ddp-docs", "goyal-2017")


class ScaleOut(Reason, code="scale_out"):
    """The first line: `many` nodes do `times` as much a second as `few` ones, `share` of `linear`.

    `cards_few`, `cards_many`: of all nodes, 0 where not told. `before` and `after`: seconds of a `thing`, or so many
    a second where `rates`; `each`: told of one card. `in_all`: of the same work; else a step does `linear` times as
    many samples. `box`: a machine with as many cards in one, `usd` an hour of it.
    """

    few: int
    many: int
    cards_few: int
    cards_many: int
    chip: str
    times: float
    linear: float
    share: float
    thing: str
    before: float
    after: float
    rates: bool
    each: bool
    in_all: bool
    slower: bool
    poor: bool
    box: str
    usd: float


class ScaleOutWire(Reason, code="scale_out_wire"):
    """What the network moves a step: `gb` of `rounds` times the weights, and the Gbit/s at which the seconds that a
    step takes longer are those, 0 where nothing is known of the weights. `sharded`: ZeRO-3 or FSDP."""

    gb: float
    rounds: float
    longer: float
    gbps: float
    sharded: bool


def scale_out(asked: Asked) -> FactAnswer | None:
    """None where no pace is told of two numbers of nodes, or of cards of one kind in steps."""
    told = [one for one in paces_of(asked) if one.on is not None and one.thing]
    pair = _pair(told)
    if pair is None:
        return None
    few, many = pair
    if few.on is None or many.on is None:
        return None
    if not (few.on.nodes and many.on.nodes):
        return of_scaling(asked.reading.text, asked.library.constants) if few.thing == STEP else None
    linear = many.on.size / few.on.size
    faster = few.seconds / many.seconds
    in_all = few.thing != STEP or GLOBAL in asked.reading.cues
    times = faster * linear if (few.each or not in_all) and not (few.each and few.thing not in RATES) else faster
    if not in_all and times > linear * BEYOND:
        times, in_all = faster, True  # more than linear is not to be had: the batch is that of all
    chip = few.on.chip or many.on.chip
    box = _box(asked, Machine(chip, many.on.cards, None, 0, 0, True)) if chip is not None and many.on.cards else None
    rate = few.rate and many.rate
    first = ScaleOut(
        few=few.on.nodes, many=many.on.nodes, cards_few=few.on.cards, cards_many=many.on.cards,
        chip=chip.name if chip is not None else "", times=times, linear=linear, share=times / linear,
        thing=few.thing, before=1 / few.seconds if rate else few.seconds,
        after=1 / many.seconds if rate else many.seconds, rates=rate, each=few.each, in_all=in_all,
        slower=times < 1, poor=times / linear < least_usual(asked.library.constants),
        box=box[0].id if box else "", usd=box[1] if box else 0.0,
        cites=(*SOURCES, *(box[2] if box else ())),
    )  # fmt: skip
    return FactAnswer(headline=first, sentences=(_wire(asked, few, many),), of_told=True, whole=True)


def _pair(told: list[Pace]) -> tuple[Pace, Pace] | None:
    """Of the fewest and of the most, of one thing: nodes where these are counted, else cards of one chip."""
    by_nodes = [one for one in told if one.on is not None and one.on.nodes]
    for kept in (by_nodes, told):
        ordered = sorted(kept, key=lambda one: one.on.size if one.on else 0)
        chips = {one.on.chip.id for one in kept if one.on is not None and one.on.chip is not None}
        things = {(one.thing, one.each) for one in kept}
        sized = all(one.on is not None and one.on.size for one in kept)
        if len(kept) < 2 or len(chips) > 1 or len(things) != 1 or not sized:
            continue
        few, many = ordered[0], ordered[-1] if len(ordered) == 2 else ordered[1]
        if few.on and many.on and few.on.size < many.on.size:
            return few, many
    return None


def _wire(asked: Asked, few: Pace, many: Pace) -> ScaleOutWire:
    said = asked.profile
    weights = said.parameters if said.method not in ADAPTERS and few.thing == STEP else None
    sharded = not SHARDED.isdisjoint(said.libraries)
    rounds, nodes = SHARDED_ROUNDS if sharded else ROUNDS, many.on.nodes if many.on else 0
    moved = (weights or 0.0) * BYTES * rounds * (nodes - 1) / max(nodes, 1)
    longer = max(many.seconds - few.seconds, 0.0)
    return ScaleOutWire(
        gb=moved / BYTES_PER_GB,
        rounds=rounds,
        longer=longer,
        gbps=moved * BITS / longer / BYTES_PER_GB if longer else 0.0,
        sharded=sharded,
    )


def _box(asked: Asked, wanted: Machine) -> tuple[Instance, float, tuple[str, ...]] | None:
    """The cheapest hour of one machine that has as many of these cards, or of the nearest kind of that name."""
    family = wanted.chip.id.partition("-")[0]
    kin = [
        one
        for one in asked.facts.instances.values()
        if one.count >= wanted.cards and one.accelerator.partition("-")[0].startswith(family) and one.host is None
    ]
    book = asked.library.prices(asked.day)
    found = [(one, quote) for one in kin if (quote := book.near(one, "on_demand", asked.profile.region)) is not None]
    best = min(found, key=lambda entry: (entry[1].usd_per_hour.likely, entry[0].id), default=None)
    return (best[0], best[1].usd_per_hour.likely, tuple(best[1].cites)) if best else None
