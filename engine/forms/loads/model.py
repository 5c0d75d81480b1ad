"""Which model that is counted in samples a text means, and what one sample of it costs at the size that was said."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.forms.loads.told_work import Work
from engine.workload.profile import Profile
from knowledge.facts import Facts, ServedModel

APART = 3  # words that may stand between two of a name; none before one letter or behind the first
_STEPS = re.compile(r"(?<![\w.])(\d{1,3})[\s-]*(?:denoising |diffusion |sampling )?steps?\b", re.IGNORECASE)
_VERSION = r"[\s-]*v?(\d\.\d(?!\d)|\d(?=[\s-]*(?:large|medium|small|turbo|base|tiny|xl|pro|dev)\b))"
_WORD = re.compile(r"[^\W\d_]+|\d+")
_VERSIONED = re.compile(r"\b(yolo|dino)v(?=\d)")  # "yolov8" is YOLO 8

PICTURE, SAME = "image", 1.4  # a unit; by what factor parameters may differ that are those of one size
GUIDED, PASSES = "diffusion_unet", 2.0  # a kind whose steps are measured with two passes, of guidance
_DISTILLED = re.compile(r"\blightning|\bturbo\b|\blcm\b|\bhyper[- ]?sd|\bdmd2?\b", re.IGNORECASE)


class Served(NamedTuple):
    """A model; its size was said, or is the usual one of its name. `gflop` of one sample with all its steps, and
    `scale` the samples of the published size that one of the asked size costs."""

    model: ServedModel
    is_sized: bool
    steps: int | None
    side: int | None
    scale: float
    work: Work | None = None  # what one costs, as the text tells it

    @property
    def gflop(self) -> float | None:
        """GFLOP of one sample as it was asked for."""
        each = self.model.forward_gflop
        return each * self.scale * (self.steps or 1) if each else None


def served_model(text: str, said: Profile, facts: Facts) -> Served | None:
    """The model whose name takes up the most words of the text; None where none is named."""
    words = _WORD.findall(_VERSIONED.sub(r"\1 ", text.lower()))
    best: tuple[int, bool, str, ServedModel] | None = None
    for model in facts.served_models.values():
        name = max((name for name in model.names if _is_in(name.split(), words)), key=_length, default="")
        if name and (best is None or (_length(name), model.usual) > best[:2]):
            best = _length(name), model.usual, name, model
    if best is not None and _is_another(best[2], best[3], text):
        return None
    ranks = said.architecture == "recommender" or (said.requests_per_second and said.samples_per_second)
    if best is None and ranks:  # candidates of each request
        best = next(((0, True, "", one) for one in facts.served_models.values() if one.kind == "recommender"), None)
    return _as_asked(best[3], best[2], said, text, facts) if best else None


def _is_another(name: str, model: ServedModel, text: str) -> bool:
    """Whether a version stands behind the name that no name of the model has: "Stable Diffusion 3.5 large"."""
    found = re.search(r"[\W_]*".join(name.split()) + _VERSION, text, re.IGNORECASE)
    version = " ".join(_WORD.findall(found[1])) if found else ""
    return bool(version) and not any(f"{name} {version}".startswith(other) for other in model.names if other != name)


def _length(name: str) -> int:
    return len(name.split())


def _as_asked(model: ServedModel, name: str, said: Profile, text: str, facts: Facts) -> Served:
    side = said.image_side if model.side else None
    scale = (side / model.side) ** 2 if side and model.side else 1.0
    if model.kind == GUIDED and _DISTILLED.search(text):
        scale /= PASSES  # without guidance each step is one pass
    told = _STEPS.search(text)
    asked = said.steps or (float(told[1]) if told else model.steps)
    steps = round(asked) if asked and model.steps else None
    if (sized := _of_size(model, said, facts)) is not None:
        scale *= sized.parameters / model.parameters
        return Served(model.model_copy(update={"name": sized.name}), True, steps, side or model.side, scale)
    # Of as many weights it is no other size: a version with fewer steps.
    others = (one for one in facts.served_models.values() if one.parameters != model.parameters)
    whole = max(model.names, key=_length) == name
    is_open = not whole and any(other.startswith(f"{name} ") for one in others for other in one.names)
    return Served(model, not is_open, steps, side or model.side, scale)


class _Sized(NamedTuple):
    name: str
    parameters: float


def _of_size(model: ServedModel, said: Profile, facts: Facts) -> _Sized | None:
    """Another size of the same network: a picture costs it as many times more as it has parameters."""
    variant = facts.models.get(said.variant or "")
    first = _WORD.findall(model.name.lower())[:1]
    if (
        model.unit != PICTURE
        or not model.forward_gflop
        or variant is None
        or _WORD.findall(variant.name.lower())[:1] != first
    ):
        return None
    ratio = variant.parameters / model.parameters
    return None if 1 / SAME < ratio < SAME else _Sized(variant.name, variant.parameters)


def _is_in(name: list[str], words: list[str]) -> bool:
    """Whether the words of a name stand in the text in their order, with few others between."""
    return any(_follows(name, words, at) for at, word in enumerate(words) if word == name[0])


def _follows(name: list[str], words: list[str], at: int) -> bool:
    for word in name[1:]:
        near = words[at + 1 : at + 2 + (0 if len(word) == 1 else APART)]
        if word not in near:
            return False
        at += 1 + near.index(word)
    return True
