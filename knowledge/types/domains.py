"""Kinds of work, such as speech recognition or protein folding: what decides its memory, its time and its machine."""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import Field

from knowledge.types.base import Cited, Fact

Phase = Literal["training", "inference", "running"]  # the last of programs that have neither
DomainCell = Literal["decides", "levers", "time", "speed", "several", "card", "pair", "elsewhere", "idle"]


class DomainMemory(Cited):
    """What one card takes for it, in GiB: below `least` not even small, from `comfortable` on as its authors ran it.

    `of` says what was measured, as it goes on behind "takes": "at 512 x 512 pixels and batch 4".
    """

    phase: Phase
    of: str
    adapters: bool = False  # of a LoRA: training all weights takes more
    upto: float = Field(default=0.0, ge=0)  # billions of parameters it holds for; 0: those of the network named
    least: float = Field(gt=0)
    comfortable: float = Field(gt=0)


class DomainSize(Fact):
    """One size of a network that comes in several, in billions of parameters, and how a text says it: "7b"."""

    billions: float = Field(gt=0)
    words: tuple[str, ...] = Field(min_length=1)


class DomainAnswer(Cited):
    """What is answered first where a text says certain things: of one size of several, of a length, of a setting.

    `when`: of each group the text has one of the words. Of the answers whose groups are all met, those with the most
    groups are told. `least`: GB of one card, where one card does; 0 where it takes several.
    """

    phase: Phase
    when: tuple[tuple[str, ...], ...] = ()
    full: bool = False  # of training all weights
    says: str
    least: float = Field(default=0.0, ge=0)


class DomainAmount(Cited):
    """What an amount that the asker says takes of one card, in GB: by a table, or a product of several amounts.

    `units`: for each amount the words it is counted in. `takes`: amounts with GB, growing; between two the larger
    counts, and above the last nothing is known. `gb_each`: GB of one, where the product of the amounts decides.
    """

    units: tuple[tuple[str, ...], ...] = Field(min_length=1)
    takes: tuple[tuple[float, float], ...] = ()
    gb_each: float | None = None


class Domain(Fact):
    """One kind of work, or one project of that kind, which has what it does not say itself from `within`.

    A text is of it by its `words`, or by one of the model `families` that are of this kind; `vague` words count only
    where a text has no others. Each cell is one to three sentences that answer one question by themselves. What
    decides and lowers memory differs by phase; where only `decides` or `levers` is written, it holds for both. A
    domain that `is_text` is what the other forms are made for: it has no cells, and a text that is mostly of it is
    not taken for another.
    """

    id: str
    name: str
    within: str | None = None
    is_text: bool = False
    is_open: bool = False  # a text of it says nothing of the network: only what holds for any is told
    billions: float = Field(default=0.0, ge=0)  # parameters of the network that is trained, 0 where several sizes go
    beside_billions: float = Field(default=0.0, ge=0)  # of the networks that run beside it: text encoders
    sizes: tuple[DomainSize, ...] = ()  # where several go by one name, each by how a text says it
    is_project: bool = False  # a program or a model by name, whose figures are its own
    words: tuple[str, ...] = ()
    vague: tuple[str, ...] = ()
    families: tuple[str, ...] = ()
    memory: tuple[DomainMemory, ...] = ()
    answers: tuple[DomainAnswer, ...] = ()
    amount: DomainAmount | None = None
    phase: Phase | None = None  # the usual one, where a text says none
    cards: int = Field(default=1, ge=1)  # as many as its authors start from: the memory of one does not settle it
    decides: str = ""
    decides_inference: str = ""  # the same where nothing is trained
    levers: str = ""
    levers_training: str = ""
    levers_inference: str = ""
    time: str = ""
    speed: str = ""  # the same of inference, where `time` is of training
    several: str = ""
    card: str = ""
    pair: str = ""
    elsewhere: str = ""
    idle: str = ""
    question: str = ""
    question_card: str = ""  # the same where a card is chosen
    sources: tuple[str, ...] = ()
    checked_on: date
    examples: tuple[str, ...] = ()
