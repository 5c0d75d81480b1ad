"""Every offering is costed or excluded for a reason; none disappears."""

import pytest

from bot.advice.advisor import Advisor
from engine.base.unpredictable import WrongTask
from engine.options.assumptions import fill
from engine.options.candidates import candidates
from engine.options.exclusions import FrameworkUnsupported, RuledOut, SoldOut
from engine.options.option import ExcludedOption, Named, Option, costed, leading
from engine.options.problem import Problem
from tests.day import DAY
from tests.engine.problems import problem

TRAIN = "fine-tune Llama 8B, 1B tokens, 20 runs, PyTorch, AWS"


def excluded(options: tuple[Option, ...], accelerator: str) -> ExcludedOption:
    found = [option for option in options if option.accelerator == accelerator]
    assert len(found) == 1 and isinstance(found[0], ExcludedOption)
    return found[0]


def test_a_chip_that_does_not_train_is_excluded_for_that(advisor: Advisor) -> None:
    assert isinstance(excluded(candidates(problem(advisor, TRAIN)), "inferentia2").reason, WrongTask)


def test_a_chip_the_asker_ruled_out_is_excluded_for_that(advisor: Advisor) -> None:
    options = candidates(problem(advisor, TRAIN + ", no Trainium"))
    assert isinstance(excluded(options, "trainium2").reason, RuledOut)


def test_a_chip_that_cannot_be_had_there_is_excluded_for_that_and_another_leads_there(advisor: Advisor) -> None:
    text = "Trainium1 are sold out in Stockholm, fine-tune Llama 8B, 1B tokens, 20 runs, PyTorch, on AWS"
    options = candidates(problem(advisor, text))
    gone = excluded(options, "trainium1").reason
    assert isinstance(gone, SoldOut) and (gone.name, gone.there) == ("trainium1", "eu-north-1")
    best = leading(options)[0]
    assert (best.instance, best.region) == ("p5.48xlarge", "eu-north-1")


def test_a_chip_that_cannot_be_had_in_one_place_is_offered_in_another(advisor: Advisor) -> None:
    text = "H100 are sold out in Frankfurt. Fine-tune Llama 8B on H100 in Ohio, 20 runs, PyTorch"
    h100 = [o for o in costed(candidates(problem(advisor, text))) if o.accelerator == "h100-sxm"]
    assert h100 and "eu-central-1" not in {option.region for option in h100}


def test_a_framework_the_chip_does_not_run_excludes_it(advisor: Advisor) -> None:
    options = candidates(problem(advisor, TRAIN.replace("PyTorch", "TensorFlow")))
    reason = excluded(options, "trainium2").reason
    assert isinstance(reason, FrameworkUnsupported) and reason.framework == "tensorflow"


def test_what_may_lead_comes_first_in_the_order_of_choice(advisor: Advisor) -> None:
    options = candidates(problem(advisor, TRAIN))
    chosen_by = [option.choice_usd(option.runs) for option in leading(options)]
    assert chosen_by and chosen_by == sorted(chosen_by)
    assert list(options[: len(chosen_by)]) == leading(options)
    assert options[: len(costed(options))] == tuple(costed(options))


def test_a_brief_problem_has_the_same_leader_and_nothing_excluded(advisor: Advisor) -> None:
    whole, brief = (candidates(problem(advisor, TRAIN, brief=brief)) for brief in (False, True))
    assert {option.id for option in leading(brief)} == {option.id for option in leading(whole)}
    assert not any(isinstance(option, ExcludedOption) for option in brief)


def test_how_the_hardware_was_named_is_kept(advisor: Advisor) -> None:
    options = candidates(problem(advisor, "fine-tune Llama 8B on p4d.24xlarge or H100 or TPU, 20 runs, PyTorch"))
    named = {option.instance: option.named for option in options}
    assert named["p4d.24xlarge"] is Named.BY_TYPE
    assert {option.named for option in options if option.accelerator == "h100-sxm"} == {Named.BY_CHIP}
    assert {option.named for option in options if option.accelerator == "tpu-v6e"} == {Named.BY_FAMILY}
    assert {option.named for option in options if option.accelerator == "trainium2"} == {Named.NOT}


def test_an_older_chip_is_offered_where_it_was_asked_for(advisor: Advisor) -> None:
    def chips(text: str) -> set[str]:
        return {option.accelerator for option in candidates(problem(advisor, text))}

    small = "LoRA fine-tune of a 1B model, 1M tokens, 20 runs, PyTorch, AWS"
    assert not {"t4", "k80", "v100-16gb", "v100-32gb", "rtx6000pro"} & chips(small + ", GPU")
    assert "t4" in chips(small + ", on T4")
    assert {"v100-16gb", "v100-32gb"} <= chips(small + ", on V100")
    assert "t4" in chips(small + ", on g4dn.xlarge")


@pytest.mark.parametrize(
    "text",
    [
        "serve Llama 70B on H100 or trn2.48xlarge, 20M tokens a day",
        "we run 13B fine-tunes of 300M tokens on 2 p4d.24xlarge today, what about A100 80GB or TPU v5e?",
        "how fast is a 4090 with a 7B?",  # nobody rents it out
    ],
)
def test_what_was_named_is_costed_alike(advisor: Advisor, text: str) -> None:
    filled = fill(advisor.parse(text), advisor.library())
    every, alone = (
        costed(candidates(Problem(filled, advisor.library(), DAY, named_alone=only))) for only in (False, True)
    )
    named = [one for one in every if one.named >= Named.BY_CHIP or one.at_hand]
    assert list(alone) == named
    assert len(alone) < len(every)
