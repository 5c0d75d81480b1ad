"""A turn that only says other things: "and on trn2?", "in Frankfurt?", "what if we do it every week?".

It asks what was asked before it again, of what it says.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from engine.reading.words.patterns import Match
from engine.reading.words.tokens import Token
from engine.workload.profile import SLOTS, Profile, Reading

MOST = 16  # tokens
SAYS = frozenset(SLOTS) | {  # classes of what is said of a workload or a machine
    "place", "counted", "hours_in", "seconds_in", "ms_in", "years_in", "period", "gigabytes", "figure_unit",
    "figure_name", "latency_cue", "context_word", "machine_of", "task.hint", "bits",
}  # fmt: skip
AMOUNTS = frozenset({  # slots of how much there is to do
    "tokens", "samples", "steps", "epochs", "data_gb", "requests_per_second", "samples_per_second", "tokens_per_day",
    "concurrent_users", "flops", "runs", "runs_per_month", "cadence",
})  # fmt: skip
PLACES = frozenset({"candidates", "instances", "chip_memory_gb"})
FIT = "fit"  # a form
MULTIPLIER = "multiplier"  # the class of "k" and "million": of a number only
OTHER = "compare"  # the predicate of "instead of"
OWN = frozenset({  # cues of a question of its own
    "asks_if", "fit_strong", "asks_cost", "cost_of_month", "price", "price_short", "price_strong", "asks_time",
    "estimate_strong", "how_many", "how_much_memory", "commit_strong", "carbon_strong", "explain_strong", "asks_good",
    "token_speed", "vs", "compare", "better", "which", "which_type", "which_hardware", "shopping", "stock", "mfu",
    "token_latency", "first_token", "for_less", "in_less_time", "than_that", "was_that", "asks_format", "cheapest_of",
    "where_sold", "asks_worth", "asks_batch", "asks_context", "asks_size", "asks_users", "no_room", "memory_error",
    "judged", "commit_asked",
})  # fmt: skip
SHORT = 5  # tokens of a turn that needs no word to open it


def is_bare(tokens: Sequence[Token], matches: Iterable[Match], plain: Collection[int]) -> bool:
    """Whether every word that carries something says a slot, and none asks anything. `plain`: words that carry
    nothing."""
    if len(tokens) > MOST:
        return False
    said, units = set[int](), set[int]()
    opens = len(tokens) <= SHORT
    for match in matches:
        opens = opens or (match.slot == "move" and match.first <= 1)
        if match.slot == "predicate" and match.value != OTHER:
            return False
        if match.slot == "cue" and match.value in OWN:
            return False
        if match.slot in SAYS:
            said.update(range(match.first, match.last))
        if match.slot == MULTIPLIER:
            units.update(range(match.first, match.last))
    numbers = {at for at, token in enumerate(tokens) if token.kind == "number"}
    carrying = {at for at, token in enumerate(tokens) if token.kind != "mark"} - set(plain)
    return opens and bool(said | numbers) and carrying <= said | numbers | units


def keeps_asking(before: Reading, said: Profile) -> bool:
    """Whether what was asked can be asked of what the turn says: how much work there is after a question of memory
    asks how long it takes, or how many machines it takes."""
    amounts = AMOUNTS & said.stated().keys()
    placed = PLACES & said.stated().keys()  # which is a question of its own: is that enough?
    return bool(before.form or before.topic) and not (before.form == FIT and (amounts or placed))
