"""Whether a text asks if something is sold at a place."""

from __future__ import annotations

from engine.forms.sold.at_place import PRICED
from engine.forms.sold.moved import EITHER, FELL, ROSE
from engine.forms.sold.short import IN_CURRENCY
from engine.forms.sold.span import span_of
from engine.workload.profile import Reading
from engine.workload.question import FormCues

CHANGED = "price_moved"  # a cue
PLACED = 4  # words of a text that names a thing and a place alone
ASKS_WHERE = "asks_where"  # a cue: regions are asked for, no yes or no
EACH_REGION = "each_region"  # a cue: what each region charges, and not the cheapest alone
THERE_IS = "there_is"  # a cue: whether there is any
WHERE = frozenset({"where_sold", "where_short"})  # cues


def placed(seen: FormCues) -> bool:
    """One thing and a place, or "where", and next to nothing besides: "trn2 in Tokyo", "MI300X where"."""
    more = seen.workload_slots or seen.own_slots or seen.has("vs", "commit_strong", "carbon_strong", "support")
    asked = seen.says("region") or seen.has("where_short")
    if seen.of_a_place:
        return True
    short = len(seen.text.split()) <= PLACED and not seen.before and not seen.threaded
    return asked and short and not more and seen.specific + seen.instances == 1


def is_place_asked(reading: Reading) -> bool:
    """Whether a place was named beside what is sold, and no price was asked."""
    said, alone = reading.profile, reading.intent != "followup" and not reading.by_hand  # a program asks the price
    return (
        alone
        and said.region is not None
        and said.purchase is None
        and {IN_CURRENCY, *PRICED}.isdisjoint(reading.cues)
    )


def asks_regions(reading: Reading) -> bool:
    """Whether it is asked where something is sold, or what each region charges; where it is cheapest is another."""
    cues, named = frozenset(reading.cues), bool(reading.profile.instances)
    of_time = span_of(reading) is not None
    if EACH_REGION in cues and not of_time:
        return True
    if "cheapest_of" in cues:
        return "where_sold" in cues and ASKS_WHERE in cues and named
    if THERE_IS in cues and reading.profile.region is not None and not of_time:
        return True
    return bool(WHERE & cues) or ((is_place_asked(reading) or (ASKS_WHERE in cues and named)) and not of_time)


def between_clouds(seen: FormCues) -> bool:
    """Which of several clouds, for a chip and no work: what each charges for it."""
    named = len(seen.profile.clouds) > 1 and seen.specific + seen.instances > 0
    timed = int(seen.says("run_hours") and seen.has("which_cloud") and seen.specific == 1)  # "4 A100 for 10 days"
    plain = not (seen.workload_slots - timed or seen.has("carbon_strong", "support", "fit_strong", "commit_strong"))
    asked = seen.has("price", "choice", "better", "compare", "vs", "cheapest_of", "price_word")
    return named and plain and (asked or seen.says("purchase"))


def has_moved(seen: FormCues) -> bool:
    """Whether a price has fallen or risen, "did p5 get cheaper?", or how that of one machine has moved."""
    of_one = seen.instances == 1 and not seen.specific and seen.has(CHANGED) and seen.has("price", "price_strong")
    return bool((seen.has(FELL, ROSE, EITHER) or of_one) and seen.hardware_named and not seen.workload_slots)
