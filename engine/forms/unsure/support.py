"""Whether what would stand first is asked for by the sentences that ask, and not by a word elsewhere in the text."""

from __future__ import annotations

from collections.abc import Mapping

from engine.answers.model import SUMS_OF_MEMORY, FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.kinds.kind import Work, work_of
from engine.forms.unsure.unplaced import words_of
from engine.workload.profile import FormId
from knowledge.facts import Faq

ROOM = SUMS_OF_MEMORY | frozenset({  # codes of first lines on memory
    "chips_needed", "memory_needed", "fit_ran_out",
    "fit_ran_out_serving", "weights_alone", "model_unnamed", "largest_there",
    "taken_needs", "host_needed", "fit_host", "domain_room",
    "domain_taken", "domain_amount",
})  # fmt: skip
TOLD = frozenset({"taken_fits", "taken_split", "taken_too_much"})  # on the memory that was told
FILLED = frozenset({"card_filled", "cache_grows"})  # on what fills a card
EACH = frozenset({"cards_hold", "each_holds"})  # on what each of the cards that were named holds
AT_ONCE = frozenset({"most_fits", "chips_for_traffic"})  # on how many requests or users there is room for
HOURS = frozenset({  # on how long it takes, and what that costs
    "run_estimate", "month_estimate", "estimate_too_small", "work_unknown",
    "hours_of_what", "hours_formula", "steps_unknown", "passes_take", "progress_takes", "amount_takes",
})  # fmt: skip
BILLED = frozenset({"told_hours", "told_on_unpriced"})  # on what hours that were told cost
DECODED = frozenset({"decoding_seen", "answer_seen"})  # on whether a speed is to be expected
CLAIMS = frozenset(
    {"hours_claimed", "energy_claimed", "claim_needs_run", "steps_take"}
)  # that it is as somebody says
PRICES = frozenset({
    "cheapest_chip", "chip_hour", "cheapest_kept", "not_on_demand", "name_chip", "price_of_any", "nothing_beyond",
    "price_of_place", "ask_vendor", "price_listed", "under_rate", "nothing_under", "none_holds",
})  # fmt: skip
CLOUDS = frozenset({"cloud_hours"})  # on what a chip costs in several places
MOVES = frozenset({"price_moved", "price_stood", "seen_once"})  # on what a price has done
SOLD = frozenset(
    {"where_sold", "sold_nowhere", "not_sold_there", "charged_there", "sellers"}
)  # on where it is to be had
BOUGHT = frozenset(
    {"booked_ahead", "paid_up_front", "summed_each_way"}
)  # on what so many hours cost, and when they are booked
SIDES = frozenset({"side_by_side", "cards_against", "cards_ranked", "work_costs", "work_too_big", "pair_costs",
    "pair_bounds", "pair_unmeasured", "pair_unpriced"})  # fmt: skip
RENTED = frozenset({"try_on", "rent_instead", "domain_machine", "no_shopping"})
PRICE = "price"  # a form
NOTHING_HELD = "nothing_held"  # the code of a first line
# First lines that know nothing.
KNOWS_NOTHING = frozenset({
    "not_held_of", NOTHING_HELD, "needs_size", "which_is_meant", "not_sure", "support_unheld", "no_size_of",
})  # fmt: skip
WRITTEN, OF_KIND = "faq_told", "domain_decides"  # codes of written first lines
IN_TIME = "asks_in_time"  # the cue
KINDS: tuple[tuple[frozenset[str], frozenset[str]], ...] = (  # first lines, and the predicates they answer
    (ROOM, frozenset({"fit", "which", "able"})),
    (TOLD, frozenset({"fit", "which", "able", "support"})),  # "would a 4090 do?"
    (FILLED, frozenset({"fit", "able", "meaning", "why", "effect", "judge", "rate", "support"})),
    (EACH, frozenset({"fit", "which", "able", "compare"})),
    (AT_ONCE, frozenset({"fit", "which", "able", "rate"})),
    (HOURS, frozenset({"hours", "dollars", "rate", "carbon", "able", "fit", "judge"})),
    (BILLED, frozenset({"dollars", "which", "compare", "commit", "carbon"})),
    (DECODED, frozenset({"rate", "judge", "slow", "why", "hours", "compare", "fit", "support", "able"})),
    (CLAIMS, frozenset({"hours", "why", "carbon", "meaning", "judge"})),
    (PRICES, frozenset({"dollars", "which", "commit", "support", "judge", "compare", "hours"})),
    (CLOUDS, frozenset({"dollars", "which", "compare", "commit"})),
    (MOVES, frozenset({"dollars", "which", "commit", "support", "judge", "compare", "hours", "effect", "why"})),
    (BOUGHT, frozenset({"dollars", "which", "commit", "hours", "compare", "able"})),
    (SOLD, frozenset({"dollars", "which", "support", "why"})),
    (SIDES, frozenset({"compare", "which", "dollars", "judge"})),
    (RENTED, frozenset({"which", "dollars", "fit"})),
)  # fmt: skip
CELLS: Mapping[str, frozenset[str]] = {  # what is written about a kind of work, and the predicates it answers
    "card": frozenset({"which", "fit", "able", "dollars"}),
    "decides": frozenset({"fit", "which", "able"}),
    "levers": frozenset({"fit", "able"}),
    "levers_training": frozenset({"fit", "able"}),
    "levers_inference": frozenset({"fit", "able"}),
    "time": frozenset({"hours", "rate", "dollars"}),
    "speed": frozenset({"hours", "rate", "slow"}),
    "pair": frozenset({"compare", "which"}),
    "idle": frozenset({"slow", "why"}),
    "several": frozenset({"able", "fit", "support", "rate", "hours", "which", "effect"}),
    "elsewhere": frozenset({"support", "able", "compare", "which", "why", "fit"}),
}
TOLD_OF_HOURS = frozenset({"hours", "dollars", "rate", "carbon"})
NEUTRAL = frozenset({"how", "at_once"})  # no first line is for or against it, or one of its own is
SIZED = frozenset({"compare"})  # of a model of a known size memory tells cards apart, too
CUTS = "cuts_bill"  # the cue of who wants to pay less than today
COMMITTED = frozenset({"commit", "dollars", "judge"})
CHOSEN = frozenset(
    {"which", "fit", "able", "dollars", "hours", "compare", "commit", "carbon", "support", "rate", "judge"}
)
DIAGNOSED = frozenset({"why", "slow"})  # beside these no side or rate is asked for by itself
OPEN = frozenset({"slow", "effect", "rate"})  # beside these "can it" asks for no room


def answers(form: FormId, stated: FactAnswer, asked: Asked) -> frozenset[str] | None:
    """The predicates that the first line of an answer answers; None of one that is told whatever is asked."""
    first = stated.headline
    if form == "commitment" and CUTS in asked.reading.cues:
        return None  # however it is asked
    if form == "commitment":
        return COMMITTED
    if first is None:
        return CHOSEN if stated.verdict_below else None
    if first.code == OF_KIND:
        return _of_cell(str(first.values["text"]), work_of(asked.reading, asked.library))
    return next((kinds for codes, kinds in KINDS if first.code in codes), None)


def tells(line: Reason, asked_of: Work | None) -> frozenset[str] | None:
    """The predicates that one line of an answer tells; None of a line that may tell anything."""
    if line.code == OF_KIND:
        return _of_cell(str(line.values["text"]), asked_of)
    if line.code in HOURS:
        return TOLD_OF_HOURS
    return next((kinds for codes, kinds in KINDS if line.code in codes), None)


def written_first(stated: FactAnswer, asked: Asked) -> Faq | None:
    """The written answer that stands first; None where another line does."""
    text = stated.headline.values.get("text") if stated.headline and stated.headline.code == WRITTEN else None
    return None if text is None else next((faq for faq in asked.facts.faqs.values() if faq.says == text), None)


def is_asked_there(share: float, asked: Asked, *, instead: bool = False) -> bool:
    """Whether so large a share of a recurring question's cues stands in the sentences that ask; a larger one for an
    answer that takes the place of another."""
    least = asked.library.constants.entry("faq_share").value
    return not asked.reading.sought.asks or share >= (least.high if instead else least.likely)


def _of_cell(text: str, work: Work | None) -> frozenset[str] | None:
    cells = (name for name in CELLS if work and (cell := work.cell(name)) and cell.text == text)
    return CELLS.get(next(cells, ""))


def is_supported(form: FormId, stated: FactAnswer, asked: Asked) -> bool:
    """Whether the sentences that ask ask for what stands first."""
    first, sought = stated.headline, asked.reading.sought
    if first is not None and first.code in HOURS and IN_TIME in asked.reading.cues and asked.profile.deadline_days:
        return True  # "does it finish by then? If not, which machine would?": the hours of each machine tell both
    if first is not None and first.code == WRITTEN:
        text = first.values["text"]
        shares = [share for name, share in sought.faqs if asked.facts.faqs[name].says == text]
        return not shares or is_asked_there(max(shares), asked)
    kinds = answers(form, stated, asked)
    if kinds is None:
        return True
    if first is not None and first.code in ROOM and asked.profile.parameters:
        kinds |= SIZED
    shown = set(sought.predicates)
    if not shown:  # only words of the matter were read; what is asked of it, in the words that were not
        left = sum(map(words_of, asked.reading.unread_asked)) if sought.asks and kinds is not CHOSEN else 0
        return not stated.unsure and left < asked.library.constants.entry("unread_predicate").value.likely
    shown -= NEUTRAL
    if not sought.asks and form == PRICE and asked.profile.purchase:
        return True  # "g5 with 4 A10G in Oregon, on demand" asks for nothing else
    if not shown.isdisjoint(OPEN):
        shown -= {"able"}
    if not shown.isdisjoint(DIAGNOSED):
        shown -= {"compare", "rate", "support"}
    return not kinds.isdisjoint(shown) if shown else True
