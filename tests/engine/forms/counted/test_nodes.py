"""Nodes of so many cards: the cards of each way over those of a node, rounded up."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.counted.nodes import NodesNeeded


def test_each_model_has_its_number_of_nodes(advisor: Advisor) -> None:
    """405B in BF16 is 756 GiB: more than 8 x 72, less than 16 x 72; 70B with 120,000 tokens 168 of 288 on four."""
    text = "We have 8xH100 nodes for Llama 3.1 70B and 405B in bf16 at 120K context. How many nodes for each model?"
    headline = advisor.ask(text).facts.headline
    assert isinstance(headline, NodesNeeded) and headline.per_node == 8
    assert [[(way, nodes) for way, nodes, _ in one.ways] for one in headline.every] == [[("bf16", 1)], [("bf16", 2)]]
