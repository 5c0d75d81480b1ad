"""AWS's files: metadata and header before the rows, and no row that was cut off."""

from __future__ import annotations

import io

import pytest

from knowledge.feeds.aws.document import is_json, opened, row, table
from knowledge.types.observed import FeedError

HEAD = (
    '"FormatVersion","v1.0"\n"Disclaimer","Read this, then that"\n"Publication Date","2026-11-20T00:00:00Z"\n'
    '"Version","20261120"\n"OfferCode","AmazonEC2"\n"SKU","Price"\n'
)


class Pipe(io.RawIOBase):
    """A document that can only be read forward, as from a socket."""

    def __init__(self, text: str) -> None:
        self._bytes = io.BytesIO(text.encode())

    def read(self, size: int = -1) -> bytes:
        return self._bytes.read(min(size, 3))


def rows(text: str) -> list[list[str]]:
    result = table(opened(io.BytesIO(text.encode())), ("AmazonEC2",), ("SKU", "Price"))
    return [row(line) for line in result.lines]


def refusal(text: str) -> str:
    """The code of the error that the lines end in; parsers look into the cells of the rows they want alone."""
    with pytest.raises(FeedError) as problem:
        list(table(opened(io.BytesIO(text.encode())), ("AmazonEC2",), ("SKU", "Price")).lines)
    return problem.value.code


def test_rows_follow_five_lines_of_metadata_and_the_header() -> None:
    result = table(opened(io.BytesIO(f'{HEAD}"A","1.0"\n'.encode())), ("AmazonEC2",), ("Price",))
    assert (result.metadata["Disclaimer"], result.columns) == ("Read this, then that", ("SKU", "Price"))
    assert rows(f'{HEAD}"A","1.0"\n\n"B","2.0"\n') == [["A", "1.0"], ["B", "2.0"]]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "aws_empty"),
        ("  <html>sign in</html>", "aws_web_page"),
        ("SKU,Price\nA,1\n", "aws_no_metadata"),
        (HEAD.replace("AmazonEC2", "AmazonS3") + '"A","1"\n', "aws_other_offer"),
        (HEAD.replace('"Price"', '"Cost"') + '"A","1"\n', "aws_no_column"),
        (HEAD, "aws_no_rows"),
        (HEAD + '"A"\n"B","2"\n', "aws_bad_line"),
        (HEAD + '"A","1"\n"B","2', "aws_cut_off"),
        (HEAD + '"A","1"\n"B"', "aws_cut_off"),
    ],
)
def test_a_file_that_is_not_the_offer_or_not_whole_is_refused(text: str, code: str) -> None:
    assert refusal(text) == code


def test_a_last_row_that_is_closed_needs_no_line_end() -> None:
    assert rows(f'{HEAD}"A","1"\n"B","2"') == [["A", "1"], ["B", "2"]]


def test_json_is_recognized_without_seeking() -> None:
    assert is_json(opened(Pipe('\ufeff {"offerCode": "AmazonEC2"}')))  # type: ignore[arg-type] # `read` is all it uses
    assert not is_json(opened(Pipe(HEAD)))  # type: ignore[arg-type]
