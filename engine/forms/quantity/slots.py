"""What is known for a sum of serving: the model, its precision and that of its cache, the machines, the memory share.

Written for free text in English, German, French, Spanish, Russian, Chinese and Japanese; a figure that is not told
leaves what is usual, and the sums say so.
"""

from __future__ import annotations

import re
from typing import NamedTuple, cast

from engine.forms.form import Asked
from engine.forms.kinds.kind import work_of
from engine.forms.parts.hardware import Hardware, meant
from engine.forms.served.told_serving import told_pace, told_precisions
from engine.memory.kv_cache import FULL_BITS, KV_BYTES, Precision, weight_bits
from engine.memory.training_states import BITS_PER_BYTE
from engine.options.assumptions import refill
from engine.options.problem import Problem
from engine.serving.precision import cache_bytes_per_value
from engine.workload.equipment import of_role
from engine.workload.phases import TRAINS
from engine.workload.samples import in_samples
from knowledge.facts import Accelerator

_SHARE = r"(0?[.,]\d{1,3}|\d{2}(?:[.,]\d)?\s?%)"
_UTILIZED = (
    r"(?:(?:gpu[-_ ]?)?mem(?:ory)?[-_ ]?util(?:i[sz]ation)?|(?:gpu[-_ ]?)?util(?:i[sz]ation)?|mem[-_]fraction\w*"
    r"|(?:speicher)?auslastung|taux d'utilisation|utilizaci[oó]n|显存利用率|利用率|メモリ使用率)"
)
_MEMORY_SHARE = re.compile(
    rf"{_UTILIZED}\s*(?:of|is|at|to|=|:|von|de|は|为)?\s*{_SHARE}|{_SHARE}\s*(?:of\s+)?(?:the\s+)?{_UTILIZED}", re.I
)
_FORMAT = r"(fp8|int8|8[- ]?bit|fp4|int4|4[- ]?bit|bf16|fp16|16[- ]?bit)"
_OF_CACHE = re.compile(
    rf"\bkv(?:[-_ ]?cache)?\b\W*(?:[a-zа-я也もは]+\W+){{0,3}}?{_FORMAT}|{_FORMAT}[- ]+kv(?![a-z])", re.IGNORECASE
)
_STREAM = (
    r"(?:single|one|1|each|per)[- ](?:user|person|stream|request|sequence|chat)\w*"
    r"\b(?!\s*(?:per\b|/|a (?:second|minute|day)))"
    r"|batch[- ]?(?:size )?(?:of )?1\b|bs ?=? ?1\b|concurrency[- ]?(?:of )?(?:=|:)? ?1\b"
    r"|(?:ein|pro|je) (?:einzelner? )?(?:Nutzer|Stream|Anfrage)|un seul (?:utilisateur|flux)|un solo usuario"
    r"|один (?:поток|пользователь)|单(?:路|流|用户)|1人|単一"
)
_RATE = r"(\d{1,3}(?:\.\d+)?)\s*\+?\s*(?:tok(?:en)?s?\s?(?:/|per\s+)\s?s(?:ec(?:ond)?)?|t/s|tps|tokens?\s+a\s+second)"
_NEAR = r"(?:[^.?!\n]|\.(?=\d))"  # of the same sentence
_ALONE = re.compile(rf"(?:{_STREAM}){_NEAR}{{0,50}}?{_RATE}|{_RATE}{_NEAR}{{0,30}}?(?:{_STREAM})", re.IGNORECASE)
_BARE_SHARE = re.compile(r"(?:\bat|@|\bmit|\bbei|\bà|\bcon|\bcom|\bпри)\s*(0?\.[5-9]\d?)(?![\d%])")
_REQUEST = (
    r"(?:context\w*|ctx|chats?|sessions?|windows?|kontext\w*|контекст\w*|sequences?|seqs?|requests?|requ[eê]tes?|secuencias?|sequ[eê]ncias?|requisi[cç][oõ]es|solicitudes|anfragen?"
    r"|sequenzen|запрос\w*|prompts?)"
)
_LENGTH = re.compile(
    rf"(?<![\w.])(\d{{1,3}}(?:\.\d)?)\s?k(?![a-z])(?:[- ]?tokens?)?[- ](?:of |de |d')?(?:{_REQUEST}|tokens? each)"
    rf"|{_REQUEST}\s*(?:of|de|à|von|mit|with|com|по|=|:|at)?\s*(\d{{1,3}}(?:\.\d)?)\s?k(?![a-z])",
    re.IGNORECASE,
)
_THOUSANDS = re.compile(r"(\d{1,3}(?:\.\d)?)\s?k(?![a-z])", re.IGNORECASE)
_LENGTHS = re.compile(
    rf"(?:\d{{1,3}}(?:\.\d)?\s?k(?:[- ]?tokens?)?\s*(?:,|/|and|or|und|oder|et|ou|y|o|e|и|или|和|与)\s*)+"
    rf"\d{{1,3}}(?:\.\d)?\s?k(?:[- ]?tokens?)?[- ](?:of |de |d')?{_REQUEST}",
    re.IGNORECASE,
)
_IS_ALONE = re.compile(_STREAM, re.IGNORECASE)
_EACH = re.compile(r"each|per|pro|je", re.IGNORECASE)
_SPECULATES = re.compile(r"\beagle|medusa|speculati|\bdraft model|\bmtp\b|spekulativ|投机|推测解码|спекулятив", re.I)
_PLAIN = {"fp16": 16.0, "fp32": FULL_BITS}
_PERCENT, SEVERAL, KIBI = 100.0, 2, 1024


class Serving(NamedTuple):
    """A model that writes text, as it is served, and the machines it is asked about.

    `share`: of a card's memory the engine may use, None where nobody said; `cache`: the precision of keys and values
    as said, "" where nobody said; `wide`: it is then kept in 16 bits whatever the weights are in.
    """

    problem: Problem
    hardware: tuple[Hardware, ...]
    precision: str
    share: float | None
    cache: str
    wide: bool = False

    @property
    def weight_gb(self) -> float:
        """Bytes of all weights."""
        return self.problem.shape.parameters * self.bits / BITS_PER_BYTE

    @property
    def bits(self) -> float:
        """Of a weight."""
        named = cast("Precision", self.precision)
        return _PLAIN.get(self.precision) or weight_bits(named, self.problem.constants, self.problem.shape)

    @property
    def cache_bytes(self) -> float:
        """Of a key or a value: as said, else as engines keep it beside such weights."""
        if self.cache:
            return 0.5 if "4" in self.cache else 1.0 if "8" in self.cache else 2.0
        return KV_BYTES if self.wide else cache_bytes_per_value(self.precision)


def serving(asked: Asked) -> Serving | None:
    """None where nothing is served, no size is known, or what is served writes no text."""
    reading = asked.reading
    said = reading.profile
    trains = said.task not in (None, "inference") or said.method is not None
    if trains or (TRAINS in reading.cues and said.task != "inference"):
        return None
    work = work_of(reading, asked.library)
    if not (said.parameters or said.variant) or in_samples(said, asked.facts) or (work and not work.is_open):
        return None
    problem = Problem(
        refill(asked.problem.filled, asked.library, task="inference"), asked.library, asked.day, brief=True
    )
    if not problem.keeps_cache or problem.shape.sample is not None:
        return None
    kinds = named_kinds(problem)
    weights = told_precisions(_without_cache(reading.text))
    native = problem.shape.native_precision
    precision = said.precision or (weights[0] if weights else "") or native or ""
    if not precision and kinds and kinds[0].chip is not None:
        precision = problem.precision(kinds[0].chip)
    cache = cache_said(reading.text)
    wide = precision == native and not cache  # engines keep the cache of published weights in 16 bits
    return Serving(problem, kinds, precision or "bf16", memory_share(asked), cache, wide=wide)


def named_kinds(problem: Problem) -> tuple[Hardware, ...]:
    """Every machine and card that was named, in the order of the text, each by itself: "2xH100, 4xL40S or trn2"."""
    reading = problem.filled.reading
    listed = of_role(reading, "asked", "remedy", "owned", "compared", "quoted")
    if len({one.id for one in listed}) < SEVERAL or reading.profile.chip_memory_gb:
        return tuple(kind for kind in meant(problem, alone=True) if kind.chip is not None)
    found: dict[tuple[str, int], list[Hardware]] = {}
    for one in listed:
        typed = one.id in problem.facts.instances
        said = {
            "candidates": () if typed else (one.id,),
            "instances": (one.id,) if typed else (),
            "current_instances": (),
        }
        counts = {"accelerator_count": one.chips, "instance_count": one.machines, "current_count": None}
        alone = reading.profile.model_copy(update=said | counts)
        only = reading.model_copy(update={"profile": alone, "hardware": (one,)})
        part = Problem(problem.filled.model_copy(update={"reading": only}), problem.library, problem.day, brief=True)
        for kind in meant(part, alone=True, at_most=1)[:1]:
            if kind.chip is not None:
                known = found.setdefault((kind.name, kind.said), [])
                if not any(one.type_said in (None, kind.type_said) or kind.type_said is None for one in known):
                    known.append(kind)
    return tuple(kind for kinds in found.values() for kind in kinds)


def _without_cache(text: str) -> str:
    return _OF_CACHE.sub(" ", text)


def precision_on(known: Serving, chip: Accelerator) -> str:
    """As said, else what the chip serves in."""
    said = known.problem.filled.reading.profile.precision or known.problem.shape.native_precision
    return said or known.problem.precision(chip)


def memory_share(asked: Asked) -> float | None:
    """The share of a card's memory that the engine is told to use."""
    match = _MEMORY_SHARE.search(asked.reading.text)
    if match is None:
        bare = _BARE_SHARE.search(asked.reading.text)
        return float(bare[1]) if bare else asked.reading.profile.utilization
    words = (match[1] or match[2]).replace(",", ".")
    value = float(words.rstrip("% ")) / (_PERCENT if "%" in words else 1.0)
    return value if 0 < value <= 1 else None


def cache_said(text: str) -> str:
    """The precision of keys and values; "" where none is told."""
    match = _OF_CACHE.search(text)
    if match is None:
        return ""
    word = (match[1] or match[2]).lower()
    return {"8": "fp8", "4": "int4", "1": "bf16"}.get(word[0], word) if word[0].isdigit() else word


def alone_wanted(text: str) -> float | None:
    """Tokens a second that a single stream shall get; None where none is told."""
    match = _ALONE.search(text)
    return float(match[1] or match[2]) if match else None


def is_alone(text: str) -> bool:
    """Whether a single stream is spoken of."""
    return _IS_ALONE.search(text) is not None


def is_single(text: str) -> bool:
    """Whether it is one alone, and not each of several."""
    return any(_EACH.match(found[0]) is None for found in _IS_ALONE.finditer(text))


def speculates(text: str) -> bool:
    """Whether a draft is said to help."""
    return _SPECULATES.search(text) is not None


def pace_wanted(asked: Asked) -> float | None:
    """Tokens a second that each of several shall get."""
    return told_pace(asked.reading.text) or alone_wanted(asked.reading.text)


def context_of(known: Serving) -> float | None:
    """Tokens of one request as said: its length, else its prompt and its answer."""
    said = known.problem.filled.reading.profile
    if said.sequence_length:
        return float(said.sequence_length)
    told = length_said(known.problem.filled.reading.text)
    if told or not said.prompt_tokens:
        return told
    return said.prompt_tokens + (said.answer_tokens or 0.0)


def lengths_said(text: str) -> tuple[float, ...]:
    """Tokens of one request wherever they are told, each length once, in their order."""
    listed = [one for found in _LENGTHS.finditer(text) for one in _THOUSANDS.findall(found[0])]
    alone = [found[1] or found[2] for found in _LENGTH.finditer(text)]
    return tuple(dict.fromkeys(float(one) * KIBI for one in (*listed, *alone)))


def length_said(text: str) -> float | None:
    """Tokens of one request, in the words around them."""
    match = _LENGTH.search(text)
    return float(match[1] or match[2]) * KIBI if match else None
