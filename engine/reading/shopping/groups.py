"""Groups of clouds that a text leaves out: "excluding specialist clouds", "no hyperscalers please"."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.reading.words.patterns import Match
from knowledge.facts import COMPARED, SPECIALISTS, Cloud

GROUPS: Mapping[str, tuple[Cloud, ...]] = {  # word classes
    "every_cloud": (*COMPARED, *SPECIALISTS),
    "all_clouds": COMPARED,
    "neoclouds": SPECIALISTS,
    "big_clouds": COMPARED,
}
BESIDE = frozenset({"neoclouds", "big_clouds"})  # clouds that are named with them stay
INCLUDED = frozenset(
    {"included", "including", "incl", "include", "too", "well", "inklusive", "auch", "inclus", "incluido"}
)
_LEFT_OUT: Mapping[str, tuple[Cloud, ...]] = {"neoclouds": SPECIALISTS, "big_clouds": COMPARED}
_REACH = 5  # tokens between the negation and the group


def left_out(classes: Mapping[str, Mapping[int, Match]], ends_clause: Callable[[int], bool]) -> dict[str, Match]:
    """The groups that are denied, each with its words from the negation on."""
    out: dict[str, Match] = {}
    for name in _LEFT_OUT:
        for match in classes.get(name, {}).values():
            if (words := _denied(match, classes, ends_clause)) is not None:
                out[name] = words
    return out


def rule_out(
    classes: Mapping[str, Mapping[int, Match]],
    ends_clause: Callable[[int], bool],
    ruled: dict[str, list[str]],
    quoted: dict[str, str],
    words: Callable[[int, int], str],
    covered: set[int],
) -> None:
    """Adds the clouds of groups that are denied to what is ruled out, with the words that do."""
    for name, match in left_out(classes, ends_clause).items():
        covered.update(range(match.first, match.last))
        for cloud in _LEFT_OUT[name]:
            ruled.setdefault("clouds", []).append(cloud)
            quoted[cloud] = words(match.first, match.last)


def _denied(
    match: Match, classes: Mapping[str, Mapping[int, Match]], ends_clause: Callable[[int], bool]
) -> Match | None:
    negators, behind = classes.get("negator", {}), classes.get("post_negator", {})
    if match.last in behind:
        return match._replace(last=behind[match.last].last)
    for at in range(match.first - 1, max(-1, match.first - 1 - _REACH), -1):
        if at in negators:
            return match._replace(first=at)
        if ends_clause(at):
            return None
    return None
