"""Documents to search: every entry of the facts, under the names people use for it."""

from __future__ import annotations

import pytest

from knowledge.facts import Facts
from knowledge.search.documents import Document, documents, entries, related


@pytest.fixture(scope="module")
def every(facts: Facts) -> tuple[Document, ...]:
    return tuple(documents(facts))


def test_every_chip_and_instance_can_be_found(every: tuple[Document, ...], facts: Facts) -> None:
    answers = {answer for document in every for answer in document.answers}
    assert {("accelerator", name) for name in facts.accelerators} <= answers
    assert {("instance", name) for name in facts.instances} <= answers


def test_a_chip_is_found_under_its_aliases(every: tuple[Document, ...], facts: Facts) -> None:
    (document,) = (entry for entry in every if entry.answers == (("accelerator", "h100-sxm"),))
    chip = facts.accelerators["h100-sxm"]
    assert chip.aliases and all(alias in document.names for alias in chip.aliases)


def test_a_topic_leads_to_entries_that_exist(every: tuple[Document, ...], facts: Facts) -> None:
    topics = [document for document in every if document.kind == "topic"]
    assert len(topics) == len(facts.topics) and all(document.answers for document in topics)
    name, topic = next(iter(facts.topics.items()))
    assert {answer for entry in topic.answers for answer in entries(facts, entry)}, name


def test_an_instance_is_related_to_its_chip_and_the_chip_s_family(facts: Facts) -> None:
    assert set(related(facts, ("p5.48xlarge",))) == {"h100-sxm", "gpu"}


def test_the_beginning_of_a_name_is_related_to_a_family(facts: Facts) -> None:
    assert "trainium" in set(related(facts, ("trn3",)))
    assert set(related(facts, ("abacus",))) == set()


def test_a_vendor_s_own_service_is_found_only_when_it_is_named(facts: Facts, every: tuple[Document, ...]) -> None:
    promotion = facts.promotions[0]
    promoted = [document for document in every if document.only_for == promotion.words]
    assert promoted and all(document.kind == "claim" for document in promoted)
