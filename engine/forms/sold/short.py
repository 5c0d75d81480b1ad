"""A thing with a place or a way to buy it, and next to nothing besides, asks for its price."""

from __future__ import annotations

from engine.forms.sold.span import is_weekend, unit_of
from engine.workload.question import FormCues

SHORT = 8  # words of such a question
OF_KIND = "on_"  # begins cues of a kind of chip
FEW = 4  # words of a thing and a seller
BARE = frozenset({"candidates", "accelerator_count", "clouds"})  # slots of so many chips alone
AT_HAND = frozenset({"current_instances", "current_count"})  # slots that "now" fills
NOW = 2  # words: "right now", "80GB now"
NOTHING_MORE = frozenset({"domain", "ours", "speed_word", "or_rents"})  # cues that ask for nothing by themselves

LONG = 14  # words of a question for what hours cost
SUMMED = NOTHING_MORE | {  # cues of one
    "asks_bill", "asks_by_name", "asks_cost", "commit", "commit_strong", "cost_of_month", "estimate",
    "estimate_strong", "hours_on_chip", "price", "price_short", "price_strong", "chip_hour",
}  # fmt: skip
OF_WAY = frozenset(
    {"way_on_demand", "way_spot", "way_block", "asks_charge", "first_person", "cards_together", "of_cards"}
)
WHETHER = frozenset({"interrogative", "other_question", "money_there"})  # cues of whether it is sold
IN_CURRENCY = "in_currency"  # a cue: a price is asked for, and not in dollars


def of_currency(seen: FormCues) -> bool:
    """Whether the price of one named thing is asked in another currency, and of no work: "g5.xlarge in GBP?" """
    return seen.has(IN_CURRENCY) and bool(seen.instances or seen.specific) and not seen.workload_slots


def way_of(seen: FormCues) -> bool:
    """A thing and a way to buy: "H100 spot on Azure"; longer where a place or a seller is named and nothing else."""
    more = seen.workload_slots or seen.own_slots or seen.asks or seen.asks_fact or seen.has("vs", "commit_strong")
    sold = (seen.says("region") or seen.says("clouds")) and seen.cues <= SUMMED | OF_WAY
    named = seen.says("purchase") and seen.hardware_named > 0
    return not more and named and len(seen.text.split()) <= (LONG if sold else SHORT)


def in_place(seen: FormCues) -> bool:
    """A thing and a place: "H100 in Frankfurt"."""
    named = seen.specific + seen.instances > 0 and seen.places and seen.says("region")
    if seen.specific + seen.instances == 1 and seen.says("clouds") and len(seen.text.split()) <= FEW:
        alone = {cue for cue in seen.cues if not cue.startswith(OF_KIND)} <= NOTHING_MORE and not (
            seen.workload_slots or seen.own_slots or seen.asks_fact
        )
        if alone and not seen.before:
            return True  # "B200 on AWS"
    bought = seen.says("purchase") and seen.cues <= NOTHING_MORE | OF_WAY | WHETHER  # "any H200 spot in the EU?"
    plain = bought or not (seen.asks_fact or not seen.cues <= NOTHING_MORE)
    more = seen.workload_slots or seen.own_slots or seen.before or not plain
    return bool(named and not more and len(seen.text.split()) <= SHORT)


def of_hours(seen: FormCues) -> bool:
    """A thing and its hours, or a month of it: "4 p4d.24xlarge for 100 hours", "H100 per month"."""
    weekend = is_weekend(seen.text)
    timed = seen.says("run_hours") or unit_of(seen.text) is not None or weekend
    own = {"first_person"} if seen.says("region") else set[str]()  # "us-east-1"
    own |= OF_WAY if weekend else set()
    until = int(weekend and seen.says("deadline_days"))  # "over a weekend"
    work = seen.workload_slots - seen.says("run_hours") - until or seen.own_slots - until
    more = work or seen.asks_fact or seen.before or not seen.cues <= SUMMED | own
    return bool(seen.specific + seen.instances == 1 and timed and not more and len(seen.text.split()) <= LONG)


def is_bare(seen: FormCues) -> bool:
    """So many chips and nothing else: "10 L4", "8 x H100"."""
    counted = "accelerator_count" in seen.profile.stated() and seen.specific == 1 and not seen.instances
    asked = seen.text.rstrip().endswith("?")
    slots = BARE | AT_HAND if asked else BARE  # "8 x A100 80GB right now?"
    alone = set(seen.profile.stated()) <= slots and seen.cues <= NOTHING_MORE and not seen.asks_fact
    return counted and alone and not seen.before and len(seen.text.split()) <= (FEW + NOW if asked else FEW)
