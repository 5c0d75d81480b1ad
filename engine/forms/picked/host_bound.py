"""Where decoding on the CPU bounds training: machines by vCPUs a GPU and dollars, and the way on the GPU."""

from __future__ import annotations

from engine.answers.model import AnswerRow, AnswerTable, FactAnswer
from engine.base.reason import Reason
from engine.forms.cards.sides import card_sides
from engine.forms.form import Asked, question_of
from engine.forms.served.by_card import CardRate, card_rates
from knowledge.facts import Instance

BOUND, WHICH = "cpu_bound", frozenset({"which", "dollars", "compare"})  # a cue; predicates
COLUMNS = ("host_machine", "host_gpu", "host_vcpu", "host_hour", "host_cent")
USUAL, ROWS, CENTS = "nvidia-gpu", 8, 100.0
NEAR = 0.95  # of the math of the card at hand, as much as that


class HostPicked(Reason, code="host_picked"):
    """The machine with the most vCPUs a dollar of those that no other beats, and the one with the most a GPU."""

    take: str
    chip: str
    vcpu: float
    hour: float
    most: str
    most_chip: str
    most_vcpu: float
    most_hour: float


class DecodeThere(Reason, code="decode_there"):
    """What decodes on the GPU instead."""


def host_bound(asked: Asked) -> FactAnswer | None:
    """None where nobody says that the host is too slow, or no machine is asked for."""
    if BOUND not in asked.reading.cues or WHICH.isdisjoint(asked.reading.sought.predicates):
        return None
    least = max((side.tflops[0] for side in card_sides(asked)), default=0.0) * NEAR
    chips = (chip for chip in asked.facts.accelerators.values() if chip.software == USUAL)
    gpus = {chip.id: chip for chip in chips if chip.bf16_dense_tflops.value >= least}

    def wanted(machine: Instance) -> bool:
        return machine.accelerator in gpus and bool(machine.vcpu)

    rates = _unbeaten(list(card_rates(question_of(asked), wanted)))
    if not rates:
        return None
    best, most = max(rates, key=lambda one: _vcpu(one) / one.usd_per_hour), max(rates, key=_vcpu)
    rows = [
        AnswerRow(
            cells=(
                one.instance.id, gpus[one.instance.accelerator].name, _vcpu(one), one.usd_per_hour,
                one.usd_per_hour / _vcpu(one) * CENTS,
            ),
            cites=one.cites,
            is_best=one is best,
        )
        for one in sorted(rates, key=_vcpu, reverse=True)[:ROWS]
    ]  # fmt: skip
    first = HostPicked(
        take=best.instance.id,
        chip=gpus[best.instance.accelerator].name,
        vcpu=_vcpu(best),
        hour=best.usd_per_hour,
        most=most.instance.id,
        most_chip=gpus[most.instance.accelerator].name,
        most_vcpu=_vcpu(most),
        most_hour=most.usd_per_hour,
        cites=tuple(dict.fromkeys((*best.cites, *most.cites))),
    )
    there = DecodeThere()
    return FactAnswer(
        headline=first,
        sentences=(there,),
        table=AnswerTable(words="host_bound", columns=COLUMNS, rows=tuple(rows)),
        of_told=True,
    )


def _vcpu(one: CardRate) -> float:
    return (one.instance.vcpu or 0) / one.instance.count


def _unbeaten(rates: list[CardRate]) -> list[CardRate]:
    """Without those of which another has as many vCPUs a GPU for less."""

    def beats(other: CardRate, one: CardRate) -> bool:
        more, less = _vcpu(other) - _vcpu(one), one.usd_per_hour - other.usd_per_hour
        return more >= 0 and less >= 0 and (more > 0 or less > 0)

    kept = [one for one in rates if not any(beats(other, one) for other in rates)]
    return list({(_vcpu(one), one.usd_per_hour): one for one in kept}.values())
