"""Several of one card against one or several of another: what each card holds, and what all of them have together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from engine.answers.model import AnswerRow, AnswerTable, Cell, FactAnswer
from engine.base.reason import Reason
from engine.forms.cards.sides import PAIR, PEERS, CardSide, card_sides, compute_over
from engine.forms.faqs.written import BESIDE_CARDS
from engine.forms.form import Asked, Form

FORMS = frozenset({"compare", "fit", "decline", "explain", "choose", "ask_back", "support"})  # whose place it takes
WORKED = frozenset(
    {"parameters", "tokens", "samples", "tokens_per_day", "run_hours", "deadline_days", "budget_usd"}
)  # slots of work that another form sums
CHOICE = frozenset({"which_hardware", "better", "compare", "vs", "shopping", "choice"})  # cues
PRICED = frozenset(
    {"price_strong", "price_each", "for_less", "commit_strong", "is_normal", "slower", "memory_error", "of_others"}
)  # cues of who asks for something else of them
SOUGHT = frozenset({"which", "compare"})  # predicates
CLOSE = 0.15  # a share within which sums of data sheets tell nothing
FP32 = "fp32"  # a precision
MOST = 4  # sides of one answer
COLUMNS = ("card", "hbm", "bandwidth", "bf16", "all_gib", "all_gbps", "all_tflops", "has_bf16", "nvlink")


class SetupsAgainst(Reason, code="setups_against"):
    """Two set-ups, the one with more memory a card first: a card and in all, and what the first has of the other."""

    names: tuple[str, ...]
    counts: tuple[int, ...]
    gib: tuple[float, ...]  # of one card
    all_gib: tuple[float, ...]
    compute: tuple[float, float]  # in all, the first over the other
    bandwidth: float
    fp32_misleads: bool = False  # FP32 was told, which leaves out the tensor cores that put the first ahead


class SetupsRanked(Reason, code="setups_ranked"):
    """Three set-ups and more: the best at each, in all."""

    names: tuple[str, ...]
    counts: tuple[int, ...]
    gib: tuple[float, ...]
    all_gbps: tuple[float, ...]
    all_tflops: tuple[float, ...]


class TakeSetup(Reason, code="take_setup"):
    """Which to take of two: by what a card has to hold, then by whether the work divides."""

    large: str
    large_count: int
    small: str
    small_count: int
    gib: tuple[float, float]  # a card, of the large and of the small
    all_gib: tuple[float, float]
    holds_more: bool  # the small ones together
    each: tuple[float, float]  # math and bandwidth of one card, the large over the small
    same_card: bool  # one card of each is as fast as the other
    sooner: Literal["large", "small", "even"]  # in work that divides
    same: bool  # a card of each holds as much


class Divides(Reason, code="divides"):
    """What divides over cards by itself."""


def of_setups(form: Form, stated: FactAnswer, asked: Asked) -> FactAnswer | None:
    """None where no counts are set against each other, or another form sums the work that was said."""
    cues = set(asked.reading.cues)
    wanted = set(asked.reading.sought.predicates)
    chooses = form.id == "compare" or not (cues.isdisjoint(CHOICE) and wanted.isdisjoint(SOUGHT))
    if form.id not in FORMS or stated.of_told or not chooses or not cues.isdisjoint(PRICED):
        return None
    if not WORKED.isdisjoint(asked.profile.stated()) or asked.profile.instances:
        return None
    if any(one.role == "quoted" for one in asked.reading.hardware):
        return None  # what others had
    sides = card_sides(asked)
    if not PAIR <= len(sides) <= MOST or len({side.number for side in sides}) == 1:
        return None
    counted = {one.id for one in asked.reading.hardware if one.chips}
    if len(sides) > PAIR and any(side.word not in counted for side in sides):
        return None
    usual = (side._replace(chips=side.chips[:1]) for side in sides)
    sides = tuple(sorted(usual, key=lambda side: side.gib[1], reverse=True))
    told_fp32 = asked.profile.precision == FP32
    lead, lines = _two(*sides, told_fp32=told_fp32) if len(sides) == PAIR else (_ranked(sides), ())
    return FactAnswer(headline=lead, sentences=(*lines, Divides()), table=_table(sides), of_told=True)


def is_of_setups(stated: FactAnswer) -> bool:
    """Whether the answer sets counts of cards against each other: that comes before what is known of the work."""
    return stated.headline is not None and stated.headline.code in (SetupsAgainst.code, SetupsRanked.code)


def _two(large: CardSide, small: CardSide, *, told_fp32: bool) -> tuple[Reason, tuple[Reason, ...]]:
    times = large.number / small.number
    low, high = compute_over(large, small)
    each = large.gbps[1] / small.gbps[1]
    compute, bandwidth = (low * times, high * times), each * times
    sooner: Literal["large", "small", "even"] = "even"
    if compute[0] > 1 + PEERS and bandwidth > 1 + CLOSE:
        sooner = "large"
    elif compute[1] < 1 - CLOSE and bandwidth < 1 - CLOSE:
        sooner = "small"
    all_gib = (large.gib[1] * large.number, small.gib[1] * small.number)
    lead = SetupsAgainst(
        names=(large.name, small.name),
        counts=(large.number, small.number),
        gib=(large.gib[1], small.gib[1]),
        all_gib=all_gib,
        compute=compute,
        bandwidth=bandwidth,
        fp32_misleads=told_fp32 and sooner == "large",
        cites=_sources((large, small)),
    )
    take = TakeSetup(
        large=large.name,
        large_count=large.number,
        small=small.name,
        small_count=small.number,
        gib=(large.gib[1], small.gib[1]),
        all_gib=all_gib,
        holds_more=all_gib[1] > all_gib[0] * (1 + PEERS),
        each=(low, each),
        same_card=max(abs(low - 1), abs(each - 1)) <= PEERS,
        sooner=sooner,
        same=abs(large.gib[1] / small.gib[1] - 1) <= PEERS,
    )
    return lead, (take,)


def _ranked(sides: Sequence[CardSide]) -> Reason:
    return SetupsRanked(
        names=tuple(side.name for side in sides),
        counts=tuple(side.number for side in sides),
        gib=tuple(side.gib[1] for side in sides),
        all_gbps=tuple(side.gbps[1] * side.number for side in sides),
        all_tflops=tuple(side.tflops[1] * side.number for side in sides),
        cites=_sources(sides),
    )


def _sources(sides: Sequence[CardSide]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chip.hbm_gbps.source for side in sides for chip in side.chips))


def _table(sides: Sequence[CardSide]) -> AnswerTable:
    rows = []
    for side in sides:
        chip, number = side.chip, side.number
        cells: dict[str, Cell] = {
            "card": f"{number} x {chip.name}",
            "hbm": chip.hbm_gib.value,
            "bandwidth": chip.hbm_gbps.value,
            "bf16": chip.bf16_dense_tflops.value,
            "all_gib": chip.hbm_gib.value * number,
            "all_gbps": chip.hbm_gbps.value * number,
            "all_tflops": chip.bf16_dense_tflops.value * number,
            "has_bf16": chip.has_bf16,
            "nvlink": chip.nvlink,
        }
        rows.append(
            AnswerRow(cells=tuple(cells[name] for name in COLUMNS), cites=(chip.hbm_gbps.source,), is_named=True)
        )
    return AnswerTable(words=BESIDE_CARDS, columns=COLUMNS, rows=tuple(rows))
