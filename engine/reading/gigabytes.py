"""Gigabytes of a text: the memory of a chip ("a 24GB GPU"), what work is said to take or to need, how full a card is.

All of them are taken out of the numbers that the rest of the grammar counts.
"""

from __future__ import annotations

from engine.reading.document import Document, Mention
from engine.reading.entities import MOST_GB, gigabytes_after, take, with_others
from engine.reading.hardware import ends_between
from engine.reading.words.numbers import Number
from engine.reading.words.patterns import Match
from engine.reading.words.tokens import SENTENCE_ENDS, is_processor

_MEMORY = frozenset({"memory", "ram", "vram", "hbm"})
_TERA, _GB_PER_TB = "tera", 1000  # a letter that is read as trillion elsewhere
_MOST_CHIPS = 4096
_BETWEEN = 2  # tokens between a chip and its gigabytes
_COUNTED = 8  # tokens between a number of chips and what memory they have together
_DUAL = frozenset({"dual", "two", "triple", "quad", "pair"})
_WITH = frozenset({"with", "has", "having", "of"})
_LACKS = frozenset({"without", "no", "lack", "lacking"})
_TIMES = frozenset({"x", "times"})
_TAKEN_BETWEEN = 2  # tokens between the words that say so and the gigabytes
_TAKEN_SUBJECT = 4  # tokens before a verb in which somebody is named, or a question opens
_ASKED_BEFORE, _ASKED_BEHIND = 4, 4  # tokens around gigabytes that are the other of two
_ASKING, _NEEDED = frozenset({"is", "are", "do", "does"}), frozenset({"needed", "required", "necessary", "need"})
_ASKERS, _WISH_BETWEEN = frozenset({"i", "we"}), 4  # "do I need 32 GB?", "I guess we need a card of 48 GB"
_MOST_TAKEN_GB = 5_000
_NEED_BETWEEN = 8  # the same of a need: "requires a GPU with at least 24GB"
_NO_NEED = frozenset({"to", "run", "fit", "my", "have", "has", "i", "we", "with", "on"})  # "need to run it on 16 GB"
_OF, _OUT_OF = "of", 2  # the word between a part and the whole; tokens to the whole: "out of"
_USAGE = 4  # tokens before a figure in which memory is spoken of
_LEAST_FILL = 0.6  # of a card: "8G / 24G" is another thing
_NAMES_CPU = "names_cpu"  # the cue
_SIZES = "card_sizes"  # the cue: cards of several sizes are a choice
_CORES, _PARTS = frozenset({"i3", "i5", "i7", "i9"}), 3  # families of processors; tokens before the end of a name
_RAM_BETWEEN = 2  # tokens between the words for RAM and its gigabytes
_OF_CARDS = frozenset({"gpu", "video", "graphics", "card", "v", "vram"})
_GPUS, _EACH = frozenset({"gpu", "gpus"}), frozenset({"gpu", "card", "chip", "device", "each", "accelerator"})
_ANY = frozenset({"gpu", "tpu"})  # names no card
_ALLOWED, _WORDS_BEFORE = frozenset({"may", "can", "could", "allowed", "only", "durfen", "konnen"}), 3
_BITS = frozenset({"bit", "bits"})
_TURN = 9  # words of a turn that is short
_NEEDED_WITH = frozenset({"gpu", "gpus", "card", "cards", "machine", "memory"})  # "a GPU with 24GB" is what it needs


def ram(document: Document) -> list[Mention]:
    """Gigabytes of the machine itself: "32 GB RAM", "RAM: 128GB", "64 gb of ddr5"; not what is needed of it, and not
    those of a card that nobody names."""
    mentions: list[Mention] = []
    _without_processors(document)
    for number in list(document.numbers):
        unit = document.at("gigabytes", number.last) or document.at("terabytes", number.last) or _bare_tera(number)
        if unit is None or number.money or number.value <= 0 or (number.scale != 1 and unit.slot != _TERA):
            continue
        behind = document.at("host_ram", unit.last)
        before = document.ending("host_ram_before", number.first, _RAM_BETWEEN, longest=True)
        other = document.at("memory_after", unit.last) or document.at("not_ram", unit.last)
        if behind is None and (before is None or other is not None):
            continue
        if _own(document, unit.last) is not None:
            continue
        sure = "sure" in (behind.value if behind else "", before.value if before else "")
        if not sure and unit.value == 1 and _is_of_gpu(document, number, before):
            if number.value <= MOST_GB:
                mentions.append(Mention("chip_memory_gb", number.value, number.first, unit.last))
                take(document, number, unit.last)
            continue
        if _is_needed(document, number) or document.ending("memory_taken", number.first, _TAKEN_BETWEEN):
            continue
        several = _several(document, number, unit.last)  # "24 x 48GB DDR5"
        gb = number.value / number.scale * float(unit.value) * (several.value if several else 1)
        first, last = before.first if before and not behind else number.first, behind.last if behind else unit.last
        mentions.append(Mention("ram_gb", gb, number.first, last))
        take(document, number, last)
        if several is not None:
            document.numbers.remove(several)
            first = min(first, several.first)
        document.covered.update(range(first, last))
    return mentions


def _bare_tera(number: Number) -> Match | None:
    """The "T" of "1T of RAM" as a unit; it stands within the number."""
    return Match(_TERA, _GB_PER_TB, number.last, number.last) if number.letter == "t" else None


def _without_processors(document: Document) -> None:
    """The numbers in the name of a CPU count nothing: "Ryzen 9 5950X"; a model's number alone names one: "13600K"."""
    models = [at for at, token in enumerate(document.tokens) if is_processor(token.norm)]
    document.matches += [Match("cue", _NAMES_CPU, at, at + 1) for at in models]
    document.matches = [match for match in document.matches if not _is_within_processor(document, match)]
    for match in document.matches:
        if (match.slot, match.value) == ("cue", _NAMES_CPU):
            inside = range(match.first, match.last)
            document.numbers = [number for number in document.numbers if number.first not in inside]
            document.covered.update(inside)


def _is_within_processor(document: Document, match: Match) -> bool:
    """Whether a machine's name is the end of a processor's: the "G7" of "i7-1165G7"."""
    tokens, first = document.tokens, match.first
    if match.slot not in ("candidates", "instances") or first < _PARTS or not tokens[first].glued:
        return False
    family, joint, number = tokens[first - _PARTS : first]
    return number.kind == "number" and joint.norm == "-" and family.norm in _CORES


def _own(document: Document, after: int) -> Match | None:
    """The "RAM" or "VRAM" between gigabytes and the GPU that has them: "a 16GB RAM GPU"."""
    ram = document.at("host_ram", after) or document.at("memory_taken_unit", after)
    gpu = ram is not None and ram.last < len(document.tokens) and document.tokens[ram.last].norm in _GPUS
    return ram if gpu else None


def _is_of_gpu(document: Document, number: Number, before: Match | None) -> bool:
    """Whether it is the RAM of a card without a name: "GPU RAM: 24GB", "a GPU with 8GB ram"."""
    first = before.first if before else number.first
    if first and document.tokens[first - 1].norm in _OF_CARDS:
        return True
    chip = document.ending("memory_before", number.first, _BETWEEN, longest=True)
    named = [m for m in document.matches if m.slot == "candidates" and m.value not in _ANY]
    beside = any(0 <= number.first - m.last <= _BETWEEN for m in named)
    return chip is not None and chip.value == "chip" and not beside


def taken(document: Document) -> list[Mention]:
    """Gigabytes that work takes, wherever they are said again, or that it is said to need beside what is had."""
    mentions: list[Mention] = [*_full(document)]
    for number in list(document.numbers):
        last = gigabytes_after(document, number, _MOST_TAKEN_GB)
        if last is None:
            continue
        named = document.at("memory_taken_unit", last)
        if _is_the_other(document, number, last) or _is_wished(document, number):
            document.memories.append(number.value)
            document.covered.update(range(number.first, last))
            document.matches.append(Match("cue", _SIZES, number.first, last))
            take(document, number, last)
            continue
        needed = _is_needed(document, number) and _is_had_beside(document, number)
        if needed:
            unit = named or document.at("memory_after", last)
            last = unit.last if unit is not None and document.at("candidates", last) is None else last
        elif named is not None and not _own(document, last):
            last = named.last
        elif any(document.at(name, last) for name in ("memory_after", "not_taken")) or _own(document, last):
            continue  # "needs a 24GB card", "uses 40 GB of text"
        again = any((one.slot, one.value) == ("taken_gb", number.value) for one in mentions)
        if not again and not needed and not _is_said_taken(document, number, last):
            continue
        mentions.append(Mention("taken_gb", number.value, number.first, last))
        take(document, number, last)
    return mentions


def _is_the_other(document: Document, number: Number, last: int) -> bool:
    """Whether it is one of two that are asked about: "does it fit 24GB, or is 48GB needed?" """
    words = [token.norm for token in document.tokens[max(0, number.first - _ASKED_BEFORE) : number.first]]
    behind = [token.norm for token in document.tokens[last : last + _ASKED_BEHIND]]
    return "or" in words and not _ASKING.isdisjoint(words) and "?" in behind and not _NEEDED.isdisjoint(behind)


def _is_wished(document: Document, number: Number) -> bool:
    """Whether somebody asks or guesses to need so much beside a card that is had: "I suspect I need 32 GB"."""
    verb = document.ending("memory_needed", number.first, _WISH_BETWEEN, longest=True)
    if verb is None or not verb.first or document.tokens[verb.first - 1].norm not in _ASKERS:
        return False
    between = document.tokens[verb.last : number.first]
    if any(token.norm in SENTENCE_ENDS or token.kind == "number" for token in between):
        return False
    return _is_had_beside(document, number)


def _full(document: Document) -> list[Mention]:
    """Of "39G / 40G" the second is the card's, the first what somebody sees taken there: no need of a model."""
    mentions: list[Mention] = []
    for number in list(document.numbers):
        unit = gigabytes_after(document, number, MOST_GB)
        if (part := _part_of(document, number, unit)) is not None:
            mentions.append(part)
            continue
        if unit is None and (number.value != int(number.value) or _is_usage(document, number.first)):
            unit = number.last  # "22.1/24GB", "memory usage is 26/32GB"
        if unit is None:
            continue
        other = next((one for one in document.numbers if one.first == unit + 1), None)
        if other is None or unit >= len(document.tokens) or document.tokens[unit].norm != "/":
            continue
        end = gigabytes_after(document, other, MOST_GB)
        if end is None or not number.value <= other.value or number.value <= other.value * _LEAST_FILL:
            continue
        mentions.append(Mention("chip_memory_gb", other.value, other.first, end))
        take(document, number, unit)
        take(document, other, end)
        document.covered.update(range(number.first, end))
    return mentions


def _part_of(document: Document, number: Number, unit: int | None) -> Mention | None:
    """ "takes 129 of 144 GiB": the first is what is taken; the second, of all the cards, is no memory of one."""
    at = number.last if unit is None else unit
    other = next((one for one in document.numbers if at < one.first <= at + _OUT_OF), None)
    end = gigabytes_after(document, other, MOST_GB) if other is not None else None
    if other is None or end is None or document.tokens[other.first - 1].norm != _OF:
        return None
    if not other.value * _LEAST_FILL < number.value <= other.value or not _is_said_taken(document, number, end):
        return None
    take(document, number, at)
    take(document, other, end)
    document.covered.update(range(number.first, end))
    return Mention("taken_gb", number.value, number.first, end)


def _is_usage(document: Document, at: int) -> bool:
    """Whether memory is spoken of right before."""
    return any(token.norm in _MEMORY for token in document.tokens[max(0, at - _USAGE) : at])


def _is_needed(document: Document, number: Number) -> bool:
    """Whether it is said that so much is needed: "requires a GPU with at least 24GB"; "do I need 24GB?" asks."""
    verb = document.ending("memory_needed", number.first, _NEED_BETWEEN, longest=True)
    if verb is None or document.at("not_taken", number.last + 1) is not None:
        return False
    if _is_beside_a_card(document, number.first):
        return False  # "how many cards are needed (A100, 80G)?"
    between = document.tokens[verb.last : number.first]
    words = [token.norm for token in between]
    if any(norm in SENTENCE_ENDS or token.kind == "number" for norm, token in zip(words, between, strict=True)):
        return False
    free = [norm for at, norm in enumerate(words) if not (norm == "with" and at and words[at - 1] in _NEEDED_WITH)]
    before = range(max(0, verb.first - _TAKEN_SUBJECT), verb.first)
    return _NO_NEED.isdisjoint(free) and not any(document.at("not_taking", at) is not None for at in before)


def _is_beside_a_card(document: Document, at: int) -> bool:
    """Whether the name of a card stands right before, with nothing but a mark between."""
    card = document.ending("candidates", at - (at > 0 and document.tokens[at - 1].kind == "mark"), 0)
    return card is not None and card.value not in _ANY


def _is_had_beside(document: Document, number: Number) -> bool:
    """Whether other gigabytes are said of a card, or a card by name: then the two are set against each other."""
    for other in document.numbers:
        last = gigabytes_after(document, other, MOST_GB)
        if last is not None and other.value != number.value and document.at("not_memory", last) is None:
            return True
    beside = range(number.last, number.last + _BETWEEN + 1)
    cards = (m for m in document.matches if m.slot == "candidates" and m.value not in _ANY)
    return any(card.first not in beside for card in cards)


def _is_said_taken(document: Document, number: Number, last: int) -> bool:
    """Whether a verb before the gigabytes, or words behind them, say that work takes them; "do I need 24GB?" asks."""
    verb = document.ending("memory_taken", number.first, _TAKEN_BETWEEN, longest=True)
    if verb is None:
        card = document.ending("memory_before", number.first, 1)  # "the RTX 3060 12GB model"
        return card is None and document.at("memory_taken_behind", last) is not None
    before = range(max(0, verb.first - _TAKEN_SUBJECT), verb.first)
    return not any(document.at("not_taking", at) is not None for at in before)


def memory(document: Document) -> list[Mention]:
    """Gigabytes of one chip: "a 24GB GPU", "4x V100 32GB", "fit in 16 GB". Taken out of the numbers that count."""
    mentions: list[Mention] = []
    for number in list(document.numbers):
        unit = document.at("gigabytes", number.last)
        if unit is None or number.money or number.scale != 1 or not 1 < number.value <= MOST_GB:
            continue
        several = _several(document, number, unit.last)  # "24 x 48GB DDR5" are no cards
        if _is_of_a_slice(document, number, unit.last) or (several and document.at("not_memory", unit.last)):
            document.numbers = [other for other in document.numbers if other not in (number, several)]
            document.covered.update(range(number.first, unit.last))
            continue
        of_chip = _is_of_a_chip(document, number, unit.last) or _is_all_of_a_turn(document, number, unit.last)
        of_chip = of_chip or _is_of_nodes(document, number)
        if several is None and not of_chip:
            continue
        if _is_lacked(document, number):
            take(document, number, unit.last)
            continue
        mentions.append(Mention("chip_memory_gb", number.value, number.first, unit.last))
        own = _own(document, unit.last)
        document.covered.update(range(unit.last, own.last) if own else ())
        document.numbers.remove(number)
        document.aside.update(range(number.first, unit.last))
        if several is not None:
            first, last = min(number.first, several.first), max(unit.last, several.last)
            mentions.append(Mention("accelerator_count", several.value, first, last))
            document.numbers.remove(several)
    return with_others(document, mentions)


def _is_lacked(document: Document, number: Number) -> bool:
    """Whether it is what somebody does without, beside other gigabytes: "without 8 GB VRAM? I have only 6"."""
    before = {token.norm for token in document.tokens[max(0, number.first - _BETWEEN) : number.first]}
    others = (one for one in document.numbers if one.value != number.value)
    return bool(before & _LACKS) and any(document.at("gigabytes", one.last) is not None for one in others)


def _is_of_a_slice(document: Document, number: Number, after: int) -> bool:
    """Whether gigabytes are the sum of a slice of TPU cores: "a v3-8 has 128 GB", unless they are said of each."""
    first = max(0, number.first - _COUNTED)
    tpus = [m for m in document.matches if m.slot == "candidates" and "slice" in dict(m.implies)]
    named = [m for m in tpus if first <= m.first < number.first and _has_cores(document, m.last)]
    each = document.at("each", after) is not None
    return bool(named) and not each and not ends_between(document, named[-1].last, number.first)


def _has_cores(document: Document, at: int) -> bool:
    """Whether a number of cores follows the name of a TPU: the "-8" of "v3-8"."""
    tokens = document.tokens[at : at + 2]
    return len(tokens) == 2 and tokens[0].norm == "-" and tokens[1].kind == "number"


def _several(document: Document, number: Number, after: int) -> Number | None:
    """The number of chips that gigabytes are multiplied by: "4 x 24GB", "49GB x 4", "A100 (40G) x 8"."""
    tokens, by = document.tokens, _TIMES
    if _of_several_nodes(document, number.first):
        return None
    named = document.at("memory_after", after)
    after = named.last if named is not None else after
    ends = after + (after < len(tokens) and tokens[after].norm in (")", "-"))
    for other in document.numbers:
        whole = other.value == int(other.value) and 1 <= other.value <= _MOST_CHIPS and other.scale == 1
        before = other.last == number.first - 1 and tokens[other.last].norm in by
        behind = other.first == ends + 1 and ends < len(tokens) and tokens[ends].norm in by
        if whole and not other.money and (before or behind):
            return other
    return None


def _is_of_nodes(document: Document, number: Number) -> bool:
    """Whether they are multiplied by a number that is read with its nodes: "three A100 nodes (8 x 80GB each)"."""
    times = number.first > 1 and document.tokens[number.first - 1].norm in _TIMES
    return times and document.tokens[number.first - 2].kind == "number" and _of_several_nodes(document, number.first)


def _of_several_nodes(document: Document, at: int) -> bool:
    """Whether chips are those of each of several machines: "three A100 nodes (8 x 80GB each)"."""
    nodes = [node for node in range(max(0, at - _COUNTED), at) if document.value_at("counted", node) == "nodes"]
    several = [n for n in document.numbers if n.value >= 2 and n.scale == 1]
    return any(0 <= node - n.last <= _BETWEEN for node in nodes for n in several)


def _is_of_a_chip(document: Document, number: Number, after: int) -> bool:
    """Whether gigabytes are a chip's memory; "48 GB of VRAM" behind two named cards are of both, and not used."""
    before = document.ending("memory_before", number.first, _BETWEEN, longest=True)
    with_it = before is not None and before.value == "chip" and document.tokens[before.last - 1].norm in _WITH
    if document.at("of_a_link", after) is not None:
        return False
    if _own(document, after) is not None:
        return True
    if document.at("not_memory", after) is not None and not with_it:
        return False
    behind = document.at("memory_after", after)
    if behind is None or document.tokens[behind.last - 1].norm in _MEMORY:
        used = document.ending("memory_used", number.first, _BETWEEN, longest=True)
        if used is not None and not with_it and not _is_allowed(document, used.first):
            return False  # what a run takes: "uses 38GB of VRAM"
    if behind is not None and behind.value == "vram":
        return document.tokens[behind.last - 1].norm in _EACH or not _of_several(document, number)
    if behind is not None:
        return True
    unit = document.tokens[after - 1].norm
    words = [token.norm for token in document.tokens[after : after + 2]]
    of_data = words[:1] == ["of"] and _MEMORY.isdisjoint(words)  # "LoRA on 25 GB of Turkish text"
    return before is not None and (before.value == "chip" or (unit != "g" and not of_data))


def _is_allowed(document: Document, at: int) -> bool:
    """Whether it is what something may take: "we may use 3.5 GB of VRAM beside the game"."""
    return not _ALLOWED.isdisjoint(token.norm for token in document.tokens[max(0, at - _WORDS_BEFORE) : at])


def _is_all_of_a_turn(document: Document, number: Number, after: int) -> bool:
    """Whether a short turn of a thread about a model or a card says no other number: "and with 64GB?"."""
    before = document.before
    spoken = before.parameters or before.model or before.candidates or before.chip_memory_gb
    words = [token for token in document.tokens if token.kind != "mark"]
    if not spoken or len(words) > _TURN or len(document.numbers) > 1:
        return False
    used = document.ending("memory_used", number.first, _BETWEEN, longest=True)
    taken = document.ending("memory_taken", number.first, _BETWEEN, longest=True)
    return document.at("not_memory", after) is None and used is None and taken is None


def _of_several(document: Document, number: Number) -> bool:
    """Whether several chips are named right before: "dual RTX 3090 (48 GB of VRAM)"."""
    first = max(0, number.first - _COUNTED)
    counts = [n for n in document.numbers if first <= n.first < number.first and n.scale == 1 and n.value >= 2]
    counts = [n for n in counts if not document.ending("figure_name", n.first, 1)]  # "batch size 64 in 16G VRAM"
    counts = [n for n in counts if document.tokens[n.last].norm not in _BITS]  # "in 4 bits on 6 GB of VRAM"
    dual = any(document.tokens[at].norm in _DUAL for at in range(first, number.first))
    return (bool(counts) or dual) and not any(
        document.tokens[at].norm in SENTENCE_ENDS for at in range(first, number.first)
    )
