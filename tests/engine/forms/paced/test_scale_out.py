"""What more nodes bring."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.paced.scale_out import ScaleOut, ScaleOutWire
from engine.forms.told.scaling import Scaling


def test_two_nodes_that_do_less_than_one_are_told_so_with_a_machine_that_has_all_cards(advisor: Advisor) -> None:
    text = (
        "qwen2 1.5B, zero-3. 1 node with 2x A10: 2.46 s/it. 2 nodes with 4x A10 total: 8.68 s/it. "
        "should we buy bandwidth or a bigger box?"
    )
    facts = advisor.ask(text).facts
    first = facts.headline
    assert isinstance(first, ScaleOut) and first.slower and first.box
    assert first.times == pytest.approx(2 * 2.46 / 8.68) and first.share == pytest.approx(2.46 / 8.68)
    wire = next(one for one in facts.sentences if isinstance(one, ScaleOutWire))
    # 3 x 1.54B x 2 bytes x 1/2 over two nodes, in 6.22 s
    assert wire.sharded and wire.longer == pytest.approx(6.22) and wire.gbps == pytest.approx(wire.gb * 8 / 6.22)


def test_rates_of_each_card_are_multiplied_by_the_cards(advisor: Advisor) -> None:
    text = "one node with 8 V100 32GB does 30 samples/s per GPU, two nodes 10 samples/s per GPU. worth adding nodes?"
    first = advisor.ask(text).facts.headline
    assert isinstance(first, ScaleOut) and first.times == pytest.approx(2 * 10 / 30)


def test_a_batch_that_is_the_same_in_all_makes_steps_the_work(advisor: Advisor) -> None:
    text = "verl GRPO: nnodes=1 549 s/it, nnodes=2 710 s/it, same train_batch_size 256. shouldn't two nodes halve it?"
    first = advisor.ask(text).facts.headline
    assert isinstance(first, ScaleOut) and first.in_all and first.times == pytest.approx(549 / 710)


def test_nodes_that_scale_well_are_called_normal(advisor: Advisor) -> None:
    first = advisor.ask("One node 8xA100: 1.0 s/it, 2 nodes 1.1 s/it. Is that normal?").facts.headline
    assert isinstance(first, ScaleOut) and not first.poor and first.times == pytest.approx(2 / 1.1)


def test_cards_of_one_machine_are_told_as_such(advisor: Advisor) -> None:
    text = "Training 2x H100 PCIe: 2.07 s/it, one H100: 1.27 s/it. same batch per gpu. what are we doing wrong"
    first = advisor.ask(text).facts.headline
    assert isinstance(first, Scaling) and first.times == pytest.approx(2 * 1.27 / 2.07)


def test_the_line_says_what_to_do(advisor: Advisor) -> None:
    text = "2 nodes: 1 second per step. 1 node (8 gpus): 4 steps per second. Same config. data loader or the network?"
    assert card_text(advisor.ask(text)).startswith("Stay on one node, or take one bigger machine: 2 nodes")
