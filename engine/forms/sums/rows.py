"""The sums of this folder, one line each: the first whose amounts are told and whose quantity is asked answers.

Each replaces a first line that does not tell the same: of such lines `same` has the codes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.chat import CHAT
from engine.forms.first.same_job import same_job
from engine.forms.form import Asked, Form
from engine.forms.paced.carried import carried
from engine.forms.paced.elsewhere import Elsewhere, elsewhere
from engine.forms.paced.fewer_cards import fewer_cards
from engine.forms.paced.grown import grown
from engine.forms.paced.interrupted import interrupted
from engine.forms.paced.scale_out import scale_out
from engine.forms.paced.two_measured import two_measured
from engine.forms.registry import form_named
from engine.forms.sums.buy_beats import buy_beats
from engine.forms.sums.energy_told import energy_told
from engine.forms.sums.equal import equal
from engine.forms.sums.flop_hours import flop_hours
from engine.forms.sums.month_held import month_held
from engine.forms.sums.month_offer import month_offer
from engine.forms.sums.paced_count import paced_count
from engine.forms.sums.plan_use import plan_use
from engine.forms.sums.scaled import ScaledRun, scaled
from engine.forms.sums.takes import takes
from engine.forms.sums.tokens_for import tokens_for
from engine.forms.told.energy import EnergyPaid
from engine.forms.unsure.support import KNOWS_NOTHING
from engine.forms.worked.run_elsewhere import CarriedOver
from engine.forms.worked.worked_reasons import WorkedOut
from engine.workload.profile import FormId

EXPLAIN: FormId = "explain"


# Codes of first lines that tell no quantity, or one of work that nobody described; "" is that of none.
WEAK = KNOWS_NOTHING | frozenset({
    "", "depends_on_work", "faq_told", "work_unknown", "rule_leans", "usual_room", "support_unsaid", "side_by_side",
    "setups_against", "pair_costs", "trains_on", "dollars_last", "span_cost", "told_hours", "no_sum", "half_read",
    "load_of_no_model", "domain_decides", "cards_against", "try_on", "unplaced",
})  # fmt: skip
ROOM_ALONE = frozenset({"fits_there", "memory_needed", "chips_needed", "too_small_there", "weights_alone"})
OF_ENERGY = frozenset({
    "energy_used", "emitted_in_all", "energy_claimed", "claim_no_power", "own_or_rent", "owned_or_rent", "energy_of",
    "energy_unknown", "served_for", "work_costs",
})  # fmt: skip
OF_MONTH = frozenset({"machine_month", "worked_out"})
# Of loads whose pace was published, where the asker measured one.
OF_LOADS = frozenset({"domain_room", "slices_hold", "yardstick_rates", "load_takes"})
FLEETS = frozenset({"told_fleet", "faster_cards", "streams_carried"})  # of told times, taken to a load
OF_TIMES = frozenset({"two_times", "on_other"})
GUESSED, CARBON = "assumed_parameters", "carbon"  # a field of hours of a size that nobody said; a form
CARRIED = frozenset({"carried_over", "hours_there", "run_told", "paid_each", "two_times"})  # codes of the same
OF_ONE, MODELED = "passes_take", "run_estimate"  # codes
NEAR = 0.1  # by which hours of the same work may differ
MOST_HOST = 1.5  # the part of the computer over that of its cards
BESIDE, BESIDES = "replaces", "besides_cards"  # codes of lines that stay below


class Row(NamedTuple):
    """`work` gives an answer, or None where what it needs was not told; `form` it is shown in.

    It leads over a first line whose code is in `over`, or of any but `same` where that is empty.
    """

    work: Callable[[Asked], FactAnswer | None]
    form: FormId
    over: frozenset[str] = frozenset()
    same: frozenset[str] = frozenset()


ROWS: tuple[Row, ...] = (
    Row(interrupted, EXPLAIN),
    Row(carried, EXPLAIN, same=frozenset({"carried_over"})),
    Row(scale_out, EXPLAIN),
    Row(grown, EXPLAIN, same=OF_TIMES | CARRIED | {"scaling", "scale_out"}),
    Row(fewer_cards, "fit", over=WEAK | {"instead_of", "not_theirs"}),
    Row(same_job, EXPLAIN, over=WEAK | {BESIDES, "ratio_seen"}),
    Row(two_measured, EXPLAIN, same=frozenset({"both_used", "paid_each", "steps_at", "cheaper_job"}) | FLEETS),
    Row(
        buy_beats,
        EXPLAIN,
        over=WEAK
        | {"own_or_rent", "instead_of", "no_shopping", "to_buy", "largest_there", "pair_unpriced", "same_prices"},
    ),
    Row(equal, EXPLAIN, same=frozenset({"summed_each_way", "worth_of"})),
    Row(tokens_for, "estimate", same=frozenset({"data_bought", "makers_run"})),
    Row(takes, "estimate", over=WEAK | ROOM_ALONE),
    Row(energy_told, EXPLAIN, same=OF_ENERGY),
    Row(plan_use, "commitment", over=WEAK | {"plan_unknown", "time_needs", "commit_plan"}),
    Row(flop_hours, EXPLAIN, over=WEAK | {"training_mfu"}),
    Row(month_held, EXPLAIN, over=WEAK | OF_MONTH),
    Row(month_offer, EXPLAIN, over=WEAK),
    Row(paced_count, EXPLAIN, over=WEAK | ROOM_ALONE | OF_LOADS),
    Row(scaled, EXPLAIN, over=WEAK | ROOM_ALONE | OF_TIMES),
    Row(elsewhere, EXPLAIN, same=frozenset({"machines_sum"}) | FLEETS),
)


def sum_asked(asked: Asked) -> tuple[Row, FactAnswer] | None:
    """The first that can answer; of a turn or a form that was filled in none is made."""
    if asked.reading.by_hand or asked.reading.intent == "followup":
        return None
    for row in ROWS:
        made = row.work(asked)
        if made is not None:
            return row, made
    return None


def with_sums(form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer] | None:
    """The form and the sum, where one is asked that the first line does not tell; else None."""
    found = asked.once(sum_asked) if form.id not in (CHAT.id, CARBON) else None
    if found is None or not _leads(found[0], found[1], stated):
        return None
    row, made = found
    kept = tuple(one for one in (stated.headline, *stated.sentences) if one and one.code in (BESIDE, BESIDES))
    return form_named(row.form), made.model_copy(update={"sentences": (*made.sentences, *kept)})


def _leads(row: Row, made: FactAnswer, stated: FactAnswer) -> bool:
    first = stated.headline
    code = first.code if first is not None else ""
    if first is not None and made.headline is not None and _is_alike(first, made.headline):
        return False
    if row.work is elsewhere and any(one.code == MODELED for one in stated.sentences):
        return False  # how long there is told below what judges the pace
    if isinstance(made.headline, Elsewhere) and code == OF_ONE and made.headline.parts == 1:
        return False  # of one pass, which that line is of too
    if isinstance(made.headline, Elsewhere) and code in CARRIED:
        return _tells_more(made.headline, first)
    if row.work is takes and stated.verdict_below:
        return False  # what to run it on is advice
    if row.work is paced_count and isinstance(first, WorkedOut) and first.sums[0].value < 1:
        return True  # what is had over what is wanted
    if not row.over or code in row.over:
        return code not in row.same
    guessed = first is not None and first.values.get(GUESSED) is not None
    return guessed and row.work is not energy_told


def _is_alike(first: Reason, made: Reason) -> bool:
    """Whether both are of the same work: of as many chip-hours, or of the electricity of as many cards."""
    if isinstance(first, EnergyPaid):
        kwh = made.values.get("kwh")
        return isinstance(kwh, float) and first.kwh <= kwh <= first.kwh * MOST_HOST
    if not isinstance(made, ScaledRun):
        return False
    other = first.values.get("chip_hours")
    likely = getattr(other, "likely", other)
    return isinstance(likely, float) and abs(likely / made.chip_hours - 1) <= NEAR


def _tells_more(made: Elsewhere, first: Reason | None) -> bool:
    """Of a run on others: a limit, machines that nobody named, several of them, or how much more work it is."""
    if isinstance(first, CarriedOver):
        other = made.times != first.times or abs(made.took / (first.took * first.times) - 1) > NEAR
        return other and len(first.stages) <= 1  # several are all told there
    told = first.values.get("there") if first is not None else None
    several = len([one for one in made.others if not one.more]) > max(1, len(told) if isinstance(told, tuple) else 0)
    return bool(made.wanted) or made.found or several or made.times != 1
