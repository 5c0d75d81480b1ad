"""What is none of our business: one line on what cannot be done here and the nearest thing that can."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.explain import which_is_meant
from engine.forms.fit import FIT
from engine.forms.fits.cards import cards_of
from engine.forms.form import Asked, Form, FormCues, question_of
from engine.forms.remarks.smallest import Smallest, smallest
from engine.forms.sold.moved import moved
from engine.forms.told.asked import asks_of_told

OTHER_WISHES = (
    "counts_samples",
    "which", "price_strong", "commit_strong", "carbon_strong", "compare", "vs",
)  # fmt: skip
OF_WORK = ("training_words", "serving_words", "commit_strong", "price_strong")  # cues of what is ours
NEEDED = "fit_least"  # the cue of a question what it takes
LITTLE_WORK = 2  # slots of a workload; with more, a failing run is told beside a question about it


class NotOurs(Reason, code="not_ours"):
    """About something else than accelerators."""


class NoDebugging(Reason, code="no_debugging"):
    """A run that fails."""


class NoForecast(Reason, code="no_forecast"):
    """What will be: prices, stocks."""


class NoShopping(Reason, code="no_shopping"):
    """A card or a computer to own. `budget`: dollars that were named."""

    named: bool
    budget: float | None


class OtherUse(Reason, code="other_use"):
    """A card in another use than training or serving: mining, games."""


class RentInstead(Smallest, code="rent_instead"):
    """The nearest thing to a card of one's own."""


def is_asked(seen: FormCues) -> bool:
    if asks_of_told(seen):
        return False  # a sum over the asker's own figures
    if seen.has("stock"):
        return True
    if seen.has("forecast"):
        return seen.workload_slots == 0
    if seen.has("game"):
        return seen.workload_slots == 0
    if seen.has("other_use") and not seen.has(*OTHER_WISHES):
        return True
    if seen.has("mining") and not (seen.has(*OF_WORK) or seen.workload_slots or seen.instances):
        return True
    if seen.has("shopping") and not (seen.says("flops") or (seen.has("where_sold") and seen.specific)):
        if seen.specific > 1 and seen.has("compare", "vs", "better"):
            return False  # cards against each other, bought or not
        measured = seen.has("judged", "mfu") and seen.has("token_speed")
        sized = seen.says("parameters") and (seen.says("task") or (seen.has("fit_strong") and seen.specific > 0))
        placed = seen.specific == 1 and seen.has("fit_strong") and seen.has("asks_if") and seen.has("training_words")
        needed = (
            seen.has(NEEDED, "needs_which")
            and bool(seen.profile.variant or seen.says("parameters"))
            and not _is_bought(seen)
        )
        timed = seen.has("estimate_strong") and seen.has("asks_time")  # "how many H100 hours, for our GPU budget?"
        return not (measured or sized or placed or needed or timed or seen.has("commit_strong"))
    return _is_debugging(seen)


def _is_bought(seen: FormCues) -> bool:
    """Whether a card is to be owned, in so many words: for a sum of money, or bought."""
    return seen.says("budget_usd") or seen.has("buys_card", "buys_it", "game")


def _is_debugging(seen: FormCues) -> bool:
    """A failing run and nothing else; of a model that runs out of memory it is asked what it needs."""
    if seen.has("log") and not seen.has("memory_error", "fit_word", "estimate_strong"):
        return True
    if seen.of_ratio or (seen.instances and seen.places and seen.has("asks_cost", "price_strong")):
        return False
    if seen.has(*OTHER_WISHES) or seen.own_slots - seen.says("parameters") or seen.workload_slots > LITTLE_WORK:
        return False
    sized = seen.profile.model is not None or seen.profile.parameters is not None
    placed = seen.has("fit_strong") and (seen.says("chip_memory_gb") or seen.specific > 0)
    needed = placed and (seen.asks or seen.has("fit_least"))
    held = placed and seen.asks and seen.has("asks_if") and seen.has("fit_word")
    return (seen.has("memory_error") and not sized and not needed) or (
        seen.has("debugging") and not (held or (sized and seen.has("memory_error", "figures")))
    )


def answer(asked: Asked) -> FactAnswer | None:
    """None where an entry of knowledge is surely meant after all; a question back where it is about accelerators."""
    cues = asked.reading.cues
    if "stock" in cues or "forecast" in cues:
        so_far = moved(asked) if asked.profile.candidates or asked.profile.instances else None
        told = (so_far.headline, *so_far.sentences) if so_far else ()
        table = so_far.table.model_copy(update={"words": "price"}) if so_far and so_far.table else None
        return FactAnswer(headline=NoForecast(), sentences=tuple(one for one in told if one), table=table)
    if "game" in cues:
        return FactAnswer(headline=NotOurs())  # whatever is held near the words of what is to be written
    if "mining" in cues:
        return FactAnswer(headline=OtherUse())
    if "shopping" in cues:
        return (None if asked.reading.sought.of_cards else FIT.answer(asked)) or _cards(asked)
    if "other_use" in cues:
        return FactAnswer(headline=OtherUse())
    if any(cue in cues for cue in ("debugging", "log", "memory_error")):
        return FactAnswer(headline=NoDebugging())
    if NEEDED in cues and "which" in asked.reading.sought.predicates:
        return _cards(asked)  # "what kind of graphics card is required?"
    return None if asked.hits else which_is_meant(cues) or FactAnswer(headline=NotOurs())


def _cards(asked: Asked) -> FactAnswer:
    """What each card holds, of which memory decides; what to rent instead."""
    told, table = cards_of(asked.reading, asked.library, asked.day)
    rents = asked.profile.clouds or "dollars" in asked.reading.sought.predicates
    rented = smallest(question_of(asked), RentInstead) if rents else None
    return FactAnswer(
        headline=NoShopping(named=told.named, budget=asked.profile.budget_usd),
        sentences=(told, *((rented,) if rented else ())),
        table=table,
    )


DECLINE = Form(
    id="decline",
    intent="off_topic",
    is_asked=is_asked,
    answer=answer,
    asks_for_facts=False,
    lasts=False,
    of_anything=True,
    prices_decide=False,
    asks_nothing=True,
)
