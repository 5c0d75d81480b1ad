"""Who may ask over HTTP."""

from __future__ import annotations

import pytest

from bot.api.access import Access, entries, entry_of, new_token
from bot.wording.errors import UserError

SHA256_OF_ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"  # FIPS 180-2, appendix B.1


def test_a_token_is_recognized_by_its_hash_and_belongs_to_its_workspace() -> None:
    assert entry_of("T1", "abc") == f"T1:sha256:{SHA256_OF_ABC}"
    access = Access(entries(f"T1:sha256:{SHA256_OF_ABC}, {entry_of('T2', 'other')}"), 60)
    found = access.caller("Bearer abc"), access.caller("bearer other")
    assert [caller and caller.workspace for caller in found] == ["T1", "T2"]


@pytest.mark.parametrize(
    "header", [None, "", "abc", "Basic abc", "Bearer abd", "Bearer ", "Bearer " + "a" * 400, "Bearer ä"]
)
def test_anything_else_is_nobody(header: str | None) -> None:
    assert Access(entries(entry_of("T1", "abc")), 60).caller(header) is None


def test_entries_may_stand_on_lines_with_comments() -> None:
    text = f"# of the build\n{entry_of('T1', 'abc')}  # Ann\n\n{entry_of('T2', 'b')}"
    assert [entry.workspace for entry in entries(text)] == ["T1", "T2"] and entries("") == ()


@pytest.mark.parametrize(
    "line", ["T1:abc", "T1:sha256:xyz", "a/b:sha256:" + SHA256_OF_ABC, "x" * 65 + ":sha256:" + SHA256_OF_ABC]
)
def test_a_malformed_entry_is_named_by_its_number_and_not_repeated(line: str) -> None:
    with pytest.raises(UserError) as problem:
        entries(f"{entry_of('T1', 'abc')} {line}")
    assert problem.value.code == "token_entry" and problem.value.values == {"number": 2}


def test_each_token_may_ask_so_often_a_minute_and_others_do_not_wait_for_it() -> None:
    now = [0.0]
    access = Access(entries(f"{entry_of('T1', 'a')} {entry_of('T2', 'b')}"), 2, lambda: now[0])
    one, two = access.caller("Bearer a"), access.caller("Bearer b")
    assert one is not None and two is not None
    assert [access.wait(one) for _ in range(3)] == [0.0, 0.0, 30.0] and access.wait(two) == 0.0
    now[0] = 30.0
    assert [access.wait(one) for _ in range(2)] == [0.0, 30.0]


def test_tokens_are_long_and_differ() -> None:
    assert new_token() != new_token() and len(new_token()) > 40
