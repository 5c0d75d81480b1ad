"""The comment of a pull request."""

from __future__ import annotations

from bot.estimates.comment import MARKER, Compared, changed_values, comment
from engine.estimates.comparison import Cause, compare
from engine.library import Library
from knowledge.facts import Facts
from tests.day import DAY
from tests.engine.estimates.sample import AXOLOTL, EPOCHS, FULL, run

ON = {"candidates": ("h100",), "accelerator_count": 8}


def of(facts: Facts, before: str | None, after: str | None) -> Compared:
    sides = [run(facts, text, **ON) if text else None for text in (before, after)]
    return Compared(name="runs/a.yml", found=compare(sides[0], sides[1], Library(facts), DAY))


def said(facts: Facts, before: str | None, after: str | None) -> str:
    return comment([of(facts, before, after)], DAY)


def test_the_first_line_is_the_marker_and_the_second_the_change(facts: Facts) -> None:
    lines = said(facts, AXOLOTL, AXOLOTL.replace("4096", "16384")).splitlines()
    assert lines[0] == MARKER
    assert lines[1].startswith("**`runs/a.yml`: $")
    assert lines[1].endswith("a run**: sequence 4,096 → 16,384")


def test_no_change_is_one_line(facts: Facts) -> None:
    text = said(facts, AXOLOTL, AXOLOTL)
    assert "no change in cost" in text
    assert "|" not in text


def test_what_no_longer_fits_is_said(facts: Facts) -> None:
    assert "**It no longer fits**" in said(facts, AXOLOTL, FULL)
    assert "no longer fits" not in said(facts, FULL, AXOLOTL)


def test_a_new_file_and_a_removed_one_have_one_side(facts: Facts) -> None:
    assert ": new, $" in said(facts, None, AXOLOTL)
    assert ": removed; it was $" in said(facts, AXOLOTL, None)


def test_prices_stand_with_the_day_they_were_seen(facts: Facts) -> None:
    assert ", seen 20" in said(facts, AXOLOTL, EPOCHS)


def test_data_of_unknown_size_is_asked_for(facts: Facts) -> None:
    text = said(facts, EPOCHS, EPOCHS.replace("num_epochs: 3", "num_epochs: 6"))
    assert "a million tokens of data" in text
    assert "the size of acme/support-tickets" in text


def test_the_run_that_moved_most_comes_first(facts: Facts) -> None:
    small = of(facts, AXOLOTL, AXOLOTL.replace("1000", "1100"))
    large = of(facts, AXOLOTL, AXOLOTL.replace("1000", "9000")).model_copy(update={"name": "z.yml"})
    text = comment([small, large], DAY)
    assert text.index("z.yml") < text.index("runs/a.yml")


def test_a_name_cannot_leave_its_code_span(facts: Facts) -> None:
    sly = of(facts, AXOLOTL, AXOLOTL).model_copy(update={"name": "a`<img>`.yml"})
    assert "`a<img>.yml`" in comment([sly], DAY)


def test_only_values_that_differ_are_named(facts: Facts) -> None:
    cause = of(facts, AXOLOTL, AXOLOTL.replace("micro_batch_size: 2", "micro_batch_size: 4")).found.causes[0]
    assert [(each.name, each.before, each.after) for each in changed_values(cause)] == [("micro_batch", 2, 4)]


def test_a_published_model_is_said_once_and_chips_are_counted_once(facts: Facts) -> None:
    old = "base_model: meta-llama/Llama-3.1-8B\nmicro_batch_size: 1\n"
    new = old.replace("meta-llama/Llama-3.1-8B", "Qwen/Qwen2.5-7B")
    cause = next(each for each in of(facts, old, new).found.causes if each.part == "model")
    assert [value.name for value in changed_values(cause)] == ["model_id"]
    machines = Cause(
        part="machines",
        before={"accelerator_count": 8, "devices": 8},
        after={"accelerator_count": 16, "devices": 16},
    )
    assert [value.name for value in changed_values(machines)] == ["devices"]
