"""Files that a shell script writes."""

from __future__ import annotations

import pytest

from engine.configs.syntax.embedded_text import written


def said(text: str) -> list[dict[str, object]]:
    return [{entry.path: entry.value for entry in file.entries} for file in written(text)]


@pytest.mark.parametrize(
    "text",
    [
        'cat > ds.json <<EOF\n{"a": {"b": 4}}\nEOF\ntrain',
        'cat <<EOF > ds.json\n{"a": {"b": 4}}\nEOF\ntrain',
        "tee c.yaml <<-'END'\na:\n  b: 4\nEND\ntrain",
        'echo "a:\\n  b: 4" > c.yaml\ntrain',
        'SIZE=4\ncat > ds.json <<EOF\n{"a": {"b": $SIZE}}\nEOF\ntrain',
    ],
)
def test_a_file_that_is_written_is_read(text: str) -> None:
    assert said(text) == [{"a.b": 4}]


def test_a_quoted_here_document_keeps_its_variables() -> None:
    assert said("SIZE=4\ncat > c.yaml <<'EOF'\na: $SIZE\nEOF\n") == [{"a": "$SIZE"}]


def test_its_lines_are_those_of_the_script() -> None:
    (file,) = written("first\ncat > c.yaml <<EOF\na: 1\nb: 2\nEOF\n")
    assert (file.name, [entry.line for entry in file.entries]) == ("c.yaml", [3, 4])


@pytest.mark.parametrize("text", ["python <<EOF\nprint(1)\nEOF\n", "cat > x.json <<EOF\n{open\nEOF\n", "echo done"])
def test_what_is_no_data_is_left_out(text: str) -> None:
    assert said(text) == []
