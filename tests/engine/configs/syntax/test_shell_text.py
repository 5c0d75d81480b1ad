"""Shell scripts as commands."""

from __future__ import annotations

import pytest

from engine.configs.syntax.entries import Entry
from engine.configs.syntax.shell_text import Command, flags, script


def words(text: str) -> tuple[str, ...]:
    return script(text).commands[-1].words


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("A=1\nrun --a $A --b ${A}", ("run", "--a", "1", "--b", "1")),
        ("run --a ${A:-8} \\\n  --b 2 # why", ("run", "--a", "8", "--b", "2")),
        ('ARGS="--a 1 --b 2"\nrun $ARGS', ("run", "--a", "1", "--b", "2")),
        ('ARGS=(\n  --a 1 # first\n  --b 2\n)\nrun "${ARGS[@]}"', ("run", "--a", "1", "--b", "2")),
        ("declare -a ARGS=(--a 1)\nARGS+=( --b 2 )\nrun ${ARGS[@]}", ("run", "--a", "1", "--b", "2")),
        (': "${SIZE:=4096}"\nrun --size $SIZE', ("run", "--size", "4096")),
        ("N=2\nG=8\nrun --n $((N * G)) --m $(($N*$G/4))", ("run", "--n", "16", "--m", "4")),
        ("S=8\nrun --n $((128 * 512 / $S / 4 / 2 / ${S}))", ("run", "--n", "128")),  # 65,536 / 512
        ("S=8\nrun --n $(((S + 2) * 3 % 7))", ("run", "--n", "2")),  # 30 - 28
        ("run --n $((UNSET * 2))", ("run", "--n", "$((UNSET * 2))")),
        ("run --n $((4 / 0))", ("run", "--n", "$((4 / 0))")),
        (
            "#SBATCH --nodes=4\nN=$(scontrol show hostnames $SLURM_JOB_NODELIST | wc -l)\nrun --n $N",
            ("run", "--n", "4"),
        ),
        ("#SBATCH --gres=gpu:a100:8\nrun --n $SLURM_GPUS_ON_NODE", ("run", "--n", "8")),
        ("run --a $UNSET", ("run", "--a", "$UNSET")),
        ("cat <<EOF > x.json\n{ --a 9 }\nEOF\nrun --b 1", ("run", "--b", "1")),
        ("#SBATCH --nodes=4\nrun --n $SLURM_NNODES", ("run", "--n", "4")),
        ("bash -c 'run --a 1\nrun --b 2'", ("bash", "-c", "run", "--a", "1", "run", "--b", "2")),
    ],
)
def test_variables_are_written_out(text: str, spoken: tuple[str, ...]) -> None:
    assert words(text) == spoken


def test_directives_have_values_lines_and_long_names() -> None:
    read = script("#!/bin/bash\n#SBATCH --nodes=4 # number\n#SBATCH -t 24:00:00\n#SBATCH --exclusive # all of it\n")
    assert read.directives == (
        Entry("sbatch.nodes", "4", 2),
        Entry("sbatch.time", "24:00:00", 3),
        Entry("sbatch.exclusive", True, 4),
    )


@pytest.mark.parametrize(
    ("spoken", "entries"),
    [
        (("--a=1", "--b", "2", "--c"), {"--a": 1, "--b": 2, "--c": True}),
        (("--bf16", "train.py", "--x", "1"), {"--bf16": True, "argument": "train.py", "--x": 1}),
        (("--n", "8", "train.py", "--x", "1"), {"--n": 8, "argument": "train.py", "--x": 1}),
        (("--targets", "q_proj", "v_proj", "--x"), {"--targets": ("q_proj", "v_proj"), "--x": True}),
        (("--steps", "-1"), {"--steps": -1}),
        (("model.size=8", "+x=y"), {"model.size": 8, "x": "y"}),
    ],
)
def test_flags_take_what_follows_up_to_the_next_or_a_program(
    spoken: tuple[str, ...], entries: dict[str, object]
) -> None:
    assert {entry.path: entry.value for entry in flags(Command(spoken, 1, {}))} == entries


def test_variables_that_double_each_other_end() -> None:
    doubling = "A=xxxxxxxxxx\n" + "\n".join("A=$A$A$A$A" for _ in range(40))
    assert len(script(doubling + "\nrun $A").commands[-1].words[-1]) < 400_000


def test_quotes_and_brackets_that_never_close_end() -> None:
    assert script("run 'a\n" * 200 + "$(" * 2_000)


def test_a_module_is_one_word_and_no_flag_takes_the_next() -> None:
    command = Command(("python", "-m", "pkg.train", "base.yml", "steps=3"), 1, {})
    assert [tuple(entry[:2]) for entry in flags(command)][1:] == [
        ("-m", "pkg.train"),
        ("argument", "pkg.train"),
        ("argument", "base.yml"),
        ("steps", 3),
    ]


def test_an_argument_of_the_script_leaves_what_was_set_before() -> None:
    text = 'n=5\ncase $1 in\n--n) n="$2"; shift 2 ;;\nesac\nm=${1:-8B}\ntorchrun train.py --n $n --m $m\n'
    assert script(text).commands[-1].words[-4:] == ("--n", "5", "--m", "8B")


def test_a_default_may_hold_another_variable() -> None:
    assert script('M=${A:-"${B}/models/x-8B"}\npython t.py --m $M\n').commands[-1].words[-1] == "${B}/models/x-8B"
