"""Which way a script goes."""

from __future__ import annotations

import pytest

from engine.configs.syntax.shell_choices import Choices, holds
from engine.configs.syntax.shell_text import script


@pytest.mark.parametrize(
    ("test", "held"),
    [
        ("[ 8 -gt 1 ]", True),
        ("[[ bf16 == bf16 ]]", True),
        ("[ bf16 != bf16 ]", False),
        ("! [ 1 -eq 1 ]", False),
        ("[ squad -in open*|squad ]", True),
        ("[ $SIZE = 8B ]", None),
        ("[ -f config.yaml ]", None),
        ("grep -q x y", None),
        ("[ a -gt 1 ]", None),
    ],
)
def test_a_test_holds_fails_or_is_decided_elsewhere(test: str, held: bool | None) -> None:
    assert holds(test.split()) is held


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("N=8\nif [ $N -gt 4 ]; then B=1; else B=2; fi\nrun --b $B", "1"),
        ("N=2\nif [ $N -gt 4 ]; then B=1; else B=2; fi\nrun --b $B", "2"),
        ("S=b\nif [ $S = a ]; then B=1\nelif [ $S = b ]; then B=2\nelif [ $S = c ]; then B=3\nfi\nrun --b $B", "2"),
        ("if [ $1 = a ]; then B=1\nelif [ $1 = b ]; then B=2\nfi\nrun --b $B", "$B"),
        ("B=9\nif [ $1 = a ]; then B=1\nelif [ $1 = b ]; then B=2\nfi\nrun --b $B", "9"),
        ("if [ $1 = a ]; then B=1\nelse B=2\nfi\nrun --b $B", "2"),
        ('if [ -z "$B" ]; then B=5; fi\nrun --b $B', "5"),
        ("D=squad\ncase $D in open*) B=1 ;; *) B=2 ;; esac\nrun --b $B", "2"),
        ("D=openx\ncase $D in open*) B=1 ;; *) B=2 ;; esac\nrun --b $B", "1"),
        ("B=3\nif [ 1 -eq 1 ] && [ -f x ]; then B=4; fi\nrun --b $B", "4"),
    ],
)
def test_a_variable_has_the_value_of_the_way_that_is_taken(text: str, spoken: str) -> None:
    assert script(text).commands[-1].words == ("run", "--b", spoken)


def test_a_command_of_a_way_that_is_not_taken_is_none_of_the_script() -> None:
    commands = script("A=0\nif [ $A -eq 1 ]; then\n  slow --x\nelse\n  fast --y\nfi\n").commands
    assert [command.words[0] for command in commands] == ["fast"]


def test_nothing_is_skipped_outside_of_a_choice() -> None:
    assert not Choices({}).is_skipped()
