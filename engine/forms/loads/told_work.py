"""What one request costs where the text tells it: weights x tokens of an input, or FLOPs as said.

FLOP of one = 2 x weights x tokens. Written for free text in the languages that are read; None where a text tells
neither, or tells a model that writes text.
"""

from __future__ import annotations

import re
from datetime import date
from typing import NamedTuple

from engine.workload.profile import Profile
from knowledge.facts import Facts, SampleKind, SampleUnit, ServedModel

KIND: SampleKind = "patch_transformer"  # of a transformer; nothing of the kind is compared
LARGEST = 2e9  # weights of a model that only reads
TWO, GIGA = 2.0, 1e9
_PREFIX = {"k": 1e3, "m": 1e6, "g": 1e9, "t": 1e12}
_NUMBER = r"(\d+(?:[.,]\d+)?)"
_FLOPS = re.compile(
    rf"{_NUMBER}\s*(k|m|g|t|kilo|mega|giga|tera)[\s-]?(flops?|macs?|mult(?:iply)?-adds)\b(?!\s*/\s*s|\s*per\s+s|ps)",
    re.IGNORECASE,
)
_MILLIONS = r"(k|m|mn|mio\.?|b|bn|mrd\.?|millions?|millionen|millones|milhões|billion|млн|млрд|百万|万|亿|백만|억)"
_WEIGHTS = re.compile(
    rf"{_NUMBER}\s*{_MILLIONS}\s*[- ]?(?:de\s+|d')?"
    r"(?:weights?|params?\b|parameters?|parametern?|gewichte\w*|paramètres"
    r"|parámetros|parâmetros|параметр\w*|参数|パラメータ|파라미터)",
    re.IGNORECASE,
)
_LENGTH = re.compile(
    r"(?:seq(?:uence|\.)?[- ]?len(?:gth)?s?|(?:sequenz|eingabe)?l[äa]nge|length|input length"
    r"|longueur(?: de s[ée]quence)?|longitud(?: de secuencia)?|comprimento(?: da sequ[êe]ncia)?"
    r"|длин\w+(?: последовательност\w+)?|序列长度|長さ|系列長|시퀀스 길이|max[_ ]?len)"
    r"\s*(?:of|von|de|=|:|is|为|は|à)?\s*(\d{1,5})(?![\d.,]*\s*[kmb]\b)",
    re.IGNORECASE,
)
_TOKENS = re.compile(
    r"(?<![\w.,])(\d{1,5})[\s-]?(?:tokens?|toks?|jetons?|токен\w*|个?\s?token|トークン|토큰|词元)(?![\w]*\s*(?:/|per|a|pro)\s*(?:s|sec|day)\b)",
    re.IGNORECASE,
)
_SCALES = {
    "k": 1e3, "m": 1e6, "b": 1e9, "百": 1e6, "万": 1e4, "亿": 1e8, "백": 1e6, "억": 1e8,
}  # fmt: skip
_ZONES = re.compile(
    r"(?:surviv\w*|outlast\w*|lose|losing|loss of|tolerat\w*|ausfall|überleb\w*|perte|panne|pérdida|caída|perda|queda"
    r"|потер\w*|отказ\w*)[^.?!]{0,40}?\b(?:az|azs|zone|zones|zona|зон\w*|verfügbarkeitszone|rechenzentrum|datacent\w+)\b"
    r"|\b(?:failover|fail-over|redundan\w+|across|in|over)\b[^.?!]{0,40}?\b(?:two|2|three|3|several|multiple)\s+"
    r"(?:azs?|zones?|zonen|availability zones?|regions?)\b"
    r"|(?:双|两个?)可用区|可用区故障|AZ\s?障害",
    re.IGNORECASE,
)
_RATE = re.compile(
    r"(?<![\w.,])(\d{1,3}(?:[.,'\u00a0\u202f ]\d{3})+|\d+(?:[.,]\d{1,2})?)"
    r"\s*(k|m|mio\.?|тыс\.?|万|千)?(?![a-z])\s*(?:[^\W\d_]+\s+){0,1}?[^\W\d_]*\s*"
    r"(?:/\s?(?:s|sec|sek|seg|с|сек|秒)\b"
    r"|(?:per|a|each|pro|je|par|por|в)\s+(?:second|sec|sekunde|seconde|segundo|секунду)\b)",
    re.IGNORECASE,
)
_BARE = re.compile(r"(?<![\w.,])(\d+(?:\.\d+)?)\s*(k|m)?\s*(?:qps|rps|tps)\b", re.IGNORECASE)
_CPU = re.compile(r"\bcpus?\b|\bprozessor\w*", re.IGNORECASE)

_READ = re.compile(
    r"(?<![\w])(?:\d+\s+layers?|per|pro|je|par|por|cand\w+|kandidat\w*|requests?|anfragen?|requ[eê]tes?|items?|netz|von|de|peak|at|and|the|an?|on|of|to|must|we|size|model"
    r"|encoder|bert|embed|count|\$/h|mio\.?|parametern?|muss|die|eine[rn]?|den|mit|unter|each|with|long|in|\d+)(?!\w)",
    re.IGNORECASE,
)
_LETTERS = re.compile(r"[^\W\d_]{2,}")

GROUP = 3  # digits
_TIMES = {"k": 1e3, "m": 1e6, "т": 1e3, "万": 1e4, "千": 1e3}


class Work(NamedTuple):
    """GFLOP of one request or candidate; `weights` x `tokens` where they make it, else 0."""

    gflop: float
    weights: float
    tokens: float


def told_work(text: str, said: Profile, facts: Facts) -> Work | None:
    """None where a model is named that writes text, or no cost of one is told."""
    family = facts.families.get(said.model or "")
    if said.answer_tokens or (family is not None and not family.encoder):
        return None
    flops = _FLOPS.search(text)
    if flops:
        times = TWO if flops[3].lower().startswith("m") else 1.0  # of multiply-adds
        each = _value(flops[1]) * _PREFIX[flops[2][0].lower()] * times
        return Work(each / GIGA, _weights(text, said), 0.0)
    weights, tokens = _weights(text, said), _tokens(text, said)
    if not (weights and tokens) or weights > LARGEST:
        return None
    return Work(TWO * weights * tokens / GIGA, weights, tokens)


def tells_work(text: str, said: Profile) -> bool:
    """Whether a text tells what one costs, whatever model it names."""
    return not said.answer_tokens and (
        _FLOPS.search(text) is not None or bool(_weights(text, said) and _tokens(text, said))
    )


def rate_told(text: str) -> float | None:
    """So many of whatever it is a second; None where no such rate is told, or one of tokens or FLOPs."""
    for match in (*_RATE.finditer(text), *_BARE.finditer(text)):
        if re.search(r"tok|flop|токен|byte|[gmk]b\b|cand|kandid|кандид|候", match[0], re.IGNORECASE):
            continue
        digits = match[1]
        whole = len(re.split(r"[.,'\u00a0\u202f ]", digits)[-1]) == GROUP and len(digits) > GROUP
        value = float(re.sub(r"\D", "", digits)) if whole else _value(digits)
        return value * _TIMES.get((match[2] or "").lower()[:1], 1.0)
    return None


def outlasts_zone(text: str) -> bool:
    """Whether the load is to be carried when a zone is lost."""
    return _ZONES.search(text) is not None


def names_cpu(text: str) -> bool:
    """Whether a CPU is spoken of."""
    return _CPU.search(text) is not None


def is_read(words: str) -> bool:
    """Whether nothing is left of them but what such a count reads."""
    for known in (_FLOPS, _WEIGHTS, _LENGTH, _TOKENS, _ZONES, _CPU, _READ):
        words = known.sub(" ", words)
    return _LETTERS.search(words) is None


def as_model(work: Work, *, ranks: bool, texts: bool) -> ServedModel:
    """The model as one that is counted in requests."""
    unit: SampleUnit = "row" if ranks else "sequence" if texts else "request"
    return ServedModel.model_construct(
        id="told", name="", kind=KIND, unit=unit, parameters=max(work.weights, 1.0), names=("",),
        forward_gflop=work.gflop, side=None, steps=None, usual=True, source="", checked_on=date.min,
    )  # fmt: skip


def _weights(text: str, said: Profile) -> float:
    told = _WEIGHTS.search(text)
    if said.parameters or told is None:
        return said.parameters or 0.0
    word = told[2].lower()
    scale = 1e9 if word.startswith(("b", "mrd", "млрд")) else 1e6 if word[0] in "mм" else _SCALES[word[0]]
    return _value(told[1]) * scale


def _tokens(text: str, said: Profile) -> float:
    length = said.sequence_length or said.prompt_tokens or said.tokens_per_sample
    told = _LENGTH.search(text) or _TOKENS.search(text)
    return float(length or (told[1] if told else 0.0))


def _value(words: str) -> float:
    return float(words.replace(",", "."))
