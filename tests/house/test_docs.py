"""The documents say what is there: commands run, links lead somewhere, names exist."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from html import unescape
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from bot.cli import chipscout
from knowledge.feeds.registry import FEEDS
from tests.day import FOUNDING
from tests.slack.local.app_manifest import app_manifest
from tools import cli_reference, walk

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted((*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("tests/*/*.md")))
HERE = tuple(path.relative_to(ROOT).as_posix() for path in DOCUMENTS)
FENCE = re.compile(r"^ *```(\w*)\n(.*?)^ *```", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
ADDRESS = re.compile(r"https?:|mailto:|#")
NAMED = re.compile(r"`((?:bot|docs|engine|knowledge|templates|tests)/[\w./*-]+)`")
# what a recipe creates
NOT_YET = frozenset(re.findall(r"[Cc]reate\s+`([^`]+)`", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")))
# Folders of a machine, and package indexes; in parts, so that this file is looked at like every other.
FORBIDDEN = (
    *(f"/{folder}/" for folder in ("work", "root", "home")),
    *("".join(parts) for parts in (("..", "/shared"), ("index", "-url"), ("pythonhosted", ".org"), ("pypi", ".org"))),
)
TEXT = frozenset({".py", ".md", ".toml", ".csv", ".j2", ".yaml", ".txt", ".lock", ".svg", ".jsonl", ""})


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


COMMANDS = {" ".join(path): command for path, command in cli_reference.commands(chipscout)}


def test_a_newcomer_who_follows_the_documents_sees_what_they_show(tmp_path: Path) -> None:
    """Top to bottom, in one folder with one database. `make docs` rewrites the samples.

    What is recorded and imported on the way lies in another database, so the first answer comes out the same again.
    """
    done = walk.walk(tmp_path)
    assert [(ran.shown.line, ran.status, ran.errors) for ran in done if ran.status or ran.errors] == []
    assert [ran.shown.line for ran in done if not "".join(ran.output)] == []
    assert [ran.shown.line for ran in done if not walk.agrees(ran.shown.output, ran.output)] == []
    assert sum(bool(ran.shown.output) for ran in done) >= 10
    first = done[0].shown
    with walk.frozen_day():
        own = walk.run(first, walk.words_of(first.line), {"CHIPSCOUT_DB": str(tmp_path / "own.db"), "COLUMNS": "110"})
        samples = CliRunner(env={"CHIPSCOUT_DB": str(tmp_path / "samples.db")})
        assert "31.46" in samples.invoke(chipscout, ["prices", "own", "list"]).stdout  # of docs/own-prices.csv
    assert own.output == done[0].output


def test_an_output_that_differs_is_noticed() -> None:
    printed = ("AWS Trainium2 is cheaper", "medium confidence", "", "Why  a run costs less")
    assert walk.agrees(("AWS Trainium2 is cheaper", "..."), printed)
    assert walk.agrees(("AWS Trainium2 ...", "...", "Why  a run costs less"), printed)
    assert not walk.agrees(("AWS Trainium2 is cheaper",), printed)
    assert not walk.agrees(("AWS Trainium2 is dearer", "..."), printed)
    assert not walk.agrees(("AWS Trainium2 is cheaper", "Why  a run costs less"), printed)


def test_every_command_is_shown_at_work_or_needs_slack_or_the_network() -> None:
    steps = [step for name in walk.WALK for step in walk.shown(name, read(name)) if isinstance(step, walk.Shown)]
    called = {" ".join(walk.words_of(step.line)) for step in steps if walk.is_ours(step.line)}
    leaves = {name for name, command in COMMANDS.items() if not isinstance(command, click.Group)}
    assert {name for name in leaves if not any(f"{call} ".startswith(f"{name} ") for call in called)} == set()


def test_what_the_readme_says_needs_slack_or_the_network_are_commands() -> None:
    assert len(walk.not_run()) >= 4
    for line in walk.not_run():
        words = walk.words_of(line)
        name = " ".join(word for word in words if not word.startswith("--"))
        options = {option for parameter in COMMANDS[name].params for option in parameter.opts}
        assert {word for word in words if word.startswith("--")} <= options, line


def test_the_reference_of_commands_is_what_click_knows() -> None:
    """`make docs` rewrites it."""
    assert read("docs/cli.md") == cli_reference.reference()
    assert all(f" {name}\n" in read("docs/cli.md") for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_says_what_it_does(name: str) -> None:
    assert len((COMMANDS[name].help or "").split()) >= 3
    for option in COMMANDS[name].params:
        assert not isinstance(option, click.Option) or option.help, option.name


# ---- the README


LIMIT = re.compile(r"^- (.+?)\s*<!-- absent: (.+?) -->$", re.DOTALL | re.MULTILINE)


def limits() -> list[tuple[str, list[str]]]:
    """What the README says chipscout does not know, each with the names of what is not there."""
    section = read("README.md").split("## What it does not know")[1].split("\n## ")[0]
    bullets = re.split(r"^(?=- )", section, flags=re.MULTILINE)[1:]
    found = [LIMIT.match(bullet.strip()) for bullet in bullets]
    assert all(found), [bullet for bullet, match in zip(bullets, found, strict=True) if not match]
    return [(match[1], re.split(r",\s*", match[2])) for match in found if match]


def words_in(name: str) -> frozenset[str]:
    return frozenset(word.rstrip("s") for word in re.split(r"[^a-z0-9]+", name.lower()) if word)


@pytest.fixture(scope="module")
def what_it_does() -> set[frozenset[str]]:
    """The words in the names of all commands, options, modules, tables, feeds and features of the Slack app."""
    modules = [path.stem for folder in ("bot", "knowledge/store") for path in (ROOT / folder).rglob("*.py")]
    options = [name for command in COMMANDS.values() for option in command.params for name in option.opts]
    return {words_in(name) for name in (*COMMANDS, *options, *modules, *FEEDS, *app_manifest()["features"])}


@pytest.mark.parametrize(("limit", "absent"), limits())
def test_a_limit_denies_nothing_that_is_there(
    limit: str, absent: list[str], what_it_does: set[frozenset[str]]
) -> None:
    assert [name for name in absent if any(words_in(name) <= there for there in what_it_does)] == []
    surfaces = {"home", "digest", "subscribe", "subscription", "unsubscribe", "refine", "export", "watch", "preview"}
    assert surfaces & set(re.findall(r"[a-z]+", limit.lower())) == set()


@pytest.mark.parametrize("denied", ["Home tab", "digest", "subscriptions", "--post", "Savings Plans", "agent view"])
def test_a_limit_that_denies_what_exists_is_noticed(denied: str, what_it_does: set[frozenset[str]]) -> None:
    assert any(words_in(denied) <= there for there in what_it_does)


def test_the_readme_sells_in_sixty_seconds() -> None:
    assert len(read("README.md").splitlines()) <= 150


def test_the_accuracy_in_the_readme_is_that_of_the_report() -> None:
    """Columns of the README: rows, groups, median error, within 20 %, inside the 80 % interval."""
    all_rows = re.findall(r"^\| all rows \| (.+)$", read("docs/accuracy.md"), re.MULTILINE)
    for kind, reported in zip(("training", "serving"), all_rows, strict=True):
        assert f"| {kind} | {' | '.join(reported.split(' | ')[:5])} |" in read("README.md")


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
    found = {(name, word) for name in tracked() for word in FORBIDDEN if word in read(name)}
    assert found == set()


@pytest.mark.parametrize("name", HERE)
def test_documents_are_plain(name: str) -> None:
    prose = re.sub(r"!\[|<!(?:--|[a-z])", "", FENCE.sub("", re.sub(r"`[^`]*`", "", read(name))))
    assert "!" not in prose


def test_the_changelog_has_each_heading_once_a_version() -> None:
    for version in read("CHANGELOG.md").split("\n## ")[1:]:
        headings = re.findall(r"^### (.+)$", version, re.MULTILINE)
        assert len(headings) == len(set(headings)), headings
    assert "### Answers that move" in read("CHANGELOG.md").split("\n## ")[1]


def test_the_glossary_defines_a_word_once() -> None:
    defined = [
        word.strip() for entry in re.findall(r"\*\*([^*]+)\*\*", read("GLOSSARY.md")) for word in entry.split(",")
    ]
    assert [word for word in defined if defined.count(word) > 1] == []
    assert len(defined) > 100
