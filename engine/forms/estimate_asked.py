"""When a text asks for an estimate: how long work takes, what it costs, how fast it goes."""

from __future__ import annotations

from engine.forms.costed.beats import BETTER
from engine.forms.costed.bought import ASKED as BUYS
from engine.forms.costed.enough_for_it import is_enough_time
from engine.forms.costed.said import asks_tokens, in_time
from engine.forms.how_fast import is_speed_asked
from engine.forms.parts.unknown_work import is_sized, is_timed
from engine.forms.sold.span import unit_of
from engine.forms.told.asked import asks_of_told
from engine.workload.conditions import FAMILIES
from engine.workload.equipment import about
from engine.workload.profile import Reading
from engine.workload.question import FormCues

OTHERS = frozenset({"carbon", "commitment", "compare"})  # intents with answers of their own
WORK = frozenset(
    {"parameters", "model", "tokens", "samples", "flops", "tokens_per_day", "method", "task", "requests_per_second"}
)
CHEAPEST, TIME = "cheapest_of", "asks_time"  # cues
ETA = "asks_eta"  # the cue of who asks when something will be supported
MEASURED = ("seconds_per_step", "current_tokens_per_second", "current_hours_per_run")
AMOUNTS = frozenset({"requests_per_second", "tokens_per_day", "tokens", "samples"})

WANTED = frozenset(
    {
        "accelerator_count",
        "instance_count",
        "candidates",
        "instances",
        "run_hours",
        "region",
        "purchase",
        "checkpointing",
    }
)
ASKS_MORE = frozenset({"how_many", "asks_time", "judged", "fit", "fit_word", "estimate_strong"})  # cues
DATA = ("samples", "tokens", "steps")  # slots
LOADS = ("concurrent_users", "requests_per_second", "tokens_per_day")  # slots


def is_asked(seen: FormCues) -> bool:
    """Whether it asks how long a run takes or what it costs: of work that was said, not of a machine alone."""
    if seen.has("commit_strong", "cuts_bill") and seen.says("current_usd_per_month"):
        return False  # a bill that shall be lower
    if seen.has(CHEAPEST) or (seen.has(ETA) and not seen.has("training_words") and not seen.says("tokens")):
        return False  # "the cheapest way to rent eight H100 for 7 days" names no work
    if asks_of_told(seen) or _is_judged(seen) or _is_of_own_steps(seen) or _goes_on(seen):
        return True
    if seen.of_ratio or seen.weighs_two or _is_of_support(seen):
        return False
    if seen.has(BUYS) and seen.says("budget_usd") and (seen.hardware_named or _has_work(seen)):
        return True  # "how many tokens of an 8B do I get for $5,000?"
    if seen.threaded and seen.has("estimate_wanted") and not seen.before:
        return True  # "can you give me a rough estimation?": of what the thread is about
    if seen.has("hours_held") and _has_work(seen):
        return True  # whether hours of chips that are at hand are enough
    if is_enough_time(seen) or (seen.says("flops") and seen.intent not in OTHERS and not seen.has("which_hardware")):
        return True
    if asks_tokens(seen.cues, seen.profile) and seen.asks:
        return True
    told = seen.has("told_time") and seen.says("run_hours")
    if is_speed_asked(seen) or (seen.has("how_many") and in_time(seen.profile)) or _is_enough_money(seen):
        return True
    if seen.before == "fit" and not AMOUNTS.isdisjoint(seen.turn) and not seen.has("fit_word", "how_many"):
        return True  # how long so much work takes, or how many machines a rate, and what they cost
    if seen.has("other_time") or (seen.has("which_hardware") and not told):
        return False
    if seen.has("training_words") and seen.has("asks_time") and seen.hardware_named and not seen.says("run_hours"):
        return True  # of a model that is not known here, too
    if _is_hosted(seen) or _costs_hours(seen) or _is_month_served(seen) or _wants_hours(seen):
        return True
    if seen.intent in OTHERS or not _has_work(seen) or seen.of_a_machine:
        return False
    if _is_planned(seen):
        return True
    chosen = seen.intent == "advise" and seen.has("choice")
    if _is_cost_alone(seen):
        return True
    summed = seen.says("tokens") and seen.has("how_many") and seen.has("asks_cost")  # "how many dollars?"
    # "yolov8x, 500k images, 100 epochs on a g5.48xlarge how long roughly": typed without a question mark
    counted = not AMOUNTS.isdisjoint(seen.profile.stated()) and seen.hardware_named > 0
    asks = seen.asks or (seen.has(TIME) and counted and not told and not seen.threaded)
    return seen.has("estimate_strong") or ((seen.has("estimate") or summed) and asks and not chosen)


def _is_hosted(seen: FormCues) -> bool:
    """ "We want to self host Qwen3 14B, what is that a month?": a model of one's own, and what it is asked for."""
    sized = seen.says("parameters") or seen.says("model")
    served = seen.profile.task == "inference" and seen.has("self_hosts") and not seen.hardware_named
    return sized and served and seen.has("cost_of_month") and seen.asks


def _is_cost_alone(seen: FormCues) -> bool:
    """ "Pretrain BERT base from scratch, cost": a published model, what is done with it, and what it is asked for."""
    asks = seen.has("asks_cost") and seen.has("estimate") and seen.has("training_words")
    if asks and seen.has("which_type") and seen.says("model") and (seen.says("steps") or seen.says("samples")):
        return True  # "SDXL LoRA, 3000 steps, cheapest machine and price?"
    counted = any(map(seen.says, DATA)) and (seen.says("model") or seen.says("parameters"))
    alone = asks and (seen.says("variant") or counted)
    return alone and not seen.has("choice", "advise", "first_person", "keep") and not seen.before


def _is_of_support(seen: FormCues) -> bool:
    """ "TPU support? Would it train faster there?": whether it runs there at all comes before how long it takes."""
    families = set(seen.profile.candidates)
    alone = bool(families) and families <= FAMILIES - {"gpu"} and not seen.instances
    return alone and seen.has("support") and seen.has("of_elsewhere") and WORK.isdisjoint(seen.profile.stated())


def _is_of_own_steps(seen: FormCues) -> bool:
    """Steps and the seconds of each, on machines in use: how long that is, whether or not it is asked."""
    if seen.says("share_done") and seen.says("elapsed_hours") and seen.hardware_named > 0:
        return seen.has("asks_time", "asks_cost") or seen.asks  # "40% in 20 hours, how long in total?"
    told = seen.says("seconds_per_step") and seen.says("steps")
    other = seen.has("commit_strong", "carbon_strong") or seen.intent in OTHERS
    if told and not other and seen.has("judged") and seen.hardware_named:
        return True  # "1 step a minute, 3000 steps, is that normal?"
    other = other or seen.has("choice")
    told = told and bool(seen.profile.current_instances)
    return told and not other and (seen.has("asks_time", "asks_cost") or not seen.asks)


def _goes_on(seen: FormCues) -> bool:
    """In a thread about hours and dollars: "was that with LoRA?", "cheaper?" """
    better = seen.before == "choose" and seen.has(*BETTER)
    return (seen.before == "estimate" and seen.has("was_that", *BETTER)) or (better and _has_work(seen))


def _is_judged(seen: FormCues) -> bool:
    """ "3.2 s/it on 2 A100, is that normal?": a speed or hours of work on a machine, and whether it is right."""
    sized = seen.says("model") or seen.says("parameters") or seen.says("flops")
    told = any(seen.says(slot) for slot in MEASURED) or (
        seen.says("run_hours") and (seen.says("tokens") or seen.says("samples") or seen.says("flops"))
    )
    serves = seen.profile.task == "inference" and seen.says("current_tokens_per_second")
    serves = serves and AMOUNTS.isdisjoint(seen.profile.stated()) and not seen.has("choice", "advise", "better")
    judged = seen.has("judged", "mfu") or serves  # a speed of serving, no traffic and nothing to choose
    return sized and told and seen.hardware_named > 0 and judged and seen.intent not in OTHERS


def _costs_hours(seen: FormCues) -> bool:
    """ "What would be the training cost at 6 days on 8 x V100?" """
    counted = seen.says("accelerator_count") or seen.says("instance_count") or seen.instances > 0
    rented = seen.intent == "price_lookup" and unit_of(seen.text) is not None  # "what does a month of 8 H100 cost?"
    works = seen.has("training_words") or (seen.says("accelerator_count") and not rented)
    trains = works and seen.has("asks_cost") and (seen.asks or seen.has("estimate_strong"))
    return trains and not seen.says("cadence") and seen.says("run_hours") and counted and not seen.has("choice")


def _wants_hours(seen: FormCues) -> bool:
    """ "We need 8 H100 next week for 4 days": so many for so long, and no word of what for."""
    counted = seen.says("accelerator_count") or seen.says("instance_count")
    plain = not seen.has("commit", "commit_strong", "vs", "compare", "fit", "fit_word", "price_strong", "cheapest_of")
    plain = plain and not (seen.has("choice") and seen.hardware_named != 1)
    alone = seen.profile.stated().keys() <= WANTED
    wants = alone and counted and seen.has("advise") and not seen.has("training_words", "told_time")
    runs = seen.profile.stated().keys() <= WANTED | {"task"} and seen.hardware_named == 1 and seen.has("on_named")
    return (wants or (runs and not seen.asks)) and seen.says("run_hours") and plain and not seen.before


def _is_month_served(seen: FormCues) -> bool:
    """ "Llama 8B for 200 users, what would that be a month?" """
    return seen.asks and seen.has("cost_of_month") and any(map(seen.says, LOADS))


def _is_planned(seen: FormCues) -> bool:
    """So much training within a budget or a time, asked about in whatever words, and no choice between machines:
    "with $50k, can we pretrain a 7B on 1T tokens?", "we have 3 months for it, what would we need?" """
    sized = (seen.says("parameters") or seen.says("model")) and (seen.says("tokens") or seen.says("samples"))
    takes = seen.has("what_it_takes") and seen.says("parameters") and seen.says("tokens") and not seen.hardware_named
    limited = (seen.asks and (seen.says("budget_usd") or seen.says("deadline_days"))) or takes
    trains = seen.profile.task in (None, "pretraining", "fine_tuning")
    return sized and limited and trains and not seen.has("choice", "vs", "better", "keep", "fit_word")


def _is_enough_money(seen: FormCues) -> bool:
    """ "Is 1 million dollars enough to pretrain a 13B?" """
    return seen.says("budget_usd") and seen.has("fit_strong") and seen.says("task") and _has_work(seen)


def _has_work(seen: FormCues) -> bool:
    said = seen.profile.stated().keys()
    counted = bool(said & {"accelerator_count", "instance_count"})
    told = seen.has("told_time") and counted  # "the paper says 6 days on 8"
    timed = "run_hours" in said and (seen.intent != "price_lookup" or told)  # "p5 for 10 hours" is a price
    return timed or bool(said & WORK)


def tells_fit(reading: Reading) -> bool:
    """Whether it is asked, too, that the model runs there, or on how many: "can I run X on Y, and how fast"."""
    cues, said = set(reading.cues), reading.profile
    sized = (said.parameters is not None or said.model is not None) and bool(about(reading))
    if in_time(said) and said.deadline_days:
        return False  # whether it ends in time comes first
    if sized and "fit_least" in cues and not {"asks_time", "asks_cost"}.isdisjoint(cues) and not in_time(said):
        return True
    return sized and "asks_if" in cues and ("how_many" not in cues or {"token_speed", "fit_word"} <= cues)


def hours_alone(reading: Reading) -> bool:
    """Whether so many chips are wanted for so long, and nothing else is said."""
    needs = reading.form == "estimate" and reading.intent != "followup" and ASKS_MORE.isdisjoint(reading.cues)
    return needs and reading.profile.stated().keys() <= WANTED and "asks_cost" not in reading.cues


def is_known(reading: Reading) -> bool:
    """Whether anything says how much work it is: hours, or an amount for a model of some size.

    Hours of each day that a machine may run are no length of a run.
    """
    said = reading.profile
    if said.runs_per_month and "asks_time" in reading.cues and not is_sized(reading):
        return False
    amount = bool((WORK - {"task", "method"}) & said.stated().keys())
    if said.task == "inference" and not is_sized(reading) and said.tokens_per_day is None:
        return False  # hours of serving nobody knows what
    return is_timed(said) or (amount and (is_sized(reading) or said.task == "inference"))
