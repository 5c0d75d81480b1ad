"""What is counted, by labels that tell nothing of a team or a person."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from prometheus_client import generate_latest
from prometheus_client.mmap_dict import MmapedDict, mmap_key

from bot.observe import metrics
from bot.observe.metrics import REGISTRY
from bot.observe.trace import Trace, following

ROOT = Path(__file__).parents[3]


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


def test_a_question_is_counted_by_surface_and_form_and_its_answer_is_timed_once() -> None:
    before = value("chipscout_questions_total", surface="mention", form="choose")
    timed = value("chipscout_answer_seconds_count", surface="mention")
    spent = value("chipscout_answer_seconds_sum", surface="mention")
    with following(Trace("1", "mention", 100.0)):
        metrics.answered(101.0)  # a notice before the question was worked out
        metrics.asked("choose")
        metrics.answered(100.75)
        metrics.answered(140.0)  # a second message
    assert value("chipscout_questions_total", surface="mention", form="choose") == before + 1
    assert value("chipscout_answer_seconds_count", surface="mention") == timed + 1
    assert value("chipscout_answer_seconds_sum", surface="mention") == pytest.approx(spent + 0.75)


def test_a_clock_that_was_set_back_takes_no_time_away() -> None:
    spent = value("chipscout_answer_seconds_sum", surface="direct")
    with following(Trace("1", "direct", 100.0)):
        metrics.asked("fit")
        metrics.answered(40.0)
    assert value("chipscout_answer_seconds_sum", surface="direct") == spent


def test_refusals_failures_and_waits_are_counted() -> None:
    before = [
        value("chipscout_refusals_total", why="members_only"),
        value("chipscout_failures_total", surface="edit"),
    ]
    waits = value("chipscout_slack_rate_limits_total", method="chat.postMessage")
    metrics.refused("members_only")
    with following(Trace("1", "edit", 0.0)):
        metrics.failed()
    metrics.rate_limited("chat.postMessage")
    assert value("chipscout_refusals_total", why="members_only") == before[0] + 1
    assert value("chipscout_failures_total", surface="edit") == before[1] + 1
    assert value("chipscout_slack_rate_limits_total", method="chat.postMessage") == waits + 1


def test_a_process_that_has_just_begun_takes_no_figure_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(metrics.SHARED, str(tmp_path))
    figures = MmapedDict(str(tmp_path / "counter_7.db"))
    figures.write_value(mmap_key("chipscout_refusals", "chipscout_refusals_total", ["why"], ["empty"], ""), 3.0, 0.0)
    figures.close()
    (tmp_path / "counter_8.db").touch()  # what a process makes before it writes anything
    page = generate_latest(metrics.counted()).decode()
    assert 'chipscout_refusals_total{why="empty"} 3.0' in page


def test_every_name_is_documented() -> None:
    names = set(re.findall(r'"(chipscout_[a-z_]+)":', (ROOT / "templates" / "words" / "health.j2").read_text()))
    told = set(re.findall(r"`(chipscout_[a-z_]+?)(?:_total)?`", (ROOT / "docs" / "operating.md").read_text()))
    assert len(names) == 11 and names == told
