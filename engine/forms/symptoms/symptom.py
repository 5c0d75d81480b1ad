"""A symptom that is told decides the answer: its cause, whether another machine helps and what to do first.

No price and no speed of a machine mends an input that is too slow, so it comes before what any form works out. Sums
over the asker's own times, and what judges them, keep the first line.
"""

from __future__ import annotations

from engine.answers.model import SUMS_OF_MEMORY, FactAnswer
from engine.base.reason import Reason
from engine.forms.faqs.written import is_answered
from engine.forms.form import Asked
from engine.forms.parts.fit_reasons import OnNamed
from engine.forms.symptoms.network import between
from engine.forms.symptoms.reserve import held
from engine.forms.symptoms.symptom_reasons import SymptomMore, SymptomScaled, SymptomTold
from engine.forms.symptoms.waits import is_busy, waited
from engine.forms.symptoms.weights import gathered, loaded, on_cores, read_at
from engine.forms.symptoms.with_bf16 import cheapest_with
from engine.forms.told.scaling import Scaling
from knowledge.facts import Faq

# Codes of first lines that judge or sum the asker's own figures, which says more of the same.
OWN = frozenset({
    "scaling", "setups_ranked", "setups_against", "cheaper_job", "two_times", "ratio_bound",
    "own_speed", "cards_measured", "quota_asked", "quota_holds", "sum_is", "training_mfu", "of_peak", "mfu_seen",
    "same_work", "mfu_judged", "not_slower", "link_holds", "host_differs", "hardly_helps", "ratio_seen", "scale_out",
    "interrupted", "grown", "two_measured", "elsewhere", "pair_unheld", "decoding_seen", "heads_shared",
    "merge_takes",
})  # fmt: skip
# Of them, those below which the cause is told.
MEASURED = frozenset({"ratio_seen", "scale_out", "interrupted", "grown"})
# Codes of lines that go on being of use below it.
BESIDE = SUMS_OF_MEMORY | frozenset({
    "no_gain", "none_to_be_had", "instead_of",
    "cheaper_job", "domain_decides", "machines_sum", "supported", "support_differs",
})  # fmt: skip

WAY = "bf16"  # of serving, in which most models come
ASKS, OTHERS = "?", frozenset({"which", "dollars"})  # a mark; predicates
NONE_FREE = "none_to_be_had"  # the code of where a machine is sold that nothing is asked of
# Figures of symptoms of the host's memory, of its input, and of a number format.
OF_HOST, OF_INPUT, OF_FORMAT = "host", "waits", "bf16"
SUPPORTED = frozenset({"supported", "support_differs"})  # codes of first lines on whether something runs on a chip


def symptom_of(asked: Asked) -> Faq | None:
    """The symptom that a message tells; None where it tells none, or asks only for what no cause answers."""
    found = (asked.facts.faqs[name] for name in asked.reading.faqs if name in asked.facts.faqs)
    faq = next((one for one in found if one.is_symptom), None)
    return faq if faq is not None and is_answered(faq, asked) else None


def with_symptom(stated: FactAnswer, asked: Asked) -> FactAnswer | None:
    """The answer that begins with the symptom; None where there is none, or what stands there says more."""
    faq, first = asked.once(symptom_of), stated.headline
    scaled = isinstance(first, Scaling) and faq is not None and faq.figures == "network"
    if faq is None:
        return None
    if first is not None and not scaled and (first.code in OWN or _is_nearer(first, faq, asked)):
        cause = SymptomMore(text=faq.says, cites=faq.sources)
        below = first.code in MEASURED | SUPPORTED
        return stated.model_copy(update={"sentences": (*stated.sentences, cause)}) if below else None
    if faq.figures == OF_INPUT and is_busy(asked.reading.text):
        return None
    told = SymptomTold(text=faq.says, does=faq.does, cites=faq.sources)
    if isinstance(first, Scaling) and scaled:
        told = SymptomScaled(**told.values, cites=told.cites, few=first.few, many=first.many, times=first.times)
    else:
        told = _with_figures(told, faq, asked)
    kept = (first,) if first is not None and first.code in BESIDE else ()
    more = (SymptomMore(text=faq.more, cites=faq.sources),) if faq.more else ()
    return FactAnswer(headline=told, sentences=(*kept, *more), whole=True)


def _is_nearer(first: Reason, faq: Faq, asked: Asked) -> bool:
    """Whether what stands first says more: a card that is named has the format, the model is too large for the cards
    in 16 bits whatever the RAM, or nothing is asked of a machine that is not to be had."""
    if faq.figures == OF_FORMAT and first.code not in SUPPORTED and "fit" in asked.reading.sought.predicates:
        return True  # whether there is room is asked, in the formats it has
    if faq.figures == OF_FORMAT:
        alone = OTHERS.isdisjoint(asked.reading.sought.predicates)  # it is asked of that very card
        return first.code in SUPPORTED and (alone or first.values.get("answer") != "no")
    if faq.figures == OF_HOST and isinstance(first, OnNamed) and not asked.profile.instances:
        return any(one.way == WAY for one in first.values.get("failing", ()))
    return first.code == NONE_FREE and ASKS not in asked.reading.text


def is_told(asked: Asked) -> bool:
    """Whether one answer, to the symptom, is to all the questions of a message."""
    return asked.once(symptom_of) is not None


def _with_figures(told: SymptomTold, faq: Faq, asked: Asked) -> SymptomTold:
    """With what the asker's own figures say of it."""
    match faq.figures:
        case "waits":
            return waited(told, asked.reading.text)
        case "network":
            return between(told, asked)
        case "loads":
            return read_at(told, asked)
        case "host":
            return loaded(told, asked)
        case "state":
            return gathered(told, asked)
        case "cores":
            return on_cores(told, asked)
        case "reserve":
            return held(told, asked)
        case "bf16":
            return cheapest_with(told, asked)
        case _:
            return told
