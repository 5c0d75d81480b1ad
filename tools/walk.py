"""Walks README and docs as a newcomer would: every `$ ...` line in order, in one database, on the day of the samples.

`make docs` runs it and writes what was printed into the documents. A test runs it and compares instead.
Below a command stand the lines it printed; `...` stands for lines that are not shown, and ends a line that is cut.
A comment before the block says which lines are shown, as in `<!-- lines: 1-3, p4:6 -->`: lines 1 to 3 and the first
six of the fourth paragraph. Otherwise it is all of them, or as many from the top as stand above the first `...`.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import os
import pkgutil
import re
import shlex
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from click.testing import CliRunner

import bot
from bot.advice.advisor import Advisor
from bot.cli import chipscout
from bot.commands import common
from knowledge.loading.cache import load_cached
from knowledge.loading.load import load
from knowledge.store.store import Store
from knowledge.store.verdicts import KeptVerdict
from tests.day import DAY, FOUNDING

ROOT = Path(__file__).resolve().parents[1]
PROSE = ("guide", "install", "operating", "feeds", "privacy", "agents")
WALK = ("README.md", *(f"docs/{name}.md" for name in PROSE))
MOMENT = datetime(DAY.year, DAY.month, DAY.day, 12, tzinfo=UTC)
WIDTH = 132  # a longer line of output is cut where a document shows it
FENCE = re.compile(
    r"(?:<!-- lines: (?P<lines>[\dp:, -]+) -->\n)?^(?P<indent> *)```console\n(?P<body>.*?)^ *```",
    re.DOTALL | re.MULTILINE,
)
NEEDS = re.compile(r"^- \*\*(?:Slack|network)\*\*: (.+)$", re.MULTILINE)
WATCHED = "<!-- Watch was pressed in Slack -->"
CUT = "..."


class Shown(NamedTuple):
    """A command as a document shows it, with the output below it."""

    document: str
    line: str
    output: tuple[str, ...]
    lines: str  # which lines of the output are shown, as in "1-3, p4:6"; empty where the document does not say


class Result(NamedTuple):
    """The result of a command."""

    shown: Shown
    status: int
    output: tuple[str, ...]
    errors: str


def shown(document: str, text: str) -> Iterator[Shown | str]:
    """The commands of a document in order, and WATCHED where that mark stands."""
    marks: list[tuple[int, re.Match[str] | None]] = [(fence.start(), fence) for fence in FENCE.finditer(text)]
    marks += [(mark.start(), None) for mark in re.finditer(re.escape(WATCHED), text)]
    for _, fence in sorted(marks, key=lambda mark: mark[0]):
        if fence is None:
            yield WATCHED
            continue
        body = re.sub(rf"^{fence['indent']}", "", fence["body"], flags=re.MULTILINE)
        for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
            line, *output = part.rstrip("\n").split("\n")
            yield Shown(document, line, tuple(output), fence["lines"] or "")


def not_run() -> tuple[str, ...]:
    """The commands that need Slack or the network, as the README lists them."""
    listed = ", ".join(NEEDS.findall((ROOT / "README.md").read_text(encoding="utf-8")))
    return tuple(f"chipscout {command}" for command in re.findall(r"`([^`]+)`", listed))


def is_ours(line: str) -> bool:
    return "chipscout" in shlex.split(line, comments=True)


def words_of(line: str) -> list[str]:
    """What a line gives the command, without what stands before `chipscout`."""
    words = shlex.split(line, comments=True)
    return words[words.index("chipscout") + 1 :]


def needs_more(line: str) -> bool:
    """Whether the newcomer needs Slack or the network for it."""
    words = shlex.split(line, comments=True)
    return any(set(command.split()) <= set(words) for command in not_run())


def walk(folder: Path, documents: tuple[str, ...] = WALK) -> list[Result]:
    """Runs the commands of all documents. Each document is a new terminal: what it exports ends with it."""
    (folder / "docs").symlink_to(ROOT / "docs")
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("CHIPSCOUT_", "SLACK_"))}
    plain |= {"CHIPSCOUT_DB": str(folder / "own.db"), "COLUMNS": "110"}
    done: list[Result] = []
    with frozen_day(), contextlib.chdir(folder):
        for document in documents:
            env, number = dict(plain), ""
            for step in shown(document, (ROOT / document).read_text(encoding="utf-8")):
                if isinstance(step, str):
                    _watched(Path(env["CHIPSCOUT_DB"]))
                    continue
                words = shlex.split(step.line.replace(" ID", f" {number}"), comments=True)
                if words[0] == "export":
                    env |= dict(word.split("=", 1) for word in words[1:])
                    continue
                if "chipscout" not in words or needs_more(step.line):
                    continue
                start = words.index("chipscout")
                here = env | dict(word.split("=", 1) for word in words[:start])
                here["CHIPSCOUT_DB"] = str(folder / here["CHIPSCOUT_DB"])
                done.append(run(step, words[start + 1 :], here))
                if "watch list" in step.line and done[-1].output:
                    number = done[-1].output[0].split()[0].rstrip(",:")
    return done


def run(step: Shown, words: list[str], env: dict[str, str]) -> Result:
    result = CliRunner(env=env).invoke(chipscout, words)
    errors = result.stderr + (repr(result.exception) if result.exception else "")
    return Result(step, result.exit_code, tuple(line.rstrip() for line in result.stdout.rstrip().split("\n")), errors)


@contextlib.contextmanager
def frozen_day() -> Iterator[None]:
    """The day of the samples, wherever a command asks for today, and no network."""
    for info in pkgutil.walk_packages(bot.__path__, "bot."):
        importlib.import_module(info.name)
    with contextlib.ExitStack() as stack:
        for name, module in list(sys.modules.items()):
            if name.startswith("bot.") and getattr(module, "datetime", None) is datetime:
                stack.enter_context(mock.patch.object(module, "datetime", Frozen))
        stack.enter_context(mock.patch.object(time, "time", MOMENT.timestamp))
        stack.enter_context(mock.patch.object(socket.socket, "connect", _refused))
        stack.enter_context(mock.patch.object(common, "load_cached", functools.cache(load_cached)))
        yield


def _refused(_: socket.socket, address: object) -> None:
    raise ConnectionRefusedError(f"a document's command opens {address}; the README says which need the network")


class Frozen(datetime):
    """A clock that always shows the same moment."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]  # an ordinary datetime, not a Frozen
        return MOMENT.astimezone(tz)


def _watched(database: Path) -> None:
    """As after *Watch* was pressed in Slack on the card of the founding question."""
    reading = Advisor(load(), DAY).parse(FOUNDING).model_dump_json()
    team, channel, user = "T0123456", "C0123456", "U0123456"
    verdict = KeptVerdict(
        id="5d1f0c2a9b3e",
        team=team,
        channel=channel,
        user=user,
        question=FOUNDING,
        as_of=DAY,
        lean="trainium",
        reading=reading,
        option=None,
        headline="",
        is_watched=True,
    )
    with Store(database, time.time) as store:
        store.verdicts.keep(verdict)


def agrees(output: tuple[str, ...], printed: tuple[str, ...]) -> bool:
    """Whether what a document shows is what was printed, in order, and whole where no `...` stands."""
    if not output:
        return True
    at, is_cut = 0, False
    for line in output:
        if line == CUT:
            is_cut = True
            continue
        places = [place for place in range(at, len(printed)) if _same(line, printed[place])]
        if not places or (places[0] != at and not is_cut):
            return False
        at, is_cut = places[0] + 1, False
    return is_cut or at == len(printed)


def _same(line: str, printed: str) -> bool:
    return printed.startswith(line.removesuffix(f" {CUT}")) if line.endswith(f" {CUT}") else line == printed


def excerpt(step: Shown, printed: tuple[str, ...]) -> tuple[str, ...]:
    """The lines a document should show of what was printed."""
    if not step.output:
        return ()
    count = next((place for place, line in enumerate(step.output) if line == CUT), len(printed))
    places = _places(step.lines or f"1-{count}", printed)
    lines: list[str] = []
    for place, before in zip(places, (-1, *places), strict=False):
        lines += [CUT] if place > before + 1 else []
        lines.append(_cut(printed[place]))
    return (*lines, CUT) if places[-1] < len(printed) - 1 else tuple(lines)


def _places(wanted: str, printed: tuple[str, ...]) -> list[int]:
    """The lines that are wanted, counted from 0."""
    paragraphs: list[list[int]] = [[]]
    for place, line in enumerate(printed):
        if line:
            paragraphs[-1].append(place)
        elif paragraphs[-1]:
            paragraphs.append([])
    places: set[int] = set()
    for part in wanted.replace(" ", "").split(","):
        if part.startswith("p"):
            paragraph, _, count = part[1:].partition(":")
            places |= set(paragraphs[int(paragraph) - 1][: int(count) if count else None])
        else:
            first, _, last = part.partition("-")
            places |= set(range(int(first) - 1, min(int(last or first), len(printed))))
    return sorted(places)


def _cut(line: str) -> str:
    return line if len(line) <= WIDTH else f"{line[: WIDTH - 4].rsplit(' ', 1)[0]} {CUT}"


def rewrite() -> list[str]:
    """Writes what was printed into the documents; the names of those that changed."""
    changed = []
    with tempfile.TemporaryDirectory() as folder:
        done = walk(Path(folder))
    for document in WALK:
        before = text = (ROOT / document).read_text(encoding="utf-8")
        for ran in (ran for ran in done if ran.shown.document == document):
            old = "\n".join((f"$ {ran.shown.line}", *ran.shown.output))
            text = text.replace(old, "\n".join((f"$ {ran.shown.line}", *excerpt(ran.shown, ran.output))), 1)
        text = with_accuracy(text) if document == "README.md" else text
        (ROOT / document).write_text(text, encoding="utf-8")
        changed += [document] if text != before else []
    return changed


def with_accuracy(readme: str) -> str:
    """The README with the figures of docs/accuracy.md: five columns of "all rows"."""
    report = (ROOT / "docs" / "accuracy.md").read_text(encoding="utf-8")
    for kind, row in zip(
        ("training", "serving"), re.findall(r"^\| all rows \| (.+)$", report, re.MULTILINE), strict=True
    ):
        figures = " | ".join(row.split(" | ")[:5])
        readme = re.sub(rf"^  \| {kind} \| .+ \|$", f"  | {kind} | {figures} |", readme, flags=re.MULTILINE)
    return readme


def main() -> None:
    changed = rewrite()
    sys.stdout.write(f"Rewrote the samples of: {', '.join(changed) or 'no document'}\n")


if __name__ == "__main__":
    main()
