"""What is unsaid is assumed, each assumption with its reason; what cannot be assumed is asked back."""

from __future__ import annotations

from engine.library import Library
from engine.workload.conditions import holds
from engine.workload.profile import Profile, Reading
from knowledge.facts import Fact, Scalar
from knowledge.units import HOURS_PER_MONTH


class Assumption(Fact):
    """One filled slot. `because` and `source` are those of the default, or of the rule of derivation."""

    slot: str
    value: Scalar
    because: str
    source: str


class Filled(Fact):
    """A reading with its gaps filled: what the calculation runs on."""

    reading: Reading
    profile: Profile
    assumptions: tuple[Assumption, ...]
    only_named: bool = False  # nothing but what was named is ranked

    def assumed(self, slot: str) -> bool:
        return any(entry.slot == slot for entry in self.assumptions)

    @property
    def runs_open(self) -> bool:
        """Neither a number of runs, nor a rate, nor a single run was said."""
        said = self.reading.profile
        return self.assumed("runs") and said.runs_per_month is None and said.cadence != "one_off"


def fill(reading: Reading, library: Library, *, only_named: bool = False) -> Filled:
    """Fill every slot a default exists for, in the order of the contract, so that later ones may build on earlier."""
    profile = reading.profile
    assumptions: list[Assumption] = []
    for default in library.defaults:
        if getattr(profile, default.slot) not in (None, ()):
            continue
        if default.slot == "tokens" and profile.run_hours is not None:
            continue  # the hours say how much work a run is
        at_home = default.slot == "clouds" and bool(reading.home)
        if at_home and default.value not in reading.home:
            continue  # "why not TPU?" does not move the team to another cloud
        if not at_home and not all(
            holds(condition, profile, reading.signals, library.families) for condition in default.when
        ):
            continue
        value = default.value
        if str(value) in reading.ruled_out.get(default.slot, ()):
            continue
        profile = _with(profile, default.slot, value)
        assumptions.append(Assumption(slot=default.slot, value=value, because=default.because, source=default.source))
    profile, derived = _derived(profile, reading, library)
    replaced = {entry.slot for entry in derived}
    kept = (entry for entry in assumptions if entry.slot not in replaced)
    return Filled(reading=reading, profile=profile, assumptions=(*kept, *derived), only_named=only_named)


def refill(filled: Filled, library: Library, **changed: object) -> Filled:
    """The same reading as if `changed` had been said."""
    said = Profile.model_validate(filled.reading.profile.stated() | changed)
    return fill(filled.reading.model_copy(update={"profile": said}), library, only_named=filled.only_named)


def _derived(profile: Profile, reading: Reading, library: Library) -> tuple[Profile, list[Assumption]]:
    """Tokens from the size (pretraining) and runs from their rate: arithmetic on what was said."""
    constants = library.constants
    derived: list[Assumption] = []

    def assume(slot: str, value: float, constant: str) -> None:
        nonlocal profile
        entry = constants.entry(constant)
        profile = _with(profile, slot, value)
        derived.append(Assumption(slot=slot, value=value, because=entry.because, source=entry.source))

    if profile.tokens is None and profile.run_hours is None and profile.task == "pretraining" and profile.parameters:
        assume("tokens", profile.parameters * constants.likely("tokens_per_parameter"), "tokens_per_parameter")
    if profile.runs is None and profile.runs_per_month is not None:
        horizon = constants.likely("horizon_months")
        assume("runs", max(1.0, round(profile.runs_per_month * horizon)), "horizon_months")
    hours = HOURS_PER_MONTH * constants.likely("horizon_months")
    if (
        reading.profile.runs is None
        and profile.runs
        and profile.run_hours
        and profile.runs * profile.run_hours > hours
    ):
        assume("runs", max(1.0, hours // profile.run_hours), "horizon_months")
    if profile.runs is None and profile.task == "inference":
        assume("runs", constants.likely("horizon_months"), "horizon_months")
    if profile.runs is None and profile.cadence == "continuous" and profile.run_hours:
        assume("runs", HOURS_PER_MONTH * constants.likely("horizon_months") / profile.run_hours, "horizon_months")
    return profile, derived


def _with(profile: Profile, slot: str, value: Scalar) -> Profile:
    new: object = (value,) if isinstance(getattr(profile, slot), tuple) else value
    return Profile.model_validate(profile.model_dump() | {slot: new})
