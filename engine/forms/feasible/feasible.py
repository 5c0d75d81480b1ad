"""Where several machines, models or slices are asked about at once, or a cache was refused: that sum stands first."""

from __future__ import annotations

from collections.abc import Callable

from engine.answers.model import FactAnswer
from engine.forms.chat import CHAT
from engine.forms.decline import DECLINE
from engine.forms.feasible.cache_refused import cache_refused
from engine.forms.feasible.cache_told import cache_told
from engine.forms.feasible.each_machine import each_machine
from engine.forms.feasible.faster_alone import faster_alone
from engine.forms.feasible.heads_shared import heads_shared
from engine.forms.feasible.in_bits import in_bits
from engine.forms.feasible.larger_variant import larger_variant
from engine.forms.feasible.largest_named import largest_named
from engine.forms.feasible.no_fp8_math import no_fp8_math
from engine.forms.feasible.renders import renders
from engine.forms.feasible.replicas import replicas
from engine.forms.feasible.share_told import share_told
from engine.forms.feasible.sizes_held import sizes_held
from engine.forms.feasible.smallest_slices import smallest_slices
from engine.forms.feasible.two_models import two_models
from engine.forms.feasible.wide_load import wide_load
from engine.forms.form import Asked, Form
from engine.forms.registry import form_named

Sum = Callable[[Asked, FactAnswer], FactAnswer | None]
# The most specific first.
SUMS: tuple[Sum, ...] = (
    heads_shared,
    no_fp8_math,
    largest_named,
    renders,
    cache_refused,
    cache_told,
    share_told,
    wide_load,
    replicas,
    in_bits,
    smallest_slices,
    two_models,
    faster_alone,
    each_machine,
    sizes_held,
    larger_variant,
)
OVER_WHOLE: tuple[Sum, ...] = (
    heads_shared,
    no_fp8_math,
    largest_named,
    renders,
    replicas,
    two_models,
    larger_variant,
)  # over an answer that is whole: of two that are weighed no sum is asked
OF_NOTHING: tuple[Sum, ...] = (
    heads_shared,
    renders,
    cache_told,
    replicas,
    sizes_held,
)  # over a question that seems to be of no work here
STAYS = frozenset({CHAT.id, "price", "carbon", "commitment"})  # forms that ask for another thing
FIT = "fit"


def with_feasible(form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer]:
    """The form and the answer with that sum first; what stood first stays below where it is of memory, too."""
    reading = asked.reading
    if form.id in STAYS or reading.by_hand or reading.intent == "followup":
        return form, stated
    for work in OF_NOTHING if form.id == DECLINE.id else OVER_WHOLE if stated.whole else SUMS:
        if (made := work(asked, stated)) is not None:
            return form_named(FIT), made
    return form, stated
