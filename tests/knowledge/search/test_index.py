"""Finding entries by a question's words."""

from __future__ import annotations

from threading import Thread

import pytest

from knowledge.facts import Facts, Hit
from knowledge.search.index import Search, search_of


@pytest.fixture(scope="module")
def search(facts: Facts) -> Search:
    return Search(facts)


def test_the_best_comes_first_and_each_entry_once(search: Search) -> None:
    hits = search.find("what is a Capacity Block?")
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert len({(hit.kind, hit.id) for hit in hits}) == len(hits)


def test_named_entries_come_before_related_ones(search: Search) -> None:
    serving = search.find("does vLLM run", ("inferentia2",))[0]
    assert serving.id in ("vllm-trn", "inferentia2/vllm")


def test_a_synonym_finds_entries_without_the_word(search: Search) -> None:
    assert "migration-time" in {hit.id for hit in search.find("how many weeks to rewrite for neuron")[:5]}


@pytest.mark.parametrize(
    "text", ["", "???", "the of and", '" OR 1', "quantum pizza", "a" * 5000, "price' ; drop table documents"]
)
def test_any_text_is_harmless(text: str, search: Search) -> None:
    search.find(text)
    assert search.find("what is an ODCR?")


def test_threads_may_share_an_index(facts: Facts) -> None:
    search, found = Search(facts), list[tuple[Hit, ...]]()
    threads = [Thread(target=lambda: found.append(search.find("is Oregon renewable"))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8 and len(set(found)) == 1


def test_a_name_in_capitals_must_be_spoken_of(search: Search) -> None:
    """That a chip is available somewhere does not say whether it has EFA."""
    found = {hit.id: hit.share for hit in search.find("is EFA available on p4d?", ["p4d.24xlarge"])}
    assert found["s003-capacity-constrained"] == 0.0
    loud = search.find("WHAT IS A CAPACITY BLOCK?")
    assert loud and loud[0].share == 1.0, "a question in capitals alone is read as any other"


def test_who_searches_the_same_facts_shares_their_index(facts: Facts) -> None:
    assert search_of(facts) is search_of(facts)
    assert search_of(facts.model_copy()) is not search_of(facts)
