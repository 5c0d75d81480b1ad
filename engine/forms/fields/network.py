"""The network a question is about: its name and its parameters, wherever they are known from."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.forms.form import Asked
from engine.forms.kinds.kind import work_of
from knowledge.units import BILLION, MILLION

SIZE = re.compile(
    r"(?<![\w.])(\d+(?:\.\d+)?)\s?-?(b|bn|m|billion|million)\b[- ]?(?:param\w*|(?:[\w-]+\s){0,3}(?:model|network|net|"
    r"transformer|dit|unet|u-net|encoder|vae|vit)\b)",
    re.IGNORECASE,
)


TABLES = "recommender"  # a kind of sample: its parameters are rows of tables, which are not exchanged whole


class Network(NamedTuple):
    """`billions` of parameters, those that run beside it, and where that is from; 0 where no size is known."""

    name: str
    billions: float
    beside: float = 0.0
    cites: tuple[str, ...] = ()


def network_of(asked: Asked) -> Network:
    """As it was said, else by the version that is named, the kind of work, or the published model of its family."""
    said, facts = asked.profile, asked.facts
    work = work_of(asked.reading, asked.library)
    if work is not None and work.billions and work.kinds[0].is_project:
        beside = next((kind.beside_billions for kind in work.kinds if kind.billions or kind.sizes), 0.0)
        return Network(work.name, work.billions, beside, work.kinds[0].sources[:1])
    model = facts.models.get(said.variant or "")
    if said.parameters:
        name = model.name if model else ""
        return Network(name, said.parameters / BILLION, 0.0, (model.source,) if model else ())
    if model is not None:
        return Network(model.name, model.parameters / BILLION, 0.0, (model.source,))
    plain = re.sub(r"[^a-z0-9]", "", asked.reading.text.lower())
    named = [
        one
        for one in facts.sample_models.values()
        if re.sub(r"[^a-z0-9]", "", one.name.lower()) in plain
        or any(re.sub(r"[^a-z0-9]", "", alias.lower()) in plain for alias in one.aliases)
    ]
    named = [one for one in named if said.model in (None, one.family) and one.kind != TABLES]
    if named:
        one = max(named, key=lambda found: len(found.name))
        return Network(one.name, one.parameters / BILLION, 0.0, (one.source,))
    size = SIZE.search(asked.reading.text)  # "a 3B video model"
    if size:
        return Network("", float(size[1]) * (1.0 if size[2].lower().startswith("b") else MILLION / BILLION))
    return Network(work.name if work and not work.is_open else "", 0.0)
