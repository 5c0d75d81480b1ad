"""What a shell script holds in other spellings: text read into a variable, and sums told to `expr`."""

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
_STAR = re.compile(r"\\\*|'\*'|\"\*\"")


def plainer(text: str) -> str:
    """The script with such variables assigned and such sums written as `$((...))`; lines stay where they are."""
    for pattern in (_READ, _CAUGHT):
        text = pattern.sub(_assigned, text)
    text = _TRIMMED.sub(r"\1", text)  # whose lines and blanks are joined, which means the same
    return _EXPR.sub(lambda found: f"$(({_STAR.sub('*', found[1] or found[2]).strip()}))", text)


def _assigned(found: re.Match[str]) -> str:
    """`NAME="..."` of as many lines as before: the command that the text holds."""
    body = found["body"].replace("\\\n", "  \n").replace('"', "'")
    return f'{found["name"]}="\n{body}\n"'
