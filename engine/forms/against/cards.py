"""Cards of one's own against each other: memory decides, then what bounds the work, then what one of them lacks.

No price is told, and nothing to buy is named beyond what was asked about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.answers.model import AnswerRow, AnswerTable, Cell, FactAnswer
from engine.base.reason import Reason
from engine.forms.against.against import (
    CardsAgainst,
    CardsRanked,
    CausesOfSlow,
    HalfRate,
    Lacks,
    NotSlower,
    TakeByMemory,
    Together,
    ToldMeans,
    WhichCardWork,
)
from engine.forms.against.ended import ended_lines
from engine.forms.against.processor import of_machine
from engine.forms.against.setups import is_of_setups, of_setups
from engine.forms.cards.sides import (
    PAIR,
    PEERS,
    CardSide,
    bandwidth_over,
    card_sides,
    compute_over,
    generation,
    halves,
    is_owned,
    plain_over,
)
from engine.forms.faqs.written import BESIDE_CARDS, as_told, is_answered
from engine.forms.fits.cards import cards_of
from engine.forms.form import Asked, Form
from engine.forms.kinds.kind import work_of
from engine.forms.registry import form_named
from engine.forms.sides.carried import of_carried
from engine.forms.sides.costs import of_sides
from knowledge.facts import Faq

# Forms whose place it takes where cards are chosen from, and where one is wondered at.
CHOSEN = frozenset({"compare", "decline", "explain", "choose", "support"})
WONDERED = frozenset({"compare", "explain", "choose", "price", "estimate"})
EXPLAINED = frozenset({"explain", "support", "choose", "decline"})  # under which a recurring question leads
SIDES_BELOW = frozenset({"cards", "sides"})  # figures of recurring questions that these take the place of
CHOICE = frozenset({"which_hardware", "better", "compare", "vs", "keep", "shopping", "choice"})  # cues
RENTED = frozenset({"for_less", "price_strong", "price_each"})  # cues of who asks for the price of an hour
SET_BESIDE = frozenset({"compare", "vs", "better", "which_hardware"})  # cues of who asks for both sides
SIZED = frozenset({"parameters", "model", "tokens", "samples", "tokens_per_day", "run_hours", "variant"})
LANGUAGE = frozenset({"parameters", "model", "method"})  # slots of work that is a language model's
WEAKER = 0.75  # of the other's watts or plain FP32: below it, that is a cause
FEW = 6  # sides of one answer
RUNNING = "running"  # the phase of work that neither trains nor serves a model: tensor math decides nothing of it
TIMES = ("ms", "latency", "seconds", "sec", "time per", "duration")
FIGURES = ("card", "hbm", "bandwidth", "bf16", "has_bf16", "fp8", "nvlink", "watts")


def with_cards(form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer]:
    """The form and the answer, or, where cards of one's own are set against each other, what decides between them."""
    cues, faq = set(asked.reading.cues), _written(asked)
    if (costs := of_sides(form, stated, asked)) is not None:
        return form_named("compare") if form.id == "explain" else form, costs
    if (speed := of_carried(form, stated, asked)) is not None:
        return form_named("estimate"), speed
    if (machine := of_machine(form, asked)) is not None and not stated.of_told:
        return form_named("explain"), machine
    if (setups := of_setups(form, stated, asked)) is not None:
        named = card_sides(asked)
        lines = (*setups.sentences, *_together(named), *_means(named))
        return form_named("compare"), setups.model_copy(update={"sentences": lines})
    slow = _is_slow(cues, form)
    chosen = bool(cues & CHOICE) and SIZED.isdisjoint(asked.profile.stated()) and form.id in CHOSEN
    mined = form.id == "decline" and "shopping" not in cues
    rents = not slow and bool(cues & RENTED)
    if mined or rents or not (slow or chosen) or stated.of_told or (faq and _stays(faq, form, slow=slow)):
        return form, stated
    sides = card_sides(asked)
    if not PAIR <= len(sides) <= FEW or not any(is_owned(side, asked) for side in sides):
        return form, stated
    told = _why_slow(sides, asked) if slow else _against(sides, asked)
    leads = faq is not None and (form.id in EXPLAINED or "compare" in faq.over) and not slow
    return form_named("compare"), _below(faq, told) if faq and leads else told


def _is_slow(cues: set[str], form: Form) -> bool:
    """Whether somebody wonders at the speed of one; outside of a comparison, it has to be called slow."""
    wonders = "is_normal" in cues and not cues.isdisjoint({"speed_word", "slower"}) and "shopping" not in cues
    plainly = form.id == "compare" and cues.isdisjoint(SET_BESIDE)
    return wonders and (plainly or ("slower" in cues and form.id in WONDERED))


def _stays(faq: Faq, form: Form, *, slow: bool) -> bool:
    """Whether the answer to a recurring question is what was asked for, and such figures add nothing to it."""
    if form.id == "price":
        return False
    if form.id in EXPLAINED - {"decline"}:
        return slow or faq.figures not in SIDES_BELOW
    return form.id == "compare" and "compare" in faq.over and faq.figures not in SIDES_BELOW


def is_of_cards(stated: FactAnswer) -> bool:
    """Whether the answer sets cards of one's own against each other: nobody asks for their price by the hour."""
    return stated.of_told and stated.table is not None and stated.table.words == BESIDE_CARDS


def below_kind(kind: FactAnswer, stated: FactAnswer, asked: Asked) -> FactAnswer:
    """What is known of a kind of work, and below it the cards that were set against each other for a model."""
    work = work_of(asked.reading, asked.library)
    if not is_of_cards(stated) or stated.headline is None or (work and work.phase == RUNNING):
        return kind
    if is_of_setups(stated):
        below = (kind.headline,) if kind.headline else ()
        return kind.model_copy(
            update={
                "headline": stated.headline,
                "sentences": (*stated.sentences, *below, *kind.sentences),
                "table": stated.table,
            }
        )
    lines = (*kind.sentences, stated.headline, *stated.sentences)
    return kind.model_copy(update={"sentences": lines, "table": stated.table})


def _written(asked: Asked) -> Faq | None:
    found = (asked.facts.faqs[name] for name in asked.reading.faqs if name in asked.facts.faqs)
    return next((faq for faq in found if is_answered(faq, asked)), None)


def _below(faq: Faq, told: FactAnswer) -> FactAnswer:
    """The figures below a written answer."""
    first, more, cannot = as_told(faq, faq.more)
    lines = (*more, *((told.headline,) if told.headline else ()), *told.sentences, *cannot)
    return told.model_copy(update={"headline": first, "sentences": lines})


def _against(sides: Sequence[CardSide], asked: Asked) -> FactAnswer:
    lines: list[Reason] = [*_means(sides)]
    if len(sides) == PAIR:
        ahead, behind = sorted(sides, key=_rank, reverse=True)
        lead: Reason = _pair(ahead, behind)
        take = () if _is_ended(ahead, asked) or _is_ended(behind, asked) else (_take(ahead, behind),)
        lines += [*take, *_half_rate(ahead, behind)]
    else:
        lead = CardsRanked(
            names=tuple(side.name for side in sides),
            gib=tuple(side.gib[1] for side in sides),
            gbps=tuple(side.gbps[1] for side in sides),
            tflops=tuple(side.tflops[1] for side in sides),
            cites=_sources(sides),
        )
    lines += [*_together(sides), *_lacks(sides, asked)]
    old = ended_lines(sides, asked)
    first, *rest = (*old, lead) if old and old[0].code == "ended" else (lead, *old)
    return FactAnswer(
        headline=first,
        sentences=(*rest, *lines),
        table=_table(sides, asked),
        questions=(WhichCardWork(buying="shopping" in asked.reading.cues),),
        of_told=True,
    )


def _why_slow(sides: Sequence[CardSide], asked: Asked) -> FactAnswer:
    """What the data sheets give for the larger card over the next, and what holds a faster card back."""
    card, other, *_ = sorted(sides, key=lambda side: side.tflops[1], reverse=True)
    compute, bandwidth = compute_over(card, other), bandwidth_over(card, other)
    plain = plain_over(card, other)
    watts = (card.chip.tdp_w, other.chip.tdp_w)
    weak = watts[0] and watts[1] and watts[0].value < WEAKER * watts[1].value
    text = asked.reading.text.casefold()
    lead = NotSlower(
        card=card.name,
        other=other.name,
        compute=compute,
        bandwidth=bandwidth,
        watts=(watts[0].value, watts[1].value) if weak and watts[0] and watts[1] else None,
        ahead=min(compute[0], bandwidth[0]) >= 1 - PEERS,
        bound="bandwidth" if bandwidth[0] < compute[0] else "math",
        plain=plain if plain is not None and plain < WEAKER else None,
        has_bf16=all(chip.has_bf16 for chip in card.chips),
        cites=_sources((card, other)),
    )
    causes = CausesOfSlow(
        several=any(side.number > 1 for side in sides) or "several_gpus" in asked.reading.cues,
        times=any(word in text for word in TIMES),
    )
    lines = (causes, *_means(sides), *_half_rate(card, other), *_lacks((card, other), asked))
    return FactAnswer(
        headline=lead, sentences=(*lines, *ended_lines(sides, asked)), table=_figures(sides), of_told=True
    )


def _is_ended(side: CardSide, asked: Asked) -> bool:
    """Whether nothing current runs on it: then it is not to be taken, whatever it holds."""
    kind = generation(side, asked)
    return kind is not None and kind.state == "ended"


def _rank(side: CardSide) -> tuple[float, float, str]:
    return side.gib[1], side.tflops[1], side.chip.released


def _pair(ahead: CardSide, behind: CardSide) -> CardsAgainst:
    return CardsAgainst(
        ahead=ahead.name,
        behind=behind.name,
        gib=ahead.gib,
        behind_gib=behind.gib,
        compute=compute_over(ahead, behind),
        bandwidth=bandwidth_over(ahead, behind),
        cites=_sources((ahead, behind)),
    )


def _take(ahead: CardSide, behind: CardSide) -> TakeByMemory:
    compute, bandwidth = compute_over(ahead, behind), bandwidth_over(ahead, behind)
    low, high = min(compute[0], bandwidth[0]), max(min(compute), max(bandwidth))
    slower = compute[1] <= 1 + PEERS and bandwidth[1] <= 1 + PEERS
    return TakeByMemory(
        more=ahead.name,
        less=behind.name,
        less_gib=behind.gib[1],
        same_memory=abs(ahead.gib[1] / behind.gib[1] - 1) <= PEERS,
        ahead_in_all=low >= 1 - PEERS,
        faster=behind.name if slower else None,
        worth=(low, high),
    )


def _half_rate(one: CardSide, other: CardSide) -> Iterator[HalfRate]:
    if halves(one, other):
        low, high = compute_over(one, other)
        halved = tuple(side.name for side in (one, other) if any(chip.half_rate for chip in side.chips))
        most = bandwidth_over(one, other)[1]
        held = most if most <= low else None
        yield HalfRate(halved=halved, low=low, high=high, bandwidth=held, cites=_sources((one, other)))


def _together(sides: Sequence[CardSide]) -> Iterator[Together]:
    for side in sides:
        if side.number > 1:
            yield Together(
                name=side.name,
                count=side.number,
                gib=side.gib[1] * side.number,
                each=side.gib[1],
                nvlink=side.chip.nvlink,
            )


def _lacks(sides: Sequence[CardSide], asked: Asked) -> Iterator[Lacks]:
    """Of what at least one of them has, which do not."""
    kinds = [(side, generation(side, asked)) for side in sides]
    without_bf16 = tuple(side.name for side in sides if not side.chip.has_bf16)
    without_fp8 = tuple(side.name for side, kind in kinds if kind is not None and not kind.fp8)
    without_link = tuple(side.name for side in sides if not side.chip.nvlink)
    several = any(side.number > 1 for side in sides) or "several_gpus" in asked.reading.cues
    told = Lacks(
        bf16=without_bf16,
        fp8=without_fp8 if len(without_fp8) < len(sides) else (),
        nvlink=without_link if several and len(without_link) < len(sides) else (),
        cites=_sources(sides),
    )
    if told.bf16 or told.fp8 or told.nvlink:
        yield told


def _means(sides: Sequence[CardSide]) -> Iterator[ToldMeans]:
    for side in sides:
        if len(side.chips) > 1:
            names = tuple(chip.name for chip in side.chips)
            gib = tuple(chip.hbm_gib.value for chip in side.chips)
            yield ToldMeans(word=side.word, names=names, gib=gib, cites=_sources((side,)))


def _sources(sides: Sequence[CardSide]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chip.hbm_gbps.source for side in sides for chip in side.chips))


def _table(sides: Sequence[CardSide], asked: Asked) -> AnswerTable:
    """With how large a language model each holds, where the work is one."""
    of_text = LANGUAGE & asked.profile.stated().keys() or asked.profile.architecture in ("transformer", "moe")
    if of_text:
        table = cards_of(asked.reading, asked.library, asked.day)[1]
        if len(table.rows) >= len(sides):
            return table
    return _figures(sides)


def _figures(sides: Sequence[CardSide]) -> AnswerTable:
    rows = []
    for side in sides:
        for chip in side.chips:
            fp8, watts = chip.fp8_dense_tflops, chip.tdp_w
            cells: dict[str, Cell] = {
                "card": f"{side.number} x {chip.name}" if side.number > 1 else chip.name,
                "hbm": chip.hbm_gib.value,
                "bandwidth": chip.hbm_gbps.value,
                "bf16": chip.bf16_dense_tflops.value,
                "has_bf16": chip.has_bf16,
                "fp8": fp8.value if fp8 else None,
                "nvlink": chip.nvlink,
                "watts": watts.value if watts else None,
            }
            rows.append(
                AnswerRow(cells=tuple(cells[name] for name in FIGURES), cites=(chip.hbm_gbps.source,), is_named=True)
            )
    return AnswerTable(words=BESIDE_CARDS, columns=FIGURES, rows=tuple(rows))
