"""Which way a shell script goes at `if`, `elif` and `else`, as far as its own variables decide that."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

_COMPARED: dict[str, Callable[[float, float], bool]] = {
    "-eq": lambda left, right: left == right,
    "-ne": lambda left, right: left != right,
    "-gt": lambda left, right: left > right,
    "-ge": lambda left, right: left >= right,
    "-lt": lambda left, right: left < right,
    "-le": lambda left, right: left <= right,
}
_TESTS = ("[", "[[", "test")
_CLOSING = ("]", "]]")
_AMONG = "-in"  # what `case` compares: a name with its patterns
_DECIDED_ELSEWHERE = ("$", "`", "*")


class _Choice:
    """One `if`. `way` is whether the way it is in is taken, None where nothing in the script decides that."""

    def __init__(self, before: Mapping[str, str]) -> None:
        self.before = dict(before)
        self.way: bool | None = None
        self.is_taken = False  # one of its ways, surely
        self.has_rest = False  # an `else`
        self.in_condition = True
        self.open_ways: list[dict[str, str]] = []  # what each way that may be taken assigns

    def go(self, holds: bool | None) -> None:
        if self.is_taken or holds is False:
            self.way = False
        elif holds and not self.open_ways:
            self.way = self.is_taken = True
        else:
            self.way = None
            self.open_ways.append({})

    def joined(self) -> None:
        """Another test behind the one that was read: what both come to is not worked out."""
        if self.way:
            self.way, self.is_taken = None, False
            self.open_ways.append({})


class Choices:
    """The choices a script is in. What its ways say differently is left open, where nothing decides among them."""

    def __init__(self, variables: dict[str, str]) -> None:
        self._variables = variables
        self._held: list[_Choice] = []

    def is_skipped(self) -> bool:
        return any(choice.way is False and not choice.in_condition for choice in self._held)

    def note(self, assigned: Mapping[str, str]) -> None:
        for choice in self._held:
            if choice.way is None and choice.open_ways:
                choice.open_ways[-1].update(assigned)

    def is_turn(self, words: Sequence[str], expanded: Callable[[str, Mapping[str, str]], str]) -> bool:
        """Whether a statement begins, changes or ends a choice."""
        first = words[0] if words else ""
        if first == "if":
            self._held.append(_Choice(self._variables))
            self._held[-1].go(self._holds(words[1:], expanded))
            return True
        if not self._held:
            return False
        choice = self._held[-1]
        if first == "elif":
            choice.in_condition = True
            choice.go(self._holds(words[1:], expanded))
        elif first == "else":
            choice.in_condition, choice.has_rest = False, True
            choice.go(True)
        elif first == "fi":
            self._end(self._held.pop())
        elif first == "then":
            choice.in_condition = False
            return False  # what stands behind it is of the way it opens
        elif choice.in_condition:
            choice.joined()
        else:
            return False
        return True

    def _holds(self, words: Sequence[str], expanded: Callable[[str, Mapping[str, str]], str]) -> bool | None:
        if any(choice.way is False for choice in self._held[:-1]):
            return None
        return holds([expanded(word, self._variables) for word in words])

    def _end(self, choice: _Choice) -> None:
        """What was set before counts again, where two ways or more say different things and there is no `else`."""
        if choice.is_taken or choice.has_rest or len(choice.open_ways) == 1:
            return
        for name in {name for way in choice.open_ways for name in way}:
            if len({way[name] for way in choice.open_ways if name in way}) == 1:
                continue
            self._variables.pop(name, None)
            if name in choice.before:
                self._variables[name] = choice.before[name]


def holds(words: Sequence[str]) -> bool | None:
    """Whether a test holds; None where what it compares is decided elsewhere, or it is none of ours."""
    if words[:1] == ["!"]:
        rest = holds(words[1:])
        return None if rest is None else not rest
    if not words or words[0] not in _TESTS:
        return None
    parts = [word for word in words[1:] if word not in _CLOSING]
    if len(parts) == 3 and parts[1] == _AMONG and "$" not in parts[0]:
        return any(_matches(parts[0], mark.strip("\"' ")) for mark in parts[2].split("|"))
    if any(mark in part for part in parts for mark in _DECIDED_ELSEWHERE):
        return None
    if len(parts) == 2 and parts[0] in ("-z", "-n"):
        return (parts[1] == "") is (parts[0] == "-z")
    if len(parts) != 3:
        return None
    left, sign, right = parts
    if sign in ("=", "==", "!="):
        return (left == right) is (sign != "!=")
    try:
        return _COMPARED[sign](float(left), float(right)) if sign in _COMPARED else None
    except ValueError:
        return None


def _matches(word: str, mark: str) -> bool:
    """A mark of `case`: its stars are any letters, its question marks one."""
    return re.fullmatch(re.escape(mark).replace(r"\*", ".*").replace(r"\?", "."), word, re.S) is not None
