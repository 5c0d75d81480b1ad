"""What becomes of a part: its own row, then what is held and said of it, then what it needs."""

from __future__ import annotations

import pytest

from engine.forms.composed.becomes import Becomes, Target, becomes, worst
from knowledge.facts import Facts, Ported, ProjectSupport
from tests.day import DAY

TPU, AMD = Target(("tpu-v6e", "tpu", "tpu", "tpu")), Target(("mi300x", "cdna3", "amd-gpu", "gpu"))
RTX = Target(("rtx-5090", "blackwell-rtx", "nvidia-gpu", "gpu"))


def row(of: str, on: str, level: str) -> Ported:
    return Ported.model_validate(
        {"of": of, "on": on, "level": level, "how": f"{of} there", "source": "x", "checked_on": DAY}
    )


def said(repository: str, on: str, level: str, of: str = "") -> ProjectSupport:
    return ProjectSupport.model_validate(
        {
            "repository": repository, "of": of, "on": on, "level": level, "evidence": "so they say",
            "said_by": "maintainers", "said_in": f"{repository}#1", "said_on": DAY, "checked_on": DAY,
        }
    )  # fmt: skip


@pytest.fixture
def told(facts: Facts) -> Facts:
    ported = (row("cuda_source", "tpu", "rewrite"), row("cuda_source", "amd-gpu", "port"), row("spconv", "tpu", "no"))
    support = (
        said("traveller59/spconv", "tpu", "yes"),
        said("NVlabs/nvdiffrast", "amd-gpu", "no"),
        said("NVlabs/tiny-cuda-nn", "blackwell", "no"),
        said("NVlabs/tiny-cuda-nn", "blackwell-rtx", "beta"),
        said("vllm-project/vllm", "amd-gpu", "partly", of="AWQ"),
    )
    return facts.model_copy(update={"ported": ported, "project_support": support, "support": ()})


def test_a_row_of_the_part_itself_comes_first(told: Facts) -> None:
    assert becomes(told.parts["spconv"], TPU, told) == Becomes("no", "spconv there", "x")


def test_without_a_word_on_it_what_it_needs_decides(told: Facts) -> None:
    assert becomes(told.parts["gsplat"], TPU, told) == Becomes("rewrite", "cuda_source there", "x")


def test_what_a_project_does_not_do_others_can(told: Facts) -> None:
    found = becomes(told.parts["nvdiffrast"], AMD, told)
    assert (found.level, found.how, found.besides) == ("port", "so they say", "cuda_source there")


def test_the_branch_of_a_generation_comes_before_the_generation(told: Facts) -> None:
    assert becomes(told.parts["tiny_cuda_nn"], RTX, told).level == "beta"


def test_a_program_that_is_named_beside_it_tells_of_it(told: Facts) -> None:
    awq, vllm = told.parts["awq"], told.parts["vllm"]
    assert becomes(awq, AMD, told, (vllm, awq)).within == "vLLM"
    assert becomes(awq, AMD, told).within == ""


def test_where_nothing_is_held_nothing_is_said(told: Facts) -> None:
    assert becomes(told.parts["nvenc"], TPU, told) == Becomes(None)


def test_what_is_not_known_stands_most_in_the_way() -> None:
    assert worst([Becomes("yes"), Becomes("port"), Becomes("replaced")]) == "port"
    assert worst([Becomes("no"), Becomes(None)]) is None
