"""NVLink or PCIe: whether the cards that are named have it, and whether the work that is said needs it.

What sharded training sends is set against what the card computes meanwhile, each at its peak: full sharding gathers
the weights in both passes and scatters the gradients, 3 x 2 bytes a parameter x (n - 1) / n through each of n cards
(Rajbhandari et al. 2020, section 7), while 6 FLOPs a parameter and token are computed. Under adapters no gradients of
the frozen weights are sent or computed: 2 x 2 bytes and 4 FLOPs.
"""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.parts.hardware import meant
from engine.forms.per_unit.rates import Question
from engine.options.problem import Problem
from engine.workload.question import FormCues
from knowledge.units import BYTES_PER_GB, gib

PCI, LINK = "pci", "nvlink"  # names in a text
ASKS, HAS = "asks_link", "asks_has_link"  # cues
SPLITS, TRAINS, SERVES = "splits", "training_words", "serving_words"  # cues
OTHERS = ("vs", "compare", "price_strong", "asks_time", "memory_error", "mfu", "shopping", "is_normal")  # cues
AMOUNTS = frozenset({"tokens", "tokens_per_day", "runs", "budget_usd", "deadline_days"})
SHARDED = frozenset({"fsdp", "zero-3"})  # libraries that gather the weights of every layer
LIGHT = frozenset({"lora", "qlora"})
SWITCHED = 4  # cards joined by NVLink from which that is a switch in the machine, and no bridge between two
BYTES = 2.0
TRIPS, FLOPS = {False: 3, True: 2}, {False: 6.0, True: 4.0}  # of all weights; under adapters
USABLE = "usable_hbm_share"  # the constant
ENOUGH, JUST = 0.5, 1.5  # times the computing that the sending takes, both at their peak
PCIE = "pcie4_gb_per_second"  # the constant


class Links(Reason, code="links"):
    """Names of cards with NVLink, by a switch or a bridge, and without. `asked`: whether one has it, or is needed.

    `work`: light (adapters, or a copy on each card), sharded (weights gathered at every layer), tensor (a layer split
    over the cards), serving or open. `sent_gb` in a step through each card, with the seconds at PCIe's peak and those
    of the computing at the card's; None where the size or the number of cards was not said. `of_pcie`: it is asked
    whether PCIe is enough, so that a yes is of that.
    """

    switched: tuple[str, ...]
    bridged: tuple[str, ...]
    without: tuple[str, ...]
    asked: str
    work: str
    verdict: str  # yes, just or no: whether PCIe is enough
    cards: int
    trips: int
    parameters: float
    tokens: float
    sent_gb: float | None
    pcie_seconds: float | None
    compute_seconds: float | None
    of_pcie: bool


def asks_links(seen: FormCues) -> bool:
    """Whether it is asked if cards that are named need NVLink, or if PCIe is enough for them."""
    free = AMOUNTS.isdisjoint(seen.profile.stated()) and not seen.has(*OTHERS)
    return seen.has(ASKS) and seen.specific + seen.instances > 0 and free and not seen.before


def links(asked: Question) -> FactAnswer | None:
    """None where no card that is known is named."""
    cues, said, text = set(asked.reading.cues), asked.said, asked.reading.text.casefold()
    if cues.isdisjoint((ASKS, HAS)) or not cues.isdisjoint(OTHERS) or not AMOUNTS.isdisjoint(said.stated()):
        return None
    problem = Problem(asked.filled, asked.library, asked.day, brief=True)
    kinds = [kind for kind in meant(problem, alone=True) if kind.chip is not None and kind.chip.vendor == "nvidia"]
    if not kinds:
        return None
    chips = list({kind.chip.name: kind.chip for kind in kinds if kind.chip}.values())
    switches = {chip.name for chip in chips if chip.domain_chips and chip.domain_chips.value >= SWITCHED}
    cards = int(said.accelerator_count or max(kind.said for kind in kinds))
    work, light = _work(asked), said.method in LIGHT
    if work == "light" and _is_too_large(asked, min(chip.hbm_gib.value for chip in chips)):
        work = "sharded"
    pcie = asked.library.constants.likely(PCIE)
    sent = compute = None
    tokens = problem.constants.likely("sequence_length") if said.sequence_length is None else said.sequence_length
    if work == "sharded" and said.parameters and cards > 1:
        sent = TRIPS[light] * BYTES * said.parameters * (cards - 1) / cards / BYTES_PER_GB
        compute = (
            FLOPS[light] * said.parameters * tokens / (min(chip.bf16_dense_tflops.value for chip in chips) * 1e12)
        )
    ratio = sent / pcie / compute if sent is not None and compute else None
    told = Links(
        switched=tuple(chip.name for chip in chips if chip.nvlink and chip.name in switches),
        bridged=tuple(chip.name for chip in chips if chip.nvlink and chip.name not in switches),
        without=tuple(chip.name for chip in chips if not chip.nvlink),
        asked="has" if HAS in cues and ASKS not in cues else "needs",
        work=work,
        verdict=_verdict(work, ratio),
        cards=cards,
        trips=TRIPS[light],
        parameters=said.parameters or 0.0,
        tokens=float(tokens),
        sent_gb=sent,
        pcie_seconds=sent / pcie if sent is not None else None,
        compute_seconds=compute,
        of_pcie=PCI in text and LINK not in text,
        cites=tuple(dict.fromkeys((*(chip.hbm_gbps.source for chip in chips), _source(asked)))),
    )
    return FactAnswer(headline=told)


def _source(asked: Question) -> str:
    return asked.library.constants.entry(PCIE).source


def _work(asked: Question) -> str:
    said, cues = asked.said, set(asked.reading.cues)
    if SHARDED & set(said.libraries):
        return "sharded"
    if SPLITS in cues:
        return "tensor"
    if said.method in LIGHT:
        return "light"
    if said.method == "full" or said.task == "pretraining":
        return "sharded"
    if said.task == "inference" or (SERVES in cues and TRAINS not in cues):
        return "serving"
    return "open"


def _is_too_large(asked: Question, card_gib: float) -> bool:
    """Whether frozen weights in 16 bits fill a card, so that they are spread over several; of 4 bits rarely."""
    size, usable = asked.said.parameters, asked.library.constants.likely(USABLE)
    return asked.said.method == "lora" and size is not None and gib(size * BYTES) > card_gib * usable


def _verdict(work: str, ratio: float | None) -> str:
    """Whether PCIe is enough for it."""
    if ratio is not None:
        return "yes" if ratio <= ENOUGH else "just" if ratio <= JUST else "no"
    return {"light": "yes", "open": "yes", "serving": "yes", "sharded": "just"}.get(work, "no")
