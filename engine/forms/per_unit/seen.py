"""How many times as fast somebody sees one chip run as another, in the words of the question."""

from __future__ import annotations

import re

NUMBER = r"(?<![\w.,])(\d+(?:[.,]\d+)?)"
SHARE = re.compile(r"\b1\s*/\s*(\d+)\s*(?:th|rd|nd)?\b\s*(?:of|the|as)", re.IGNORECASE)
PERCENT = re.compile(NUMBER + r"\s*%\s*(faster|quicker|slower|more|less)", re.IGNORECASE)
BESIDE = r"faster|slower|quicker|as\b|the\b|speed|more|better|higher|throughput|on\b|over\b|gain|[.,?!)]|$"
COMPARED = rf"(?=\s*(?:{BESIDE}))"
TIMES = re.compile(NUMBER + r"\s*(?:x|times|fold)(?![a-z0-9])" + COMPARED + r"\s*(slower)?", re.IGNORECASE)
SLOWER = re.compile(r"\b(slower|not\s+as\s+fast|as\s+slow|worse|longer|underperform\w*)\b", re.IGNORECASE)
SAME = re.compile(
    r"\b(?:(?:no|not\s+any|not|isn't|hardly|barely)\s+(?:faster|quicker)|(?:the\s+)?same\s+(?:speed|throughput|time)|"
    r"both\s+(?:\w+\s+){0,3}?(?:take|need|finish|give|get|do|run)\s+(?:\w+\s+){0,2}?\d|"
    r"(?:isn't|is\s+not|not)\s+(?:the|my|our|an?)?\s*\w+\s+(?:faster|quicker)|"
    r"(?:just|exactly)?\s*as\s+slow)\b",
    re.IGNORECASE,
)
MOVED = re.compile(
    r"\b(?:mov|switch|migrat|chang|upgrad|replac|swap|went|go)\w*\b[^.?!]{0,40}?\bfrom\b", re.IGNORECASE
)
WHOLE = 100.0


def seen_ratio(text: str) -> float | None:
    """ "1.3x faster" is 1.3, "20% slower" 0.8, "no faster" 1, "1/20th of it" 0.05; None where none is told."""
    if (share := SHARE.search(text)) is not None:
        return 1 / float(share[1])
    if (percent := PERCENT.search(text)) is not None:
        sign = -1 if percent[2].lower() in ("slower", "less") else 1
        return 1 + sign * _number(percent[1]) / WHOLE
    if (times := TIMES.search(text)) is not None and (value := _number(times[1])) > 0:
        return 1 / value if times[2] else value
    slower = SLOWER.search(text)  # "slower; is an H100 not faster?" tells no ratio
    same = SAME.search(text)
    return 1.0 if same and (slower is None or slower[0] in same[0] or same[0] in slower[0]) else None


def says_slower(text: str) -> bool:
    """Whether the first that is named is said to be the slower."""
    return SLOWER.search(text) is not None


def is_moved(text: str) -> bool:
    """Whether what is told is of the second, which took the place of the first: "from A10G to L4"."""
    return MOVED.search(text) is not None


def _number(text: str) -> float:
    return float(text.replace(",", "."))
