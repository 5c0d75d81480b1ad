"""Which kind of work a question is about, and what is known of that kind: the one place that decides it."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.library import Library
from engine.workload.phases import LOADS, SERVES, TRAINED, TRAINS
from engine.workload.profile import Reading
from knowledge.facts import Domain, DomainAmount, DomainMemory, Facts, Phase
from knowledge.units import BILLION

NOMINAL = 0.9  # a card of 24 GB may report 22 GiB
SEVERAL = 3  # kinds in one text
FULL = "full"  # a method
NODE = 4  # chips, of which many run a language model
SLACK = 1.25  # of a size that figures hold for: "650M" and "0.7B" are one
ADAPTERS = frozenset({"lora", "qlora"})  # methods
AGENTS, REINFORCED = "rl", "rlhf"  # a kind of work that trains agents; a method
ANY = "any"  # the kind of a network nobody named
RAN_OUT, BUYS, MEMORY = frozenset({"memory_error", "no_room"}), "shopping", "fit_word"  # cues
LEVERS: tuple[Phase, ...] = ("training", "inference")  # where nobody says which, those of training come first
TRAINED_AS: Phase = "training"
PHASES: tuple[Phase, ...] = ("training", "inference", "running")


class Cell(NamedTuple):
    """One written answer about a kind of work, with its sources."""

    text: str
    cites: tuple[str, ...]


class Work(NamedTuple):
    """A kind of work as a question means it: the kind, then those it is within; the phase, where one is meant."""

    kinds: tuple[Domain, ...]
    phase: Phase | None
    full: bool = False  # all weights are to be trained
    billions: float = 0.0  # parameters as they were said or are held of what was named; 0: of several sizes none

    @property
    def name(self) -> str:
        return self.kinds[0].name

    def cell(self, name: str) -> Cell | None:
        """What the nearest kind says of it, in the phase that is meant where it tells them apart; None where none
        does."""
        names = (f"{name}_{self.phase}", name) if self.phase else (name,)
        for kind in self.kinds:
            text = next((text for one in names if (text := str(getattr(kind, one, "")))), "")
            if text:
                return Cell(text, kind.sources or self.kinds[-1].sources)
        return None

    @property
    def is_open(self) -> bool:
        """Whether the text says only what the work is on, and nothing of the network."""
        return self.kinds[0].is_open

    @property
    def levers(self) -> Cell | None:
        """What lowers memory in the phase that is meant."""
        of_any = (self.cell(f"levers_{phase}") for phase in LEVERS if self.phase is None)
        return self.cell("levers") or next((cell for cell in of_any if cell), None)

    @property
    def is_of_many(self) -> bool:
        """Whether it takes several cards for days, so that the memory of one settles nothing."""
        return self.kinds[0].cards > 1

    @property
    def amount(self) -> DomainAmount | None:
        """What an amount of its data takes, as the nearest kind has it."""
        return next((kind.amount for kind in self.kinds if kind.amount), None)

    def memory(self, phase: Phase) -> tuple[DomainMemory, ...]:
        """What a card takes for it in a phase, of the nearest kind that has figures."""
        found = (tuple(entry for entry in kind.memory if entry.phase == phase) for kind in self.kinds)
        nearest = next((entries for entries in found if entries), ())
        return tuple(entry for entry in nearest if not (self.full and entry.adapters) and self._is_of_size(entry))

    def _is_of_size(self, entry: DomainMemory) -> bool:
        """Whether the network is no larger than those that were measured: else its weights decide."""
        return not entry.upto or self.billions <= entry.upto * SLACK


def work_of(reading: Reading, library: Library) -> Work | None:
    """The kind of work a text is mostly about; None where that is text, or no kind that is known.

    Where parameters by the billion are said of a model of another family, what its size says is what is asked.
    """
    facts = library.facts
    kind = facts.domains.get(next(iter(reading.domains), ANY if _is_of_any(reading, facts) else ""))
    if kind is None or kind.is_text:
        return None
    kinds = within(_of_size(kind, reading.text, facts), facts)
    if len({within(facts.domains[name], facts)[-1].id for name in reading.domains}) >= SEVERAL:
        return None  # a list of everything somebody wants to run
    said = reading.profile
    if kind.id == AGENTS and said.method == REINFORCED and not is_below_models(said.parameters, facts):
        return None  # PPO of a language model
    of_family = any(said.model in one.families for one in kinds) or (kind.is_project and said.model is None)
    if (said.parameters or 0) >= BILLION and not of_family:
        return None
    if said.method in ADAPTERS:
        kinds = _with_adapters(kinds)
    return Work(kinds, _phase(reading, kinds), full=said.method == FULL, billions=billions_of(reading, kinds, facts))


def _with_adapters(kinds: tuple[Domain, ...]) -> tuple[Domain, ...]:
    """The kinds from the project of which adapters were tried, where the nearest is that project with all weights."""
    trained = [[entry for entry in kind.memory if entry.phase == TRAINED_AS] for kind in kinds]
    whole = bool(trained[0]) and not any(entry.adapters for entry in trained[0])
    behind = len(kinds) > 1 and kinds[1].is_project and any(entry.adapters for entry in trained[1])
    return kinds[1:] if whole and behind else kinds


def is_below_models(parameters: float | None, facts: Facts) -> bool:
    """Whether a network of a size that was said is smaller than any published model that is known: a policy."""
    return parameters is not None and parameters < min(model.parameters for model in facts.models.values())


def billions_of(reading: Reading, kinds: tuple[Domain, ...], facts: Facts) -> float:
    """Parameters as they were said, else by the words of the size, else those of the network that was named."""
    if reading.profile.parameters:
        return reading.profile.parameters / BILLION
    model = facts.models.get(reading.profile.variant or "")
    if model is not None and any(model.family in kind.families for kind in kinds):
        return model.parameters / BILLION
    sizes = (size for kind in kinds for size in kind.sizes if _says_size(size.words, reading.text))
    said = next(sizes, None)
    return said.billions if said else next((kind.billions for kind in kinds if kind.billions), 0.0)


def _says_size(words: tuple[str, ...], text: str) -> bool:
    pattern = "|".join(map(re.escape, words))
    return re.search(rf"(?<![a-z0-9.])(?:{pattern})(?![a-z0-9])", text, re.IGNORECASE) is not None


def _of_size(kind: Domain, text: str, facts: Facts) -> Domain:
    """The version of a project whose size is said beside its name: "wan 2.1 (the 14B)"; of two sizes none."""
    versions = [one for one in facts.domains.values() if one.within == kind.id and one.is_project and one.billions]
    meant = [one for one in versions if _says_size((f"{one.billions:g}b", f"a{one.billions:g}b"), text)]
    told = any(_says_size(size.words, text) for size in kind.sizes)
    return meant[0] if kind.is_project and len(meant) == 1 and not told else kind


def _is_of_any(reading: Reading, facts: Facts) -> bool:
    """Whether memory ran out, or is asked of a card to buy, and nothing is said that only a language model has.

    That is a size, an adapter, a sequence, a library, or a node full of chips. Cards that are named are told of.
    """
    said, cues = reading.profile, set(reading.cues)
    text = said.model or said.parameters or said.method or said.tokens or said.sequence_length or said.libraries
    if text or reading.unheld or (said.accelerator_count or 0) >= NODE:
        return False
    if any(not facts.faqs[name].of_text for name in reading.faqs if name in facts.faqs):
        return False
    tried = bool(cues & RAN_OUT) and bool(cues & {TRAINS, SERVES, LOADS}) and reading.form in ("fit", "decline")
    return tried or (BUYS in cues and MEMORY in cues and reading.form == "decline" and not said.candidates)


def within(kind: Domain, facts: Facts) -> tuple[Domain, ...]:
    """A kind and those it is within, the nearest first."""
    found = [kind]
    while found[-1].within:
        found.append(facts.domains[found[-1].within])
    return tuple(found)


def _phase(reading: Reading, kinds: tuple[Domain, ...]) -> Phase | None:
    """As said, training where both are; where none is, that of the task, else the usual one of the kind.

    A program that neither trains nor serves a model, as one of molecular dynamics, only runs.
    """
    cues, said = set(reading.cues), reading.profile
    if kinds[0].phase == "running" or kinds[-1].phase == "running":
        return "running"
    trains, serves = TRAINS in cues or said.method is not None, SERVES in cues
    if said.task == "inference" and "fine_tuning" in reading.ruled_out.get("task", ()):
        return "inference"
    if trains or serves:
        return "training" if trains else "inference"
    if said.task is not None:
        return "training" if said.task in TRAINED else "inference"
    return next((kind.phase for kind in kinds if kind.phase), None)
