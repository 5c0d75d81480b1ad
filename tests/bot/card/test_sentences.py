"""Reasons, flips and first lines as sentences."""

from bot.advice.advisor import Advisor
from bot.card import sentences
from bot.card.as_text import headline
from engine.answers import Passage
from engine.base.interval import Interval
from engine.options.exclusions import NoPrice
from engine.verdict.confidence import PriceStale
from tests.engine.offers import offer
from tests.engine.problems import judged


def test_a_reason_is_worded_with_its_values() -> None:
    text = sentences.why(PriceStale(option="p5.48xlarge", days=107))
    assert "p5.48xlarge" in text and "107" in text


def test_what_was_excluded_is_named_with_the_reason() -> None:
    text = sentences.left_out(offer("gpu", 10), NoPrice(instance="gpu"))
    assert text.startswith("gpu") and sentences.why(NoPrice(instance="gpu")) in text


def test_a_headline_begins_with_hardware_that_is_too_small(advisor: Advisor) -> None:
    assert "p4d" in sentences.first_line(judged(advisor, "can a 70B full fine-tune run on one p4d?")).split(".")[0]


def test_every_flip_is_a_sentence(advisor: Advisor) -> None:
    verdict = judged(advisor, "full fine-tune Llama 70B, 1B tokens, 52 runs, PyTorch, AWS")
    options = {option.id: option for option in verdict.base.options}
    assert verdict.flips
    assert all(sentences.flip(flip, options, serving=False) for flip in verdict.flips)


def test_an_unknown_amount_is_a_dash_and_never_zero() -> None:
    assert sentences.spread(None) == "-"
    assert sentences.spread(Interval.exactly(1234.0)) == "$1,230"


def test_a_model_says_its_architecture(advisor: Advisor) -> None:
    profile = advisor.parse("fine-tune Llama 8B, 20 runs").profile
    briefly = sentences.said_briefly(profile)
    assert len(briefly) == len(profile.stated()) - ("architecture" in profile.stated())


def test_chips_of_an_instance_are_counted_in_whole_numbers() -> None:
    values: dict[str, str | float | None] = {"count": 8.0, "chip": "NVIDIA H100 SXM", "hbm": 640.0}
    values |= {"network": 3200.0, "host": None}
    machine = Passage(kind="instance", id="p5.48xlarge", text="", values=values, cites=())
    assert sentences.passage(machine) == "p5.48xlarge: 8 x NVIDIA H100 SXM, 640 GiB, 3,200 Gbit/s network"


def test_what_is_not_priced_is_one_line_at_the_end_where_no_price_decides(advisor: Advisor) -> None:
    """Whether it fits on a card of one's own is the answer; for advice, that the card is not priced comes first."""
    answer = advisor.ask("can I QLoRA a 13B on a single RTX 4090?")
    assert headline(answer).startswith("Yes: QLoRA of 13B fits") and "not among what I price" not in headline(answer)
    assert sentences.fact(answer.facts.sentences[-1]) == "I hold no price for NVIDIA RTX 4090."
    advised = headline(advisor.ask("Fine-tune Llama 8B weekly on 4x 4090s, which machine instead?"))
    assert advised.startswith("NVIDIA RTX 4090 is not among what I price")


def test_the_first_line_says_why_what_is_likely_dearer_leads(advisor: Advisor) -> None:
    verdict = advisor.ask("b200 or h200 for llama-70b lora? 15 runs a month, ~300M tokens each").verdict
    assert verdict is not None and "NVIDIA B200 is likely cheaper" in sentences.first_line(verdict)
