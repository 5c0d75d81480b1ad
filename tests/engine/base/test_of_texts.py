"""What is worked out of a text or a reading is worked out once."""

from __future__ import annotations

from engine.base.of_texts import TEXTS, made_once, read_once


def test_a_text_is_read_once_until_many_others_were_read() -> None:
    read: list[str] = []

    @read_once
    def words(text: str) -> int:
        read.append(text)
        return len(text.split())

    assert [words("8 H100 for a day"), words("8 H100 for a day")] == [5, 5] and len(read) == 1
    for number in range(TEXTS):
        words(f"{number} hours")
    words("8 H100 for a day")
    assert read.count("8 H100 for a day") == 2


def test_an_equal_reading_is_another_one() -> None:
    made: list[list[int]] = []

    @made_once
    def most(reading: list[int]) -> int:
        made.append(reading)
        return max(reading)

    one, other = [8, 2], [8, 2]
    assert [most(one), most(one), most(other), most(one)] == [8, 8, 8, 8]
    assert [id(each) for each in made] == [id(one), id(other)]
