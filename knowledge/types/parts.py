"""What programs are made of, what such a part needs of a chip, and what each kind of chip has in its place."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from knowledge.types.base import Cited, Fact

PartNeed = Literal["cuda_source", "cuda_library", "triton", "torch", "engine"]
PortLevel = Literal["yes", "beta", "replaced", "partly", "port", "rewrite", "no"]


class Part(Fact):
    """A part of a program, or a program by what it is made of.

    `needs`: CUDA source that is compiled, a closed library of NVIDIA, Triton, no more than PyTorch, or a block of the
    chip that does one thing (an encoder, a number format). What is held of it elsewhere: `features` of software.csv,
    and rows of projects/support_*.csv by `repositories`, where `of` is empty or one of `words`. `beside`: it is said
    of any work (a number format), so that it has to be asked about. `general`: nothing more than another part with
    that need or that feature says.
    """

    id: str
    name: str
    aliases: tuple[str, ...]
    needs: PartNeed
    features: tuple[str, ...] = ()
    repositories: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    made_of: tuple[str, ...] = ()
    beside: bool = False
    general: bool = False


class Ported(Cited):
    """What becomes of a part, or of all parts with one need, on a kind of chip.

    `of`: the id of a part, or a need; `on`: a chip, a generation, chips with one software, or a family. `level`: yes;
    beta; replaced (something else does it there); partly; port (it is built again with small changes); rewrite; no.
    `how`: in a clause, what does it there, or what has to be written.
    """

    of: str
    on: str
    level: PortLevel
    how: str = Field(max_length=200)
