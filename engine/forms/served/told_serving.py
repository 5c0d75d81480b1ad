"""What a text tells of serving beside its traffic: copies of a model, adapters, slices of a GPU, an API's price.

Written for free text in English, German and Chinese; a text without such figures gives None.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from knowledge.units import MILLISECONDS_PER_SECOND

_NUMBERS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "both": 2,
    "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7, "acht": 8,
    "两": 2, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8,
}  # fmt: skip
_NUMBER = rf"(?:(?<![\w.,$-])|(?<=[\u4e00-\u9fff]))(\d{{1,3}}|{'|'.join(_NUMBERS)})(?![\d.])"
_SIZE = r"\d+(?:\.\d+)?\s?b(?![a-z])"
_OTHER = r"(?!(?:x\s*)?(?:[a-z]{1,4}\d{2,}|gpus?\b|cards?\b|nodes?\b|machines?\b|requests?\b|users?\b|张|块))"
_MODELS = re.compile(
    rf"{_NUMBER}\s*(?:x|×|个)?\s*{_OTHER}(?:[a-z][\w.-]*\s(?:\d[\w.]*\s)?)?{_SIZE}[\s-]*(?:\w+[\s-]+)?(?:models?|llms?|modelle|模型)",
    re.IGNORECASE,
)
_COPIES = re.compile(
    rf"{_NUMBER}\s*(?:x\s*)?(?:copies|instances|replicas|kopien|instanzen|个?副本)\s*(?:of\b|von\b)?", re.IGNORECASE
)
_ADAPTERS = re.compile(
    r"(?<![\w.,$-])(\d[\d,]*)\s?(k)?\s+"
    r"(?:(?:different|separate|active|small|custom|fine-?tuned|q?lora|peft|rank[- ]\d+)\s+)*"
    r"(?:(?:lora|peft)s?[- ])?(?:adapters?|loras?\b|adapter)",
    re.IGNORECASE,
)
_ADAPTERS_LATER = re.compile(r"(\d+)\s*个?\s*(?:lora|适配器)", re.IGNORECASE)
_SLICE = re.compile(r"(?<![\w.])([1-7])g[._-](\d{1,3})gb\b", re.IGNORECASE)
_PROCESSOR = re.compile(r"\b[cmrt]\d{1,2}[a-z]{1,2}\b", re.IGNORECASE)
_AMOUNT = r"(\d+(?:[.,]\d+)?|\.\d+)"
_PART = r"(?:of\s+)?(input|output|in|out|prompt|completion)?"
_PER = (
    r"\s*(?:/|per|a|an|for|pro|je|each|every|每)\s*(?:1\s*)?"
    rf"(mtoks?\b|mio\.?|million|thousand|tausend|百万|千|[mk](?![a-z]))[\s-]*{_PART}[\s-]*(?:(?<=mtok)|(?<=mtoks)|tok\w*)"
)
_SIGN_FIRST = re.compile(r"(?:\$|usd|us\$)\s?" + _AMOUNT + _PER, re.IGNORECASE)
_SIGN_LATER = re.compile(r"(?<![\w.,$])" + _AMOUNT + r"\s*(\$|usd|dollars?|bucks|cents?|ct|¢)" + _PER, re.IGNORECASE)
_PER_MILLION = re.compile(
    rf"(?:per|a|each|pro)\s+(?:one\s+|1\s*)?(?:million|m|mio\.?)\s+{_PART}\s*tok\w*", re.IGNORECASE
)
_OF_API = re.compile(
    r"\b(?:api|vendor|provider|openai|bedrock|together|fireworks|deepinfra|openrouter|groq|anbieter)\b"
    r"(?:\W+\w+){0,4}?\W+\$\s?(\d{1,2}(?:\.\d+)?)(?![\d.,]*\s*(?:k\b|/|per\b|a\b|an\b|month|hour))",
    re.IGNORECASE,
)
_CENTS = ("c", "¢")
_THOUSAND = ("k", "th", "ta", "千")
_PARTS = {"input": "in", "in": "in", "prompt": "in", "output": "out", "out": "out", "completion": "out"}


_FORMATS = re.compile(
    r"(?<![a-z0-9])(?:(fp4|nvfp4|mxfp4)|(int4|awq|gptq|w4a16|4[- ]?bits?)|(fp8|w8a8|float8)|(int8|8[- ]?bits?)"
    r"|(bf16|bfloat16|16[- ]?bits?)|(fp16|float16)|(fp32))(?![a-z0-9])",
    re.IGNORECASE,
)
_NAMES = ("fp4", "int4", "fp8", "int8", "bf16", "fp16", "fp32")


_SPEED = (
    r"(\d{1,3}(?:\.\d+)?)\s*\+?\s*(?:tok(?:en)?s?\s?(?:/|per\s+)\s?s(?:ec(?:ond)?)?|t/s|tps|tokens?\s+a\s+second"
    r"|token pro Sekunde|токен\w*/с)\b"
)
_USER = r"(?:user|request|stream|person|client|session|chat|conversation)s?\b"
_EACH = (
    rf"(?:each\b|apiece\b|(?:per|for each|for every|a|/)\s?{_USER}"
    r"|pro Nutzer|je Nutzer|par (?:utilisateur|requête)|por (?:usuario|usuário)|每(?:个)?(?:用户|请求|路)"
    r"|на (?:пользователя|запрос)|каждому)"
)
_EACH_BEFORE = (
    rf"(?:(?:every|each|per)\s+{_USER}|(?:chaque|par) (?:utilisateur|requête)|(?:cada|por) (?:usuario|usuário)"
    r"|(?:pro|je|jeder?) Nutzer|(?:на|каждый|каждому) пользовател\w+|사용자\s?당"
    r"|ユーザー(?:あたり|ごと)?|每(?:个)?用户)"
)
_PACE = re.compile(rf"(?<![\d.,]){_SPEED}\W*(?:\w+\W+){{0,1}}?{_EACH}", re.IGNORECASE)
_PACE_BEFORE = re.compile(rf"{_EACH_BEFORE}(?:\W+\w+){{0,5}}?\W*{_SPEED}", re.IGNORECASE)
_BARE_SPEED = re.compile(rf"(?<![\d.,]){_SPEED}", re.IGNORECASE)
_MS = r"(\d{1,4}(?:\.\d+)?)\s*(?:ms|мс|毫秒|ミリ秒)(?![a-z])"
_TPOT = re.compile(
    rf"{_MS}\s*(?:per|/|a|each|between)\s*(?:output\s+|generated\s+)?tokens?\b"
    rf"|\b(?:tpot|itl)\b\W*(?:\w+\W+){{0,3}}?{_MS}",
    re.IGNORECASE,
)
_SLOWEST, _FASTEST = 1.0, 500.0  # tokens a second of one user


class ApiPrice(NamedTuple):
    """Dollars of a million tokens: those read, those written, or "" where no difference is made."""

    usd: float
    of: str


class Slice(NamedTuple):
    """A profile as it is written: "3g.40gb" has 3 of the computing slices."""

    compute: int
    gb: int

    @property
    def name(self) -> str:
        """As its maker writes it."""
        return f"{self.compute}g.{self.gb}gb"


def told_copies(text: str) -> int | None:
    """How many models, or copies of one, are to be served: "seven 8B models"."""
    match = _MODELS.search(text) or _COPIES.search(text)
    return _count(match[1]) if match else None


def told_adapters(text: str) -> int | None:
    """How many adapters are to be served on one base: "50 LoRA adapters"."""
    if match := _ADAPTERS.search(text):
        return int(match[1].replace(",", "")) * (1000 if match[2] else 1)
    later = _ADAPTERS_LATER.search(text)
    return int(later[1]) if later else None


def told_slice(text: str) -> Slice | None:
    """The profile of a slice that is named."""
    match = _SLICE.search(text)
    return Slice(int(match[1]), int(match[2])) if match else None


def told_api_prices(text: str) -> tuple[ApiPrice, ...]:
    """Each price of a million tokens, in the order of the text."""
    found = [(m.start(), _price(m[1], "$", m[2], m[3])) for m in _SIGN_FIRST.finditer(text)]
    found += [(m.start(), _price(m[1], m[2], m[3], m[4])) for m in _SIGN_LATER.finditer(text)]
    unit = _PER_MILLION.search(text)
    if not found and unit:  # "cost per million output tokens? We pay an API vendor $0.20": it is of that unit
        found = [(m.start(), _price(m[1], "$", "million", unit[1])) for m in _OF_API.finditer(text)]
    return tuple(price for _, price in sorted(found))


def told_pace(text: str) -> float | None:
    """Tokens a second that each user shall have: "15 tok/s each", "at 50 ms per token"."""
    if (match := _PACE.search(text)) or (match := _PACE_BEFORE.search(text)):
        pace = float(match[1])
    elif match := _TPOT.search(text):
        pace = MILLISECONDS_PER_SECOND / float(match[1] or match[2])
    else:
        return None
    return pace if _SLOWEST <= pace <= _FASTEST else None


def told_speed(text: str) -> float | None:
    """Tokens a second, whosever they are: "how many users at 15 tok/s"."""
    match = _BARE_SPEED.search(text)
    return float(match[1]) if match and _SLOWEST <= float(match[1]) <= _FASTEST else None


def told_precisions(text: str) -> tuple[str, ...]:
    """The formats that are named, each once, in their order."""
    found = (next(at for at, part in enumerate(match.groups()) if part) for match in _FORMATS.finditer(text))
    return tuple(dict.fromkeys(_NAMES[at] for at in found))


def told_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Where these figures stand in a text."""
    kinds = [_PROCESSOR, _MODELS, _COPIES, _ADAPTERS, _ADAPTERS_LATER, _SLICE, _SIGN_FIRST, _SIGN_LATER]
    kinds += [_OF_API] if _PER_MILLION.search(text) else []
    kinds += [_PACE, _PACE_BEFORE]
    return tuple(match.span() for kind in kinds for match in kind.finditer(text))


def _price(amount: str, sign: str, per: str, of: str | None) -> ApiPrice:
    usd = float(amount.replace(",", ".")) / (100 if sign.lower().startswith(_CENTS) else 1)
    return ApiPrice(usd * (1000 if per.lower().startswith(_THOUSAND) else 1), _PARTS.get((of or "").lower(), ""))


def _count(text: str) -> int:
    return _NUMBERS.get(text.lower()) or int(text)
