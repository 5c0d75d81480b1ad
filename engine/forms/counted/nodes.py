"""How many nodes of so many cards each model takes: the cards of every way over those of a node, rounded up."""

from __future__ import annotations

import math
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.parts.fit_reasons import OnNamed
from engine.memory.ways import SERVING

NODES, HOW_MANY = "nodes", "how_many"  # a unit; a cue
SEVERAL = 2  # cards that make a node


class NodesOf(NamedTuple):
    """Nodes that one model takes in each way: (way, nodes, cards), and the tokens of a request, 0 where unsaid."""

    model: str
    parameters: float
    ways: tuple[tuple[str, int, int], ...]


class NodesNeeded(Reason, code="nodes_needed"):
    """The first line: of each model that was named."""

    every: tuple[NodesOf, ...]
    per_node: int
    chip: str
    tokens: float


def nodes(stated: FactAnswer, asked: Asked) -> FactAnswer | None:
    """The answer below that line; None where no node's cards are known, or a way that takes none was asked about."""
    reading = asked.reading
    per_node = next((one.chips for one in reading.hardware if one.chips and one.machines is None), None)
    lines = [one for one in (stated.headline, *stated.sentences) if isinstance(one, OnNamed)]
    counted = NODES in reading.sought.units and HOW_MANY in reading.cues and not reading.profile.instance_count
    if not counted or not lines or per_node is None or per_node < SEVERAL:
        return None
    every = tuple(
        NodesOf(line.model, line.parameters, tuple((w.way, math.ceil(w.chips / per_node), w.chips) for w in ways))
        for line in lines
        if (ways := [w for w in ([line.asked] if line.asked else line.every) if w.chips and w.way in SERVING])
    )
    if not every:
        return None
    tokens = next((line.stated for line in lines if line.stated), 0.0) or 0.0
    first = NodesNeeded(every=every, per_node=per_node, chip=lines[0].chip, tokens=tokens, cites=lines[0].cites)
    return stated.headed(first)
