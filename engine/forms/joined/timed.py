"""Times and rates that a text tells, each bound to the machine it was measured on: the one place that decides it.

"It took us 20 h on 8 V100, how long on 8 A100?" tells 20 h of 8 V100 and asks of 8 A100. A time belongs to the
machine of its clause, else of its sentence, else to the last one named before it in a sentence that does not ask.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from engine.forms.form import Asked
from engine.forms.joined.told_amounts import (
    THEIRS,
    Each,
    Time,
    bare_rates,
    each_told,
    is_hoped,
    is_of_content,
    times,
)
from engine.forms.parts.own_speed import chip_of
from engine.options.problem import Problem
from engine.workload.conditions import FAMILIES
from engine.workload.profile import Equipment, Reading
from knowledge.facts import Accelerator
from knowledge.units import MILLISECONDS_PER_SECOND, SECONDS_PER_HOUR

WHOLE = ""  # the unit of a time of a whole run
OF_A_JOB = (WHOLE, "epoch")  # units of which one is as much work on every machine
_SENTENCE = re.compile(
    r"[?!;\n。！？；]|\.(?!\d)(?=\W|$)(?!(?<=\bmin\.|\bsec\.|\bhrs\.)\s+[a-z])|\.$"
)  # "7 min. of audio"
_CLAUSE = re.compile(
    r"(?<!\d)[,，](?!\d{3}\b)|[(（)）]|[-–—]{1,2}\s|\b(?:and|but|while|whereas|vs|versus|if|when|given|since|because|as)\b|、|而",
    re.I,
)
_ASKS = re.compile(
    r"\?|？|\bhow (?:long|much|many|fast)\b|\bwonder|\bcan (?:i|you|we)\b|\bcould\b|\bwould\b|\bestimate\b|"
    r"多久|多长|多少|吗", re.I,
)  # fmt: skip
_NUMBERS = {
    "one": 1, "single": 1, "a": 1, "an": 1, "two": 2, "dual": 2, "both": 2, "three": 3, "four": 4, "quad": 4,
    "five": 5, "six": 6, "eight": 8, "sixteen": 16, "单": 1, "一": 1, "双": 2, "两": 2, "四": 4, "八": 8,
}  # fmt: skip
_WORDS = "|".join(word if ord(word[0]) > 0x2E80 else word + r"\b" for word in _NUMBERS)
_COUNTED = re.compile(
    r"(?<![A-Za-z0-9_.])(?:(\d{1,4})(?=\W|gpu|x|块|张|卡|个)|(" + _WORDS + r"))\s*(?:[x×*]|块|张|个)?\s*(?:of )?"
    r"(?:[a-z]\w*\s+){0,2}?(?:gpus?|cards?|devices|卡|显卡|chips)(?![a-z])(?!\s*-?\s*(?:h|hrs?|hours?)\b)",
    re.I,
)
_OF_THEM = re.compile(
    r"(?<![\w.])(?:(\d{1,4})|(" + _WORDS + r"))\s*of (?:them|these|those)\b", re.I
)  # "on 4 of them"
_ON_SO_MANY = re.compile(
    r"\b(?:on|with|using|by) (?:just |only )?(?:(\d{1,3})|(" + _WORDS + r"))(?=\s*(?:[?.!,]|$))", re.I
)  # "how long on 2?"
_SETTING = re.compile(r"\b(?:n_?|num_?)gpus?\s*[=:]\s*(\d{1,4})(?![\d.])", re.I)  # "n_gpu=4"
_BEHIND = re.compile(r"\s*(?:gpus?|cards?)?\s*(?:[x×*]\s*(\d{1,4})|\(?\s*[x×]\s*(\d{1,4})\)?)(?![\w.])", re.I)
_NAME = re.compile(r"(?:[a-z]+-?\d{1,4}[a-z]*|(?<!\d)\d{4}[a-z]*)(?:\s(?:ti|super|ada)\b)?|titan \w+")
_COUNTS_ITSELF = re.compile(  # a mention with its number, and no nodes: "8x A100", "one A10G"
    r"(?:(\d{1,3})|(" + _WORDS + r"))(?:\s?[x×*]\s?|\s?-?\s?(?:gpus?|cards?)\s|\s)"
    r"(?:(?:nvidia|tesla|geforce|rtx|gtx|quadro)\s)*(?!nodes?|gb\b|servers?|machines?)[a-z]?[\w-]*\d\w*(?:\s\w+)?"
)
_NAME_ENDS = r"(?!\d)(?!\s?(?:ti|super|ada)\b)"
_OWN = re.compile(r"\b(?:i|my|mine|we|our|ours|me|us|im)\b|我|自己", re.I)
_OF_A_LOG = re.compile(
    r"\b(?:it|this|that|tqdm|log|bar|screen|results?|which) (?:says|shows?|reports?|expects?)\b", re.I
)
_OTHERS = re.compile(r"\b(?:you|your|yours|u)\b|论文|作者|官方|你们|您", re.I)
_TRAINED_BY = re.compile(
    r"\b(?:authors?|they|paper|repo|readme|github) (?:\w+ ){0,2}(?:us(?:e|es|ed|ing)|train(?:s|ed)?|"
    r"ran|run|had|ha(?:ve|s))\b|"
    r"\b(?:config|script|default)s? (?:\w+ ){0,2}(?:is|are|uses?|wants|expects|assumes|for)\b", re.I,
)  # fmt: skip
_ARTICLE = re.compile(r"an?\b", re.I)
_ASIDE = re.compile(r"\([^()]*\)")
_CORES = re.compile(r"(?<![\w.])(\d{1,4})\s+(?:[a-z]\w*\s+){0,3}?cores?\b", re.I)
JUDGED = frozenset({"why", "judge", "slow"})  # predicates of whether a time is normal
NORMAL = frozenset({"is_normal", "judged", "debugging"})  # cues of it
SEVERAL = 2
SAME = 1e-6  # apart, of a time told and the limit read from it
CORES = "cores_in_name_"  # constants: TensorCores of a chip that otherwise counts as one worker
FAR = 1000  # characters that a machine of another clause counts as farther
AFTER = 30  # and one behind the time
MOST = 512  # cards


class Machine(NamedTuple):
    """A mention: the chip, None of "4 GPUs"; how many, None where that is not said; where it stands."""

    chip: Accelerator | None
    cards: int | None
    first: int
    last: int

    @property
    def key(self) -> tuple[str, int | None]:
        return (self.chip.id if self.chip else "", self.cards)


class Timed(NamedTuple):
    """Hours of one `unit` ("" of a whole run) on a machine; `rate`: of it in a second, where a rate was told.

    `number`: so many of them were told together; `hoped`: expected, `wished`: asked after as a limit.
    `content`: hours of the recording it is of.
    """

    hours: float
    unit: str
    rate: float | None
    on: Machine | None
    theirs: bool
    hoped: bool
    first: int
    number: float = 1.0
    wished: bool = False
    content: float | None = None


class Told(NamedTuple):
    """`contents`: hours that recordings last."""

    machines: tuple[Machine, ...]
    times: tuple[Timed, ...]
    contents: tuple[float, ...]


def timed(reading: Reading, problem: Problem, more: tuple[Each, ...] = ()) -> Told:
    """Every machine that is named and every time that is told, in the order of the text; `more` told of one thing."""
    text = reading.text
    machines = _machines(reading, problem)
    found: list[Timed] = []
    told = (*each_told(text), *more)
    units = [one for one in told if not any(on.first <= one.first < on.last for on in machines)]
    for each in units:
        found.append(_bound(each.seconds / SECONDS_PER_HOUR, each.thing, each, machines, text))
    for time in times(text):
        taken = [(one.first, one.last) for one in units] + [(one.first, one.last) for one in machines]
        inside = any(first < time.last and time.first < last for first, last in taken)
        if not inside and not is_of_content(text, time):
            found.append(_bound(time.hours, WHOLE, time, machines, text))
    found = [_same_unit(one, found, text) for one in found]
    recordings = [time for time in times(text) if is_of_content(text, time)]
    found = [one._replace(content=_content_of(one, recordings, text)) for one in found]
    contents = tuple(dict.fromkeys(time.hours for time in recordings))
    return Told(machines, tuple(sorted(_aligned(found, machines, text), key=lambda one: one.first)), contents)


def _content_of(one: Timed, recordings: list[Time], text: str) -> float | None:
    """How long the recording is that is named in the same sentence, the nearest of them."""
    begins, ends = sentence_at(text, one.first)
    beside = [time for time in recordings if begins <= time.first < ends] if one.unit == WHOLE else []
    return min(beside, key=lambda time: abs(time.first - one.first)).hours if beside else None


def _same_unit(one: Timed, found: list[Timed], text: str) -> Timed:
    """A time that is set against that of one pass or step on another machine, in the same sentence, is of one too."""
    begins, ends = sentence_at(text, one.first)
    if one.unit != WHOLE or one.on is None:
        return one
    for other in found:
        apart = other.on is not None and other.on.key != one.on.key
        if other.unit != WHOLE and other.rate is None and apart and begins <= other.first < one.first < ends:
            return one._replace(unit=other.unit)
    return one


def _aligned(found: list[Timed], machines: tuple[Machine, ...], text: str) -> list[Timed]:
    """Of a list of machines and a list of as many times in one sentence, each with its own."""
    told = sorted(found, key=lambda one: one.first)
    for begins, ends in {sentence_at(text, one.first) for one in told}:
        of_it = [one for one in told if begins <= one.first < ends]
        named = [one for one in machines if begins <= one.first < ends]
        apart = of_it and named and (of_it[-1].first < named[0].first or named[-1].first < of_it[0].first)
        if apart and len(of_it) == len(named) >= SEVERAL and len({one.unit for one in of_it}) == 1:
            own = {id(one): on for one, on in zip(of_it, named, strict=True)}
            told = [one._replace(on=own[id(one)]) if id(one) in own else one for one in told]
    return told


def told_of(asked: Asked) -> Told:
    """The same of a question, without the latency and the traffic that it sets as limits; worked out once."""
    return asked.once(_told_of)


def _every(asked: Asked) -> Told:
    return timed(asked.reading, asked.problem)


def _told_of(asked: Asked) -> Told:
    told, said = asked.once(_every), asked.profile
    limits = [said.latency_ms / MILLISECONDS_PER_SECOND] if said.latency_ms else []
    limits += [1 / said.requests_per_second] if said.requests_per_second else []
    kept = (one for one in told.times if all(abs(one.hours * SECONDS_PER_HOUR / s - 1) > SAME for s in limits))
    return told._replace(times=tuple(kept))


def by_cards(asked: Asked) -> tuple[Timed, ...]:
    """What is told of several numbers of cards, the fewest first: rates of one thing, else times of the same job.

    Empty where not two numbers have one, or one has two. Steps are left out: in them the batch has part.
    """
    bare = tuple(bare_rates(asked.reading.text))
    every = timed(asked.reading, asked.problem, bare) if bare else asked.once(_every)
    told = [one for one in every.times if one.on and one.hours and not one.hoped and not one.content]
    rates = _each_number([one for one in told if one.rate is not None and one.unit != "step"])
    return rates or _each_number([one for one in told if one.rate is None and one.unit in OF_A_JOB])


def _each_number(told: list[Timed]) -> tuple[Timed, ...]:
    """One for each number of cards, None of which is unknown or has two."""
    found: dict[int, Timed] = {}
    for one in told:
        cards = (one.on.cards or 0) if one.on else 0
        if not 0 < cards <= MOST or one.hours != found.setdefault(cards, one).hours:
            return ()
    several = len(found) >= SEVERAL and len({one.unit for one in told}) == 1
    return tuple(found[cards] for cards in sorted(found)) if several else ()


def plainly(told: Told) -> Told:
    """Without what is only hoped for, and each figure once: where it is told again, it is the same."""
    kept: dict[tuple[float, str], Timed] = {}
    for one in told.times:
        if not one.hoped and one.hours > 0:
            kept.setdefault((round(one.hours, 9), one.unit), one)
    return told._replace(times=_of_one_length(tuple(kept.values())))


def _of_one_length(told: tuple[Timed, ...]) -> tuple[Timed, ...]:
    """Times of recordings of several lengths, each for the longest of them."""
    lengths = [one.content for one in told if one.content]
    if len(set(lengths)) < SEVERAL:
        return told
    longest = max(lengths)
    return tuple(
        one._replace(hours=one.hours * longest / one.content, content=longest) if one.content else one for one in told
    )


def is_judged(asked: Asked) -> bool:
    """Whether it is asked if a time is normal."""
    return bool(JUDGED & frozenset(asked.reading.sought.predicates)) or not NORMAL.isdisjoint(asked.reading.cues)


def asks_of(machine: Machine, text: str) -> bool:
    """Whether the sentence in which it is named asks."""
    return bool(_ASKS.search(text, *sentence_at(text, machine.first)))


def _bound(hours: float, unit: str, at: Each | Time, machines: tuple[Machine, ...], text: str) -> Timed:
    rate = 1 / (hours * SECONDS_PER_HOUR) if isinstance(at, Each) and at.of_rate and hours else None
    on = _nearest(at.first, at.last, machines, text)
    number = at.number if isinstance(at, Each) else 1.0
    wished = unit == WHOLE and _is_wish(text, at.first, at.last)
    hoped = wished or is_hoped(text, at.first)
    return Timed(hours, unit, rate, on, _is_theirs(text, at.first), hoped, at.first, number, wished)


def _is_wish(text: str, first: int, last: int) -> bool:
    """Whether a time is asked after: "can I do it in one day?", "a year?"."""
    begins, ends = sentence_at(text, first)
    asks = text[begins:ends].rstrip().endswith(("?", "？"))
    alone = not text[begins:first].strip(" ~,") and not text[last:ends].strip(" ?？")
    return asks and (alone or text[max(0, first - 8) : first].rstrip().lower().endswith(("in", "within")))


def is_of_others(machine: Machine, text: str) -> bool:
    """Whether it is what others used."""
    return _is_theirs(text, machine.first) or _is_theirs(text, machine.last)


def _is_theirs(text: str, at: int) -> bool:
    """By the last word of its sentence before it that says whose it is."""
    before = _ASIDE.sub(" ", _OF_A_LOG.sub(" ", text[sentence_at(text, at)[0] : at]))
    own = max((match.start() for match in _OWN.finditer(before)), default=-1)
    theirs = max((match.start() for one in (_OTHERS, _TRAINED_BY) for match in one.finditer(before)), default=-1)
    return theirs > own or (own < 0 and THEIRS.search(before) is not None)


def _nearest(first: int, last: int, machines: tuple[Machine, ...], text: str) -> Machine | None:
    begins, ends = sentence_at(text, first)
    inside = [one for one in machines if begins <= one.first < ends]
    if inside:
        return min(inside, key=lambda one: _distance(one, first, last, text))
    told = [one for one in machines if not _is_question(one, text)]
    if _is_theirs(text, first):  # of others, and of none that they are not said to have
        told = [one for one in told if is_of_others(one, text)]
    before = [one for one in told if one.last <= begins]
    behind = [one for one in told if one.first >= ends]
    if before or behind:
        nearest = before[-1] if before else behind[0]
        same = sentence_at(text, nearest.first)
        beside = {one.key for one in machines if same[0] <= one.first < same[1]}
        return nearest if len(beside) == 1 else None
    return machines[0] if len({one.key for one in machines}) == 1 else None


def _distance(one: Machine, first: int, last: int, text: str) -> int:
    before = one.first < first
    between = text[one.last : first] if before else text[last : one.first]
    far = len(between) + FAR * len(_CLAUSE.findall(between))
    return far if before else far + AFTER


def _is_question(machine: Machine, text: str) -> bool:
    begins, ends = sentence_at(text, machine.first)
    return text[begins : ends + 1].rstrip().endswith(("?", "？"))


def sentence_at(text: str, at: int) -> tuple[int, int]:
    begins = 0
    for match in _SENTENCE.finditer(text):
        if match.start() >= at:
            return begins, match.end()
        begins = match.end()
    return begins, len(text)


def _machines(reading: Reading, problem: Problem) -> tuple[Machine, ...]:
    text = reading.text
    found: dict[int, Machine] = {}
    chips: dict[str, Accelerator | None] = {}
    for one in reading.hardware:
        if one.id not in FAMILIES:
            chips.setdefault(one.id, chip_of(problem, one))
    listed = sorted((one for one in reading.hardware if chips.get(one.id)), key=lambda one: -len(one.words))
    for one in listed:
        for first, last in _places(one, text):
            if not any(other.first < last and first < other.last for other in found.values()):
                kind = problem.facts.instances.get(one.id)
                count = (
                    one.chips or kind.count * (one.machines or 1)
                    if kind
                    else _count(one, first, last, text, _cores(chips[one.id], problem))
                )
                found[first] = Machine(chips[one.id], count, first, last)
    kinds = {one.chip.id: one.chip for one in found.values() if one.chip}
    for match in (*_OF_THEM.finditer(text), *_ON_SO_MANY.finditer(text)) if len(kinds) == 1 else ():
        number = int(match[1]) if match[1] else _NUMBERS[match[2].lower()]
        found[match.start()] = Machine(next(iter(kinds.values())), number, *match.span())
    plain: dict[int, Machine] = {}
    for match in (*_COUNTED.finditer(text), *_SETTING.finditer(text)):
        first, last = match.span()
        number = int(match[1]) if match[1] else _NUMBERS[match[2].lower()]
        if number and not any(one.first < last and first < one.last + 1 for one in found.values()):
            plain[first] = Machine(None, number, first, last)
    if len(plain) == 1:  # "8 GPUs, about 36 hours on 2080ti"
        ((at, bare),) = plain.items()
        ends = sentence_at(text, at)[1]
        near = next((first for first, one in sorted(found.items()) if at < first < ends), None)
        if near is not None and found[near].cards is None:
            found[near] = found[near]._replace(cards=bare.cards)
    counted = {one.cards for one in found.values()}
    numbered = {one.cards for one in plain.values() if not _ARTICLE.match(text, one.first)}  # "a GPU" counts none
    apart = len(plain) == 1 and numbered and counted and None not in counted and not counted & numbered
    several = len({one.cards for one in plain.values()}) > 1 or apart
    if several and len({one.chip for one in found.values()}) < SEVERAL:
        found |= plain  # numbers of cards are set against each other
    return tuple(found[at] for at in sorted(found))


def _places(one: Equipment, text: str) -> Iterator[tuple[int, int]]:
    """Where the words as they were read stand, and where the name alone does."""
    plain, words = text.casefold(), one.words.casefold()
    name = _NAME.search(words)
    for sought in dict.fromkeys((re.escape(words), re.sub(r"\s+", r"\\s?", name[0]) if name else re.escape(words))):
        for match in re.finditer(r"(?<![\d.])" + sought + _NAME_ENDS, plain):
            yield match.span()


def _cores(chip: Accelerator | None, problem: Problem) -> int:
    """How many make one chip, where cores are counted."""
    named = problem.facts.constants.get(f"{CORES}{chip.id}") if chip else None
    return round(named.value.likely) if named else chip.cores if chip else 1


def _count(one: Equipment, first: int, last: int, text: str, cores_each: int) -> int | None:
    """As said right there: before it or behind it; else what was read of the mention. `cores_each`: of one chip."""
    if (behind := _BEHIND.match(text, last)) is not None:
        return int(behind[1] or behind[2])
    if one.id.startswith("tpu") and (cores := _CORES.search(text, max(0, first - 24), last + 8)) is not None:
        return max(1, int(cores[1]) // cores_each)
    if one.id.startswith("tpu") and one.chips:
        return one.chips  # of a slice
    inside = text[first:last].casefold()
    if (one.chips or 0) > 1 and (own := _COUNTS_ITSELF.fullmatch(inside)) is not None:  # "an 8x A100 box"
        return int(own[1]) if own[1] else _NUMBERS[own[2]]
    before = re.search(
        r"(?<![\w.])(?:(\d{1,4})|(" + _WORDS + r"))\s*(?:[x×*-]|块|张|卡|个|counts? of|units? of|pieces of)?\s*"
        r"(?:\d+\s?gb?\s+)?(?:nvidia|tesla|geforce|rtx|gtx|quadro|of|的|\s)*$",
        text[max(0, first - 40) : first], re.I,
    )  # fmt: skip
    if before is not None:
        number = int(before[1]) if before[1] else _NUMBERS[before[2].lower()]
        return number or None
    return one.chips if inside == one.words.casefold() else None
