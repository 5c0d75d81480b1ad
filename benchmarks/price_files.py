"""Files of prices with the time at which they were published: a folder of dated files, or the git history of one.

Two public repositories keep years of list prices inside other files: what `karpenter-provider-aws` generates (Go) and
the price list of Google that `google-cloud-pricing-cost-calculator` publishes every week (YAML). They are turned into
the columns of gpuhunt's catalog; figures are not touched. A catalog whose last column is a list without quotes
("V1,V2") is refused by import as half unreadable: `mended` cuts such rows after the first of them.
"""

from __future__ import annotations

import csv
import io
import re
import subprocess
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from knowledge.facts import Facts

HEAD = ("instance_name", "location", "price", "gpu_count", "gpu_name", "spot")
DAY = re.compile(r"\d{4}-\d{2}-\d{2}(?:T\d{2}:?\d{2})?")
GO_REGION = re.compile(r'^\t"([a-z0-9-]+)": \{')
GO_PRICE = re.compile(r'"([a-z0-9.-]+)": ([0-9.]+)')
YAML_LINE = re.compile(r"^( +)([\w-]+): ?(\S*)")
Row = tuple[str, str, str, str, str, str]


class PriceFile(NamedTuple):
    """What was published at that time."""

    at: datetime
    content: bytes


def price_files(source: str, facts: Facts) -> Iterator[PriceFile]:
    """`source`: a folder of files whose names hold their day, or GIT_DIR:path; oldest first.

    A version whose content the copy of the repository lacks is left out.
    """
    repository, _, path = source.partition(":")
    found = _of_git(repository, path) if path else _of_folder(Path(source))
    for file in sorted(found, key=lambda one: one.at):
        yield PriceFile(file.at, as_catalog(file.content, path, facts))


def as_catalog(content: bytes, path: str, facts: Facts) -> bytes:
    """The columns of gpuhunt's catalog, where the file is none that `prices import` takes."""
    rows: Callable[[str], Iterable[Row]] | None = {".go": go_rows, ".yml": yaml_rows}.get(Path(path).suffix)
    if rows is None:
        return mended(content)
    chips = {name: (f"{made.count:g}", made.accelerator) for name, made in facts.instances.items()}
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(HEAD)
    for name, region, usd, _, _, spot in rows(content.decode()):
        if name in chips:
            table.writerow((name, region, usd, *chips[name], spot))
    return out.getvalue().encode()


def mended(content: bytes) -> bytes:
    """Rows that are longer than the first one, cut after as many cells as that one has."""
    lines = content.split(b"\n")
    width = lines[0].count(b",") + 1
    if b'"' in content:
        return content
    return b"\n".join(line if line.count(b",") < width else b",".join(line.split(b",")[:width]) for line in lines)


def go_rows(text: str) -> Iterator[Row]:
    """A map of regions to maps of types to prices."""
    region = ""
    for line in text.splitlines():
        if begins := GO_REGION.match(line):
            region = begins[1]
        elif region:
            for name, usd in GO_PRICE.findall(line):
                yield name, region, usd, "", "", "False"


def yaml_rows(text: str) -> Iterator[Row]:
    """Under compute, instance: types, `cost`, regions, `hour` and `hour_spot`."""
    names: dict[int, str] = {}
    for line in text.splitlines():
        found = YAML_LINE.match(line)
        if not found:
            names = {} if line and not line.startswith((" ", "#")) else names
            if line.startswith("compute:"):
                names[0] = "compute"
            continue
        depth = len(found[1]) // 2
        names = {at: name for at, name in names.items() if at < depth} | {depth: found[2]}
        is_price = names.get(0) == "compute" and names.get(1) == "instance" and names.get(3) == "cost" and depth == 5
        if is_price and found[2] in ("hour", "hour_spot") and float(found[3] or 0):
            yield names[2], names[4], found[3], "", "", str(found[2] == "hour_spot")


def _of_folder(folder: Path) -> Iterator[PriceFile]:
    for path in folder.iterdir():
        if day := DAY.search(path.name):
            yield PriceFile(datetime.fromisoformat(day[0]).replace(tzinfo=UTC), path.read_bytes())


def _of_git(repository: str, path: str) -> Iterator[PriceFile]:
    git = ["git", "--git-dir", repository]
    log = subprocess.run([*git, "log", "--format=%ct %H", "--", path], check=True, capture_output=True, text=True)
    for line in log.stdout.splitlines():
        when, commit = line.split()
        shown = subprocess.run([*git, "show", f"{commit}:{path}"], capture_output=True)
        if shown.returncode == 0 and shown.stdout:
            yield PriceFile(datetime.fromtimestamp(int(when), UTC), shown.stdout)
