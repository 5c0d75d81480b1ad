"""What is told of work that is no language model: what was asked of it, as its kind has it, on the asker's cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.cards.paired import paired
from engine.forms.cards.pick import pick
from engine.forms.cards.sides import TESTED
from engine.forms.domains.all_weights import all_weights
from engine.forms.domains.as_said import AsSaid, as_said
from engine.forms.domains.in_format import in_format
from engine.forms.domains.rented import asks_room_of_project, is_rented
from engine.forms.domains.room import AmountTakes, Room, Taken, by_need, counted, of_amount, room, taken
from engine.forms.domains.wishes import Wish, ran_out, wishes
from engine.forms.fit import answer as fits
from engine.forms.fits.largest import OnChips
from engine.forms.fits.unsized import HowToSettle, NotAsOne, lowers_of, what_decides
from engine.forms.form import NAMED_THINGS, Asked, question_of
from engine.forms.kinds.kind import ANY, NOMINAL, Cell, Work, is_below_models, work_of
from engine.forms.parts.hardware import Hardware, is_remedy, meant
from engine.forms.parts.unknown_work import steps_unknown
from engine.forms.remarks.smallest import Smallest, smallest
from engine.forms.told.theirs import THEIRS, NotTheirs
from engine.library import Library
from engine.workload.conditions import FAMILIES
from engine.workload.profile import FormId, Profile, Reading
from engine.workload.said import said_also
from engine.workload.samples import in_samples, sample_shape

OTHERS = frozenset({"carbon", "commitment", "price", "chat"})  # forms whose question is another, whatever the work
# First lines that know whether a library runs on a chip.
KNOWN = frozenset({"load_takes", "job_on", "load_unknown", "supported", "needs_port"})
RULED = frozenset({"rule_leans"})  # first lines by which a rule decides between chips, whatever the work
SEEN = frozenset({  # first lines that rest on what the asker measured, or cost two machines for the work
    "told_on_unpriced", "told_hours", "quote_hour", "pair_costs", "pair_unmeasured",
    "taken_fits", "taken_split", "taken_too_much", "taken_needs",
    "own_speed", "progress_takes", "passes_take", "amount_takes", "machine_month", "energy_paid", "energy_used",
})  # fmt: skip
BOTH, NOT_LORA = frozenset({"names_full", "names_lora"}), "not_lora"  # cues
FAILS, LEAST = "fails_on_one", "premise_least"  # cues
SHARDING = frozenset({"deepspeed", "fsdp", "zero-2", "zero-3"})  # libraries
AMOUNT = frozenset({"samples", "dataset", "epochs", "steps"})
NOBODYS = frozenset({"hours_of_what"})  # first lines on hours of no machine: of such work its kind says more
EMPTY = frozenset({"nothing_held", "model_unnamed", "memory_needed"})  # first lines that know nothing of such work
MONEY = frozenset({  # cues of who asks for hardware or what it costs
    "shopping", "which", "which_hardware", "which_type", "asks_cost", "price", "price_strong", "for_less", "better",
    "stock", "asks_card", "choice",
})  # fmt: skip
TYPES = frozenset({"which_hardware", "which_type"})  # cues of who asks for a machine by name, not for a class of card
DATA = "hours_of_data"  # the cue: hours of sound, which no run takes
SAID = NAMED_THINGS | {
    "task", "method", "model", "variant", "architecture", "precision", "batch_size", "chip_memory_gb", "libraries",
    "requests_per_second", "framework", "current_instances", "current_count",
}  # fmt: skip
SUMS = frozenset({"fit", "estimate"})  # forms a text asks for, though another one answers
CHOICE = frozenset({"which_hardware", "better", "compare", "vs", "shopping", "choice"})  # cues
HOLDS = frozenset({"memory", "card"})  # wishes that a setting answers
KINDS, LINES = 3, 5  # cards told of; sentences behind the first


class Decides(Reason, code="domain_decides"):
    """What is written about a kind of work: a cell of its entry."""

    text: str


class Machine(Smallest, code="domain_machine"):
    """The cheapest machine with one card of the memory that is comfortable."""


LOOSER = (Room, Taken, Machine)  # lines that know less than what is written of the setting that was said


class WhichSettles(Reason, code="domain_question"):
    """The one thing that settles it."""

    text: str


class WhichPhase(Reason, code="which_phase"):
    """Whether it is trained or run, of a network of which nothing tells the usual."""


def of_kind(form: FormId, stated: FactAnswer, asked: Asked, *, anyway: bool = False) -> FactAnswer | None:
    """The answer by the kind of work; None where the text is of none, or what was worked out is what it asks.

    `anyway`: also in the place of a sum on what nobody said.
    """
    work = work_of(asked.reading, asked.library)
    if work is None or (not anyway and _is_answered(form, stated, asked, work)):
        return None
    told = wishes(asked.reading, asked.reading.form if asked.reading.form in SUMS else form)
    first = stated.headline.code if stated.headline else ""
    small = is_below_models(asked.profile.parameters, asked.facts)
    if not told and form == "explain" and first not in EMPTY and not small:
        return None
    if small and (not told or told[0] in HOLDS):
        told = ("elsewhere", "card") if cards_named(asked) else ("card",)
    of_memory = cards_named(asked) or not asked.reading.sought.of_cards
    told = told or (("memory", "card") if of_memory else ("card", "memory"))
    if not (lines := tuple(dict.fromkeys(_lines(work, told, asked)))):
        return None
    settles = (work.cell("question_card") if told[:1] in (("card",), ("pair",)) else None) or work.cell("question")
    return FactAnswer(
        headline=lines[0],
        sentences=lines[1 : LINES + 1],
        questions=(*((WhichSettles(text=settles.text),) if settles else ()), *_phase_open(work)),
        of_kind=True,
    )


def _phase_open(work: Work) -> tuple[WhichPhase, ...]:
    return (WhichPhase(),) if work.phase is None and work.is_open else ()


def said_of_it(reading: Reading) -> Reading:
    """The reading with the slots such an answer goes by: hours, samples and tokens are amounts of other work."""
    said = {slot: value for slot, value in reading.profile.stated().items() if slot in SAID}
    return reading.model_copy(update={"profile": Profile.model_validate(said)})


def _is_answered(form: FormId, stated: FactAnswer, asked: Asked, work: Work) -> bool:
    """Whether it is of another matter, or rests on the asker's own figures or on published speeds of that model."""
    first = stated.headline.code if stated.headline else ""
    if form in OTHERS or first in KNOWN or first in RULED or (form == "remark" and first != NotTheirs.code):
        return True
    if first in NOBODYS or work.is_of_many:
        return False
    said = asked.reading.profile
    if stated.of_told or first in SEEN:
        return DATA not in asked.reading.cues
    if form == "estimate" and _is_summed(said):
        return True
    unread = DATA in asked.reading.cues and said.samples is None
    told = any(chain.slot == "samples" for chain in asked.reading.chains)  # so many, whatever they are samples of
    of_family = (told or any(said.model in kind.families for kind in work.kinds)) and not unread
    known = of_family and in_samples(said, asked.facts) and sample_shape(said, asked.facts) is not None
    counted = not AMOUNT.isdisjoint(said.stated())
    chosen = form == "choose" and (said.task is not None or counted)
    rented = form == "choose" and is_rented(asked) and not asks_room_of_project(work, asked)
    return rented or (known and (chosen or (form == "estimate" and counted)))


def _is_summed(said: Profile) -> bool:
    """Whether the size of a transformer and the tokens it learns from are told, whatever they are letters of."""
    tokens = said.tokens or (said.samples and said.tokens_per_sample)
    sized = said.parameters or said.variant
    return bool(tokens and sized and said.architecture in (None, "transformer", "moe") and said.task != "inference")


def _lines(work: Work, told: tuple[Wish, ...], asked: Asked) -> Iterator[Reason]:
    """Of each wish in turn what answers it, and what decides."""
    kinds = cards_named(asked)
    makers: dict[Wish, Callable[[], Iterator[Reason]]] = {
        "memory": lambda: _memory(work, asked, kinds, alone=len(told) == 1, aside=told[0] != "memory"),
        "time": lambda: _time(work, asked),
        "card": lambda: _card(work, asked, kinds, with_memory="memory" not in told),
        "idle": lambda: _written(work, "idle"),
        "batch": lambda: (_told(cell) for cell in (work.levers, work.cell("decides")) if cell),
        "pair": lambda: _pair(work, asked, kinds),
        "several": lambda: _written(work, "several"),
        "elsewhere": lambda: _written(work, "elsewhere"),
    }
    said: tuple[AsSaid | Taken, ...] = as_said(work, asked.reading.text, kinds) if HOLDS & set(told) else ()
    if not said and kinds and told[0] in HOLDS and (held := in_format(work, kinds[0], asked)) is not None:
        yield held
        told, said = ("memory",), taken(work, 1)  # what is reported is of the format its users chose
    yield from said
    for_said = _machine_of(said, work, asked) if said and isinstance(said[0], AsSaid) else ()
    yield from for_said if said or _names_none(asked, told) else _machine(work, asked)
    for wish in told:
        yield from (line for line in makers[wish]() if not (said and isinstance(line, LOOSER)))


def _names_none(asked: Asked, told: tuple[Wish, ...]) -> bool:
    """Whether no machine is asked for by name: a card was named, or is bought, or something else is asked first."""
    asks = not TYPES.isdisjoint(asked.reading.cues) and "shopping" not in asked.reading.cues
    return not asks or told[0] not in HOLDS or bool(cards_named(asked))


def _machine_of(said: tuple[AsSaid | Taken, ...], work: Work, asked: Asked) -> Iterator[Reason]:
    """The cheapest machine with one card of the memory that one setting takes, where no card was named."""
    if len(said) == 1 and said[0].least and not cards_named(asked):
        yield from _machine(work, asked, said[0].least)


def _pair(work: Work, asked: Asked, kinds: tuple[Hardware, ...]) -> Iterator[Reason]:
    """What decides between cards; and whether those that were named have room, unless all of them do."""
    rooms = _rooms(work, asked, kinds, tried=False)
    taken = tuple(_pick(work, asked, _amount(work, asked, kinds, tried=False)))
    figures = paired(work, asked)
    told = (figures,) if figures else ()
    rented = figures is not None and bool(figures.faster.usd or figures.slower.usd)
    rule = tuple(_written(work, "pair"))
    yield from (*taken, *told, *rule) if rented else (*taken, *rule, *told)  # of one's own cards memory decides first
    if any(found.level != "enough" for found in rooms):
        yield from rooms


def _pick(work: Work, asked: Asked, amount: AmountTakes | None) -> Iterator[Reason]:
    """Which of the cards that were named to take, where that is asked."""
    chooses = not CHOICE.isdisjoint(asked.reading.cues)
    if chooses and (found := pick(work, asked, amount.gb if amount else 0.0)) is not None:
        yield found


def _written(work: Work, *names: str) -> Iterator[Reason]:
    yield from (_told(cell) for cell in map(work.cell, names) if cell)


def _told(cell: Cell) -> Decides:
    return Decides(text=cell.text, cites=cell.cites)


def _memory(work: Work, asked: Asked, kinds: tuple[Hardware, ...], *, alone: bool, aside: bool) -> Iterator[Reason]:
    """Whether the cards that were named have room, else what it takes; what decides; what lowers it."""
    tried = ran_out(asked.reading)
    amount = _amount(work, asked, kinds, tried=tried)
    rooms = () if aside else _rooms(work, asked, kinds, tried=tried)
    # what is usual of its kind says nothing against what was seen of a project that has words of its own
    seen = bool(rooms) and tried and _is_of_others(work) and all(found.level == "enough" for found in rooms)
    rooms = () if seen else rooms
    if work.is_of_many and not aside:
        yield from _written(work, "card")
    if amount:
        yield amount
    else:
        weights = (
            all_weights(work, kinds, asked.problem) if not work.memory("training") or _is_sharded(asked) else None
        )
        yield from (
            ((weights,) if weights and work.phase == "training" else ())
            or rooms
            or (() if seen else taken(work))
            or (what_decides(kinds, ran_out=tried) if work.is_open else ())
        )
    if rooms and any(kind.chip is not None and kind.chip.vendor != TESTED for kind in kinds):
        yield from _written(work, "elsewhere")
    yield from _written(work, "decides")
    is_short = (
        tried
        or any(found.level != "enough" for found in (amount,) if found)
        or any(found.level != "enough" for found in rooms)
    )
    levers = work.levers if is_short or (alone and not rooms) else None
    if levers:
        yield _told(levers)
    held = _if_text(work, asked, kinds) if work.is_open and not amount else ()
    if work.is_open and not amount:
        yield from () if levers else (lowers_of(asked.reading),)
        yield from held
        yield HowToSettle()
    if work.is_open and not held and (several := max((kind.said for kind in kinds), default=1)) > 1:
        yield NotAsOne(said=several)
    if any(found.said > 1 for found in rooms):
        yield from _written(work, "several")
    if any(found.level == "below" for found in rooms) and not amount:
        yield from _machine(work, asked)


def _is_sharded(asked: Asked) -> bool:
    """Whether a program that shards states over cards was named: then what one card takes is not asked."""
    return not SHARDING.isdisjoint(asked.profile.libraries)


def names_both(asked: Asked) -> bool:
    """Whether training all weights and adapters are both spoken of, and neither is ruled out."""
    cues = set(asked.reading.cues)
    return cues >= BOTH and NOT_LORA not in cues


def _is_of_others(work: Work) -> bool:
    """Whether it is a project with words of its own and the memory of its kind."""
    own = work.kinds[0]
    return own.is_project and bool(own.decides) and not own.memory


def _if_text(work: Work, asked: Asked, kinds: tuple[Hardware, ...]) -> tuple[Reason, ...]:
    """How large a language model the cards that are named hold, where nothing tells what the network is."""
    if work.kinds[0].id != ANY or not kinds:
        return ()
    if work.phase == "inference":
        said = said_also(asked.reading.profile, {"task": "inference"})
        asked = replace(asked, reading=asked.reading.model_copy(update={"profile": said}))
    found = fits(asked)
    return tuple(line for line in found.sentences if isinstance(line, OnChips)) if found else ()


def _amount(work: Work, asked: Asked, kinds: tuple[Hardware, ...], *, tried: bool) -> AmountTakes | None:
    """What the amounts take that the turn says, else those that the thread or the message said."""
    text = asked.reading.text if counted(work, asked.reading.text) else asked.reading.counted
    doubted, cards = by_need(kinds, least=LEAST in asked.reading.cues)
    if doubted is None or len(cards) == 1:
        return of_amount(work, text, kinds[0] if kinds else None, ran_out=tried)
    found = [of_amount(work, text, kind, ran_out=tried, least=kind is not doubted) for kind in cards]
    return next((one for one in found if one and one.level != "below"), found[0])


def counted_over(reading: Reading, known: tuple[Reading | None, ...], library: Library) -> Reading:
    """The reading with the amounts of its kind of work that it says, else those of what it goes on from."""
    work = work_of(reading, library)
    texts = (reading.text, *(one.text for one in known if one))
    words = next((found for text in texts if (found := counted(work, text))), "") if work else ""
    words = words or next((one.counted for one in known if one and one.counted), "")
    return reading.model_copy(update={"counted": words}) if words else reading


def _rooms(work: Work, asked: Asked, kinds: tuple[Hardware, ...], *, tried: bool) -> tuple[Room, ...]:
    """Of each kind of card that was named; how many of them only where the text says a number.

    None of work that takes more cards than that: room on one is not what is asked.
    """
    if work.is_of_many:
        return ()
    counted = asked.profile.accelerator_count is not None or any(one.chips for one in asked.reading.hardware)
    doubted, kinds = by_need(kinds, least=LEAST in asked.reading.cues)
    fails = FAILS in asked.reading.cues
    found = (
        room(
            work,
            kind,
            said=kind.said if counted else 1,
            ran_out=tried and not is_remedy(kind, asked.reading),
            failed=fails and not is_remedy(kind, asked.reading),
            unsaid=asked.profile.method is None,
            both=names_both(asked),
            least=doubted is not None and kind is not doubted,
        )
        for kind in sorted(kinds[:KINDS], key=lambda kind: is_remedy(kind, asked.reading))
    )
    rooms = tuple(one for one in found if one)
    enough = [one for one in rooms if one.asks_least and one.level != "below"]
    return tuple(enough) or rooms  # then nobody has to know that the larger one does


def _time(work: Work, asked: Asked) -> Iterator[Reason]:
    """What a run takes and depends on, and what an hour of a machine for it costs."""
    speed = work.cell("speed") if work.phase == "inference" else None
    yield from (_told(speed),) if speed else _written(work, "time")
    if (steps := steps_unknown(asked.reading)) is not None:
        yield steps
    if THEIRS in asked.reading.cues:
        yield NotTheirs()
    if "asks_cost" in asked.reading.cues:
        yield from _machine(work, asked)


def _card(work: Work, asked: Asked, kinds: tuple[Hardware, ...], *, with_memory: bool) -> Iterator[Reason]:
    """Which class of card is enough, and the cheapest machine that has one, where no card was named.

    One card that was named comes before the class: whether that one does is what is asked. So do amounts.
    """
    amount = _amount(work, asked, kinds, tried=ran_out(asked.reading))
    yield from _pick(work, asked, amount)
    if amount:
        yield amount
    rooms = _rooms(work, asked, kinds, tried=False) if with_memory and not amount else ()
    yield from rooms if len(kinds) == 1 else ()
    yield from _written(work, "card")
    yield from rooms or (taken(work) if with_memory and not amount else ())
    if not kinds:
        yield from _machine(work, asked)


def _machine(work: Work, asked: Asked, of_said: float = 0.0) -> Iterator[Reason]:
    """The cheapest machine with the memory that is comfortable in the phase that is meant, or for what was counted.

    None where nobody asks for hardware or money, or one card does not do.
    """
    if work.is_of_many or MONEY.isdisjoint(asked.reading.cues):
        return
    entries, amount = taken(work, 1), _amount(work, asked, (), tried=False)
    if (amount and not amount.gb) or not (amount or entries):
        return
    least = of_said or (amount.gb if amount else entries[0].comfortable)
    found = smallest(question_of(asked), Machine, least_gib=least * NOMINAL)
    if found:
        yield found


def cards_named(asked: Asked) -> tuple[Hardware, ...]:
    """What was named; a family, such as "AMD", names no card."""
    said = asked.profile
    if not (set(said.candidates) - FAMILIES or said.instances or said.current_instances or said.chip_memory_gb):
        return ()
    return meant(asked.problem, alone=True)
