"""Which kinds of answers answer what is asked: before advice or a question back, the forms of that are tried.

Advice answers a choice. Whether something fits, is possible or is supported, and how long it takes, are facts: advice
on runs that nobody told, and "that depends on the work", answer none of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.answers.model import FactAnswer
from engine.forms.form import Form
from engine.forms.registry import form_named
from engine.workload.profile import Reading

CHOICE = frozenset({"which", "compare", "judge", "commit", "carbon"})  # predicates that advice answers
LEADS: Mapping[str, tuple[str, ...]] = {  # predicate -> the forms that answer it, the first that can leads
    "support": ("support", "fit"),
    "fit": ("fit",),
    "able": ("fit", "support"),
    "hours": ("estimate",),
}
UNSIZED = frozenset({"fit", "support"})  # forms that answer work of an unknown size, too
ADVICE = frozenset({"choose", "ask_back"})  # forms
ROOM, PLACED = "fit", frozenset({"fit", "able"})  # a predicate; those of work that is put on something named
PLANNED = PLACED | {"support"}  # which the advice on planned work says, too
# Slots of work that is planned: what it costs there decides which to take.
FREE = frozenset({"runs", "runs_per_month", "cadence", "budget_usd", "deadline_days", "tokens_per_day", "tokens"})
LIMIT = frozenset({"latency_ms", "requests_per_second"})  # slots of what has to be kept to, which the verdict holds
WORK = frozenset({"parameters", "model"})  # slots: a size, which memory and hours follow from
RUN = frozenset({"training_words", "serving_words", "no_room", "memory_error"})  # cues of work of an unknown size
TIMED = frozenset({"work_unknown"})  # codes of first lines that say only what hours depend on
OF_TIME = frozenset({"hours", "dollars", "rate", "carbon", "judge", "commit", "compare", "which"})  # predicates


def of_kind_asked(forms: Iterable[Form], reading: Reading) -> Iterator[Form]:
    """The forms, before the first that advises those of what is asked; unchanged where a choice or nothing is."""
    shown = frozenset(reading.sought.predicates)
    named = reading.profile.candidates, reading.profile.instances
    several = max(map(len, named)) > 1 and ROOM not in shown
    chosen = (several or not CHOICE.isdisjoint(shown)) and not _is_put_there(shown, reading)
    asks = bool(shown) and reading.sought.asks and LIMIT.isdisjoint(reading.profile.stated())
    done = reading.by_hand or reading.intent == "followup" or not asks or chosen
    for form in forms:
        if form.id in ADVICE and not done:
            done = True
            yield from _leading(shown, reading)
        yield form


def _is_put_there(shown: frozenset[str], reading: Reading) -> bool:
    """Whether a model is put on one machine that was named: "does it fit there, or should I take another?"."""
    said = reading.profile
    return (
        ROOM in shown
        and len(said.instances) == 1
        and not WORK.isdisjoint(said.stated())
        and FREE.isdisjoint(said.stated())
    )


def misses(stated: FactAnswer, reading: Reading) -> bool:
    """Whether it says only on what something else depends than what is asked, so that the next form tries."""
    shown = frozenset(reading.sought.predicates)
    first = stated.headline
    return first is not None and first.code in TIMED and bool(shown) and OF_TIME.isdisjoint(shown)


def _leading(shown: frozenset[str], reading: Reading) -> Iterator[Form]:
    said = reading.profile
    sized = not WORK.isdisjoint(said.stated())
    works = sized or not RUN.isdisjoint(reading.cues)
    planned = not FREE.isdisjoint(said.stated()) or bool(reading.unavailable)
    for predicate, names in LEADS.items():
        if predicate in shown and not (planned and predicate in PLANNED):
            there = predicate not in PLACED or bool(said.instances or said.accelerator_count or said.chip_memory_gb)
            yield from (form_named(name) for name in names if there and (sized or (works and name in UNSIZED)))
