"""Free text as tokens: Slack markup taken off, look-alike characters folded, offsets kept.

Nothing in the text is trusted or followed; whatever it asks for, it is only words here.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

_LARGEST_POWER = 15
SENTENCE_ENDS = frozenset(".;!?\n")  # marks and lines behind which another sentence begins
LONGEST = 40_000  # Slack's own limit for one message; the rest is not read

Kind = Literal["word", "number", "instance", "mark"]

_LINK = re.compile(r"<(?:https?|mailto|tel)[^<>|\n]{0,2000}(?:\|([^<>\n]{0,2000}))?>", re.IGNORECASE)
_MENTION = re.compile(r"<[@#!][^<>|\n]{0,200}(?:\|([^<>\n]{0,200}))?>")
_BARE_LINK = re.compile(r"https?://\S{1,2000}", re.IGNORECASE)
_COUNTED = re.compile(  # the hyphens of "a 7-billion-parameter model"
    r"(?<=\d)-(?=(?:thousand|million|billion|trillion)\b)|(?<=illion)-(?=(?:param|token|sample|word|row|document))"
)
# "2*A100", "80GB *4": an asterisk that multiplies, where Slack's makes bold.
_GLUED_MEMORY = re.compile(r"(?<![\w.])(\d{2,3})g(?=[vahp]\d{2,3}\b)", re.IGNORECASE)  # "32GV100"
# A name with its number, or one of four digits as cards have, and behind it how many: "A100*8", "4090 x 2".
_COUNTED_BEHIND = re.compile(
    r"(?<![\w.$/-])((?:[a-z]{1,4}\d{1,4}[a-z]{0,2}|(?:[rg]tx ?)?\d0[5-9]0)(?: ?ti| ?super)?) ?[*x×] ?"
    r"(\d{1,2})(?![\w*×/-]|\.\d| ?[*x×] ?\d)",
    re.IGNORECASE,
)
_MULTIPLIED = re.compile(r"(?<=\d) ?\*+ ?(?=[^\W_])|(?<=[^\W_]) ?\*+ ?(?=\d{1,4}(?![\w*]))|(?<=\)) ?\*+ ?(?=\d)")
_CARDS_TOGETHER = re.compile(
    r"(?<=[\w)]) ?\+ ?(?=(?:\d{1,2} ?x ?)?(?:rtx ?|gtx ?)?[1-9]0[5-9]0(?!\d))", re.IGNORECASE
)
_VERSION = re.compile(r"(?<![\w.])([vV])\. ?(?=\d)")  # "v.3"
_HYPHENED = re.compile(r"(?<![\w./-])([abhv])-(?=[1-3]00s?(?!\w))", re.IGNORECASE)  # "H-100"
_SIZE_OF_TYPE = re.compile(
    r"(?<![\w.-])([a-z]{1,3}\d{1,2}[a-z]{0,4}\.\d{0,3})(x?l?[a-z]{3,7})(?![\w.-])", re.IGNORECASE
)
_XLARGE, _OTHER = "xlarge", 1  # the size as it is spelled; letters by which a word differs from it, at most
_MEMORY_BEFORE = re.compile(r"(?<=\dGB)-(?=[a-z]{1,4}\d{1,4}|\d0[5-9]0)", re.IGNORECASE)  # "32GB-V100"
_THOUSANDS = re.compile(r"(?<![\w.,])(\d{1,3}) (000)(?: (000))?(?![\w.,]?\d)")  # "10 000 users"
# "1.200 Tokens" in a language that parts thousands with a dot; of dollars both marks are written.
_DOTTED = re.compile(
    r"(?<![\w.,$-])(?<!\$ )(?<!usd )[1-9]\d{0,2}(?:\.\d{3})+(?!\w|[.,]\d| ?\$| ?(?:us-?)?dollars?\b| ?usd\b)"
)
_MILLIONS = re.compile(r"(?<![\w.,-])[1-9]\d{0,2}(?:\.\d{3})*\.000\.000(?!\w|[.,]\d)")  # no version of anything
_POWER = re.compile(r"(?<![\w.,-])(\d{1,3}(?:\.\d{1,3})?)e\+?(\d{1,2})(?![\w.])", re.IGNORECASE)  # "1e9 tokens"
_SLICE = re.compile(  # "v3.8 TPU"
    r"(?<![\w.])([v][2-6])\.(?=(?:8|16|32|64|128|256|512)(?![\w.]))(?:(?=.{0,40}\btpu)|(?<=tpu ...))", re.IGNORECASE
)
_SIZES = re.compile(
    r"(?<![\w.])([a-z]{3,})?(\d{1,3})((?:/\d{1,3})+)(?=b(?![a-z0-9]))", re.IGNORECASE
)  # "llama7/13/70b"
_SHORTCODE = re.compile(r"(?<![\w:]):[a-z][a-z0-9_+-]{1,40}:(?![\w:])")
# Invisible marks: zero-width, direction and soft-hyphen characters, and accents that belong to no letter.
_UNSEEN = re.compile(
    "[\u00ad\u0300-\u036f\u061c\u180e\u1ab0-\u1aff\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f"
    "\u20d0-\u20ff\ufe00-\ufe0f\ufeff]"
)
_FOLD = str.maketrans(
    {
        "’": "'", "‘": "'", "ʼ": "'", "`": " ", "“": '"', "”": '"', "«": '"', "»": '"',
        "–": "-", "—": ",", "‐": "-", "‑": "-", "−": "-", "×": "x", "✕": "x", "→": ",", "…": ".",
        "\u00a0": " ", "\u202f": " ", "*": " ", "≈": "~", "∼": "~", "≤": "<", "≥": ">",
    }
)  # fmt: skip

# Scripts written without blanks: each of their characters is a word, and a word of them is a phrase of characters.
_UNSPACED = "\u3005\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff"
_IN_UNSPACED = re.compile(f"[{_UNSPACED}]")
_STOPS = {"。": ";", "、": ",", "・": " ", "「": '"', "」": '"', "～": "~"}

# What a processor's name looks like, whose digits count nothing: "13900k", "i7-12700h", "5950x", "7800x3d", "5995wx".
_PROCESSOR = r"""(?<![a-z0-9.,$])(?:
    i[3579]-?\d{4,5}[a-z]{0,3}
  | 1[0-4](?:[6-9]00|850|980)(?:k[fs]?|h[xk]?|xe)
  | 1[0-4][1-9]00(?:kf|ks|f|t)
  | (?:3[57]70|4[67][79]0|[67][67]00|8[67]00|8086|9[679]00)k[fs]?
  | [1-9][3-9][0-9]0x3d
  | [1-9][5-9][0-9]0x
  | [1-9][3-9][0-9][05](?:wx|h[sx])
  )(?![a-z0-9])"""
_GIGABYTES = re.compile(r" (?:gb|gib|go)(?![a-z0-9])")
_IS_PROCESSOR = re.compile(_PROCESSOR, re.VERBOSE)
_TOKEN = re.compile(
    rf"""
    (?P<processor>{_PROCESSOR})
  | (?P<instance>(?:ml\.)?(?<![a-z0-9_.])(?:ml\.)?[a-z]{{1,4}}\d{{1,2}}[a-z]{{0,3}}(?:-[a-z]{{1,2}}\d{{2,4}})?\.
        (?:\d{{0,3}}xl(?:arge)?|metal|large|medium|small)(?![a-z0-9])
    | (?<![a-z0-9_.-])[agn][1-4]x?-(?:standard|(?:high|mega|ultra|edge|max)gpu|highmem|highcpu)
        -\d{{1,3}}g?(?:-metal)?(?![a-z0-9-])
    | (?<![a-z0-9_.-])(?:ct\d[a-z]{{0,2}}|tpu\d{{1,2}}x)-(?:hightpu|standard)-\d{{1,2}}t(?![a-z0-9-])
    | (?<![a-z0-9_.-])standard_n[a-z]{{1,3}}\d{{1,3}}[a-z0-9_]{{0,40}}(?![a-z0-9_-]))
  | (?P<shape>\d{{1,3}}x\d{{1,4}}b(?![a-z0-9]))
  | (?P<number>(?:\d{{1,3}}(?:,\d{{3}}){{1,9}}|\d{{1,30}})(?:\.\d{{1,30}})?|(?<![\w.])\.\d{{1,9}})
  | (?P<unspaced>[{_UNSPACED}])
  | (?P<word>[^\W\d_{_UNSPACED}][^\W_{_UNSPACED}]{{0,60}}(?:'[^\W\d_]{{1,6}})?)
  | (?P<mark>[^\s]|\n)
    """,
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Token:
    """One word, number or mark. `norm` is what is matched; `start`/`end` point into the clean text."""

    norm: str
    start: int
    end: int
    kind: Kind
    glued: bool  # nothing stands between this token and the one before


def clean(text: str) -> str:
    """The text as a reader sees it: no markup, no links, plain quotes and dashes."""
    text = text[:LONGEST]
    if not text.isascii():
        text = _UNSEEN.sub("", unicodedata.normalize("NFC", text))[:LONGEST]
    text = _LINK.sub(lambda m: f" {m.group(1) or ''} ", text)
    text = _MENTION.sub(lambda m: f" {m.group(1) or ''} ", text)
    text = _VERSION.sub(r"\1", html.unescape(_BARE_LINK.sub(" ", text)))
    text = _SIZE_OF_TYPE.sub(_as_sized, text)
    text = _HYPHENED.sub(r"\1", _SLICE.sub(r"\1-", text))
    text = _POWER.sub(_in_full, _THOUSANDS.sub(r"\1\2\3", _SIZES.sub(_of_billions, text)))
    text = _MEMORY_BEFORE.sub(" ", _GLUED_MEMORY.sub(r"\1G ", text))
    text = _COUNTED_BEHIND.sub(r"\2 x \1", text)
    text = _CARDS_TOGETHER.sub(" plus ", _MULTIPLIED.sub(" x ", text))
    return _SHORTCODE.sub(" ; ", text).translate(_FOLD)


def _as_sized(name: re.Match[str]) -> str:
    """A type of which the size is nearly spelled: "g5.xlrge", "p4d.24xlarg"."""
    size = name[2].lower()
    missing, more = Counter(_XLARGE) - Counter(size), Counter(size) - Counter(_XLARGE)
    is_near = size.startswith(_XLARGE[0]) and max(missing.total(), more.total()) <= _OTHER
    return name[1] + _XLARGE if is_near else name[0]


def _of_billions(sizes: re.Match[str]) -> str:
    """Each size of a list with slashes with the billions that are said of the last."""
    name = f"{sizes[1]} " if sizes[1] else ""
    return f"{name}{sizes[2]}b{sizes[3].replace('/', 'b/').removeprefix('b')}"


def _in_full(power: re.Match[str]) -> str:
    """A number with an exponent as it is counted, up to a quadrillion."""
    return f"{float(power[1]) * 10 ** int(power[2]):.0f}" if int(power[2]) <= _LARGEST_POWER else power[0]


def is_processor(norm: str) -> bool:
    """Whether a word is the name of a CPU by itself: "13600k", "5950x"."""
    return _IS_PROCESSOR.fullmatch(norm) is not None


def is_unspaced(norm: str) -> bool:
    """Whether a token is of a script written without blanks."""
    return _IN_UNSPACED.match(norm) is not None


_MEMORY = re.compile(r"x(\d{1,4})(gib|gb|g)")
_GLUED_UNIT = re.compile(r"(gib|gb|g)(of|vram|ram|hbm|memory|gpus?|cards?|each|per|的)")  # "16gbof vram"
_TI_MEMORY = re.compile(r"(ti|super)(\d{1,2})(gib|gb|g)")
_CLOCK = re.compile(
    r"(?:d|hrs?|h|mins?|m)(?:\d{1,2}(?:hrs?|h|mins?|m|secs?|s))+|h(?:15|30|45)"
)  # but "8h20" are cards
_CLOCK_PARTS = re.compile(r"\d+|[a-z]+")


def _plain(character: str) -> str:
    """One character, lower case and without accents; always exactly one, so that offsets hold."""
    if character < "\x80":
        return character.lower()
    if character in "€£¥₹" or _IN_UNSPACED.match(character):
        return character
    if character in _STOPS:
        return _STOPS[character]
    folded = unicodedata.normalize("NFKD", character)[0].lower()
    if len(folded) != 1:
        return " "
    if folded < "\x80" or folded.isalnum():
        return folded
    return " " if unicodedata.category(folded)[0] in "MCZ" else ";"


def lowered(text: str) -> str:
    """The clean text for matching, of the same length; emoji and odd signs end a clause, "7-billion" is two words."""
    low = text.lower() if text.isascii() else "".join(_plain(c) for c in text)
    return _COUNTED.sub(" ", low)


def _kind(name: str | None) -> Kind:
    if name == "instance":
        return "instance"
    if name == "number":
        return "number"
    return "word" if name in ("word", "shape", "unspaced", "processor") else "mark"


def regrouped(low: str, is_continental: Callable[[list[Token]], bool]) -> str:
    """A text with the dots between thousands as commas; `is_continental`: in a language that puts dots there."""
    dotted = _DOTTED.search(low) is not None and is_continental(tokenise(low))
    return (_DOTTED if dotted else _MILLIONS).sub(lambda match: match[0].replace(".", ","), low)


def tokenise(low: str) -> list[Token]:
    """Tokens of lower-case text. "70b" is a number and a glued word; "h100" and "v5e" are one word."""
    tokens: list[Token] = []
    end = -1
    unspaced = False  # whether the token before is of such a script: what follows it is not glued to it
    for match in _TOKEN.finditer(low):
        norm = match.group()
        kind = _kind(match.lastgroup)
        glued = match.start() == end and not (unspaced and match.lastgroup != "unspaced")
        unspaced = match.lastgroup == "unspaced"
        end = match.end()
        memory = _MEMORY.fullmatch(norm) if glued and tokens[-1].kind == "number" else None
        if memory is not None:  # "2x24gb"
            unit = match.start() + memory.start(2)
            tokens.append(Token("x", match.start(), match.start() + 1, "word", True))
            tokens.append(Token(memory[1], match.start() + 1, unit, "number", True))
            tokens.append(Token(memory[2], unit, end, "word", True))
            continue
        memory = _GLUED_UNIT.fullmatch(norm) if glued and tokens[-1].kind == "number" else None
        if memory is not None:
            behind = match.start() + memory.start(2)
            tokens.append(Token(memory[1], match.start(), behind, "word", True))
            tokens.append(Token(memory[2], behind, end, "word", False))
            continue
        memory = _TI_MEMORY.fullmatch(norm) if glued and tokens[-1].kind == "number" else None
        if memory is not None:  # "3060ti8g"
            digits, unit = match.start() + memory.start(2), match.start() + memory.start(3)
            tokens.append(Token(memory[1], match.start(), digits, "word", True))
            tokens.append(Token(memory[2], digits, unit, "number", False))
            tokens.append(Token(memory[3], unit, end, "word", True))
            continue
        if glued and tokens[-1].kind == "number" and _CLOCK.fullmatch(norm):  # "3h15m"
            for part in _CLOCK_PARTS.finditer(norm):
                first, last = match.start() + part.start(), match.start() + part.end()
                tokens.append(
                    Token(part.group(), first, last, "number" if part.group().isdecimal() else "word", True)
                )
            continue
        if kind == "word" and glued and norm[0] == "x" and len(norm) > 2 and tokens[-1].kind == "number":
            sized = norm[1:].isdecimal() and _GIGABYTES.match(low, end)  # "8x48 gb", where "8x3090" names a card
            tokens.append(Token("x", match.start(), match.start() + 1, "word", True))
            tokens.append(Token(norm[1:], match.start() + 1, end, "number" if sized else "word", True))
            continue
        if kind == "word" and norm[0] == "x" and norm[1:].isdecimal():  # "p5.48xlarge x6", "24x7"
            tokens.append(Token("x", match.start(), match.start() + 1, "word", glued))
            tokens.append(Token(norm[1:], match.start() + 1, end, "number", True))
            continue
        if kind == "instance":
            norm = norm.removeprefix("ml.")
            norm = norm + "arge" if norm.endswith("xl") else norm
        tokens.append(Token(norm, match.start(), end, kind, glued))
    return tokens


_SIZE = re.compile(r"(\d{1,4})([bm])")


def number_behind(norm: str, start: int, end: int) -> list[Token]:
    """What is glued to a family: a version is a word ("llama3"), a size a number with its letter ("llama70b")."""
    size = _SIZE.fullmatch(norm)
    if size is None:
        return [Token(norm, start, end, "word", True)]
    letter = start + size.start(2)
    return [Token(size[1], start, letter, "number", True), Token(size[2], letter, end, "word", True)]
