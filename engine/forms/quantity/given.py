"""Which quantities a first line tells, by its code: one line for each kind of first line.

A code that stands nowhere here may tell anything, so nothing is put before it. Units: language/units.toml.
"""

from __future__ import annotations

from engine.base.reason import Reason
from engine.forms.fits.most import MostFits
from engine.forms.unsure.support import (
    AT_ONCE,
    BILLED,
    BOUGHT,
    DECODED,
    EACH,
    FILLED,
    HOURS,
    KNOWS_NOTHING,
    OF_KIND,
    PRICES,
    ROOM,
    TOLD,
    WRITTEN,
)

OF_ROOM = frozenset({"yes_no", "cards", "machines", "nodes", "gib_each", "gib_all", "host_gib"})
OF_TIME = frozenset({"hours", "chip_hours", "usd", "days"})
OF_MONEY = frozenset({"usd", "usd_month", "usd_hour", "cheapest", "pick"})
LARGEST = frozenset({"largest_there", "each_holds", "cards_hold"})
TELLS: tuple[tuple[frozenset[str], frozenset[str]], ...] = (  # codes of first lines, and the units they tell
    (frozenset({"kv_tokens", "kv_claim"}), frozenset({"kv_tokens", "gib_all"})),
    (frozenset({"sequences_held"}), frozenset({"requests", "batch", "kv_tokens"})),
    (
        frozenset({"stream_alone", "stream_pick", "stream_quicker"}),
        frozenset({"tokens_s_each", "pick", "cheapest", "machines", "cards"}),
    ),
    (frozenset({"steps_unknown"}), OF_TIME),
    (frozenset({"crowd_speed"}), frozenset({"tokens_s", "tokens_s_each", "yes_no"})),
    (frozenset({"paced_rate"}), frozenset({"tokens_s", "usd_mtok", "requests"})),
    (frozenset({"jobs_chained", "jobs_unknown"}), frozenset({"jobs"})),
    (frozenset({"justified_by"}), frozenset({"worth", "value", "percent"})),
    (frozenset({"adapters_pick"}), frozenset({"pick", "cheapest", "cards", "machines", "usd_month"})),
    (frozenset({"price_claim"}), frozenset({"usd", "ratio", "yes_no", "cheapest"})),
    (frozenset({"better_value"}), frozenset({"value", "pick", "cheapest"})),
    (frozenset({"in_flight"}), frozenset({"cards", "machines", "nodes", "pick", "cheapest", "usd_month", "yes_no"})),
    (frozenset({"nodes_needed"}), frozenset({"nodes", "cards"})),
    (frozenset({"batch_cards"}), frozenset({"cards", "machines", "nodes"})),
    (frozenset({"cheaper_of"}), frozenset({"cheapest", "pick", "usd_month", "cards", "yes_no"})),
    (frozenset({"chip_time"}), frozenset({"chip_hours", "hours", "usd", "yes_no"})),
    (KNOWS_NOTHING | {WRITTEN, OF_KIND, "cannot_tell"}, frozenset()),  # no quantity at all
    (frozenset({"users_at_pace", "no_user_at_pace"}), frozenset({"requests", "tokens_s"})),
    (frozenset({"chips_for_traffic"}), frozenset({"cards", "machines", "requests"})),
    (frozenset({"serving_cost", "pair_costs"}), frozenset({"usd_mtok", "usd_month", "machines", "pick", "cheapest"})),
    (LARGEST, frozenset({"model_size", *OF_ROOM})),
    (ROOM | TOLD | EACH, OF_ROOM),
    (FILLED, frozenset({"gib_each", "gib_all"})),
    (HOURS, OF_TIME | OF_MONEY),
    (BILLED | BOUGHT, OF_TIME | OF_MONEY),
    (DECODED, frozenset({"tokens_s_each", "yes_no"})),
    (PRICES, OF_MONEY),
)
OF_MOST = {"batch": ("batch", "requests"), "requests": ("requests", "batch"), "context": ("context",)}
ROOM_ALONE = (ROOM | TOLD | EACH) - LARGEST - AT_ONCE  # that tell of memory and of nothing else


def tells(line: Reason | None) -> frozenset[str] | None:
    """The units that a line tells; None of one that may tell anything."""
    if line is None:
        return frozenset()
    if isinstance(line, MostFits):
        return frozenset(OF_MOST[line.of])
    return next((units for codes, units in TELLS if line.code in codes), None)
