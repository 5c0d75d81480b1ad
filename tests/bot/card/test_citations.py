"""Sources are numbered in the order in which a card first mentions them."""

from bot.card.citations import Citations
from knowledge.facts import Facts

SOURCE, OTHER = "aws-sagemaker-pricing", "google-tpu-pricing"


def test_a_source_keeps_the_number_of_its_first_mention(facts: Facts) -> None:
    numbers = Citations(facts.sources)
    assert numbers.of([OTHER]) == (1,)
    assert numbers.of([SOURCE, OTHER, SOURCE]) == (2, 1)


def test_the_list_stands_in_the_order_of_the_numbers(facts: Facts) -> None:
    numbers = Citations(facts.sources)
    numbers.of([OTHER, SOURCE])
    listed = numbers.notes()
    assert [(note.number, note.title) for note in listed] == [
        (1, facts.sources[OTHER].title),
        (2, facts.sources[SOURCE].title),
    ]


def test_what_nobody_mentions_is_not_listed(facts: Facts) -> None:
    assert Citations(facts.sources).notes() == ()
