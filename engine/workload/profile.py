"""What was asked: the workload profile, and the reading it came from."""

from __future__ import annotations

from typing import Literal

from knowledge.facts import Cloud, Fact, Purchase, Scalar

Task = Literal["pretraining", "fine_tuning", "inference"]
Method = Literal["full", "lora", "qlora", "rlhf"]
Architecture = Literal["transformer", "moe", "diffusion", "cnn", "recommender", "novel"]
Cadence = Literal["one_off", "repeated", "continuous"]
Framework = Literal["pytorch", "jax", "tensorflow"]
Kernels = Literal["none", "some", "heavy"]
Tightness = Literal["tight", "normal"]
Priority = Literal["cost", "speed", "carbon", "flexibility"]
Intent = str  # the id of a kind of question (`engine/answers/registry.py`), or "followup", or "off_topic"


class Profile(Fact):
    """A workload. None (or an empty tuple) means neither stated nor assumed."""

    task: Task | None = None
    method: Method | None = None
    architecture: Architecture | None = None
    model: str | None = None
    parameters: float | None = None
    tokens: float | None = None
    cadence: Cadence | None = None
    runs: float | None = None
    runs_per_month: float | None = None
    framework: Framework | None = None
    custom_kernels: Kernels | None = None
    clouds: tuple[Cloud, ...] = ()
    region: str | None = None
    capacity: Tightness | None = None
    purchase: Purchase | None = None
    candidates: tuple[str, ...] = ()
    instances: tuple[str, ...] = ()
    instance_count: int | None = None
    accelerator_count: int | None = None
    run_hours: float | None = None
    deadline_days: float | None = None
    budget_usd: float | None = None
    team_engineers: int | None = None
    cuda_native: bool | None = None
    jax_native: bool | None = None
    neuron_experience: bool | None = None
    priority: Priority | None = None
    managed: bool | None = None
    checkpointing: bool | None = None
    tokens_per_day: float | None = None
    latency_ms: float | None = None

    def stated(self) -> dict[str, Scalar | tuple[str, ...]]:
        """The slots that were stated, in the order of the contract."""
        return {
            name: value for name in Profile.model_fields if (value := getattr(self, name)) is not None and value != ()
        }


SLOTS: tuple[str, ...] = tuple(Profile.model_fields)


class Reading(Fact):
    """A text as understood: the profile it states, and the words each slot came from.

    `ruled_out` holds values the text excludes ("not on GCP", "anything but spot"); `signals` are the
    ids of `knowledge` signals it shows; `unread` the stretches that were not understood.
    """

    text: str = ""
    intent: Intent = "advise"
    topic: Intent = "advise"  # what the thread is about; a follow-up has the topic of the card before it
    home: tuple[Cloud, ...] = ()  # the clouds the card before took as the team's own, said or assumed
    profile: Profile = Profile()
    words: dict[str, str] = {}
    ruled_out: dict[str, tuple[str, ...]] = {}
    signals: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    ambiguous: dict[str, tuple[str, ...]] = {}  # slot -> equally strong readings, to ask back about
