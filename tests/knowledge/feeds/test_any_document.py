"""Properties of every feed parser, for any document."""

from __future__ import annotations

import contextlib
import io
import random
import re
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.wording.words import say
from knowledge.feeds.formats.rules import rules
from knowledge.feeds.registry import FEEDS, parser
from knowledge.loading.load import load
from knowledge.types.observed import FeedError, Observed, RejectedRow
from tests.knowledge.feeds.reading import context, one_by_one, read, recorded

OURS = ("skypilot", "gpuhunt", "gpuhunt_tpu", "azure_retail", "gcp_skus", "recorded")
RECORDED = {
    "skypilot": ("skypilot_aws.csv", "skypilot_gcp.csv", "skypilot_azure.csv"),
    "gpuhunt_tpu": ("gpuhunt_tpu.json",),
    "azure_retail": ("azure_retail.json",),
    "gcp_skus": ("gcp_skus.json",),
}
MODULES = Path(__file__).resolve().parents[3] / "knowledge" / "feeds"


def told(feed: str, document: bytes) -> list[Observed | RejectedRow]:
    """Everything before a FeedError, if there is one."""
    result: list[Observed | RejectedRow] = []
    with contextlib.suppress(FeedError):
        result.extend(one_by_one(parser(feed)([io.BytesIO(document)], context())))
    return result


def assert_sound(result: list[Observed | RejectedRow]) -> None:
    for entry in result:
        if isinstance(entry, Observed):
            assert entry.usd_per_hour is None or (entry.usd_per_hour.is_finite() and entry.usd_per_hour > 0)
            assert entry.key.instance and entry.key.region
        else:
            assert len(entry.row) <= 200 and len(entry.value) <= 120


@pytest.mark.parametrize("feed", OURS)
@given(
    document=st.one_of(
        st.binary(max_size=300), st.text(max_size=200).map(lambda text: text.encode("utf-8", "ignore"))
    )
)
def test_any_bytes_are_refused_or_read(feed: str, document: bytes) -> None:
    assert_sound(told(feed, document))


@pytest.mark.parametrize(("feed", "name"), [(feed, name) for feed, names in RECORDED.items() for name in names])
@given(data=st.data())
def test_a_recorded_document_damaged_anywhere_is_refused_or_read(feed: str, name: str, data: st.DataObject) -> None:
    whole = recorded(name)
    at = data.draw(st.integers(0, len(whole)))
    wrong = data.draw(
        st.sampled_from([b"", b'"', b",", b"\n", b"0", b"-", b"NaN", b"1e9", b"\xff", b"\0", b"{", b"]"])
    )
    cut = data.draw(st.sampled_from([0, 1, 5, len(whole)]))
    assert_sound(told(feed, whole[:at] + wrong + whole[at + cut :]))


@given(data=st.data())
def test_json_with_values_of_the_wrong_type_is_skipped(data: st.DataObject) -> None:
    """Every value of a document may have any type."""
    import json

    feed, name = data.draw(st.sampled_from([("gcp_skus", "gcp_skus.json"), ("azure_retail", "azure_retail.json")]))
    tree = json.loads(recorded(name))
    node, key = tree, data.draw(st.sampled_from(sorted(tree)))
    while isinstance(node[key], dict | list) and node[key] and data.draw(st.integers(0, 5)):
        node = node[key]
        key = data.draw(st.sampled_from(sorted(node) if isinstance(node, dict) else list(range(len(node)))))
    node[key] = data.draw(st.sampled_from([None, 7, -1, "x", "", True, [], {}, [1], {"a": 1}, 1e308]))
    assert_sound(told(feed, json.dumps(tree).encode()))


@pytest.mark.parametrize("name", RECORDED["skypilot"])
def test_the_order_of_rows_does_not_matter(name: str) -> None:
    header, *rows = recorded(name).decode().splitlines(keepends=True)
    random.Random(11).shuffle(rows)
    assert read("skypilot", header + "".join(rows)).usd == read("skypilot", recorded(name)).usd


class Growing(io.RawIOBase):
    """A catalog of so many rows, generated while it is read."""

    def __init__(self, rows: int) -> None:
        header, *some = recorded("skypilot_aws.csv").splitlines(keepends=True)
        plain = b"m5.large,,,2.0,8.0,,0.096,0.0412,us-east-1,use1-az1,x86_64,,False,,\n"
        self._chunks: Iterator[bytes] = iter(
            [header, *((plain * 50 + some[n % len(some)]) for n in range(rows // 51))]
        )
        self._left = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        room = cast(memoryview, buffer)
        self._left = self._left or next(self._chunks, b"")
        size = min(len(room), len(self._left))
        room[:size], self._left = self._left[:size], self._left[size:]
        return size


def test_memory_grows_with_series_not_with_rows() -> None:
    """A hundred times the rows, and about the same peak; the larger document has 2.8 MB."""
    peaks = []
    for rows in (400, 40_000):
        document = cast(BinaryIO, io.BufferedReader(Growing(rows)))
        list(parser("skypilot")([io.BytesIO(recorded("skypilot_aws.csv"))], context()))
        tracemalloc.start()
        list(parser("skypilot")([document], context()))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < peaks[0] + 700_000


def test_every_reason_is_worded() -> None:
    """Codes are the texts after `code=`, `FeedError(` and in rules; each has a macro of its name."""
    ours = (path for path in sorted(MODULES.rglob("*.py")) if path.parent.name != "aws")
    source = "".join(path.read_text(encoding="utf-8") for path in ours)
    refusals = set(re.findall(r'FeedError\(\s*"(\w+)"', source)) | {
        "cut_off",
        "not_csv",
        "currency",
        "wrong_document",
    }
    reasons = set(re.findall(r'code="(\w+)"', source)) | set(re.findall(r'Amount\(None, "(\w+)"', source))
    reasons |= set(re.findall(r'SkuRate\(None, "(\w+)"', source)) | {
        f"is_{entry.because}" for entry in rules().lookalikes
    }
    reasons |= set(re.findall(r'^ +\("(\w+)",', source, re.MULTILINE)) | {
        "unknown_accelerator",
        "is_reservation",
        "term",
    }
    assert len(refusals) > 10 and len(reasons) > 35
    for code in refusals:
        assert say("words/prices/feeds.j2", code, "something")
    for code in reasons:
        assert say("words/prices/feeds.j2", code)


def test_every_feed_of_the_registry_can_be_imported_and_every_rule_names_a_source() -> None:
    assert set(OURS) <= set(FEEDS)
    for feed in FEEDS:
        assert callable(parser(feed))
    sources = load().sources
    known_rules = rules()
    alone = [known_rules.bounds, known_rules.spot, known_rules.regions]
    lists = [known_rules.sentinels, known_rules.lookalikes, known_rules.counts, known_rules.unlisted]
    lists += [known_rules.tpus, known_rules.gpus, known_rules.machines]
    cited = [*alone, *(entry for several in lists for entry in several)]
    assert {entry.source for entry in cited} <= set(sources)


def test_machines_agree_with_the_instances_we_know() -> None:
    facts = load()
    for machine in rules().machines:
        ours = facts.instances.get(machine.id)
        if ours is not None:
            assert (ours.count, ours.vcpu) == (machine.chips, machine.vcpu), machine.id
