"""What a shell script holds in other spellings: text read into a variable, sums told to `expr`, and `case`."""

from __future__ import annotations

import re

_READ = re.compile(
    r"^[ \t]*(?:IFS=\S*[ \t]+)?read\b[^\n<]*?[ \t](?P<name>[A-Za-z_]\w*)[ \t]*"
    r"<<-?[ \t]*(?P<quote>['\"]?)(?P<tag>\w+)(?P=quote)[^\n]*\n"
    r"(?P<body>.*?)\n[ \t]*(?P=tag)[ \t]*$",
    re.M | re.S,
)
_CAUGHT = re.compile(
    r"(?P<name>\b[A-Za-z_]\w*)=\"?\$\([ \t]*cat[ \t]*<<-?[ \t]*(?P<quote>['\"]?)(?P<tag>\w+)(?P=quote)[^\n]*\n"
    r"(?P<body>.*?)\n[ \t]*(?P=tag)[ \t]*\n[ \t]*\)\"?",
    re.S,
)
_EXPR = re.compile(r"\$\(\s*expr\s+([^()`$]*(?:\$\{?\w+\}?[^()`$]*)*)\)|`\s*expr\s+([^`()]*)`")
_TRIMMED = re.compile(r"\$\(\s*echo\s+(?:-\w+\s+)?\"?(\$\{?\w+\}?)\"?\s*\|\s*(?:tr|sed|xargs)\b[^()]*\)")
_CASE = re.compile(r"\bcase[ \t]+(?P<word>\S+)[ \t]+in\b(?P<body>(?:(?!\bcase[ \t]).)*?)\besac\b", re.S)
_WAY = re.compile(r"(?P<before>\s*)\(?(?P<marks>[^()\n]+)\)(?P<does>.*)", re.S)
_STAR = re.compile(r"\\\*|'\*'|\"\*\"")


def plainer(text: str) -> str:
    """The script with such variables assigned and such sums written as `$((...))`; lines stay where they are."""
    for pattern in (_READ, _CAUGHT):
        text = pattern.sub(_assigned, text)
    text = _TRIMMED.sub(r"\1", text)  # whose lines and blanks are joined, which means the same
    text = _CASE.sub(_chosen, text)
    return _EXPR.sub(lambda found: f"$(({_STAR.sub('*', found[1] or found[2]).strip()}))", text)


def _assigned(found: re.Match[str]) -> str:
    """`NAME="..."` of as many lines as before: the command that the text holds."""
    body = found["body"].replace("\\\n", "  \n").replace('"', "'")
    return f'{found["name"]}="\n{body}\n"'


def _chosen(found: re.Match[str]) -> str:
    """`case X in a*) ...;; *) ...;; esac` as an `if` on as many lines; whole, where a way of it is not read."""
    parts = [part for part in found["body"].split(";;") if part.strip()]
    ways = [way for part in parts if (way := _WAY.fullmatch(part)) is not None]
    if not ways or len(ways) < len(parts):
        return found[0]
    told = ""
    for way in ways:
        marks = way["marks"].strip()
        opened = (
            "else " if marks == "*" and told else f"{'el' * bool(told)}if [ {found['word']} -in '{marks}' ]; then "
        )
        told += way["before"] + opened + way["does"] + ";"
    return f"{told}fi"
