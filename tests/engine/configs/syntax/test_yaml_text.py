"""YAML as entries."""

from __future__ import annotations

import pytest

from engine.configs.syntax.entries import Entry, Scalar
from engine.configs.syntax.yaml_text import scalar, yaml_entries


def flat(text: str) -> dict[str, object]:
    return {entry.path: entry.value for document in yaml_entries(text) for entry in document}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2e-4", 2e-4),
        ("1_000", 1000),
        ("yes", True),
        ("off", False),
        ("~", None),
        ("1:30:00", "1:30:00"),
        ("-1", -1),
        (".5", 0.5),
        ("8B", "8B"),
    ],
)
def test_a_scalar_is_what_people_mean_by_it(text: str, value: Scalar) -> None:
    assert scalar(text) == value
    assert type(scalar(text)) is type(value)


def test_a_quoted_number_stays_text() -> None:
    assert flat("a: '8'\nb: 8\n") == {"a": "8", "b": 8}


def test_every_entry_has_the_line_of_its_key() -> None:
    assert yaml_entries("a:\n  b: 1\n\nc:\n  - d: 2\n") == ((Entry("a.b", 1, 2), Entry("c.0.d", 2, 5)),)


def test_documents_are_kept_apart() -> None:
    assert [len(document) for document in yaml_entries("a: 1\n---\nb: 2\nc: 3\n")] == [1, 2]


def test_a_merge_key_brings_values_and_own_keys_win() -> None:
    assert flat("base: &b {x: 1, y: 2}\nown:\n  y: 3\n  <<: *b\n") == {
        "base.x": 1,
        "base.y": 2,
        "own.x": 1,
        "own.y": 3,
    }


def test_a_template_leaves_the_rest_readable() -> None:
    text = "{% if big %}\nsize: {{ .Values.size }}\n{% endif %}\nname: job-{{ id }}\nlr: 1e-5\n"
    assert flat(text) == {"size": "<.Values.size>", "name": "job-<id>", "lr": 1e-5}


def test_an_alias_inside_of_what_it_names_ends() -> None:
    with pytest.raises(Exception, match="too_"):
        yaml_entries("a: &a\n  b: {c: *a}\n")


def test_a_template_gives_its_default() -> None:
    text = "a: {{ x | default(8) }}\nb: {{ y | default('a/b-8B') }}\nc: {{ default 4 .Values.z }}\nd: {{ w }}\n"
    (entries,) = yaml_entries(text)
    assert [entry.value for entry in entries] == [8, "a/b-8B", 4, "<w>"]
