"""What a part of a card costs: a slice of MIG or a fraction, which few sell alone; its share of the card."""

from __future__ import annotations

from collections.abc import Iterator

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.charged.held import hour_of
from engine.forms.money.rows import Priced, bound
from engine.forms.money.said import MoneySaid, PartSaid, part_said
from engine.forms.parts.asked_on import AskedOn
from engine.options.named import is_named, usual_forms
from knowledge.facts import COMPARED, Cloud, Instance


class SlicePrice(Reason, code="slice_price"):
    """A slice at its share of what its card costs: one of `instances` that the card is split into at most."""

    profile: str
    chip: str
    instances: int
    usd: float
    one: Priced


class FractionPrice(Reason, code="fraction_price"):
    """A fraction of a card at its share of the smallest machine's price."""

    chip: str
    parts: int
    usd: float
    one: Priced
    sold: bool  # machines with a part of it are sold


class PartsSold(Reason, code="parts_sold"):
    """Machines with a part of a card, which are sold and of which no price is held: the beginnings of their names."""

    names: tuple[str, ...]
    because: str
    cloud: Cloud


class NoPart(Reason, code="no_part"):
    """No such slice of the chip is known; `profiles`: those that are."""

    chip: str
    profile: str
    profiles: tuple[str, ...]


def part_of_card(asked: AskedOn, said: MoneySaid) -> FactAnswer | None:
    """None where no card is named that is priced."""
    asked, part = bound(asked, said), part_said(asked.reading)
    sold = list(_sold(asked))
    types = _types(asked)
    if not types and not sold:
        return None
    lines = list(_priced(asked, said, types, part)) if types else []
    told = [*lines, *sold] if part.profile else [*sold, *lines]
    return FactAnswer(headline=told[0], sentences=tuple(told[1:]), of_told=True, whole=True) if told else None


def _types(asked: AskedOn) -> tuple[Instance, ...]:
    facts, said = asked.facts, asked.profile
    named = tuple(facts.instances[name] for name in said.instances if name in facts.instances)
    return named or tuple(
        one for one in facts.instances.values()
        if is_named(facts.accelerators[one.accelerator], set(said.candidates) - {"gpu"})
        and (not said.clouds or one.cloud in said.clouds)
    )  # fmt: skip


def _sold(asked: AskedOn) -> Iterator[PartsSold]:
    """Machines with a part of a card that is named, or that are named themselves."""
    facts, said = asked.facts, asked.profile
    wanted = set(said.candidates) | {
        facts.instances[one].accelerator for one in said.instances if one in facts.instances
    }
    text = asked.reading.text.casefold()
    for entry in facts.left_out.values():
        named = any(begin.casefold().rstrip(".-") in text for begin in entry.begins)
        of_it = named or (not wanted.isdisjoint(entry.parts_of) and (not said.clouds or entry.cloud in said.clouds))
        if entry.parts_of and of_it:
            yield PartsSold(
                names=tuple(begin.rstrip(".-") for begin in entry.begins),
                because=entry.because,
                cloud=entry.cloud,
                cites=(entry.source,),
            )


def _priced(asked: AskedOn, said: MoneySaid, types: tuple[Instance, ...], part: PartSaid) -> Iterator[Reason]:
    """The share of each card of that name; the smallest machine that has it."""
    way = said.ways[0] if len(said.ways) == 1 else None
    chips = dict.fromkeys(one.accelerator for one in types)
    sold_parts = {name for entry in asked.facts.left_out.values() for name in entry.parts_of}
    of_profile = [one for one in asked.facts.gpu_slices.values() if part.profile and one.profile == part.profile]
    for chip in usual_forms([asked.facts.accelerators[name] for name in chips]):
        of_chip = tuple(one for one in types if one.accelerator == chip.id)
        found = hour_of(asked, tuple(one for one in of_chip if one.cloud in COMPARED) or of_chip, way)
        if found is None:
            continue
        one, usd = found.hour.one, found.row.usd_per_chip_hour
        if part.profile:
            slices = [each for each in of_profile if each.accelerator == chip.id]
            known = tuple(each.profile for each in asked.facts.gpu_slices.values() if each.accelerator == chip.id)
            if slices:
                cites = (found.row.quote.source, slices[0].source)
                yield SlicePrice(
                    profile=part.profile, chip=chip.name, instances=slices[0].instances,
                    usd=usd / slices[0].instances, one=one, cites=cites,
                )  # fmt: skip
            elif known and not any(each.accelerator in chips for each in of_profile):
                yield NoPart(chip=chip.name, profile=part.profile, profiles=known)
        else:
            parts = part.parts or 1
            yield FractionPrice(
                chip=chip.name, parts=parts, usd=usd / parts, one=one, sold=chip.id in sold_parts,
                cites=(found.row.quote.source,),
            )  # fmt: skip
