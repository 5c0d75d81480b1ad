"""From phrases and quantities to one value per slot: denied, corrected, implied or left open."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import inf

from engine.reading.document import Document, Mention
from engine.reading.entities import clouds_named, lines_beside, of_memory_said, of_own, options, ram_of_cards, sites
from engine.reading.hardware import TOLD, at_hand, equipment
from engine.reading.negation import denied, of_one_model, unavailable, words_of
from engine.reading.shopping.groups import rule_out
from engine.reading.vocabulary import Vocabulary
from engine.reading.words.not_bought import not_bought
from engine.reading.words.patterns import Match
from engine.workload.profile import SLOTS, Equipment, Profile, Unavailable
from engine.workload.roles import count_asked, is_of_others
from knowledge.facts import Scalar

LISTS = ("clouds", "candidates", "instances")
_NAMED = ("libraries", "providers")  # lists of what was named outright
_AT_HAND = ("instance_count", "accelerator_count")
_FIRST_WINS = (
    "team_engineers", "budget_usd", "run_hours", "deadline_days", "latency_ms", "tokens_per_day", "priority",
    "runs_per_month", "runs", "tokens", "current_usd_per_hour", "current_usd_per_month", "port_weeks",
    "engineer_usd_per_week", "utilization", "precision", "sequence_length", "batch_size", "epochs", "samples",
    "tokens_per_sample", "prompt_tokens", "answer_tokens", "requests_per_second", "samples_per_second",
    "concurrent_users", "credits_usd", "horizon_months", "current_count", "chip_memory_gb", "dataset", "data_gb",
    "steps", "seconds_per_step", "current_tokens_per_second", "elapsed_hours", "share_done", "budget_period",
    "credits_until", "on_premises", "lora_rank", "taken_gb", "ram_gb", "flops", "image_side",
)  # fmt: skip
_LAST_WINS = ("custom_kernels", "neuron_experience", "cuda_native", "jax_native", "checkpointing", "managed")
_WHOLE = (
    "instance_count", "accelerator_count", "team_engineers", "current_count", "sequence_length", "batch_size",
    "samples", "concurrent_users", "lora_rank", "image_side",
)  # fmt: skip
_FLIPPED: dict[tuple[str, Scalar], Scalar] = {
    ("capacity", "tight"): "normal",
    ("capacity", "normal"): "tight",
    ("custom_kernels", "some"): "none",
    ("custom_kernels", "heavy"): "none",
    ("managed", True): False,
    ("cuda_native", True): False,
    ("jax_native", True): False,
    ("checkpointing", True): False,
}
_TRAFFIC = (
    "tokens_per_day", "latency_ms", "requests_per_second", "concurrent_users", "prompt_tokens", "answer_tokens",
)  # fmt: skip
_CORRECTIONS = 20  # considered in one text
_JOB = 10_000  # so many items are one, and no traffic of a day
_COUNTING = ("runs_per_month", "instance_count", "accelerator_count")
_PARTS = frozenset({".", ";", "!", "?", "\n", "while", "whereas", "but", "meanwhile", "prod", "production"})
_HINT, _NOT = ".hint", "not."  # the second: an implied exclusion
_LARGE_CHIPS, _LARGE_TOKENS, _SOON_DAYS = 256, 1e12, 60


@dataclass(slots=True)
class Slots:
    """What a text states about each slot, before it is frozen into a Reading."""

    profile: Profile = field(default_factory=Profile)
    words: dict[str, str] = field(default_factory=dict)
    ruled_out: dict[str, tuple[str, ...]] = field(default_factory=dict)
    ruled_out_words: dict[str, str] = field(default_factory=dict)
    unavailable: tuple[Unavailable, ...] = ()
    hardware: tuple[Equipment, ...] = ()
    ambiguous: dict[str, tuple[str, ...]] = field(default_factory=dict)


def resolve(document: Document, counted: list[Mention], vocabulary: Vocabulary) -> Slots:
    """One value per slot. Equally strong readings that differ are excluded and reported as ambiguous."""
    kept = _longest(
        document, [m for m in document.matches if m.slot.removesuffix(_HINT) in SLOTS or m.slot == "place"]
    )
    denied_indices = denied(document, kept)
    rated = {at for m in counted if m.slot in _COUNTING for at in range(m.first, m.last)}
    mentions = list(counted)
    ruled: dict[str, list[str]] = {}
    quoted: dict[str, str] = {}
    exclusions = not_bought(document.classes, document.matches, ruled, quoted, document.slice)
    rule_out(document.classes, document.ends_clause, ruled, quoted, document.slice, document.covered)
    for index, match in enumerate(kept):
        document.covered.update(range(match.first, match.last))
        slot = match.slot.removesuffix(_HINT)
        weak = match.slot != slot
        if (slot, match.value) == ("cadence", "one_off") and match.first in rated:
            continue  # "one time per quarter", "1 x p5.48xlarge"
        if index in denied_indices:
            flipped = _FLIPPED.get((slot, match.value))
            if flipped is not None:
                mentions.append(Mention(slot, flipped, match.first, match.last))
            elif not isinstance(match.value, bool):
                ruled.setdefault("region" if slot == "place" else slot, []).append(str(match.value))
                quoted[str(match.value)] = words_of(document, match)
            continue
        mentions.append(Mention(slot, match.value, match.first, match.last, weak))
        for name, value in match.implies:
            implied = name.removesuffix(_HINT)
            if implied.startswith(_NOT):
                ruled.setdefault(implied.removeprefix(_NOT), []).append(str(value))
                quoted[str(value)] = document.slice(match.first, match.last)
                exclusions.append((implied.removeprefix(_NOT), value, match))
            elif implied in SLOTS:
                mentions.append(Mention(implied, value, match.first, match.last, weak=name != implied))
    mentions += _served(document, mentions)
    mentions = [m for m in document.meant(mentions) if not _is_excluded(m, exclusions)]
    slots = _choose(document, mentions, ruled, vocabulary)
    slots.ruled_out_words = {v: quoted[v] for listed in slots.ruled_out.values() for v in listed if v in quoted}
    return slots


def _served(document: Document, mentions: list[Mention]) -> list[Mention]:
    """Traffic and latency imply inference, unless the text mentions training; so do texts for an embedding model."""
    embeds = ("model", "embedding") in {(m.slot, m.value) for m in mentions}
    shown = next((m for m in mentions if m.slot in _TRAFFIC or (embeds and m.slot == "samples")), None)
    if shown is None or document.classes.get("trains"):
        return []
    return [Mention("task", "inference", shown.first, shown.last, weak=True)]


def _is_excluded(mention: Mention, exclusions: list[tuple[str, Scalar, Match]]) -> bool:
    """Whether a value is one that a phrase excludes, named inside that phrase."""
    return any(
        (mention.slot, mention.value) == (slot, value) and match.first <= mention.first and mention.last <= match.last
        for slot, value, match in exclusions
    )


def _longest(document: Document, matches: list[Match]) -> list[Match]:
    """Without matches that lie inside a longer one of their slot, or that another phrase disowns."""
    spans: dict[str, list[Match]] = {}
    all_year = document.where("cadence", "continuous")
    for match in sorted(matches, key=lambda m: (m.first, m.first - m.last)):
        slot = match.slot
        if slot == "purchase" and match.last - 1 in all_year:
            continue  # "reserved P5 for a year-round training" names no term of a year
        taken = spans.setdefault(slot, [])
        if slot == "candidates" and taken and _is_cut(document, taken[-1], match):
            taken.pop()  # the "2080" of "2080 Ti"
        if taken and match.last <= taken[-1].last and (match.first, match.last) != (taken[-1].first, taken[-1].last):
            continue
        if (
            taken
            and match.first < taken[-1].last
            and match.value != taken[-1].value
            and slot not in ("place", *LISTS)
        ):
            if match.last - match.first <= taken[-1].last - taken[-1].first:
                continue
            taken.pop()
        taken.append(match)
    kept = [m for kept_matches in spans.values() for m in kept_matches]
    other = _disowned(document, spans)
    return sorted((m for m in kept if not _is_disowned(m, other)), key=lambda m: (m.first, m.last))


def _is_cut(document: Document, one: Match, other: Match) -> bool:
    """Whether a name ends in a number within another name: "single 2080" beside "2080 Ti"."""
    return one.first <= other.first < one.last < other.last and document.tokens[one.last - 1].kind == "number"


def _is_disowned(match: Match, other: dict[str, frozenset[int]]) -> bool:
    """Whether the words of a match belong to something else. A cloud or place must lie wholly inside it."""
    positions = other.get(match.slot, frozenset()) | other.get(f"{match.slot}={match.value}", frozenset())
    span = range(match.first, match.last)
    if match.slot in ("clouds", "place"):
        return positions.issuperset(span)
    return not positions.isdisjoint(span)


def _disowned(document: Document, spans: dict[str, list[Match]]) -> dict[str, frozenset[int]]:
    """Positions where a slot's words mean something else: "capacity block", "AWS Trainium", "a Tokyo startup"."""
    cheap = {
        f"priority={value}": document.where("not_priority", value) for value in ("cost", "carbon", "flexibility")
    }
    chips = frozenset(at for m in spans.get("candidates", ()) for at in range(m.first, m.last))
    return {
        **cheap,
        "capacity": document.where("purchase", "capacity_block"),
        "capacity=normal": document.where("not_capacity"),
        "capacity=tight": document.where("asked_capacity"),
        "clouds": chips,
        "place": document.where("not_region"),
        "task": document.where("past_task"),
        "task.hint": document.where("past_task"),
        "architecture": document.where("not_architecture"),
        "model": document.where("not_model"),
        "precision": document.where("not_precision"),
        "team_engineers": document.where("stands_here"),  # "on my own 2 A6000"
    }


def _choose(
    document: Document, mentions: list[Mention], ruled: dict[str, list[str]], vocabulary: Vocabulary
) -> Slots:
    slots = Slots()
    by_slot: dict[str, list[Mention]] = {}
    for mention in sorted(mentions, key=lambda m: (m.first, m.last)):
        if _is_nothing(mention):
            continue  # "0 runs" states no number of runs
        by_slot.setdefault(mention.slot, []).append(mention)
    by_slot = of_one_model(document, by_slot)
    values: dict[str, Scalar | tuple[str, ...]] = {}
    named = clouds_named(document, by_slot.get("clouds", []), ruled.get("clouds", ()))
    if named:
        values["clouds"] = tuple(m.value for m in named)  # type: ignore[misc]
        slots.words["clouds"] = _quoted(document, named)
    chips, instances = options(document, by_slot, ruled, vocabulary)
    for name, listed in (("candidates", chips), ("instances", instances)):
        if listed:
            values[name] = tuple(dict.fromkeys(str(m.value) for m in listed))
            slots.words[name] = _quoted(document, [*listed, *lines_beside(document, listed, by_slot.get(name, []))])
    counts = [m for slot in _AT_HAND for m in by_slot.get(slot, [])]
    machines = sorted([*chips, *instances], key=lambda m: m.first)
    told = [m for mentions in by_slot.values() for m in mentions if m.slot in TOLD]
    for mention in at_hand(document, machines, counts, told):
        by_slot.setdefault(mention.slot, []).append(mention)
    _whole_speed(by_slot)
    held = by_slot.get("current_instances", [])
    if held:
        values["current_instances"] = tuple(dict.fromkeys(str(m.value) for m in held))
        slots.words["current_instances"] = _quoted(document, held)
        by_slot.setdefault("current_hours_per_run", []).extend(
            replace(m, slot="current_hours_per_run") for m in by_slot.get("run_hours", [])
        )
    for name in _NAMED:
        if by_slot.get(name):
            values[name] = tuple(dict.fromkeys(str(m.value) for m in by_slot[name]))
            slots.words[name] = _quoted(document, by_slot[name])
    by_slot["region"], places = sites(document, by_slot, vocabulary)
    machines = [*by_slot.get("candidates", []), *instances]
    slots.unavailable = unavailable(document, machines, [*by_slot["region"], *places])
    if slots.unavailable and not by_slot.get("capacity"):
        values["capacity"], slots.words["capacity"] = "tight", slots.unavailable[0].words
    slots.hardware = equipment(document, by_slot, instances, values, ruled.get("candidates", ()), slots.unavailable)
    of_card, by_slot["ram_gb"] = ram_of_cards(by_slot.get("ram_gb", []), chips, vocabulary)
    by_slot["chip_memory_gb"] = of_own(document, [*by_slot.get("chip_memory_gb", []), *of_card], slots.hardware)
    for slot in SLOTS:
        if slot in (*LISTS, *_NAMED, "current_instances") or not by_slot.get(slot):
            continue
        chosen = _single(document, slot, by_slot[slot])
        if isinstance(chosen, Mention):
            values[slot] = int(chosen.value) if slot in _WHOLE else chosen.value
            slots.words[slot] = document.slice(chosen.first, chosen.last)
            for mention in by_slot[slot]:
                if mention.value == chosen.value and (chosen.weak or not mention.weak):
                    document.covered.update(range(mention.first, mention.last))
        else:
            slots.ambiguous[slot] = chosen
    if "accelerator_count" in slots.ambiguous and (count := count_asked(slots.hardware)):
        values["accelerator_count"] = count
        slots.ambiguous.pop("accelerator_count")
    if is_of_others(slots.hardware, values.get("accelerator_count")):
        values.pop("accelerator_count")
    slots.hardware = of_memory_said(document, values, slots.hardware, by_slot["chip_memory_gb"], chips, vocabulary)
    _reconcile(values, slots)
    slots.profile = Profile.model_validate(values)
    slots.ruled_out = {slot: tuple(dict.fromkeys(listed)) for slot, listed in ruled.items() if slot in SLOTS}
    return slots


def _whole_speed(by_slot: dict[str, list[Mention]]) -> None:
    """Tokens a second of one chip, times the chips: "4,000 tokens/s per GPU on 8 A100"."""
    chips = next((m for slot in ("current_count", "accelerator_count") for m in by_slot.get(slot, [])), None)
    number = float(chips.value) if chips is not None else 1.0
    for each in by_slot.get("chip_tokens_per_second", []):
        if isinstance(each.value, float):
            whole = replace(each, slot="current_tokens_per_second", value=each.value * number)
            by_slot.setdefault("current_tokens_per_second", []).append(whole)


def _quoted(document: Document, mentions: list[Mention]) -> str:
    return ", ".join(dict.fromkeys(document.slice(m.first, m.last) for m in mentions))


def _is_nothing(mention: Mention) -> bool:
    """Whether a number is none that a slot may hold: zero, or less than one of something counted whole."""
    if isinstance(value := mention.value, str | bool):
        return False
    return not 0 < (int(value) if mention.slot in _WHOLE else value) < inf


def _single(document: Document, slot: str, mentions: list[Mention]) -> Mention | tuple[str, ...]:
    """The intended value, or the values it may be."""
    if slot == "budget_usd":  # "40k, sorry, 60k": the later counts even where nothing calls it a budget
        mentions = _corrected(document, mentions)
    strong = [m for m in mentions if not m.weak] or mentions
    corrected = _corrected(document, strong)
    values = {m.value for m in corrected}
    if len(values) == 1 or slot in _FIRST_WINS:
        return corrected[0]
    if slot == "method" and "rlhf" in values and len(values) == 2:  # "PPO, full fine-tuning"; "GRPO with LoRA"
        trained = "rlhf" if "full" in values else next(value for value in values if value != "rlhf")
        return next(m for m in corrected if m.value == trained)
    if slot == "custom_kernels" and values == {"some", "heavy"}:
        return next(m for m in corrected if m.value == "heavy")
    if slot in _LAST_WINS:
        return corrected[-1]
    if slot == "cadence" and values == {"repeated", "continuous"}:
        return next(m for m in corrected if m.value == "repeated")
    if slot == "capacity":
        return next(m for m in corrected if m.value == "tight")
    if slot == "architecture":
        return _architecture(document, corrected)
    return tuple(dict.fromkeys(str(m.value) for m in corrected))


def _architecture(document: Document, mentions: list[Mention]) -> Mention | tuple[str, ...]:
    """A sparse or new variant of a transformer is the more telling statement."""
    plain = [m for m in mentions if m.value != "novel"]
    if len(plain) < len(mentions) and plain and not _one_sentence(document, mentions):
        if len({m.value for m in plain}) == 1:
            return plain[0]
        mentions = plain  # "research invents new layers. Production fine-tunes Llama."
    special = [m for m in mentions if m.value != "transformer"]
    if {m.value for m in special} == {"cnn", "diffusion"}:  # a U-Net that denoises
        return next(m for m in special if m.value == "diffusion")
    if len({m.value for m in special}) == 1:
        return special[0]
    return tuple(dict.fromkeys(str(m.value) for m in mentions))


def _one_sentence(document: Document, mentions: list[Mention]) -> bool:
    """Whether nothing between the first and the last ends a line or a sentence, or sets against each other."""
    between = document.tokens[min(m.first for m in mentions) : max(m.last for m in mentions)]
    return not any(token.norm in _PARTS for token in between)


def _corrected(document: Document, mentions: list[Mention]) -> list[Mention]:
    """The mentions after "no wait", "scratch that" or "I mean"; all of them without such a correction."""
    if len({m.value for m in mentions}) < 2:
        return mentions
    marks = sorted(document.classes.get("correction", {}), reverse=True)[:_CORRECTIONS]
    for mark in marks:
        later = [m for m in mentions if m.first >= mark]
        if later and len(later) < len(mentions):
            return later
    return mentions


def _reconcile(values: dict[str, Scalar | tuple[str, ...]], slots: Slots) -> None:
    """Drop what contradicts a stronger slot: a single run has no monthly rate, serving no dataset."""
    if (values.get("cadence") == "one_off" and "runs_per_month" in values) or "cadence" not in values:
        values.pop("runs_per_month", None)
    if values.get("runs_per_month") is not None and values.get("runs") == 1:
        values.pop("runs")
    if "region" in slots.ambiguous:
        values.pop("region", None)
    if values.get("task") == "inference":
        length, few = values.pop("tokens_per_sample", None), float(str(values.get("samples", 0.0))) < _JOB
        if length is not None and "samples" in values:  # "summarize 2M documents of 500 tokens" is a job
            values.setdefault("prompt_tokens", length)
            slots.words.setdefault("prompt_tokens", slots.words.pop("tokens_per_sample", ""))
        elif length is None and few and slots.words.get("samples", " ") not in slots.words.get("task", ""):
            values.pop("samples", None)  # "24 hours of audio" are no dataset; "classify 5M reviews" is a job
        values.pop("epochs", None)


def shown_signals(document: Document, slots: Slots) -> tuple[str, ...]:
    """Ids of the signals the text shows, and those its numbers show."""
    negators = document.classes.get("negator", {})
    shown: dict[str, None] = {}
    for match in document.signals:
        if match.first - 1 in negators and negators[match.first - 1].last == match.first:
            continue
        shown[str(match.value)] = None
        document.covered.update(
            at for at in range(match.first, match.last) if document.tokens[at].kind != "number"
        )  # a signal uses no number
    profile = slots.profile
    if (profile.accelerator_count or 0) >= _LARGE_CHIPS or (profile.tokens or 0) >= _LARGE_TOKENS:
        shown["large_run"] = None
    if profile.deadline_days is not None and profile.deadline_days <= _SOON_DAYS:
        shown["soon"] = None
    return tuple(sorted(shown))


def take_back(document: Document, slots: Slots) -> dict[str, set[object]]:
    """What a turn says was never said: "I never said GCP". It is neither stated nor ruled out by that."""
    gone: dict[str, set[object]] = {}
    for unsaid in document.classes.get("unsaid", {}).values():
        _, last = document.clause(unsaid.last - 1)
        for match in document.matches:
            slot = "priority" if match.slot == "not_priority" else match.slot
            if match.slot in (*SLOTS, "not_priority") and unsaid.first <= match.first < last:
                gone.setdefault(slot, set()).add(match.value)
                document.covered.update(range(unsaid.first, match.last))
    for slot, values in gone.items():
        now = getattr(slots.profile, slot)
        left = tuple(v for v in now if v not in values) if isinstance(now, tuple) else None if now in values else now
        slots.profile = slots.profile.model_copy(update={slot: left})
        slots.ruled_out = {name: kept for name, kept in _less(slots.ruled_out, slot, values).items() if kept}
    return gone


def _less(listed: dict[str, tuple[str, ...]], slot: str, gone: set[object]) -> dict[str, tuple[str, ...]]:
    return {name: tuple(v for v in kept if name != slot or v not in gone) for name, kept in listed.items()}
