"""What a text wants: advice, a price, a comparison, an explanation, a commitment, carbon, or nothing of ours."""

from __future__ import annotations

from itertools import pairwise

from engine.profile import Intent, Profile
from engine.read_scene import Scene

_PASSING_MENTIONS = frozenset({"clouds", "priority", "region"})
_PASSING = _PASSING_MENTIONS | {
    "budget_usd", "deadline_days", "run_hours", "team_engineers", "cadence", "runs_per_month", "latency_ms",
}  # fmt: skip
_GENERIC = frozenset({"gpu", "trainium", "tpu", "inferentia2"})


def cues(scene: Scene) -> frozenset[str]:
    """The kinds of cue the text shows."""
    return frozenset(str(m.value) for m in scene.matches if m.slot == "cue")


def intent(scene: Scene, profile: Profile) -> Intent:
    """The intent of a text read on its own. The order is the order of how telling the cues are."""
    seen = cues(scene)
    said = profile.said()
    if not said and ("domain" not in seen or "off_topic" in seen) and not scene.signals:
        return "off_topic"
    if not set(said) - (_PASSING if "domain" not in seen else _PASSING_MENTIONS) and _is_passing(seen, scene):
        return "off_topic"
    workload = _workload(profile)
    if "carbon" in seen and (profile.priority == "carbon" or "carbon_strong" in seen):
        return "carbon"
    if _commits(seen, profile, workload):
        return "commitment"
    if _prices(seen, profile, workload):
        return "price_lookup"
    if _compares(scene, seen, profile):
        return "compare"
    if _explains(seen, workload, not said and not scene.signals):
        return "explain"
    return "advise"


def _is_passing(seen: frozenset[str], scene: Scene) -> bool:
    """Whether the little that was read is chatter: a greeting, a sum of money, a date."""
    return "off_topic" in seen or (seen.isdisjoint({"domain", "carbon"}) and not scene.signals)


def _workload(profile: Profile) -> int:
    """How many slots describe a workload rather than things to choose from."""
    things = {
        "candidates",
        "instances",
        "clouds",
        "region",
        "purchase",
        "instance_count",
        "priority",
        "accelerator_count",
    }
    return len(set(profile.said()) - things)


def _commits(seen: frozenset[str], profile: Profile, workload: int) -> bool:
    if "commit_strong" not in seen or "price_strong" in seen:
        return False
    long = profile.purchase in ("reserved_1yr", "reserved_3yr", "savings_plan", "capacity_block", None)
    return long and workload <= 5


def _prices(seen: frozenset[str], profile: Profile, workload: int) -> bool:
    things = bool(profile.instances or profile.candidates)
    if "price_strong" in seen and (things or profile.purchase):
        return workload <= 3 and not ({"keep"} & seen and workload > 1)
    return "price" in seen and bool(profile.instances) and workload <= 1 and "advise" not in seen and "vs" not in seen


def _compares(scene: Scene, seen: frozenset[str], profile: Profile) -> bool:
    things = len(profile.instances) + len(profile.candidates)
    if things < 2:
        return False
    if "compare" in seen or len(profile.instances) >= 2:
        return True
    if "keep" in seen:
        return False
    specific = [c for c in profile.candidates if c not in _GENERIC]
    if "vs" in seen:
        return len(specific) + len(profile.instances) >= 2 or (_workload(profile) == 0)
    return len(specific) + len(profile.instances) >= 2 and "advise" not in seen and _joined(scene)


def _joined(scene: Scene) -> bool:
    """Two things named with "or" between them."""
    spots = sorted((m.first, m.last) for m in scene.matches if m.slot in ("candidates", "instances"))
    spots += [(at, at + 1) for at, token in enumerate(scene.tokens) if token.kind == "instance"]
    spots.sort()
    return any(
        0 < second[0] - first[1] <= 2 and scene.tokens[first[1]].norm == "or" for first, second in pairwise(spots)
    )


def _explains(seen: frozenset[str], workload: int, nothing_said: bool) -> bool:
    """Asked as an explanation; a softer cue ("is it", "can I"), or none, only where nothing else is asked."""
    if "keep" in seen:
        return False
    if "explain_strong" in seen and workload <= 2:
        return True
    return "advise" not in seen and (nothing_said or ("explain" in seen and workload <= 1))
