"""Messages that ask one thing beside the thread: what a term means, what its machine is or costs, or elsewhere; and
those that ask something of the figures that their thread told."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from bot.advice.answer import Answer
from bot.advice.thread.beside import beside
from bot.advice.thread.claims import in_one_message, is_short, of_claims, remembering
from bot.advice.turns import as_answered, on_topic
from engine.answers import FactAnswer
from engine.answers.commitment import types_meant
from engine.forms.again.reckoned import below, gap_of, seen
from engine.forms.again.unfollowed import Unfollowed
from engine.forms.explain import EXPLAIN
from engine.forms.faqs.written import told_whole
from engine.forms.form import Asked
from engine.forms.machines.chip_spec import asks_chip, chip_spec
from engine.forms.machines.one_machine import ASKS as OF_MACHINES
from engine.forms.machines.one_machine import one_machine
from engine.forms.machines.spec_asked import asks_spec, spec_of
from engine.forms.price import PRICE
from engine.library import Library
from engine.prices.areas import regions_within
from engine.prices.price_book import PriceBook
from engine.reading.document import Document, laid_out
from engine.reading.intents import asks_why
from engine.reading.turns.summing import summing
from engine.reading.vocabulary import Vocabulary
from engine.reading.words.quotes import own_words
from engine.workload.profile import Profile, Reading
from engine.workload.told_sums import NO_VIEW, SumView, ToldSum
from knowledge.facts import Facts, Instance, Purchase

SHORT, MOST = 120, 14  # characters and tokens of such a message
SUMS, PLACES, THERE = "sum_turn", frozenset({"region", "place"}), "there"  # classes of words
LESS, MORE, PAIR, TOTAL, HAS = "cheaper", "dearer", "compare", "total", "has"  # values of terms
FIT, MEANT = "fit", "meant"  # the form; the cue of a turn that corrects
PRICED = frozenset({"price", "price_short", "price_strong", "asks_cost"})  # cues
OF_HOST = frozenset({"cpu", "network"})  # values of terms that ask of no work
BOUGHT = frozenset(
    {"instances", "candidates", "instance_count", "region", "purchase", "clouds"}
)  # slots of what is priced
OTHER_WAYS: tuple[Purchase, ...] = ("capacity_block", "spot")  # told below
SEVERAL = 2
Parse = Callable[..., Reading]


def aside(
    text: str, before: Reading | None, parse: Parse, vocabulary: Vocabulary, library: Library, day: date
) -> Answer | None:
    """The answer to such a message; its thread stays as it was."""
    if not text.strip() or len(text) > SHORT:
        return None
    document = laid_out(own_words(text), vocabulary)
    if (told := _term(text, document, before, parse, library.facts, day)) is not None:
        return told
    if before is None and (asks := asks_chip(document)) and (told := _chip(text, asks, parse, library, day)):
        return told
    if asks := asks_spec(document):
        return _spec(text, asks, before, parse, library.facts, day, _lines(document))
    if before is not None and (held := _held(text, document, before, library, day)) is not None:
        return held
    asks = _asks_there(document)
    return _there(text, asks, before, parse, library, day, named=_is_named(document)) if asks and before else None


def with_figures(
    answer: Answer, text: str, before: Reading | None, parse: Parse | None, library: Library, day: date
) -> Answer:
    """The answer, or that to what a text asks of figures which it and its thread tell; without `parse` as it is."""
    answer = beside(answer, before) if parse is not None else answer
    made = _of_figures(text, before, parse, library, day) if parse is not None and is_short(text, before) else None
    if made is None or before is None:
        made = in_one_message(answer, made)
    return remembering(made, before, text)


def _of_figures(text: str, before: Reading | None, parse: Parse, library: Library, day: date) -> Answer | None:
    reading = on_topic(parse(text, before=before), before)
    made = of_claims(text, reading, before, parse, library, day)
    if made is None:
        return None
    kept = as_answered(reading, EXPLAIN, made).model_copy(update={"unread": (), "unread_asked": ()})
    sources = library.facts.sources
    return Answer(question=text, reading=kept, form=EXPLAIN, before=before, facts=made, sources=sources, as_of=day)


def _lines(document: Document) -> tuple[str, ...]:
    """The types that the names of lines stand for: "p4d"."""
    return tuple(str(match.value) for match in document.classes.get("machine_of", {}).values())


def _term(
    text: str, document: Document, before: Reading | None, parse: Parse, facts: Facts, day: date
) -> Answer | None:
    """What a term means, or several, where a message asks nothing but that."""
    asked = sorted((one for one in document.asked if one.of_term), key=lambda one: min(one.tokens))
    told = tuple(one for at, one in enumerate(asked) if not any(one.tokens & last.tokens for last in asked[:at]))
    words = frozenset(at for at, token in enumerate(document.tokens) if token.kind != "mark")
    if not told or not words <= frozenset().union(*(one.tokens for one in told)):
        return None
    cues = {str(match.value) for match in document.classes.get("cue", {}).values()}
    if document.classes.get("instances") and not cues.isdisjoint(PRICED):
        return None  # of what it costs: "what does a p5.48xlarge cost an hour?" as one phrase of another language
    if len(told) > 1 and parse(text).profile.candidates:
        return None  # two sides
    if before is not None and (MEANT in cues or any(one.of_value for one in told) or asks_why(document)):
        return None  # of the answer before it, or what was meant: "sorry, I meant QLoRA"
    reading = before.model_copy(update={"text": text}) if before is not None else _named(parse(text))
    first, *others = (
        Answer(
            question=document.slice(min(one.spots[0]), max(one.spots[0]) + 1) if len(told) > 1 else text,
            reading=reading, form=EXPLAIN, before=before, facts=told_whole(facts.faqs[one.faq]),
            sources=facts.sources, as_of=day,
        )
        for one in told
    )  # fmt: skip
    return first.model_copy(update={"parts": (first, *others)}) if others else first


def _named(reading: Reading) -> Reading:
    """The reading of a definition: it says nothing but the machines that it names, and asks for nothing else."""
    kept = {slot: value for slot, value in reading.profile.stated().items() if slot in BOUGHT}
    said = {"profile": Profile.model_validate(kept), "form": EXPLAIN.id, "other_forms": ()}
    return reading.model_copy(update=said | {"unread": (), "unread_asked": ()})


def _chip(text: str, asks: str, parse: Parse, library: Library, day: date) -> Answer | None:
    """A figure of a chip, or machines with it."""
    said, facts = parse(text), library.facts
    of_machines = asks in OF_MACHINES
    words = said.words.get("candidates", "")
    made = one_machine(asks, said, library, day) if of_machines else chip_spec(asks, said.profile, facts, words)
    if made is None:
        return None
    priced = PRICE.answer(Asked(said, library, day)) if of_machines else None
    form = PRICE if priced is not None and priced.table is not None else EXPLAIN
    made = made.model_copy(update={"table": priced.table}) if priced is not None else made
    return Answer(question=text, reading=said, form=form, before=None, facts=made, sources=facts.sources, as_of=day)


def _spec(
    text: str, asks: str, before: Reading | None, parse: Parse, facts: Facts, day: date, lines: tuple[str, ...]
) -> Answer | None:
    """What a machine is; `lines`: the types that names of lines in it stand for."""
    known = before.turn or before.profile if before is not None else None
    said = parse(text)
    named = said.profile if said.profile.instances else said.profile.model_copy(update={"instances": lines})
    made = spec_of(asks, named, known, before.sums if before is not None else (), facts)
    if made is None and before is not None and asks in OF_HOST:
        made = FactAnswer(headline=Unfollowed())  # no machine was named
    if made is None:
        return None
    reading = before.model_copy(update={"text": text}) if before is not None else said
    return Answer(
        question=text, reading=reading, form=EXPLAIN, before=before, facts=made, sources=facts.sources, as_of=day
    )


def _held(text: str, document: Document, before: Reading, library: Library, day: date) -> Answer | None:
    """What a machine costs that was asked whether it holds the work: "and a day?", "what does that cost a month?"."""
    told = before.sums[-1] if before.sums else None
    turn = summing(document) if before.form == FIT and (told is None or told.beside) else None
    if turn is None or turn.change or turn.number or not (turn.hours or turn.asks - {HAS} == {TOTAL}):
        return None
    known = before.turn or before.profile
    hour = _hour_of(told, known, library, day)
    if hour is None:
        return None
    view = SumView(hours=turn.hours, share=turn.share or 1.0, daily=turn.daily)
    first = seen(hour, view, frozenset())
    if first is None:
        return None
    bought = {slot: value for slot, value in known.stated().items() if slot in BOUGHT}
    beside = {
        "form": PRICE.id,
        "turn": Profile.model_validate(bought),
        "work": before.profile,
        "work_form": FIT,
        "thread": (),
    }
    summed = {"text": text, "sums": (hour,), "sum_view": view, "sums_told": 1}
    reading, sources = before.model_copy(update=summed | beside), library.facts.sources
    return Answer(
        question=text, reading=reading, form=PRICE, before=before, facts=below(first), sources=sources, as_of=day
    )


def _hour_of(told: ToldSum | None, known: Profile, library: Library, day: date) -> ToldSum | None:
    """The hour of the one machine that was named, else of as many chips as the answer told that it takes."""
    facts, book, way = library.facts, library.prices(day), known.purchase or "on_demand"
    things = [facts.instances[name] for name in known.instances if name in facts.instances]
    machines, of_chip = int(known.instance_count or 1), False
    if not things and told is not None:
        machines, of_chip = told.chips * told.machines, True
        things = [one for one in facts.instances.values() if facts.accelerators[one.accelerator].name == told.chip]
        things = [one for one in things if one.cloud in (known.clouds or ("aws", "gcp", "azure"))]
    elif len(things) != 1:
        return None
    priced = [(quote, one) for one in things if (quote := book.near(one, way, known.region)) is not None]
    if not priced:
        return None
    quote, thing = min(priced, key=lambda row: (row[0].seen.likely / row[1].count, row[1].count))
    usd = quote.seen.likely / (thing.count if of_chip else 1)
    return ToldSum(
        usd=usd, low=usd, high=usd, unit="hour",
        thing=facts.accelerators[thing.accelerator].name if of_chip else thing.id,
        chip=thing.id if of_chip else "", chips=1 if of_chip else thing.count, of_chip=of_chip, machines=machines,
        purchase=way, cloud=thing.cloud, region=quote.told_region, day=str(quote.observed_on), cites=(quote.source,),
    )  # fmt: skip


def _asks_there(document: Document) -> str:
    """Whether less or more is asked of a place, and nothing else; "" where it is not."""
    if len(document.tokens) > MOST:
        return ""
    asked = [m for m in document.matches if m.slot == SUMS and m.value in (LESS, MORE)]
    place = [m for m in document.matches if m.slot == THERE or m.slot in PLACES]
    taken = {at for m in (*asked, *place) for at in range(m.first, m.last)}
    carrying = {at for at, token in enumerate(document.tokens) if token.kind == "word"}
    if not asked or not place or carrying - taken - document.plain_words:
        return ""
    return str(asked[0].value)


def _is_named(document: Document) -> bool:
    """Whether the place is the one that the thread is in."""
    return not any(match.slot == THERE for match in document.matches)


def _there(
    text: str, asks: str, before: Reading, parse: Parse, library: Library, day: date, *, named: bool
) -> Answer | None:
    """Whether the machine of the thread costs less, or more, in one place than in another."""
    if named and before.sums and before.sums[-1].unit == "hour" and before.sums[-1].region:
        return None  # a change of that sum
    known = before.turn or before.profile
    said, book = parse(text).profile.region, library.prices(day)
    places = [said, known.region] if named else [known.region, said]
    way = known.purchase or "on_demand"
    for thing in types_meant(before.model_copy(update={"profile": known}), library, book):
        usual = regions_within(None, thing.cloud, library.facts)[0]
        asked, *others = dict.fromkeys(one for one in (*places, *reversed(before.places), usual) if one)
        if not others:
            continue
        sums = _sums(thing, (others[0], asked), way, book, library.facts, nearest=True)
        first = gap_of(sums, NO_VIEW, frozenset({asks}), 1) if sums else None
        first = first or (seen(sums[-1], NO_VIEW, frozenset()) if len(sums) == SEVERAL else None)
        if first is None:
            continue
        ways = (other for other in OTHER_WAYS if other != way)
        beside = (_sums(thing, (others[0], asked), other, book, library.facts) for other in ways)
        lines = (gap_of(pair, NO_VIEW, frozenset({PAIR}), 1) for pair in beside if len(pair) == SEVERAL)
        facts = below(first).model_copy(update={"sentences": tuple(line for line in lines if line)})
        reading = before.model_copy(update={"text": text, "sums": sums, "sum_view": None, "sums_told": SEVERAL})
        sources = library.facts.sources
        return Answer(
            question=text, reading=reading, form=PRICE, before=before, facts=facts, sources=sources, as_of=day
        )
    return None


def _sums(
    thing: Instance, places: tuple[str, str], way: Purchase, book: PriceBook, facts: Facts, *, nearest: bool = False
) -> tuple[ToldSum, ...]:
    """The hour of the machine in each place that has a price of it; else, where asked, in the `nearest` that has."""
    found = []
    for place in places:
        regions = regions_within(place, thing.cloud, facts)
        held = [quote for quote in book.quotes(thing, way) if quote.region in regions]
        near = book.near(thing, way, place) if nearest and not held else None
        quote = min(held, key=lambda one: one.seen.likely, default=near)
        if quote is not None:
            usd = quote.seen.likely
            found.append(
                ToldSum(
                    usd=usd, low=usd, high=usd, unit="hour", thing=thing.id, chips=thing.count, purchase=way,
                    cloud=thing.cloud, region=quote.told_region, place="" if held else place,
                    day=str(quote.observed_on), cites=(quote.source,),
                )
            )  # fmt: skip
    return tuple(found)
