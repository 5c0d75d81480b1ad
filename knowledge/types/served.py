"""What serving has beside chips and models: slices of a GPU, speeds of transcription, the memory of processors."""

from __future__ import annotations

from pydantic import Field

from knowledge.types.base import Cited


class GpuSlice(Cited):
    """A profile of MIG: so many of the 7 computing and of the 8 memory slices, and how many of them a GPU is split
    into at most."""

    id: str
    accelerator: str
    profile: str  # as nvidia-smi writes it: 1g.10gb
    compute: int = Field(gt=0, le=7)
    memory: int = Field(gt=0, le=8)
    instances: int = Field(gt=0, le=7)


class SpeechSpeed(Cited):
    """Transcription that was published: seconds of audio a second of one card."""

    id: str
    model: str  # the id of a model
    accelerator: str
    software: str
    batched: bool  # several stretches of audio at once
    audio_per_second: float = Field(gt=0)
    measured_on: str  # YYYY[-MM[-DD]]


class UnitTime(Cited):
    """Seconds that one card was published to take for one item of a kind of work, by the size of the item.

    `seconds`: sizes with seconds, growing; below and between them a power law through the two nearest. An item is
    padded to the next of `buckets`.
    """

    id: str
    domain: str  # the id of a kind of work
    item: str  # what one is called: "fold"
    unit: str  # what its size is counted in
    words: tuple[str, ...]  # behind a number, that it is such a size
    accelerator: str
    seconds: tuple[tuple[float, float], ...] = Field(min_length=2)
    buckets: tuple[int, ...] = ()
    measured_on: str  # YYYY[-MM[-DD]]


class StreamSpeed(Cited):
    """Live streams of sound on one card, as published: how many at once, milliseconds to the first chunk of each (the
    average), and the real-time factor of all together."""

    id: str
    domain: str  # the id of a kind of work
    name: str
    accelerator: str
    software: str
    rows: tuple[tuple[int, float, float], ...] = Field(min_length=1)
    measured_on: str  # YYYY[-MM[-DD]]


class Processor(Cited):
    """A server processor, with the peak of its memory: that of a whole socket, of which a machine has its share of
    cores."""

    id: str
    name: str
    cores: int = Field(gt=0)
    memory_gbps: float = Field(gt=0)
    lines: tuple[str, ...] = ()  # of machines with it: c7g, m7g
    aliases: tuple[str, ...] = ()
