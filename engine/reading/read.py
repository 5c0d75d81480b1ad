"""Free text -> Reading: the profile a text states, where each slot came from, and what was not understood."""

from __future__ import annotations

from engine.base.named_terms import BESIDE, is_of_terms, named_term
from engine.reading.chains.amounts import Text as Amounts
from engine.reading.chains.ratio import counted_so, ratio
from engine.reading.chains.told import CHIP_HOUR, SOUND, TABLE, TABLE_GB, Said, Work, joined
from engine.reading.crowds.crowd import Text as Crowd
from engine.reading.crowds.crowd import crowd
from engine.reading.crowds.one_node import ONE_NODE, of_one_node
from engine.reading.crowds.sample_rates import candidate_rates, sample_rates
from engine.reading.document import Document, Mention, laid_out, lay_out
from engine.reading.durations import cadence, durations
from engine.reading.figures import figures
from engine.reading.gigabytes import memory, ram, taken
from engine.reading.hardware import recount
from engine.reading.intents import cues, forms, intent, is_ours, small_talk, speaks_of_others
from engine.reading.items import computing, data_size, items
from engine.reading.measures.hours import of_hours, with_measures
from engine.reading.measures.read import measured
from engine.reading.measures.windows import window
from engine.reading.nouns import lengths
from engine.reading.quantities import quantities
from engine.reading.sentences import asked_by_name, sentences, without_asides
from engine.reading.shopping.least import least
from engine.reading.shopping.shopped import Shopped, Text, limits, shopped
from engine.reading.sizes import flags, sizes, timed_steps
from engine.reading.slots import Slots, resolve, shown_signals
from engine.reading.vocabulary import Vocabulary
from engine.reading.words.numbers import Number
from engine.reading.words.patterns import Match
from engine.reading.words.projects import ProjectName
from engine.reading.words.unknown_cards import unknown_cards
from engine.reading.words.unknown_models import unknown_models
from engine.workload.profile import SLOTS, Equipment, NamedProject, Profile, Reading
from knowledge.units import HOURS_PER_DAY

_TELLING = frozenset({"support", "price", "compare"})  # forms that are asked for by words which set no slot
_MONEY = ("money_", "way_")  # how the cues of a question about money begin
_OF_LINKS = frozenset({("cue", "asks_link"), ("cue", "asks_has_link")})  # NVLink between cards is no slot either
_OF_OWN = frozenset({("cue", "buys_card"), ("cue", "owns_card")})
_OPTIMIZERS = frozenset({"adam_8bit", "adafactor", "lion", "muon", "sgd"})  # which change what training takes
_ASKED = frozenset({"judged", "mfu", "token_speed", "how_many", "asks_batch", "asks_context", "asks_if", "asks_size"})
_SUMS, _OF_A_MODEL = frozenset({"fit", "estimate"}), frozenset({"parameters", "variant"})  # forms; slots
_BESIDE, _LONGEST, _A_SIZE = 3, 80, 1e6  # tokens to a noun; characters of a stretch; least of a model's size
_MOST, _MOST_NUMBERS, _SHORT_CUE = 8, 32, 3  # stretches reported; with those that hold a number; words of a short cue
_FOUR_BITS = frozenset({("precision", "int4"), ("precision", "fp4"), ("bits", "int4")})


def unread(document: Document) -> tuple[str, ...]:
    """The first few stretches with a word that carries something, and every one with a number, in their order."""
    stretches: list[str] = []
    first: int | None = None
    content = False
    plain_words = document.plain_words
    for at, token in enumerate([*document.tokens, None]):
        ends = document.ends_clause(at) and not _is_inside_a_number(document, at)
        plain = token is not None and at not in document.covered and not ends
        if token is not None and plain:
            if first is None:
                first = at
            content = content or (token.kind != "mark" and at not in plain_words)
            continue
        if first is not None and content:
            stretches += _pieces(document, first, at, len(stretches))
            if len(stretches) >= _MOST_NUMBERS:
                break
        first, content = None, False
    return tuple(s for s in stretches if s)


def _is_inside_a_number(document: Document, at: int) -> bool:
    """Whether a dot joins the parts of a version ("2.5.1")."""
    around = document.tokens[max(0, at - 1) : at + 2]
    return len(around) == 3 and around[0].kind == around[2].kind == "number" and around[1].glued and around[2].glued


def _pieces(document: Document, first: int, last: int, before: int) -> list[str]:
    """A stretch without filler at its ends, in pieces of bounded length: the first, and those with a number."""
    filler = document.where("filler")
    while first < last and (first in filler or document.tokens[first].kind == "mark"):
        first += 1
    while last > first and (last - 1 in filler or document.tokens[last - 1].kind == "mark"):
        last -= 1
    pieces: list[str] = []
    start = first
    while start < last:
        end = start + 1
        while end < last and document.tokens[end].end - document.tokens[start].start <= _LONGEST:
            end += 1
        numbered = any(token.kind == "number" for token in document.tokens[start:end])
        if numbered or (start == first and before < _MOST):
            pieces.append(document.slice(start, end)[:_LONGEST])
        start = end
    return pieces


def unread_asked(document: Document, stretches: tuple[str, ...]) -> tuple[str, ...]:
    """Those of `stretches` in a sentence that asks, where they change what is asked; all, where no sentence does."""
    asking = [document.slice(first, last) for first, last in sentences(document) if _is_asking(document, first, last)]
    return tuple(stretch for stretch in stretches if not asking or any(stretch in sentence for sentence in asking))


def deciding(document: Document, stretches: tuple[str, ...]) -> tuple[str, ...]:
    """Those of `stretches` with a number of what work or load is counted in, beside each other."""
    numbers = [at for at, token in enumerate(document.tokens) if token.kind == "number"]
    words = [
        document.slice(min(at, one.first), max(at + 1, one.last))
        for one in document.classes.get("deciding", {}).values()
        for at in numbers
        if one.first - _BESIDE <= at < one.last + _BESIDE
    ]
    return tuple(stretch for stretch in stretches if any(word in stretch for word in words))


def _is_asking(document: Document, first: int, last: int) -> bool:
    if document.tokens[last - 1].norm == "?":
        return True
    words = document.where("cue", "interrogative")
    return document.tokens[last - 1].norm != "." and any(at in words for at in range(first, last))


def read(text: str, vocabulary: Vocabulary) -> Reading:
    """Read one text on its own. Never fails; a text that is not understood gives an empty profile."""
    document, slots = understand(text, vocabulary)
    told = measured(laid_out(text, vocabulary), sentences, slots.profile, slots.words)
    signals, sounds = shown_signals(document, slots), bool(document.classes.get("of_sound"))
    slots.profile = of_hours(slots.profile, slots.words, told, document.matches, signals, of_sound=sounds)
    return with_measures(reading(text, document, slots), told)


def _cover_cues(document: Document) -> None:
    """What a question about facts is told by was understood: the library it names, and words such as "price"."""
    for match in document.matches:
        is_cue = match.slot == "cue" and not is_of_terms(match.value)
        if match.slot == "feature" or (is_cue and match.last - match.first <= _SHORT_CUE):
            document.covered.update(at for at in range(*match[2:4]) if document.tokens[at].kind != "number")


def _cover_money(document: Document) -> None:
    """Beside cards of one's own, what they cost and for how long: the answer reads both."""
    for number in document.numbers:
        timed = document.at("years_in", number.last) is not None
        if number.money or timed or document.value_at("counted", number.last) == "dollars":
            document.covered.update(range(number.first - number.money, number.last + 1))


def _cover_terms(document: Document, profile: Profile) -> None:
    """The terms of a commitment, where enough of them is said to look up their rate."""
    shown = [match for match in document.matches if match.slot == "cue"]
    if named_term({str(match.value) for match in shown}, profile.purchase) is not None:
        for match in shown:
            if is_of_terms(match.value) or match.value in BESIDE:
                document.covered.update(range(match.first, match.last))


def _cover_asked(document: Document, hardware: tuple[Equipment, ...]) -> None:
    """Of a question about memory or hours the words that ask it were understood, and the number of each machine."""
    for one in hardware:
        first = document.text.find(one.words)
        spread = (at for at, token in enumerate(document.tokens) if first <= token.start < first + len(one.words))
        document.covered.update(spread if first >= 0 else ())
    if any(match.value == "several_models" for match in document.matches):
        document.covered.update(at for n in document.numbers if n.scale >= _A_SIZE for at in range(n.first, n.last))
    asked = [match for match in document.matches if match.slot == "cue" and match.value in _ASKED]
    document.covered.update(
        at for m in asked for at in range(m.first, m.last) if document.tokens[at].kind not in ("number", "instance")
    )


def _quantize(document: Document) -> None:
    """LoRA of weights in 4 bits is QLoRA, wherever the format is said; not where the model is served afterwards."""
    settings = document.classes.get("adapter_setting", {})
    named = [match for match in document.matches if match.slot == "method" and match.first not in settings]
    if named:
        document.matches = [m for m in document.matches if m.slot != "method" or m in named]
    said = {(match.slot, match.value) for match in document.matches}
    if ("task", "inference") in said or not _is_in_four_bits(document):
        return
    document.matches = [
        match._replace(value="qlora") if (match.slot, match.value) == ("method", "lora") else match
        for match in document.matches
    ]


def _is_in_four_bits(document: Document) -> bool:
    """Whether the weights are said to be; not where it is an optimizer's format, one asked about or a choice."""
    other = document.where("not_precision") | document.where("not_bits") | document.where("or_bits")
    formats = (match for match in document.matches if (match.slot, match.value) in _FOUR_BITS)
    return any(match.first not in other for match in formats)


def understand(text: str, vocabulary: Vocabulary, before: Profile | None = None) -> tuple[Document, Slots]:
    """The text laid out, and what it says about each slot. `before` is what a thread said already."""
    in_thread = before is not None
    if before is None:
        document = laid_out(text, vocabulary).fresh()
    else:
        document = lay_out(text, vocabulary, before, in_thread=True)
    _quantize(document)
    _count_in_tokens(document)
    numbers = tuple(document.numbers)
    document.matches = [*without_asides(document), *asked_by_name(document)]
    shop = Text(document.tokens, document.matches, document.classes, document.numbers, document.covered)
    wanted = None if in_thread else least(shop)
    said = Shopped() if in_thread else limits(shop)
    mentions = [
        *computing(document),
        *(Mention(*said) for said in sample_rates(document)),
        *data_size(document),
        *flags(document),
        *ram(document),
        *taken(document),
        *memory(document),
        *(Mention(*said) for said in crowd(Crowd(document.tokens, document.classes, document.numbers))),
        *items(document),
    ]
    mentions += figures(document)
    mentions += [Mention(*said) for said in candidate_rates(document, _requests(mentions))]
    counted = quantities(document)
    mentions = timed_steps(document, counted, mentions)
    mentions += [*sizes(document, counted), *cadence(document, counted), *durations(document, counted, mentions)]
    mentions += _windows(document, mentions)
    mentions = chained(document, numbers, mentions)
    document.lengths = lengths(document, mentions)
    for quantity in counted:
        document.counted.update(range(quantity.first, quantity.last))
    slots = resolve(document, mentions, vocabulary)
    slots.words.update({slot: words for slot, words in document.chained.items() if slot in slots.words})
    if ("cue", ONE_NODE) in {(match.slot, match.value) for match in document.matches}:
        slots.profile, slots.hardware = of_one_node(slots.profile, slots.hardware)
    if not in_thread:
        shop = shop._replace(matches=document.matches, numbers=document.numbers)
        no_term = bool(slots.ruled_out.get("purchase"))
        hours = said.chip_hours
        slots.profile, said = shopped(shop, slots.profile, said, no_term=no_term)
        document.shopped = (said.most_usd_per_hour, wanted or said.machine_memory_gb, hours)
    return document, slots


def _count_in_tokens(document: Document) -> None:
    """What a text says is one token each is counted so; the ratio itself is no amount."""
    told = ratio(document.tokens, document.classes)
    if told is None:
        return
    nouns = counted_so(told, document.tokens, document.numbers, document.classes)
    spread = range(told.first, told.last)
    document.numbers = [number for number in document.numbers if number.first not in spread]
    document.covered.update(spread)
    for noun in nouns:
        document.matches.append(noun)
        document.classes.setdefault("thing", {})[noun.first] = noun
    for name in ("figure_unit", "figure_name", "counted", "thing", "item", "request"):
        known = document.classes.get(name, {})
        document.classes[name] = {at: match for at, match in known.items() if at not in spread}


def _requests(mentions: list[Mention]) -> float | None:
    """Requests a second, where candidates of each may be ranked; None where samples are counted already."""
    said = {mention.slot: mention.value for mention in mentions}
    counted = "samples_per_second" in said or "requests_per_second" not in said
    return None if counted else float(said["requests_per_second"])


def chained(document: Document, numbers: tuple[Number, ...], mentions: list[Mention]) -> list[Mention]:
    """The mentions with those that amounts joined make, in place of what others made of the same numbers."""
    said = [
        Said(one.slot, float(one.value), one.first, one.last)
        for one in mentions
        if isinstance(one.value, int | float) and not isinstance(one.value, bool)
    ]
    others = [one for one in mentions if isinstance(one.value, str | bool)]
    numeric = [one for one in mentions if one not in others]
    found = joined(Amounts(document.tokens, document.classes, numbers), said, _work(document))
    by_second = any(one.slot == "samples_per_second" for one in mentions)
    if by_second and not any(one.slot == "requests_per_second" for one in found.told):
        return mentions  # "8,000 hours of meetings every day" come by the second, and are no data
    document.chains = tuple(one.shown for one in found.told)
    if any(one.slot in (TABLE, TABLE_GB) for one in found.told):
        document.matches.append(Match("cue", "tables_told", 0, 0))
    for one in found.told:
        if one.chain.parts[0].thing == SOUND:
            document.matches.append(Match("cue", "hours_of_data", *one.spans[0]))
        if one.chain.parts[0].thing == CHIP_HOUR:
            document.matches.append(Match("cue", "hours_held", *one.spans[0]))
    document.chained = {
        one.slot: ", ".join(dict.fromkeys(document.slice(*span) for span in one.spans)) for one in found.told
    }
    for one in found.told:
        document.covered.update(at for first, last in one.spans for at in range(first, last))
    ranked = next((p for one in found.told for p in one.chain.parts if p.thing == "candidate"), None)
    if ranked and not any(
        match.slot in ("variant", "model") for match in document.matches
    ):  # what scores is no text model
        others.append(Mention("architecture", "recommender", ranked.first, ranked.last))
    made = [Mention(one.slot, one.value, *one.spans[-1]) for one in found.told if one.slot in SLOTS]
    return [*others, *(one for one, stays in zip(numeric, found.kept, strict=True) if stays), *made]


def _work(document: Document) -> Work:
    """What the text is about, by its words; beside training nothing else is said of serving."""
    tasks = {match.value for match in document.matches if match.slot in ("task", "task.hint")}
    tasks |= {document.before.task} if document.before.task else set()
    methods = {match.value for match in document.matches if match.slot == "method"} | {document.before.method}
    trains = bool(tasks & {"fine_tuning", "pretraining"} or methods & {"lora", "qlora", "rlhf", "full"})
    trains = trains or ("inference" not in tasks and bool(document.classes.get("trains")))
    return Work(trains=trains, generates="rlhf" in methods, serves="inference" in tasks)


def _windows(document: Document, mentions: list[Mention]) -> list[Mention]:
    """A time between two days or two times of a day is how long work may take, where no other is told."""
    told = window(document)
    if told is None or any(one.slot == "deadline_days" for one in mentions):
        return []
    return [Mention("deadline_days", round(told.hours / HOURS_PER_DAY, 10), told.first, told.last)]


def faqs_of_thread(before: Reading, text: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    """The recurring questions that a turn asks of the hardware which the thread named: "what did 7 days cost?"."""
    named = (*before.profile.instances, *before.profile.candidates, *filter(None, [before.profile.capacity]))
    asked = lay_out(f"{', '.join(named)}: {text}", vocabulary, Profile()).asked if named else ()
    return tuple(one.faq for one in asked)


def reading(text: str, document: Document, slots: Slots) -> Reading:
    """The result as one frozen value. A text plainly about something else states no workload."""
    recount(document, slots)
    if slots.ambiguous.keys() & _OF_A_MODEL:
        document.matches.append(Match("cue", "several_models", 0, 0))
    topic = intent(document, slots.profile)
    if topic == "off_topic" and (speaks_of_others(document) or not is_ours(document, slots.profile)):
        slots = Slots()
        document.covered.clear()
    form, *others = forms(document, slots.profile, slots.profile, topic)
    meant = next(entry.means for entry in document.forms if entry.id == form)
    if meant:
        topic, (form, *others) = meant, forms(document, slots.profile, slots.profile, meant)
    emitted = form == "carbon" and slots.profile.run_hours is not None  # of hours of chips that are told
    if form in _TELLING or emitted or any((m.slot, m.value) in _OF_LINKS for m in document.matches):
        _cover_cues(document)
    _cover_terms(document, slots.profile)
    if form == "remark" and any((m.slot, m.value) in _OF_OWN for m in document.matches):
        _cover_money(document)
    document.covered.update(
        at for m in document.matches if m.value == "sizes_tables" for at in range(max(0, m.first - 2), m.last)
    )
    document.covered.update(
        at for m in document.matches if m.slot == "cue" and m.value in _OPTIMIZERS for at in range(m.first, m.last)
    )
    if form in _SUMS:
        _cover_asked(document, slots.hardware)
    if form == "fit" and any(match.value == "both_tasks" for match in document.matches):
        slots.profile = slots.profile.model_copy(update={"task": None})  # neither of the two is the work
    named = unknown_models(
        document.tokens, [*document.matches, *document.unheld], document.text, document.covered | document.plain_words
    )
    document.covered.update(at for model in named for at in model.tokens)
    return Reading(
        text=text,
        intent=topic,
        form=form,
        other_forms=tuple(others),
        cues=tuple(sorted(cues(document) | small_talk(document))),
        profile=slots.profile,
        words=slots.words,
        ruled_out=slots.ruled_out,
        ruled_out_words=slots.ruled_out_words,
        hardware=slots.hardware,
        unavailable=slots.unavailable,
        memories=tuple(document.memories),
        most_usd_per_hour=document.shopped[0],
        machine_memory_gb=document.shopped[1],
        chip_hours=document.shopped[2],
        chains=document.chains,
        lengths=document.lengths,
        signals=shown_signals(document, slots),
        money_words=_money_words(document),
        faqs=tuple(one.faq for one in document.asked),
        domains=document.domains,
        projects=_named(document.projects),
        model_projects=_named(document.model_projects),
        programs=_named(document.programs),
        unread=(stretches := unread(document)),
        unread_asked=unread_asked(document, stretches),
        deciding=deciding(document, stretches),
        unheld=tuple(dict.fromkeys(document.slice(one.first, one.last) for one in document.unheld)),
        unknown_models=tuple(model.name for model in named),
        unknown_cards=unknown_cards(document.tokens, document.matches, document.text),
        ambiguous=slots.ambiguous,
    )


def _money_words(document: Document) -> tuple[str, ...]:
    cues = (one for one in document.matches if one.slot == "cue" and str(one.value).startswith(_MONEY))
    return tuple(document.slice(one.first, one.last) for one in cues)


def _named(names: tuple[ProjectName, ...]) -> tuple[NamedProject, ...]:
    return tuple(NamedProject(name=one.name, repositories=one.repositories, other=one.other) for one in names)
