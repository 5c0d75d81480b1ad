"""A chart block as a picture in the page."""

from __future__ import annotations

import pytest

from bot.preview.chart import LABELS, picture, shares


def test_a_line_ends_where_its_last_figure_is() -> None:
    """Two points on an axis to 100: the second, 50, is half-way up at the right edge."""
    points = [{"label": "0", "value": 100}, {"label": "1", "value": 50}]
    made = picture({"axis_config": {"categories": ["0", "1"]}, "series": [{"name": "s", "data": points}]})
    top, bottom = made.up[-1].at, made.up[0].at
    assert made.series[0].path == f"M{made.left} {top} L{made.right} {(top + bottom) / 2}"


@pytest.mark.parametrize(("most", "top"), [(97, "100"), (1.1, "1.20"), (1_150_000, "1.2M")])
def test_the_axis_ends_at_the_next_round_figure(most: float, top: str) -> None:
    made = picture({"axis_config": {"categories": ["0"]}, "series": [{"name": "s", "data": [{"value": most}]}]})
    assert made.up[-1].text == top


def test_labels_do_not_overlap_on_a_phone() -> None:
    runs = [str(number) for number in range(100)]
    data = [{"value": 1.0} for _ in runs]
    made = picture({"axis_config": {"categories": runs}, "series": [{"name": "s", "data": data}]})
    assert len(made.across) <= LABELS


def test_labels_stand_beside_and_below_the_axes() -> None:
    """The last label ends at the right edge; the amounts end left of the vertical axis."""
    points = [{"label": "0", "value": 100}, {"label": "1", "value": 50}]
    made = picture({"axis_config": {"categories": ["0", "1"]}, "series": [{"name": "s", "data": points}]})
    assert [tick.is_last for tick in made.across] == [False, True]
    assert all(tick.x < made.left for tick in made.up)
    assert all(made.up[0].at < tick.y < made.title_y for tick in made.across)


def test_the_parts_of_a_pie_are_percentages_of_the_whole() -> None:
    assert shares([{"label": "chips", "value": 3}, {"label": "port", "value": 1}]) == (
        ("chips", "75"),
        ("port", "25"),
    )
    assert shares([{"label": "nothing", "value": 0}]) == (("nothing", "0"),)
