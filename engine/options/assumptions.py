"""What is unsaid is assumed, each assumption with its reason; what cannot be assumed is asked back."""

from __future__ import annotations

import re
from collections.abc import Hashable
from functools import lru_cache
from typing import cast

from engine.base.computed import Computed
from engine.base.measures import unit
from engine.library import Library
from engine.options.named import home, names_a_chip, still_wanted
from engine.serving.gaps import gaps, of_words, traffic, worded
from engine.workload.conditions import all_hold, any_holds
from engine.workload.encoders import is_encoder
from engine.workload.flops import samples_of_flops, size_of_flops, tokens_of_flops
from engine.workload.hours.on_hours import OnHours, told_hours
from engine.workload.named import named_size, nearest_size, samples_of_steps, tokens_of_makers
from engine.workload.profile import Profile, Reading
from engine.workload.said import said_also
from engine.workload.samples import NO_TOKENS, in_samples
from engine.workload.worked_out import Derived, horizon_months, of_chains, of_the_work, worked_out
from knowledge.facts import Cloud, Default, Scalar
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH

DIGITS, GROUPED = re.compile(r"\d+"), re.compile(r"(?<=\d)[.,' ](?=\d{3}\b)")
MANY, VALUES = 512, 4096  # readings kept; values of slots that were checked
WHERE_NAMED = "named"  # a default cloud: wherever the named things are sold
WORK_OF_A_RUN = frozenset({"tokens", "samples", "epochs"})

AT_PEAK = "traffic_at_peak"  # a signal


class Assumption(Computed):
    """One filled slot, several values joined by commas. `because` and `source` are of the default or derivation."""

    slot: str
    value: Scalar
    because: str
    source: str


class Filled(Computed):
    """A reading with its gaps filled. What it costs is worked out from `profile` alone.

    `open_slots`: unsaid slots that turn the verdict and whose values are equally likely. They are asked about, with
    the answer on either side, and so are not listed as assumptions.
    """

    reading: Reading
    profile: Profile
    assumptions: tuple[Assumption, ...]
    derived: tuple[Derived, ...] = ()
    open_slots: tuple[str, ...] = ()

    def assumed(self, slot: str) -> bool:
        """Whether it was not said: for confidence, forks, rules and display, never for a figure."""
        return slot in self.open_slots or any(entry.slot == slot for entry in self.assumptions)

    def opened(self, slot: str) -> Filled:
        """The same with `slot` asked about instead of assumed."""
        kept = tuple(entry for entry in self.assumptions if entry.slot != slot)
        return self.model_copy(update={"assumptions": kept, "open_slots": (*self.open_slots, slot)})

    @property
    def runs_open(self) -> bool:
        """Neither a number of runs, nor a rate, nor a single run was said. For display, forks and confidence."""
        said = self.reading.profile
        return self.assumed("runs") and said.runs_per_month is None and self.profile.cadence != "one_off"

    @property
    def lengths(self) -> tuple[float, float, int] | None:
        """Tokens of a prompt and of an answer that requests or users are taken to have, where either is unsaid; and
        of the context that each of them has, 0 where none was said."""
        said, profile = self.reading.profile, self.profile
        counted = said.requests_per_second is not None or said.concurrent_users is not None
        context = said.sequence_length if any(one.slot == "prompt_tokens" for one in self.derived) else None
        unsaid = self.assumed("prompt_tokens") or self.assumed("answer_tokens") or context
        if not (counted and unsaid and profile.prompt_tokens):
            return None
        return profile.prompt_tokens, profile.answer_tokens or 0.0, context or 0

    @property
    def on_share(self) -> float | None:
        """The share of a month in which what serves is on, where hours of the day or days of the week were said."""
        told = told_hours(self.reading.text, self.profile)
        return told.share if told is not None else None

    @property
    def on_hours(self) -> OnHours | None:
        """Those hours."""
        return told_hours(self.reading.text, self.profile)

    @property
    def rate_told(self) -> str:
        """The words for so many tokens a second that are to be served; "" where none were said."""
        return self.reading.words.get("tokens_per_day", "") if _by_second(self.profile, self.reading) else ""

    @property
    def people(self) -> str:
        """The words for all who may ask, of whom a part does at once; "" where those at once were said."""
        words, users = self.reading.words.get("concurrent_users", ""), self.reading.profile.concurrent_users
        numbers = DIGITS.findall(GROUPED.sub("", words))
        return words if users is not None and numbers and str(users) not in numbers else ""

    @property
    def months_open(self) -> bool:
        """It is serving by the month, and nobody said for how many of them. For display alone."""
        said = self.reading.profile
        return self.profile.by_month and self.assumed("runs") and said.runs is None and said.horizon_months is None


def fill(reading: Reading, library: Library) -> Filled:
    """Fill every slot a default exists for; once for all readings that say the same."""
    out = tuple(sorted(reading.ruled_out.items())), reading.unavailable
    by_second = _by_second(reading.profile, reading)
    key = reading.profile, reading.signals, reading.home, reading.chains, out, by_second
    if key not in library.filled:
        if len(library.filled) >= MANY:
            library.filled.clear()
        library.filled[key] = _filled(reading, library)
    made = cast("Filled", library.filled[key])
    return made.model_copy(update={"reading": reading})


def _filled(reading: Reading, library: Library) -> Filled:
    """In the order of the contract, so that later slots may build on earlier ones."""
    profile = still_wanted(reading.profile, reading.unavailable, library.facts)
    by_name = tuple(named_size(profile, library.facts))
    by_name = (*by_name, *samples_of_steps(profile, library.facts))
    derived = (*of_chains(reading.chains), *by_name, *worked_out(profile, library.constants, library.facts.text_sets))
    for entry in derived:
        profile = _with(profile, entry.slot, entry.value)
    assumptions: list[Assumption] = []
    for default in library.defaults:
        if getattr(profile, default.slot) not in (None, ()):
            continue
        if default.slot in WORK_OF_A_RUN and _work_is_known(default.slot, profile, library):
            continue
        if default.slot == "tokens_per_sample" and not _in_texts(profile, library):
            continue
        if default.slot == "instances" and names_a_chip(profile):
            continue  # hours "on H100" are said of a chip
        if not _applies(default, profile, reading, library):
            continue
        value = default.value
        if default.slot == "parameters":
            value = nearest_size(profile, library.facts, float(value))
            if profile.flops and profile.model is None:
                each = library.constants.entry("tokens_per_parameter")
                value = size_of_flops(profile.flops, profile.tokens, each.value.likely)
                profile = _with(profile, "parameters", value)
                why = Assumption(slot="parameters", value=value, because=each.because, source=each.source)
                assumptions.append(why)
                continue
        if value == WHERE_NAMED:
            value = ",".join(_home(profile, reading, library))
            if not value:
                continue
        out = reading.ruled_out.get(default.slot, ())
        if default.slot == "clouds":
            value = ",".join(cloud for cloud in str(value).split(",") if cloud not in out)
        if not str(value) or str(value) in out:
            continue
        profile = _with(profile, default.slot, value)
        assumptions.append(Assumption(slot=default.slot, value=value, because=default.because, source=default.source))
    followed = of_the_work(profile, library.constants, library.facts.text_sets)
    for made in followed:
        profile = _with(profile, made.slot, made.value)
    if profile.tokens is None and (
        trained := tokens_of_flops(profile, library.facts, library.constants, reading.signals)
    ):
        profile = _with(profile, "tokens", trained)
        followed = (*followed, Derived(slot="tokens", value=trained, uses=("flops", "parameters")))
    elif profile.samples is None and (
        trained := samples_of_flops(profile, library.facts, library.constants, reading.signals)
    ):
        profile = _with(_with(profile, "samples", round(trained)), "epochs", 1.0)
        followed = (*followed, Derived(slot="samples", value=round(trained), uses=("flops",)))
    for published in tokens_of_makers(profile, reading.signals, library.facts):
        profile = _with(profile, published.slot, published.value)
        followed = (*followed, published)
    profile, planned = _planned(profile, reading, library)
    replaced = {entry.slot for entry in planned}
    kept = [entry for entry in assumptions if entry.slot not in replaced]
    kept.sort(key=lambda entry: entry.slot != "instances")  # what a bare duration is counted on comes first
    profile, served, worked = _served(profile, reading, library)
    return Filled(
        reading=reading,
        profile=profile,
        assumptions=(*kept, *planned, *served),
        derived=(*derived, *followed, *worked),
    )


def _applies(default: Default, profile: Profile, reading: Reading, library: Library) -> bool:
    signals, families = reading.signals, library.families
    return all_hold(default.when, profile, signals, families) and not any_holds(
        default.unless, profile, signals, families
    )


def _served(
    profile: Profile, reading: Reading, library: Library
) -> tuple[Profile, tuple[Assumption, ...], tuple[Derived, ...]]:
    """What serving needs beside the defaults, and the traffic worked out from it."""
    encodes = is_encoder(profile, reading.signals, library.facts)
    if profile.by_month and profile.runs_per_month is not None:  # so many tokens every night are traffic of every day
        months = reading.profile.runs or horizon_months(profile, library.constants)
        profile = profile.model_copy(update={"cadence": "continuous", "runs_per_month": None, "runs": months})
    assumed: list[Assumption] = []
    profile, each = _of_context(profile, library, reading, encodes=encodes)
    told = worded(reading.signals, library.constants)
    by_users = profile.concurrent_users is not None and profile.requests_per_second is None
    # So many at once, and so many tokens a second, are those of the busiest hour.
    at_peak = AT_PEAK in reading.signals or by_users or _by_second(profile, reading)
    for gap in gaps(profile, encodes=encodes, at_peak=at_peak, worded=told):
        entry = library.constants.entry(gap.constant)
        profile = _with(profile, gap.slot, entry.value.likely)
        assumed.append(
            Assumption(slot=gap.slot, value=entry.value.likely, because=entry.because, source=entry.source)
        )
    found = traffic(profile, library.constants, encodes=encodes)
    if found is None:
        return profile, tuple(assumed), each
    derived = Derived(slot=found.slot, value=found.value, uses=found.uses, figures=found.figures)
    return _with(profile, found.slot, found.value), tuple(assumed), (*each, derived)


def _by_second(profile: Profile, reading: Reading) -> bool:
    """Whether the tokens of a day are those of a rate that was told by the second."""
    rates = (one.value * HOURS_PER_DAY for one in reading.measured.measures if unit(token=1, h=-1) in one.units)
    return any(rate == profile.tokens_per_day for rate in rates)


def _of_context(
    profile: Profile, library: Library, reading: Reading, *, encodes: bool
) -> tuple[Profile, tuple[Derived, ...]]:
    """Of so many at once with so long a context each, it is half full on average; what is no answer is the prompt."""
    context = profile.sequence_length
    if profile.task != "inference" or encodes or profile.prompt_tokens is not None or not profile.concurrent_users:
        return profile, ()
    name = of_words("answer_tokens", worded(reading.signals, library.constants)) or "serving_output_tokens"
    answer = profile.answer_tokens or library.constants.likely(name)
    if context is None or context <= answer:
        return profile, ()
    share = library.constants.likely("context_filled")
    prompt = max(1.0, context * share - answer)
    told = Derived(slot="prompt_tokens", value=prompt, uses=("sequence_length",), figures=(share, answer))
    return _with(profile, told.slot, told.value), (told,)


def _work_is_known(slot: str, profile: Profile, library: Library) -> bool:
    """Whether hours or tokens say how much work a run is; and a run counted in samples has no tokens to assume."""
    if profile.flops is not None:
        return True
    if profile.run_hours is not None or (slot == "tokens" and _in_texts(profile, library)):
        return True
    return in_samples(profile, library.facts) if slot == "tokens" else profile.tokens is not None


def _in_texts(profile: Profile, library: Library) -> bool:
    """Whether a run's tokens are so many texts of a length that is known or assumed."""
    counted = profile.samples is not None and profile.tokens is None and profile.run_hours is None
    of_tokens = profile.task != "inference" and profile.architecture not in NO_TOKENS
    return counted and of_tokens and not in_samples(profile, library.facts)


def refill(filled: Filled, library: Library, **changed: object) -> Filled:
    """The same reading as if `changed` had been said."""
    said = said_also(filled.reading.profile, changed)
    return fill(filled.reading.model_copy(update={"profile": said}), library)


def _home(profile: Profile, reading: Reading, library: Library) -> tuple[Cloud, ...]:
    """Where the work lives: as the card before took it, since "why not TPU?" moves nobody, or by what was named."""
    clouds = reading.home or home(profile, library.facts) or home(reading.profile, library.facts)
    return tuple(cloud for cloud in clouds if cloud not in reading.ruled_out.get("clouds", ()))


def _planned(profile: Profile, reading: Reading, library: Library) -> tuple[Profile, list[Assumption]]:
    """Tokens from the size (pretraining), runs and their rate from each other: arithmetic on what was said.

    "Weekly", "52 runs" and "52 runs a year" become the same runs and the same rate. A number of runs or a rate that
    was said is kept; only one that nobody said is limited to what fits into the year back to back.
    """
    constants = library.constants
    derived: list[Assumption] = []

    def assume(slot: str, value: float, constant: str) -> None:
        nonlocal profile
        entry = constants.entry(constant)
        profile = _with(profile, slot, value)
        derived.append(Assumption(slot=slot, value=value, because=entry.because, source=entry.source))

    by_size = profile.task == "pretraining" and profile.parameters and not in_samples(profile, library.facts)
    if by_size and profile.parameters and profile.tokens is None and profile.run_hours is None:
        assume("tokens", profile.parameters * constants.likely("tokens_per_parameter"), "tokens_per_parameter")
    horizon = horizon_months(profile, constants)
    hours = HOURS_PER_MONTH * horizon
    said = reading.profile
    if profile.runs is None and profile.runs_per_month is not None:
        assume("runs", max(1.0, round(profile.runs_per_month * horizon)), "horizon_months")
    if said.runs is None and said.runs_per_month is None and profile.runs and profile.run_hours:
        back_to_back = max(1.0, hours // profile.run_hours)
        if profile.runs > back_to_back:
            assume("runs", back_to_back, "horizon_months")
    if profile.runs is None and profile.task == "inference":
        assume("runs", horizon, "horizon_months")
    if profile.runs is None and profile.cadence == "continuous" and profile.run_hours:
        assume("runs", max(1.0, hours // profile.run_hours), "horizon_months")
    if profile.runs and profile.runs > 1 and profile.cadence != "one_off" and profile.task != "inference":
        rate = profile.runs_per_month
        if rate is None or round(rate * horizon) == profile.runs:  # "weekly" is 4.3333 a month and 52 a year
            profile = _with(profile, "runs_per_month", profile.runs / horizon)
    return profile, derived


def _with(profile: Profile, slot: str, value: Scalar) -> Profile:
    new: Hashable = tuple(str(value).split(",")) if isinstance(getattr(profile, slot), tuple) else value
    return profile.model_copy(update={slot: _valid(slot, new)})  # the other values were checked before


@lru_cache(maxsize=VALUES, typed=True)  # 1, 1.0 and True are equal, and not the same in a slot
def _valid(slot: str, value: Hashable) -> object:
    """The value as its slot holds it; the same few are filled in for every question."""
    return getattr(Profile.model_validate({slot: value}), slot)
