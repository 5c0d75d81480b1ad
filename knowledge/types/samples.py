"""Work that is no token stream: what a sample costs, the usual datasets, and samples a second that were published."""

from __future__ import annotations

import re
from typing import Literal

from pydantic import Field

from knowledge.types.base import Cited

SampleKind = Literal[
    "convnet", "depthwise", "patch_transformer", "encoder", "diffusion_unet", "speech", "recommender"
]
# A clip is 30 seconds of audio; a video one that is made, of a length that its model's name says.
SampleUnit = Literal["image", "sequence", "clip", "row", "request", "video"]


class SampleModel(Cited):
    """One published model that is trained on samples. A FLOP count has two for each multiply-add."""

    id: str
    family: str
    name: str
    kind: SampleKind  # models of one kind use a chip alike
    unit: SampleUnit
    input: str  # of one sample, as a reader would say it
    parameters: float = Field(gt=0)
    forward_gflop: float = Field(gt=0)  # of one sample, forward only
    tokens: int | None = None  # of one sample, where it is a sequence of tokens
    activation_mib: float | None = None  # of one sample, with recomputation; None: the constant
    aliases: tuple[str, ...] = ()  # phrases that mean this variant of its family

    @property
    def side(self) -> int | None:
        """Pixels of a side, as `input` says; None where it is no image."""
        found = re.match(r"([\d,]+) x \1 pixels", self.input)
        return int(found[1].replace(",", "")) if found else None


class Dataset(Cited):
    """A dataset people name instead of a number of samples."""

    id: str
    name: str
    unit: SampleUnit
    samples: int = Field(gt=0)
    aliases: tuple[str, ...] = ()


class TextSet(Cited):
    """A set of text people name instead of a number of tokens. `tokens` of one pass over it."""

    id: str
    name: str
    tokens: float = Field(gt=0)
    samples: int | None = Field(default=None, gt=0)  # rows, where those are what is fed
    aliases: tuple[str, ...] = ()


class Pretraining(Cited):
    """What the makers of published models pretrained each of them on, all stages and passes together."""

    id: str
    models: tuple[str, ...]  # ids of models
    tokens: float = Field(gt=0)
    reproduced: bool = False  # by others, where the makers say no amount


class PretrainingRun(Cited):
    """On which chips published models were pretrained: `chip` an id where it is held, else as its makers write it."""

    id: str
    models: tuple[str, ...]  # ids of models
    chip: str
    chips: int | None = Field(default=None, gt=0)  # at most at once
    chip_hours: tuple[float, ...] = ()  # of each of `models`, or none


class SampleSpeed(Cited):
    """Samples a second that were published for training, all chips together."""

    id: str
    kind: SampleKind
    model: str  # as published; the id of a `SampleModel` where it is one
    forward_gflop: float = Field(gt=0)  # of one sample as it was run
    accelerator: str
    accelerator_count: int = Field(gt=0)
    samples_per_second: float = Field(gt=0)
    precision: str
    submitter: str
    measured_on: str  # YYYY[-MM[-DD]]


class ServedModel(Cited):
    """One model that is served and counted in samples. `names`: phrases that mean it; of a name without a size the
    one that is usual is `usual`. Of images that are made step by step the GFLOP are of one step with all its passes.
    """

    id: str
    name: str
    kind: SampleKind  # models of one kind use a chip alike
    unit: SampleUnit
    parameters: float = Field(gt=0)
    names: tuple[str, ...] = Field(min_length=1)
    forward_gflop: float | None = Field(default=None, gt=0)  # of one sample or step; None: only speeds are known
    side: int | None = None  # pixels of a side of the image these GFLOP and speeds are of
    steps: int | None = None  # usual ones of an image that is made
    usual: bool = False


class ServedSpeed(Cited):
    """Samples a second of one chip that were published for inference."""

    id: str
    model: str  # the id of a served model
    accelerator: str
    samples_per_second: float = Field(gt=0)
    software: str
    steps: int | None = None  # of an image that is made
    batched: bool = True  # several samples at once
    measured_on: str  # YYYY[-MM[-DD]]
