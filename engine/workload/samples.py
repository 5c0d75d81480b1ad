"""Work that is counted in samples: which published model it is, and what a sample of it costs."""

from __future__ import annotations

import math

from engine.base.computed import Computed
from engine.workload.profile import Architecture, Profile
from knowledge.facts import Facts, SampleKind, SampleModel, SampleUnit

NO_TOKENS: frozenset[Architecture] = frozenset({"diffusion", "cnn", "recommender"})
SAME_SIZE = 0.15  # log-difference of parameters up to which a size is that of the published model


class SampleShape(Computed):
    """One sample of the asker's model. `forward_gflop` is scaled where size or length are not those published."""

    model: str
    kind: SampleKind
    unit: SampleUnit
    forward_gflop: float
    tokens: int | None
    activation_mib: float | None
    source: str


def in_samples(profile: Profile, facts: Facts) -> bool:
    """Whether training this model is counted in samples and epochs, not in tokens."""
    family = facts.families.get(profile.model or "")
    return family is not None and family.in_samples and profile.task != "inference"


def serves_samples(profile: Profile, facts: Facts) -> bool:
    """Whether serving answers with images, labels or transcripts: no roofline of tokens says what one costs."""
    if profile.task != "inference":
        return False
    family = facts.families.get(profile.model or "")
    return family.in_samples and not family.encoder if family else profile.architecture in NO_TOKENS


def cost_unknown(profile: Profile, facts: Facts) -> bool:
    """Whether nothing says what a run costs: no published sample, no hours, no tokens."""
    if serves_samples(profile, facts):
        return True
    if not in_samples(profile, facts) or profile.run_hours is not None:
        return False
    return sample_shape(profile, facts) is None


def sample_shape(profile: Profile, facts: Facts) -> SampleShape | None:
    """The published model of the family nearest in parameters; None for work in tokens, and where none is published.

    FLOPs follow the parameters between published sizes, and the length of a sequence or the pixels of an image where
    they were said; those of a recommender follow neither: its parameters are rows of tables.
    """
    if not in_samples(profile, facts):
        return None
    variants = [model for model in facts.sample_models.values() if model.family == profile.model]
    if not variants:
        return None
    size = profile.parameters or variants[0].parameters
    nearest = min(variants, key=lambda model: abs(math.log(model.parameters / size)))
    pixels = _of_pixels(nearest, profile)
    return SampleShape(
        model=nearest.id,
        kind=nearest.kind,
        unit=nearest.unit,
        forward_gflop=nearest.forward_gflop * _of_size(nearest, size) * _of_length(nearest, profile) * pixels,
        tokens=nearest.tokens,
        activation_mib=nearest.activation_mib * pixels if nearest.activation_mib else None,
        source=nearest.source,
    )


def samples_of(profile: Profile, sample: SampleShape) -> float | None:
    """Samples of one epoch: as said or assumed, else the sequences that a number of tokens makes."""
    if profile.samples is not None:
        return float(profile.samples)
    if profile.tokens is None:
        return None
    length = profile.tokens_per_sample or profile.sequence_length or sample.tokens
    return profile.tokens / length if length else None


def _of_size(model: SampleModel, size: float) -> float:
    ratio = size / model.parameters
    return 1.0 if model.kind == "recommender" or abs(math.log(ratio)) <= SAME_SIZE else ratio


def _of_length(model: SampleModel, profile: Profile) -> float:
    said = profile.tokens_per_sample or profile.sequence_length
    return said / model.tokens if said and model.tokens else 1.0


def _of_pixels(model: SampleModel, profile: Profile) -> float:
    """Every layer but attention costs as many operations as there are pixels."""
    said = profile.image_side
    return (said / model.side) ** 2 if said and model.side else 1.0
