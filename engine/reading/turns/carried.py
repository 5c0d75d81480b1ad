"""What a turn keeps of its thread without naming it: the matter, the work, what was asked, hours per amount."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.workload.conditions import FAMILIES
from engine.workload.profile import FormId, Intent, Profile, Reading
from knowledge.facts import Scalar

Values = dict[str, Scalar | tuple[str, ...]]

_TRAINS, _SERVES = "training_words", "serving_words"
_USES = frozenset({_TRAINS, _SERVES, "both_tasks"})  # cues of what is done with the model
_KINDS = frozenset({"not_text"})  # cues of the kind of the model
_REINFORCED = frozenset({"trains_critic", "reference_only"})  # cues of what learns beside the model
_WISHES = frozenset({"which", "which_hardware", "which_type", "shopping", "better", "for_less", "in_less_time"})
_HARDWARE = frozenset({"candidates", "instances", "chip_memory_gb", "accelerator_count", "instance_count"})
_PLACES = frozenset({"asks_if", "fit", "fit_word", "fit_strong", "run_on", "on_named"})  # cues of work put somewhere
_OTHER = frozenset({
    "explain_strong", "price", "price_strong", "vs", "compare", "mfu", "asks_format",
    "carbon", "carbon_strong", "commit_strong", "stock", "shopping",
})  # fmt: skip
_AMOUNTS = ("epochs", "samples", "steps", "tokens", "data_gb", "flops")  # its hours are in proportion
_MODEL = frozenset({"model", "variant", "parameters"})
_ASKING = frozenset({"how_many", "token_speed", "asks_if", "asks_time", "asks_cost"})
_THAT_ONE = frozenset({"it", "its", "my", "mine", "version", "model", "variant"})  # the card that was named
_SUM = "estimate"  # the form
_COSTS = ("asks_cost", "asks_bill", "cost_of_month", "cost_of_request", "cost_of_tokens")  # cues
_MEANT = "meant"  # the cue of a turn that corrects what was understood
WHY_NOT = "why_not_other"  # the cue: another chip than the answer recommends is asked about
_WHYS = (
    "asks_why",
    "asks_how",
    "doubts",
    "asks_source",
    "each_or_all",
    "why_cost",
    WHY_NOT,
)  # cues of a turn about an answer
SOME = "some_of_them"  # the cue of several of a card
_TOGETHER = "cards_together"  # the cue of cards of several kinds in one machine


def matter(before: Reading, turn: Reading) -> tuple[str, ...]:
    """The cues of what the thread is about that hold for a turn which says nothing of it."""
    if turn.profile.model or turn.profile.variant:
        return ()
    says_use = turn.profile.task is not None or not _USES.isdisjoint(turn.cues)
    kept = _KINDS if says_use else _KINDS | _USES
    if turn.profile.method is None and _REINFORCED.isdisjoint(turn.cues):
        kept |= _REINFORCED
    return tuple(cue for cue in before.cues if cue in kept and cue not in turn.cues)


def kinds(before: Reading, turn: Reading, open_kinds: frozenset[str]) -> tuple[str, ...]:
    """The kinds of work: those of the turn, unless it only says what such work is on ("at 1024 px")."""
    if before.domains and turn.domains and turn.domains[0] in open_kinds:
        return (*before.domains, *(kind for kind in turn.domains if kind not in before.domains))
    return turn.domains or before.domains


def places_work(turn: Reading, intent: Intent, work_form: str, *, of_library: bool) -> bool:
    """Whether nothing but hardware is named, for the work of the thread ("would a 3060 do?"), and no fact of it."""
    said = turn.profile.stated().keys()
    if intent != "explain" or not work_form or of_library or not said or not said <= _HARDWARE:
        return False
    return not _PLACES.isdisjoint(turn.cues) and _OTHER.isdisjoint(turn.cues)


def those_meant(before: Profile, said: Profile, moves: frozenset[str], families: Mapping[str, str]) -> str | None:
    """The chip of the thread that "and on two GPUs?" means so many of; None where others may take its place.

    `families`: the name of the family that each chip is of.
    """
    any_of_them = said.candidates[0] if len(said.candidates) == 1 else ""
    named = [chip for chip in before.candidates if families.get(chip) == any_of_them]
    counted = bool(said.accelerator_count) and said.chip_memory_gb is None and not said.instances
    return named[-1] if any_of_them and named and counted and "replace" not in moves else None


def asked_about(before: Reading, now: Profile, moves: frozenset[str]) -> tuple[str, ...]:
    """What a thread that named nothing to choose among asks about since ("what about TPU?"): it bounds no choice."""
    was, named = before.profile, (*now.candidates, *now.instances)
    chosen = {*was.candidates, *was.instances} - {*before.added}
    return () if chosen or "replace" in moves else tuple(name for name in named if name not in chosen)


def of_its_kind(form: FormId, before: Reading, turn: Reading) -> FormId:
    """ "Would an H200 be enough for it?", after a kind of work that was spoken of: whether it fits, no choice."""
    asks_fit = "fit_word" in turn.cues and bool(turn.profile.candidates or turn.profile.chip_memory_gb)
    return "fit" if form == "choose" and before.domains and asks_fit else form


def is_of_those(before: Profile, turn: Reading, moves: frozenset[str], families: Mapping[str, str]) -> bool:
    """Whether "the GPU" of a turn is the one that the thread named, and no wish for any other."""
    said = turn.profile
    known = {families.get(chip) for chip in before.candidates}
    other = said.chip_memory_gb is not None or said.instances or moves & {"replace", "add", "remove"}
    return bool(said.candidates) and set(said.candidates) <= known and not other and _WISHES.isdisjoint(turn.cues)


def use_changed(before: Profile, turn: Reading) -> Values:
    """ "I meant training": serving that the thread spoke of, or that its answer took for granted, is not what a turn
    about training speaks of."""
    trains = _TRAINS in turn.cues and _SERVES not in turn.cues and turn.profile.task is None
    taken = before.task == "inference" or (before.task is None and _MEANT in turn.cues)
    return {"task": "fine_tuning"} if trains and taken else {}


def hours_in_proportion(before: Profile, said: Profile) -> Values:
    """The hours of a run whose epochs, samples or steps change: as many times as many.

    Of steps that were timed in a turn ("1,000 steps take 6 minutes"), those of the run that the thread spoke of.
    """
    if before.steps and said.steps and said.run_hours and before.run_hours is None and said.steps < before.steps:
        return {"steps": before.steps, "run_hours": said.run_hours * before.steps / said.steps}
    if before.run_hours is None or said.run_hours is not None or _MODEL & said.stated().keys():
        return {}
    for slot in _AMOUNTS:
        was, now = getattr(before, slot), getattr(said, slot)
        if was and now and was != now:
            return {"run_hours": before.run_hours * now / was}
    return {}


def cues_still(before: Reading, turn: Reading, form: FormId, *, same: bool) -> tuple[str, ...]:
    """What a turn wants by its words, and what of the thread it wants still: all of it, where it asks the `same`."""
    if same:
        return (*(cue for cue in before.cues if cue not in _WHYS), *matter(before, turn))
    return (*turn.cues, *matter(before, turn), *asked_still(before, turn, form))


def asked_still(before: Reading, turn: Reading, form: FormId) -> tuple[str, ...]:
    """What was asked for is asked for still: how many, how fast, how long ("and in INT4?", "and on 8 cards?")."""
    said = turn.profile
    together = (_TOGETHER,) if _TOGETHER in before.cues and not (said.candidates or said.instances) else ()
    if form != before.form or _ASKING.intersection(turn.cues):
        of_it = form == before.form and {"of_that", "asks_cost"} <= {*turn.cues} and "asks_time" in before.cues
        return ("asks_time", *together) if of_it else together
    counted = said.accelerator_count or said.instance_count
    still: tuple[str, ...] = ("token_speed", "asks_time")
    if not (counted or said.task):
        still = ("how_many", *still)
    still += _COSTS if form == _SUM and said.task is None else ()
    return (*(cue for cue in still if cue in before.cues), *together)


def of_the_answer(before: Reading, turn: Reading, whys: tuple[str, ...]) -> Reading:
    """ "Why?", "are you sure?": the question before, asked for its reasons."""
    of_cost = ("why_cost",) if "asks_cost" in turn.cues else ()
    cues_now = (*(cue for cue in before.cues if cue not in _WHYS), *whys, *of_cost)
    told = {"text": turn.text, "intent": "followup", "unread": (), "about": before.about or before.text}
    other = turn.profile if WHY_NOT in whys else before.turn
    return before.model_copy(update=told | {"cues": cues_now, "turn": other})


def without_other_cards(
    values: Values, before: Profile, said: Profile, unsure: Iterable[str], words: frozenset[str] = frozenset()
) -> None:
    """Takes out what the turns before said of other cards: their memory, where a turn names another chip, and their
    number, where it says several ("will 1 A100 do? What about 4?"). `words`: of the turn."""
    if "accelerator_count" in unsure and said.accelerator_count is None:
        for slot in ("accelerator_count", "instance_count"):
            values.pop(slot, None)
    named = set(said.candidates) - set(before.candidates) - FAMILIES
    if named and said.chip_memory_gb is None:
        values.pop("chip_memory_gb", None)
    elif is_of_another_size(before, said) and _THAT_ONE.isdisjoint(words):
        for slot in ("candidates", "instances"):  # "and with 24 GB?": of any card of that size
            values.pop(slot, None)


def without_number(values: Values, said: Profile, cues: Iterable[str]) -> None:
    """Takes out the number of cards of the turns before, where a turn speaks of several of a card: "over several
    V100s"."""
    if SOME in cues and set(said.candidates) - FAMILIES and not (said.accelerator_count or said.instance_count):
        for slot in ("accelerator_count", "instance_count", "current_count"):
            values.pop(slot, None)


def is_of_another_size(before: Profile, said: Profile) -> bool:
    """Whether a turn says the memory of a card, and no chip by name."""
    size, chips = said.chip_memory_gb, set(said.candidates) - FAMILIES
    return size is not None and size != before.chip_memory_gb and not chips and not said.instances
