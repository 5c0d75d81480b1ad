"""How much there is to compute: the model's shape, and FLOPs per token and per run."""

from __future__ import annotations

from engine.profile import Profile
from knowledge.facts import Fact, Facts, Model

SAME_SIZE = 0.15  # a said size within this share of a published model takes its shape


class Shape(Fact):
    """What the arithmetic needs of a model. `model` names the published one it was taken from, if any."""

    parameters: float
    active_parameters: float
    layers: int
    hidden: int
    kv_width: int  # kv heads x head dimension
    model: str | None = None
    source: str | None = None

    @property
    def moe(self) -> bool:
        return self.active_parameters < self.parameters


def shape(profile: Profile, facts: Facts) -> Shape:
    """The published model nearest the profile, else a plain decoder of that many parameters.

    The plain decoder has 12*L*h**2 parameters and h = 128*L (Kaplan et al. 2020, table 6 region).

    Raises:
        ValueError: the profile has no parameters; `fill` assumes them first.
    """
    size = profile.parameters
    if not size:
        raise ValueError("parameters must be filled before the shape is asked for")
    near = [
        model
        for model in facts.models.values()
        if profile.model == model.family and abs(model.parameters / size - 1) <= SAME_SIZE
    ]
    if near:
        return of_model(min(near, key=lambda model: abs(model.parameters / size - 1)))
    hidden = round((128 * size / 12) ** (1 / 3))
    return Shape(
        parameters=size,
        active_parameters=size,
        layers=max(1, round(hidden / 128)),
        hidden=hidden,
        kv_width=hidden,
    )


def of_model(model: Model) -> Shape:
    return Shape(
        parameters=model.parameters,
        active_parameters=model.active_parameters,
        layers=model.layers,
        hidden=model.hidden,
        kv_width=model.kv_heads * model.head_dim,
        model=model.id,
        source=model.source,
    )


def training_flops_per_token(of: Shape, sequence_length: float) -> float:
    """6*N_active + 6*L*h*s: forward and backward, causal attention (Kaplan 2020; PaLM appendix B, halved)."""
    return 6 * of.active_parameters + 6 * of.layers * of.hidden * sequence_length


def decode_flops_per_token(of: Shape) -> float:
    """2*N_active: one forward pass for one token (Kaplan 2020)."""
    return 2 * of.active_parameters


def kv_bytes_per_token(of: Shape, bytes_per_value: float) -> float:
    """2*L*kv_width*bytes: a key and a value of every layer (Kwon et al. 2023: OPT-13B, FP16, 800 KB)."""
    return 2 * of.layers * of.kv_width * bytes_per_value
