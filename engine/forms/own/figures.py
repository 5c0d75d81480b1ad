"""Amounts with units as a text tells them: times an item, items a second, loads, totals, shares and windows.

Any noun counts: what is counted is the word beside the number. A time for one item, or so many items in a time on a
card, is a pace; so many items in a time otherwise is a load; a number of what the pace counts, alone, is a total.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_SCALES = {
    "k": 1e3, "thousand": 1e3, "tausend": 1e3, "tsd": 1e3, "mil": 1e3, "mila": 1e3, "тыс": 1e3, "千": 1e3, "万": 1e4,
    "m": 1e6, "mn": 1e6, "mio": 1e6, "million": 1e6, "millionen": 1e6, "millions": 1e6, "millones": 1e6,
    "milhões": 1e6, "millón": 1e6, "milhão": 1e6, "milioni": 1e6, "млн": 1e6, "百万": 1e6, "亿": 1e8,
    "b": 1e9, "bn": 1e9, "billion": 1e9, "billions": 1e9, "milliarden": 1e9, "mrd": 1e9, "milliards": 1e9,
    "bilhões": 1e9, "bilhão": 1e9, "млрд": 1e9, "十亿": 1e9, "t": 1e12, "trillion": 1e12,
}  # fmt: skip
_SPANS = (
    (r"ms|msec|milliseconds?|millisekunden?|millisecondes?|milisegundos?|мс|毫秒|ミリ秒", 1e-3),
    (r"s|secs?|seconds?|sek|sekunden?|secondes?|segundos?|secondi|secondo|сек(?:унд\w*)?|с|秒|초", 1.0),
    (r"min|mins|minutes?|minuten?|minutos?|minuti|минут\w*|мин|分钟|分|분", 60.0),
    (r"h|hrs?|hours?|std|stunden?|heures?|horas?|ore|ora|час\w*|ч|小时|時間|시간", 3600.0),
    (r"d|days?|tage?n?|tag|jours?|días?|dias?|giorn[oi]|день|дней|дня|сутки|天|日|일", 86400.0),
    (r"night|nacht|nuit|noche|noite|notte|ночь|晚", 86400.0),
    (r"weeks?|wochen?|semaines?|semanas?|settiman[ae]|недел\w*|周", 604800.0),
    (r"months?|monate?n?|monat|mois|mes(?:es)?|mês|mesi|месяц\w*|月", 2628000.0),
)
_SPAN = "(?:" + "|".join(words for words, _ in _SPANS) + ")"
_END = r"(?![A-Za-zÀ-ÿА-я\d])"
_NUMBER = r"(?<![\w.,$€£])(\d{1,3}(?:[,  '’]\d{3})+(?!\d)|\d+(?:[.,]\d+)?)"
_SCALE = r"(?:\s?(" + "|".join(sorted(_SCALES, key=len, reverse=True)) + r")\.?" + _END + r")?"
_AMOUNT = _NUMBER + _SCALE
_WORD = r"[A-Za-zÀ-ÿА-я][\w'’-]*|[\u4e00-\u9fff]{1,6}"
_PER = (
    r"(?:\s*/\s*|\s*每"
    r"|\s+(?:per|an?|each|every|pro|je|par|por|per ogni|al|alla|all'|à la|в|за|на|for (?:each|every|one|an?))\s+)"
)
_ABOUT = (
    r"(?:about|around|roughly|some|circa|ca\.?|etwa|environ|unos|unas|cerca de|около|大约|约|approx\.?|~|≈|only"
    r"|just|\s)*"
)
_A_TIME = re.compile(rf"{_AMOUNT}[\s-]*({_SPAN}){_END}{_PER}(?:one\s+|single\s+|1\s+)?({_WORD})", re.IGNORECASE)
_TAKES = re.compile(
    r"\b(?:one|an?|each|every|single|per|ein|eine|jede[rs]?|une?|cada|chaque|ogni|один|одна|одно|каждый|каждая)\s+"
    rf"((?:{_WORD})(?:\s+(?:{_WORD}))?)\s+(?:\w+\s+){{0,2}}?"
    r"(?:is|takes?|took|needs?|runs?(?: in)?|costs?|dauert|braucht|prend|dure|tarda|toma|leva|demora"
    r"|richiede|impiega|занимает|идет|—|-)\s+"
    rf"{_ABOUT}{_AMOUNT}\s*({_SPAN}){_END}",
    re.IGNORECASE,
)
_TAKES_ZH = re.compile(
    rf"(?:每|一)[个张次段份条帧]?([\u4e00-\u9fff]{{1,4}}?)(?:需要|要|大约|约|用时|耗时)+\s*{_AMOUNT}\s*({_SPAN})"
)
_RATE = re.compile(rf"{_AMOUNT}[\s-]*((?:(?:{_WORD})\s*){{0,4}}?){_PER}({_SPAN}){_END}", re.IGNORECASE)
_RATE_AHEAD = re.compile(
    rf"(?:每(天|日|小时|分钟|秒|周|月)|(?:am|pro|par|por|al|per)\s+({_SPAN}){_END}:?)\s*{_NUMBER}\s?"
    rf"({'|'.join(sorted(_SCALES, key=len, reverse=True))})?\s*[个张次段份条帧]?\s*({_WORD})",
    re.IGNORECASE,
)
_FPS = re.compile(rf"{_AMOUNT}\s*(?:fps|frames/s){_END}", re.IGNORECASE)
_RHYTHM = re.compile(
    rf"{_AMOUNT}\s*((?:{_WORD})(?:\s+(?:{_WORD}))?)\s+(daily|nightly|hourly|weekly|täglich)\b", re.IGNORECASE
)
_RHYTHMS = {"h": 3600.0, "w": 604800.0}
_REAL = re.compile(
    rf"{_NUMBER}\s*(?:x|×|fach\w*|times|mal|fois|veces|vezes|volte|倍)?\s*(?:faster than\s+|as fast as\s+"
    rf"|the\s+|le\s+|el\s+|o\s+)?"
    r"(?:real[- ]?time|echtzeit|temps réel|tiempo real|tempo reale?|реального времени|实时)",
    re.IGNORECASE,
)
_RTF = re.compile(r"\b(?:rtf|real[- ]time factor)\b\D{0,8}(0?\.\d+)", re.IGNORECASE)
_SOUND = re.compile(
    rf"{_AMOUNT}\s*(h|hours?|min|minutes?|stunden|heures|horas|ore|часов|小时)\s*(?:of|de|d'|di|an|von)?\s*(?:\w+\s+)?"
    r"(?:[aá]udio|speech|sound|calls?|recordings?|voice|podcasts?|meetings?|lectures?|interviews?|sprache|parole|音频|语音)",
    re.IGNORECASE,
)
_EVERY = re.compile(
    rf"(?:every|alle|toutes les|cada|ogni|каждые|每隔?)\s*{_ABOUT}(?:(\d+(?:[.,]\d+)?)\s*)?({_SPAN}){_END}",
    re.IGNORECASE,
)
_AT_ONCE = r"(?:(?:concurrent|simultaneous|active|parallel|live|gleichzeitige\w*|simult\w*)\s+)?"
_COUNT = re.compile(
    rf"{_AMOUNT}\s+(?:de\s+|of\s+|di\s+)?{_AT_ONCE}((?:(?:{_WORD})\s+){{0,2}}?(?:{_WORD}))", re.IGNORECASE
)
_COUNT_ZH = re.compile(
    rf"{_NUMBER}(?:({'|'.join(key for key in _SCALES if not key.isascii())}))?"
    r"\s*[个张次段份条帧路]?([\u4e00-\u9fff]{1,4})"
)
_SHARE = re.compile(
    r"(\d+(?:[.,]\d+)?)\s?(?:%|percent\b|prozent\b|pour cent|por ciento|por cento|процент\w*)"
    r"|\b(?:(?:the\s+)?(half|a third|a quarter|two thirds|die hälfte|la moitié|la mitad|a metade|la metà"
    r"|половин\w+))\b(?! an| a )"
    r"|(一半)",
    re.IGNORECASE,
)
_PARTS = {"a third": 1 / 3, "a quarter": 0.25, "two thirds": 2 / 3}
_NO_SHARE = re.compile(
    r"\W*(?:\w+\s+)?(?:busy|utili[sz]|sure|load(?:ed)?\b|headroom|spare|discount|off\b|cheaper|used|vat"
    r"|mwst|cooling|occupied)",
    re.IGNORECASE,
)
_CLOCKS = re.compile(
    r"(?:between|from|zwischen|von|entre|de|das|dalle|с|从)\s+(\d{1,2})(?:[:.h]\d\d)?\s*(am|pm|h|uhr)?\s*"
    r"(?:and|to|till|until|und|bis|et|y|e|a|à|às|alle|до|到|-|–)\s*(\d{1,2})(?:[:.h]\d\d)?\s*(am|pm|h"
    r"|uhr)?(?!\d)",
    re.IGNORECASE,
)
_IN = (
    r"(?:inside|within|in\s+under|in\s+less\s+than|under|in\s+at\s+most|in|innerhalb\s+von|innerhalb|binnen"
    r"|in\s+weniger\s+als|en\s+moins\s+de|en|em\s+menos\s+de|em\s+até|em|en\s+menos\s+de|entro|in\s+meno\s+di|за"
    r"|в\s+течение)\s+"
)
_WINDOW = re.compile(
    _IN + rf"{_ABOUT}(?:an?\s+|one\s+)?(?:{_NUMBER}[\s-]*)?({_SPAN}){_END}"
    rf"|{_NUMBER}[\s-]*(h|hours?|小时)\s*(?:window|slot|zeitfenster|内|以内)",
    re.IGNORECASE,
)
_BARE = re.compile(
    rf"{_NUMBER}[\s-]*((?:h|hours?|stunden?|heures?|horas?|ore|часов|小时|days?|tagen?|jours?|días?|dias?"
    rf"|giorni|дн\w+|天)){_END}"
    rf"(?!\s*(?:of|von|de|/|per|a\b|each|ago))",
    re.IGNORECASE,
)
_LIMIT = re.compile(
    rf"(?:waits?(?: (?:no )?(?:more|longer) than)?|back within|within|under|below|less than|at most|máximo"
    rf"|maximal|höchstens|latency of|moins de|menos de|不超过)\s*"
    rf"{_ABOUT}{_NUMBER}\s*({_SPAN}){_END}",
    re.IGNORECASE,
)
_PEAK = re.compile(
    r"(?:peaks?\D{0,20}?(\d+(?:\.\d+)?)\s?(?:x|×|times)|(\d+(?:\.\d+)?)\s?(?:x|×)\s*(?:at\s+)?peak)", re.IGNORECASE
)
_TOLD = re.compile(
    r"[\d.,]+\s*\S{0,5}\s*/\s*\S+|[\d.,]+\s*\S+ (?:per|pro) k?\w+", re.IGNORECASE
)  # prices of a time or of a kWh
_STOPS = re.compile(r"[.;!?\n](?:\s|$)|。|？|！")
MANY = 100.0  # an hour without a noun: items, where fewer may be a price
HALF_DAY, DAY_HOURS, HOUR, A_DAY = 12, 24, 3600.0, 86400.0
FRAME, SOUND = "frames", "seconds of sound"
_MONEY = (  # what a price is in
    "美元", "美金", "人民币", "元", "块", "円", "ドル", "달러", "원", "euro", "usd", "dollar", "chf", "gbp", "руб",
)  # fmt: skip
_BYTES = frozenset({"gb", "tb", "gib", "tib"})
_FILLER = frozenset({
    "the", "a", "an", "of", "more", "new", "other", "about", "each", "every", "per", "in", "on", "at", "with", "for",
    "and", "to", "is", "are", "das", "der", "die", "de", "la", "el",
})  # fmt: skip


class Figure(NamedTuple):
    """`value` of a thing (`noun`: its words), in `seconds` (0: no time), at a place in the text."""

    value: float
    noun: str
    seconds: float
    at: int
    end: int

    @property
    def a_second(self) -> float:
        return self.value / self.seconds


def times(text: str) -> Iterator[Figure]:
    """Seconds of one item: `value` items, 1, in `seconds`."""
    taken: set[int] = set()
    for match in _A_TIME.finditer(text):
        span = _seconds(match[3])
        if span < 86400.0 and not _is_span(match[4]):
            taken.add(match.start())
            yield Figure(1.0, match[4], _number(match[1], match[2]) * span, match.start(), match.end())
    for match in _TAKES.finditer(text):
        if match.start(2) not in taken and not _is_span(match[1].split()[-1]):
            yield Figure(1.0, match[1], _number(match[2], match[3]) * _seconds(match[4]), match.start(), match.end())
    for match in _TAKES_ZH.finditer(text):
        yield Figure(1.0, match[1], _number(match[2], match[3]) * _seconds(match[4]), match.start(), match.end())


def rates(text: str) -> Iterator[Figure]:
    """So many items in a time: a pace of a card, or a load."""
    for match in _RATE.finditer(text):
        noun = _noun(match[3])
        if noun.lower().startswith(_MONEY) or (noun.lower() in _BYTES and _seconds(match[4]) == 1):
            continue  # a price an hour is no rate of things, and a bandwidth is one of the card
        many = _number(match[1], None) >= MANY and _seconds(match[4]) >= HOUR
        if noun or match[2] or ((many or _seconds(match[4]) >= A_DAY) and "$" not in match[0]):
            yield Figure(_number(match[1], match[2]), noun, _seconds(match[4]), match.start(), match.end())
    for match in _RATE_AHEAD.finditer(text):
        if not _is_span(match[5]):
            span = _seconds((match[1] or match[2]).replace("日", "天"))
            yield Figure(_number(match[3], match[4]), match[5], span, match.start(), match.end())
    for match in _FPS.finditer(text):
        yield Figure(_number(match[1], match[2]), FRAME, 1.0, match.start(), match.end())
    for match in _RHYTHM.finditer(text):
        span = _RHYTHMS.get(match[4][0].lower(), 86400.0)
        yield Figure(_number(match[1], match[2]), match[3], span, match.start(), match.end())


def of_sound(text: str) -> Figure | None:
    """Seconds of sound in a second: "25x realtime", "RTF 0.04"."""
    if match := _REAL.search(text):
        return Figure(_number(match[1], None), SOUND, 1.0, match.start(), match.end())
    if match := _RTF.search(text):
        return Figure(1 / float(match[1]), SOUND, 1.0, match.start(), match.end())
    return None


def hours_of_sound(text: str) -> float | None:
    """Hours of sound that are there in all: "12,000 hours of audio"."""
    match = _SOUND.search(text)
    if match is None:
        return None
    digits = re.sub(r"\.(?=\d{3}$)", "", match[1])  # "12.000 horas": nobody tells hours to the thousandth
    return _number(digits, match[2]) * _seconds(match[3]) / HOUR


def every(text: str) -> Figure | None:
    """How often each of something comes: once in `seconds`."""
    match = _EVERY.search(text)
    if match is None:
        return None
    return Figure(1.0, "", _number(match[1] or "1", None) * _seconds(match[2]), match.start(), match.end())


def counts(text: str) -> Iterator[Figure]:
    """Numbers with the words behind them, whatever these count."""
    for match in _COUNT.finditer(text):
        noun = _noun(match[3])
        if noun and not _is_span(noun.split()[0]):
            yield Figure(_number(match[1], match[2]), noun, 0.0, match.start(), match.end())
    for match in _COUNT_ZH.finditer(text):
        if not _is_span(match[3]) and not match[3].startswith(_MONEY):
            yield Figure(_number(match[1], match[2]), match[3], 0.0, match.start(), match.end())


class Share(NamedTuple):
    """A share of what was counted before it, and where it stands."""

    value: float
    at: int


def shares(text: str) -> list[Share]:
    """Those of a load: not how busy a card is, nor a discount."""
    found = []
    for match in _SHARE.finditer(text):
        if not _NO_SHARE.match(text, match.end()):
            value = _number(match[1], None) / 100 if match[1] else _PARTS.get((match[2] or "").lower(), 0.5)
            found.append(Share(value, match.start()))
    return found


def clock_hours(text: str, *, bare: bool = False) -> tuple[float, int] | None:
    """Hours between two times of day, and where they stand: "between 8:00 and 17:00"; `bare`: of hours alone, too."""
    match = _CLOCKS.search(text)
    if match is None or not (bare or ":" in match[0] or match[2] or match[4] or "h" in match[0]):
        return None
    first, last = float(match[1]), float(match[3])
    first += HALF_DAY if (match[2] or "").lower() == "pm" and first < HALF_DAY else 0
    last += HALF_DAY if (match[4] or "").lower() == "pm" and last < HALF_DAY else 0
    if first > DAY_HOURS or last > DAY_HOURS or first == last:
        return None
    return (last - first) % DAY_HOURS, match.start()


def window(text: str) -> float | None:
    """Hours in which all of it shall be done."""
    found = []
    for match in _WINDOW.finditer(text):
        hours = _number(match[1] or match[3] or "1", None) * _seconds(match[2] or match[4]) / HOUR
        found.append(hours)
    return max(found, default=None)


def bare_hours(text: str) -> float | None:
    """Hours that stand alone: "15,000 proteins to fold, 4 days"; None where several do."""
    found = [_number(match[1], None) * _seconds(match[2]) / HOUR for match in _BARE.finditer(text)]
    return found[0] if len(found) == 1 else None


def limit(text: str) -> float | None:
    """Seconds that one may wait."""
    match = _LIMIT.search(text)
    return _number(match[1], None) * _seconds(match[2]) if match else None


def peak(text: str) -> float:
    """How many times the average the load is at its peak; 1 where nobody says so."""
    match = _PEAK.search(text)
    return float(match[1] or match[2]) if match else 1.0


def sentence(text: str, at: int) -> tuple[int, int]:
    """Where the sentence around a place begins and ends."""
    ends = [match.start() for match in _STOPS.finditer(text)]
    first = max((end + 1 for end in ends if end < at), default=0)
    return first, min((end for end in ends if end >= at), default=len(text))


def _noun(words: str) -> str:
    kept = [word for word in words.split() if word.lower() not in _FILLER]
    return " ".join(kept[-2:] if len(kept) > 1 else kept)


def _is_span(word: str) -> bool:
    return re.fullmatch(_SPAN, word, re.IGNORECASE) is not None


def _seconds(word: str) -> float:
    return next((seconds for words, seconds in _SPANS if re.fullmatch(words, word, re.IGNORECASE)), 1.0)


def _number(digits: str, scale: str | None) -> float:
    plain = re.sub(r"[  '’]", "", digits)
    plain = re.sub(r",(?=\d{3}(?:,|$))|\.(?=000$)", "", plain).replace(",", ".")
    return float(plain) * _scale(scale)


def _scale(word: str | None) -> float:
    return _SCALES[word.lower()] if word else 1.0


def read_in(text: str) -> Iterator[str]:
    """The stretches of a text that hold these figures."""
    kinds = (_A_TIME, _TAKES, _TAKES_ZH, _RATE, _RATE_AHEAD, _FPS, _RHYTHM, _REAL, _RTF, _EVERY, _COUNT, _COUNT_ZH,
             _SHARE, _CLOCKS, _WINDOW, _LIMIT, _PEAK)  # fmt: skip
    for kind in kinds:
        for match in kind.finditer(text):
            yield match[0]
    yield from (match[0] for match in _TOLD.finditer(text))
