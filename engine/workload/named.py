"""What the name of a published model says beside its family: its size, and the sizes a version comes in."""

from __future__ import annotations

import math
from collections.abc import Iterator

from engine.workload.flops import named_model
from engine.workload.profile import Profile
from engine.workload.samples import in_samples
from engine.workload.worked_out import Derived
from knowledge.facts import Facts, Pretraining, PretrainingRun, names_of

AMOUNTS = (
    "tokens", "flops", "samples", "epochs", "steps", "dataset", "data_gb", "run_hours", "current_hours_per_run",
    "elapsed_hours", "tokens_per_sample",
)  # fmt: skip
CONTINUED = "continued_pretraining"  # the signal


def named_size(profile: Profile, facts: Facts) -> Iterator[Derived]:
    """The parameters of the one model that was named; a version of several sizes leaves the size open.

    An encoder without a size is the base of its kind, as its members are named for it: BERT, PubMedBERT.
    """
    sizes = version_sizes(profile, facts)
    if profile.parameters is None and len(sizes) == 1:
        yield Derived(slot="parameters", value=sizes[0], uses=("variant",))
    family = facts.families.get(profile.model or "")
    trained = profile.task in ("fine_tuning", "pretraining") and profile.parameters is None and not sizes
    if trained and family is not None and family.encoder and family.in_samples:
        yield from (Derived(slot="parameters", value=one, uses=("model",)) for one in family.plausible_parameters[:1])


def version_sizes(profile: Profile, facts: Facts) -> tuple[float, ...]:
    """The sizes the named model or version comes in, ascending: `Llama 4` is 109B and 400B."""
    if profile.variant is None:
        return ()
    return tuple(sorted({model.parameters for model in names_of(facts).models.of(profile.variant)}))


def nearest_size(profile: Profile, facts: Facts, usual: float) -> float:
    """What is assumed of a version without a size: the one of its sizes that is nearest the family's usual one."""
    sizes = version_sizes(profile, facts)
    return min(sizes, key=lambda size: abs(math.log(size / usual)), default=usual)


def published_run(profile: Profile, facts: Facts) -> Pretraining | None:
    """What the makers of the model that was named say they pretrained it on."""
    model = named_model(profile, facts)
    if model is None or in_samples(profile, facts):
        return None
    return next((run for run in facts.pretraining.values() if model.id in run.models), None)


def run_of_makers(profile: Profile, facts: Facts) -> tuple[PretrainingRun, float | None] | None:
    """On which chips they did, and in how many chip-hours, where those are published."""
    model = named_model(profile, facts)
    run = next((run for run in facts.pretraining_runs.values() if model and model.id in run.models), None)
    if run is None or model is None:
        return None
    return run, run.chip_hours[run.models.index(model.id)] if run.chip_hours else None


def tokens_of_makers(profile: Profile, signals: tuple[str, ...], facts: Facts) -> Iterator[Derived]:
    """Those tokens, where that model is pretrained and no amount was said."""
    if profile.task != "pretraining" or CONTINUED in signals or any(map(profile.says, AMOUNTS)):
        return
    run = published_run(profile, facts)
    if run is not None:
        yield Derived(slot="tokens", value=run.tokens, uses=("variant",))


def samples_of_steps(profile: Profile, facts: Facts) -> Iterator[Derived]:
    """Of a run told in steps the samples of one pass: so many steps x samples of each; or the passes over those that
    were said, whatever is usual of such work.

    Models of images are tuned by one a step where nothing else is said; of others the batch decides.
    """
    batch = profile.batch_size or (1 if profile.architecture == "diffusion" else None)
    if not profile.steps or batch is None or not in_samples(profile, facts):
        return
    uses = ("steps", "batch_size") if profile.batch_size else ("steps",)
    if profile.samples:
        if profile.epochs is None:
            passes = profile.steps * batch / profile.samples
            yield Derived(slot="epochs", value=passes, uses=(*uses, "samples"))
        return
    if profile.dataset or profile.seconds_per_step or profile.run_hours:
        return
    yield Derived(slot="samples", value=round(profile.steps * batch), uses=uses)
    if profile.epochs is None:
        yield Derived(slot="epochs", value=1.0, uses=("steps",))
