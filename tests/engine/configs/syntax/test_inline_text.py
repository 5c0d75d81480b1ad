"""What a shell script holds in other spellings."""

from __future__ import annotations

from engine.configs.syntax.inline_text import plainer
from engine.configs.syntax.shell_text import script

READ = "read -r -d '' args <<EOF\ntrain.py \\\n  --epochs 3\nEOF\ndeepspeed $args\n"
CAUGHT = "args=$(cat <<EOF\ntrain.py --epochs 3\nEOF\n)\ndeepspeed $args\n"


def test_a_text_read_into_a_variable_is_a_command() -> None:
    for text in (READ, CAUGHT):
        assert script(text).commands[-1].words == ("deepspeed", "train.py", "--epochs", "3")


def test_lines_stay_where_they_are() -> None:
    assert plainer(READ).count("\n") == READ.count("\n")


def test_a_sum_told_to_expr_is_worked_out() -> None:
    assert script("N=2\ntorchrun --steps $(expr 16 / $N) --more `expr 2 \\* 3`\n").commands[0].words[-3:] == (
        "8",
        "--more",
        "6",
    )


def test_other_text_is_left_alone() -> None:
    assert plainer("cat <<EOF > a.yaml\na: 1\nEOF\n") == "cat <<EOF > a.yaml\na: 1\nEOF\n"
