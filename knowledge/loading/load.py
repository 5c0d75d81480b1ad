"""Data files -> Facts. Anything wrong in them is refused, with the file, the entry and what to change.

Any `*.toml` file may hold any kind of table in `KINDS`, a file in `rules/` holds one rule, and the long tables are
CSV with the columns of their type. Folders are for people: files are found at any depth.
"""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from knowledge.errors import KnowledgeError
from knowledge.facts import (
    Accelerator,
    Area,
    Capacity,
    Claim,
    CommitmentVariant,
    Conflict,
    Constant,
    Dataset,
    Default,
    Domain,
    Fact,
    Facts,
    Faq,
    FaqCue,
    Feature,
    FeedPreference,
    Fork,
    Generation,
    GpuSlice,
    Instance,
    ListPrice,
    Measurement,
    Model,
    ModelFamily,
    Offer,
    Part,
    Port,
    Ported,
    Pretraining,
    PretrainingRun,
    Processor,
    ProjectKind,
    ProjectReport,
    ProjectSupport,
    Promotion,
    Provider,
    Region,
    RelativeClaim,
    Rule,
    SampleModel,
    SampleSpeed,
    ServedModel,
    ServedSpeed,
    Signal,
    Source,
    SpecialistPrice,
    SpeechSpeed,
    StreamSpeed,
    Support,
    Synonym,
    Term,
    TextSet,
    Topic,
    Tradeoff,
    UnitTime,
    WorkedExample,
    Workload,
)
from knowledge.loading.cards import CARDS, card
from knowledge.loading.check import check
from knowledge.types.configs import ConfigFormat, ConfigKey
from knowledge.types.feeds import (
    AcceleratedTypes,
    FeedDescription,
    LeftOut,
    Quota,
    RefreshSettings,
    Unlisted,
    UnsizedPrice,
)

KINDS: dict[str, type[Fact]] = {
    "source": Source,
    "accelerator": Accelerator,
    "area": Area,
    "generation": Generation,
    "part": Part,
    "ported": Ported,
    "instance": Instance,
    "list_price": ListPrice,
    "family": ModelFamily,
    "provider": Provider,
    "model": Model,
    "sample_model": SampleModel,
    "dataset": Dataset,
    "text_set": TextSet,
    "pretraining": Pretraining,
    "pretraining_run": PretrainingRun,
    "sample_speed": SampleSpeed,
    "served_model": ServedModel,
    "served_speed": ServedSpeed,
    "gpu_slice": GpuSlice,
    "speech_speed": SpeechSpeed,
    "unit_time": UnitTime,
    "stream_speed": StreamSpeed,
    "processor": Processor,
    "claim": Claim,
    "relative_claim": RelativeClaim,
    "conflict": Conflict,
    "port": Port,
    "constant": Constant,
    "default": Default,
    "fork": Fork,
    "tradeoff": Tradeoff,
    "capacity": Capacity,
    "example": WorkedExample,
    "term": Term,
    "signal": Signal,
    "synonym": Synonym,
    "topic": Topic,
    "faq": Faq,
    "faq_cue": FaqCue,
    "domain": Domain,
    "promotion": Promotion,
    "workload": Workload,
    "feed": FeedDescription,
    "feature": Feature,
    "accelerated": AcceleratedTypes,
    "left_out": LeftOut,
    "unlisted": Unlisted,
    "quota": Quota,
    "refreshing": RefreshSettings,
    "variant": CommitmentVariant,
    "preference": FeedPreference,
    "config_format": ConfigFormat,
    "config_key": ConfigKey,
}
TABLES: dict[str, type[Fact]] = {
    "prices": Offer,
    "measurements": Measurement,
    "software": Support,
    "regions": Region,
    "unsized": UnsizedPrice,
    "specialists": SpecialistPrice,
    "reports": ProjectReport,
    "kinds": ProjectKind,
    "served": ServedSpeed,
    "support": ProjectSupport,
    CARDS: Accelerator,
}
NOT_FACTS = frozenset({"slack_limits", "feeds_parsing", "bills", "secrets"})  # read by checkers and parsers


class DataRow(NamedTuple):
    """One entry, and where it was read."""

    file: str
    entry: str
    fact: Fact


def data_dir() -> Path:
    """The folder with the data, inside the installed package."""
    return Path(str(resources.files("knowledge"))) / "data"


def load(folder: Path | None = None) -> Facts:
    """All facts, checked: those of a folder, or those that come with the program, which a process reads once.

    Raises:
        KnowledgeError: the first error found, with file, entry and remedy.
    """
    return _loaded(folder) if folder else _packaged(data_dir())


@cache
def _packaged(folder: Path) -> Facts:
    return _loaded(folder)


def _loaded(folder: Path) -> Facts:
    rows = list(read_rows(folder))
    facts = assemble(rows)
    check(facts, {id(row.fact): (row.file, row.entry) for row in rows})
    return facts


def read_rows(folder: Path) -> Iterator[DataRow]:
    """Every entry of every data file, each validated by itself."""
    if not folder.is_dir():
        raise KnowledgeError(str(folder), "folder", "not found; it must hold the data files")
    for path in sorted(folder.rglob("*.toml")):
        name = path.relative_to(folder).as_posix()
        if path.parent.name == "rules":
            yield _row(name, _toml(path, name), Rule)
        else:
            yield from _tables(name, _toml(path, name))
    for path in sorted(folder.rglob("*.csv")):
        yield from _csv(path, path.relative_to(folder).as_posix())


def assemble(rows: Iterable[DataRow]) -> Facts:
    """Entries by kind, keyed by id if the kind has one. A repeated id is refused."""
    lists: dict[str, list[Fact]] = {}
    keyed: dict[str, dict[str, Fact]] = {}
    for file, entry, fact in rows:
        field = FIELDS[type(fact)]
        if field in LISTS:
            lists.setdefault(field, []).append(fact)
            continue
        table = keyed.setdefault(field, {})
        key = str(getattr(fact, "id"))  # noqa: B009 - only kinds with an id come here
        if key in table:
            raise KnowledgeError(file, entry, f"the id {key!r} is already taken; choose another or merge the two")
        table[key] = fact
    content: dict[str, object] = dict.fromkeys(LISTS, ()) | {
        field: {} for field in FIELDS.values() if field not in LISTS
    }
    content |= {name: tuple(facts) for name, facts in lists.items()}
    content |= keyed
    return Facts.model_validate(content)


FIELDS: dict[type[Fact], str] = {
    Source: "sources",
    Accelerator: "accelerators",
    Area: "areas",
    Generation: "generations",
    Part: "parts",
    Ported: "ported",
    Instance: "instances",
    ListPrice: "list_prices",
    Offer: "offers",
    Measurement: "measurements",
    ModelFamily: "families",
    Provider: "providers",
    SpecialistPrice: "specialists",
    Model: "models",
    SampleModel: "sample_models",
    Dataset: "datasets",
    TextSet: "text_sets",
    Pretraining: "pretraining",
    PretrainingRun: "pretraining_runs",
    SampleSpeed: "sample_speeds",
    ServedModel: "served_models",
    ServedSpeed: "served_speeds",
    Feature: "features",
    Support: "support",
    Rule: "rules",
    Claim: "claims",
    RelativeClaim: "relative_claims",
    Conflict: "conflicts",
    Port: "ports",
    Constant: "constants",
    Default: "defaults",
    Fork: "forks",
    Tradeoff: "tradeoffs",
    Capacity: "capacity",
    Region: "regions",
    WorkedExample: "examples",
    Term: "terms",
    Signal: "signals",
    Synonym: "synonyms",
    Topic: "topics",
    Faq: "faqs",
    FaqCue: "faq_cues",
    Domain: "domains",
    Promotion: "promotions",
    Workload: "workloads",
    FeedDescription: "feeds",
    AcceleratedTypes: "accelerated",
    LeftOut: "left_out",
    Unlisted: "unlisted",
    UnsizedPrice: "unsized",
    Quota: "quotas",
    RefreshSettings: "refreshing",
    CommitmentVariant: "variants",
    FeedPreference: "preferences",
    ConfigFormat: "config_formats",
    ConfigKey: "config_keys",
    ProjectReport: "reports",
    ProjectKind: "project_kinds",
    ProjectSupport: "project_support",
    GpuSlice: "gpu_slices",
    SpeechSpeed: "speech_speeds",
    UnitTime: "unit_times",
    StreamSpeed: "stream_speeds",
    Processor: "processors",
}
LISTS = frozenset(
    {
        "ported",
        "list_prices",
        "offers",
        "unsized",
        "specialists",
        "measurements",
        "support",
        "defaults",
        "forks",
        "terms",
        "synonyms",
        "promotions",
        "variants",
        "config_keys",
        "reports",
        "project_kinds",
        "project_support",
    }
)


def _toml(path: Path, name: str) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise KnowledgeError(name, "file", f"is not valid TOML ({error}); correct that line") from None


def _tables(name: str, content: Mapping[str, object]) -> Iterator[DataRow]:
    for kind, entries in content.items():
        if kind in NOT_FACTS:
            continue
        if kind not in KINDS:
            raise KnowledgeError(name, f"[[{kind}]]", f"unknown kind of table; known: {', '.join(sorted(KINDS))}")
        if not isinstance(entries, list):
            raise KnowledgeError(name, kind, f"write it as [[{kind}]], one table for each entry")
        for number, entry in enumerate(entries, 1):
            yield _row(name, entry, KINDS[kind], f"{kind} {number}")


def _csv(path: Path, name: str) -> Iterator[DataRow]:
    table = path.stem.partition("_")[0]  # prices_catalogs.csv holds prices
    kind = TABLES.get(table)
    if kind is None:
        raise KnowledgeError(name, "file", f"unknown table; known: {', '.join(sorted(TABLES))}")
    with path.open(encoding="utf-8", newline="") as lines:
        reader = csv.DictReader(lines, strict=True)
        try:
            for cells in reader:
                entry = f"line {reader.line_num}"
                if None in cells:
                    remedy = "has more cells than the header; quote commas inside a cell"
                    raise KnowledgeError(name, entry, remedy)
                filled = {key: _cell(key, cell) for key, cell in cells.items() if cell not in ("", None)}
                yield _row(name, card(filled) if table == CARDS else filled, kind, entry)
        except (csv.Error, UnicodeDecodeError) as error:
            remedy = f"is not valid CSV ({error}); correct the quotes or the encoding"
            raise KnowledgeError(name, f"after line {reader.line_num}", remedy) from None


def _cell(column: str, cell: str) -> str | list[str]:
    return cell.split("|") if column == "aliases" else cell


def _row(file: str, content: Mapping[str, object], kind: type[Fact], place: str = "rule") -> DataRow:
    entry = str(content.get("id") or content.get("slot") or place) if isinstance(content, Mapping) else place
    try:
        return DataRow(file, entry, kind.model_validate(content))
    except ValidationError as error:
        raise KnowledgeError(file, entry, _remedy(error)) from None


def _remedy(error: ValidationError) -> str:
    first = error.errors()[0]
    field = ".".join(str(part) for part in first["loc"]) or "entry"
    if first["type"] == "missing" and first["loc"][-1] == "source":
        return f"{field} is missing: every figure needs a source; add source and checked_on"
    if first["type"] == "missing":
        return f"{field} is missing; add it"
    if first["type"] == "extra_forbidden":
        return f"unknown key {field!r}; remove it or spell it as in knowledge/facts.py"
    return f"{field}: {first['msg']} (found {str(first['input'])[:60]!r})"
