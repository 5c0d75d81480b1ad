"""The documents say what is there: commands run, links lead somewhere, names exist."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from decimal import Decimal
from html import unescape
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from bot.advice.advisor import Advisor
from bot.cli import chipscout
from knowledge.loading.load import load
from knowledge.store.store import Store
from knowledge.store.verdicts import KeptVerdict
from knowledge.types.team import OwnPrice
from tests.day import DAY, FOUNDING
from tests.knowledge.store.test_measurements import measurement

ROOT = Path(__file__).resolve().parents[2]
COMMAND = Path(sys.executable).parent / "chipscout"
DOCUMENTS = sorted((*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("tests/*/*.md")))
HERE = ("README.md", "CONTRIBUTING.md", "DECISIONS.md", "CHANGELOG.md", "GLOSSARY.md")
FENCE = re.compile(r"^ *```(\w*)\n(.*?)^ *```", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
ADDRESS = re.compile(r"https?:|mailto:|#")
NAMED = re.compile(r"`((?:bot|docs|engine|knowledge|templates|tests)/[\w./*-]+)`")
NOT_YET = frozenset({"bot/surfaces/questions/shortcut.py", "knowledge/feeds/NAME.py"})  # what a recipe makes
FORBIDDEN = ("/work/", "/root/", "/home/", "../shared", "index-url", "pythonhosted.org", "pypi.org")
TEXT = frozenset({".py", ".md", ".toml", ".csv", ".j2", ".yaml", ".txt", ".lock", ".svg", ".jsonl", ""})


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command and subcommand, with the words that call it."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield (*path, name), command
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))


COMMANDS = {" ".join(path): command for path, command in commands(chipscout)}


def shown() -> Iterator[tuple[str, str]]:
    """The `$ chipscout ...` lines of the README's console blocks, with the output below each as far as `...`."""
    for language, body in FENCE.findall(read("README.md")):
        if language == "console":
            for part in re.split(r"^\$ ", body, flags=re.MULTILINE):
                line, _, output = part.partition("\n")
                if line.startswith("chipscout "):
                    yield line, output.partition("...")[0].rstrip()


SAMPLES = {line: output for line, output in shown() if output}
SHOWN = [line for line, _ in shown()]
ABROAD = ("chipscout serve", "chipscout prices refresh")  # they need Slack, or the network
DISCOUNT = OwnPrice(
    team="local", kind="discount", scope="cloud", name="gcp", cloud="gcp", amount=Decimal(3), valid_from=DAY
)
RUN = [line for line in SHOWN if not line.startswith(ABROAD)]


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Future[subprocess.CompletedProcess[str]]]]:
    """All of them, a few at a time, in a folder of their own; each with a database that holds one of everything."""
    watched = KeptVerdict(
        id="5d1f0c2a9b3e", team="T1", channel="C1", user="U1", question=FOUNDING, as_of=DAY, lean="trainium",
        reading=Advisor(load()).parse(FOUNDING).model_dump_json(), option=None, headline="", is_watched=True,
    )  # fmt: skip
    folder = tmp_path_factory.mktemp("readme")
    (folder / "docs").symlink_to(ROOT / "docs")
    held = {name: value for name, value in os.environ.items() if not name.startswith("CHIPSCOUT_")}

    def run(line: str) -> subprocess.CompletedProcess[str]:
        env = held | {"COLUMNS": "110", "CHIPSCOUT_DB": str(tmp_path_factory.mktemp("db") / "chipscout.db")}
        with Store(Path(env["CHIPSCOUT_DB"]), time.time) as store:
            store.measurements.add(measurement(workspace="local"))
            store.own_prices.add(DISCOUNT)
            store.verdicts.keep(watched)
        words = [str(COMMAND), *shlex.split(line, comments=True)[1:]]
        return subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, timeout=60, check=False)

    with ThreadPoolExecutor(4) as pool:
        yield {line: pool.submit(run, line) for line in RUN}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_stands_in_the_readme_and_says_what_it_does(name: str) -> None:
    assert f"chipscout {name}" in read("README.md") or f"`{name}" in read("README.md")
    assert len((COMMANDS[name].help or "").split()) >= 3


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_says_what_it_does(name: str) -> None:
    for option in COMMANDS[name].params:
        assert not isinstance(option, click.Option) or option.help, option.name


def test_the_readme_shows_every_command_at_work() -> None:
    called = {" ".join(shlex.split(line)[1:]) for line in SHOWN}
    leaves = {name for name, command in COMMANDS.items() if not isinstance(command, click.Group)}
    assert {name for name in leaves if not any(f"{call} ".startswith(f"{name} ") for call in called)} == set()


@pytest.mark.parametrize("line", RUN)
def test_a_command_the_readme_shows_runs(
    line: str, runs: dict[str, Future[subprocess.CompletedProcess[str]]]
) -> None:
    done = runs[line].result()
    assert done.returncode == 0, done.stderr
    assert done.stdout
    assert not done.stderr


@pytest.mark.parametrize("line", SAMPLES)
def test_the_output_the_readme_shows_is_what_comes(line: str, tmp_path: Path) -> None:
    """On the day of the goldens; long lines are wrapped in the README."""
    words = shlex.split(line)[1:]
    words += ["--as-of", DAY.isoformat()] if words[0] == "ask" and "--as-of" not in words else []
    done = CliRunner(env={"CHIPSCOUT_DB": str(tmp_path / "chipscout.db")}).invoke(chipscout, words)
    assert " ".join(done.output.split()).startswith(" ".join(SAMPLES[line].split()))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_link_within_the_repository_leads_somewhere(document: Path) -> None:
    links = [link for link in LINK.findall(document.read_text(encoding="utf-8")) if not ADDRESS.match(link)]
    assert [link for link in links if not (document.parent / link.split("#")[0]).exists()] == []


@pytest.mark.parametrize("name", HERE)
def test_every_file_a_document_names_exists(name: str) -> None:
    named = set(NAMED.findall(read(name))) - NOT_YET
    assert {path for path in named if not list(ROOT.glob(path.rstrip("/")))} == set()


@pytest.mark.parametrize("name", HERE)
def test_every_make_target_a_document_names_exists(name: str) -> None:
    targets = set(re.findall(r"^(\w+):", read("Makefile"), re.MULTILINE))
    assert set(re.findall(r"(?:`|^\$ )make (\w+)(?:`|$| +#)", read(name), re.MULTILINE)) <= targets


def test_decisions_name_every_dependency() -> None:
    project = tomllib.loads(read("pyproject.toml"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    names = {re.split(r"[<>=\[; ]", each)[0] for each in wanted}
    assert {name for name in names if f"**{name}**" not in read("DECISIONS.md")} == set()


def test_the_picture_is_of_the_card_as_it_is() -> None:
    """Its first line is that of the golden card; `make picture` redraws it."""
    words = unescape(" ".join(re.findall(r"<text[^>]*>([^<]*)</text>", read("docs/card.svg")))).replace("\xa0", " ")
    headline = read("tests/golden/founding.txt").split(" confidence", maxsplit=1)[0].rsplit("\n", 1)[0]
    assert " ".join(headline.split()) in " ".join(words.split())
    assert FOUNDING in words


def tracked() -> list[str]:
    """The text files of the repository; all that is not built, where there is no git."""
    if shutil.which("git") and (ROOT / ".git").exists():
        listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        return [name for name in listed.splitlines() if Path(name).suffix in TEXT and (ROOT / name).is_file()]
    names = (path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file() and path.suffix in TEXT)
    return [name.as_posix() for name in names if not name.parts[0].startswith(".")]


def test_nothing_tells_of_a_machine_or_a_package_index() -> None:
    me = Path(__file__).relative_to(ROOT).as_posix()
    found = {(name, word) for name in tracked() if name != me for word in FORBIDDEN if word in read(name)}
    assert found == set()


@pytest.mark.parametrize("name", HERE)
def test_documents_are_plain(name: str) -> None:
    prose = FENCE.sub("", read(name)).replace("![", "[")
    assert "!" not in prose
