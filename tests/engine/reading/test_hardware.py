"""What runs today: the machines at hand and their number, and what is only asked about or wanted."""

from __future__ import annotations

import pytest

from tests.engine.reading.test_read import reading


@pytest.mark.parametrize(
    ("text", "machines", "count"),
    [
        ("we run on 4 p4d.24xlarge today", ("p4d.24xlarge",), 4),
        ("we train on 8 A100 now", ("a100",), 8),
        ("currently v5p", ("tpu-v5p",), None),
        ("we already run on trn1", ("trn1.32xlarge",), None),
        ("we serve it on g5, is Inferentia cheaper?", ("a10g",), None),
        ("16 nodes of p4d today", ("p4d.24xlarge",), 16),
        ("our current p5.48xlarge x 2", ("p5.48xlarge",), 2),
        ("we have 8 H200", ("h200",), 8),
        ("we pay $38k a month for 4 p4d.24xlarge", ("p4d.24xlarge",), 4),
        ("8 A100s cost us $38k a month", ("a100",), 8),
        ("we get 3,000 tokens/s on 8 A100", ("a100",), 8),
        ("1.2 s/it at batch 32 on 4 H100", ("h100",), 4),
        ("we fine-tune a 13B every week on p4d. would trn1 save money?", ("p4d.24xlarge",), None),
        ("weekly 13B finetune on p4d.24xlarge: switch to trn1.32xlarge or stay?", ("p4d.24xlarge",), None),
        ("is moving our serving (20 req/s, 4x g5.2xlarge) to inf2 worth the port?", ("g5.2xlarge",), 4),
    ],
)
def test_a_machine_in_use_is_the_incumbent(text: str, machines: tuple[str, ...], count: int | None) -> None:
    profile = reading(text).profile
    assert (profile.current_instances, profile.current_count) == (machines, count)


def test_cards_behind_a_machine_count_no_machines() -> None:
    profile = reading("Unable to serve falcon-40b on our EKS nodes (g5.12xlarge, 4x A10G)").profile
    assert (profile.instances, profile.accelerator_count, profile.current_count) == (("g5.12xlarge",), 4, None)


@pytest.mark.parametrize(
    ("text", "gigabytes"),
    [
        ("a single 24GB GPU", 24),
        ("4x V100 32GB", 32),
        ("16 * A10 (16 * 23G) in one machine", 23),
        ("does a 7B fit in 16 GB?", 16),
        ("4 GPUs with 48 GB each", 48),
        ("our servers have 512 GB of RAM", None),
        ("500 GB of disk beside the GPU", None),
        ("A100 80GB", None),  # the name of a chip
        ("two 3090s, 48GB of VRAM per GPU", 48),
    ],
)
def test_the_memory_of_a_chip_is_no_other_memory(text: str, gigabytes: float | None) -> None:
    assert reading(text).profile.chip_memory_gb == gigabytes


def test_memory_stands_between_a_count_and_its_chips() -> None:
    profile = reading("two 48GB GPUs for a 13B QLoRA").profile
    assert (profile.accelerator_count, profile.chip_memory_gb) == (2, 48)


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("our on-prem DGX A100", True),
        ("we bought 8 H100", True),
        ("on our own servers", True),
        ("8 H100 on AWS", None),
        ("should we buy H100s?", None),
    ],
)
def test_own_machines_are_on_premises(text: str, own: bool | None) -> None:
    assert reading(text).profile.on_premises is own


@pytest.mark.parametrize(
    ("text", "libraries"),
    [
        ("DeepSpeed ZeRO-3 with offload on 4 A100", ("deepspeed", "zero-3", "offload")),
        ("vLLM or SGLang for a 70B", ("vllm", "sglang")),
        ("fine-tune with LLaMA-Factory", ("llama-factory",)),
        ("zero budget for a 7B", ()),
    ],
)
def test_libraries_are_named_and_are_no_model(text: str, libraries: tuple[str, ...]) -> None:
    profile = reading(text).profile
    assert (profile.libraries, profile.model, profile.capacity) == (libraries, None, None)


@pytest.mark.parametrize(
    "text",
    [
        "should we train on 8 A100?",
        "we want to run on trn2",
        "price of p5.48xlarge today",
        "We currently do not have sufficient p5.48xlarge capacity",
        "H100 or Trainium2 for a 7B?",
        "switch to trn2 now?",
        "which is cheaper today, p5e or trn2?",
    ],
)
def test_a_machine_that_is_wanted_or_asked_about_is_not(text: str) -> None:
    assert reading(text).profile.current_instances == ()


def test_the_hours_of_a_run_are_those_of_the_machines_at_hand() -> None:
    profile = reading("we run on 4 p4d.24xlarge today, 9 hours a run").profile
    assert (profile.current_hours_per_run, profile.run_hours) == (9, 9)
    assert reading("8B fine-tune on H100, 9 hours a run").profile.current_hours_per_run is None


def test_the_next_sentence_takes_no_hours_away() -> None:
    profile = reading("Today: 4 x p4d.24xlarge, each run needs 9 hours. Porting is 3 weeks").profile
    assert (profile.current_hours_per_run, profile.port_weeks) == (9, 3)


@pytest.mark.parametrize("text", ["we have 2 g5.48xlarge at $9.50/hour", "our 2 g5.48xlarge cost us $9.50 an hour"])
def test_a_rate_behind_a_machine_at_hand_is_what_it_costs(text: str) -> None:
    assert reading(f"{text}, LoRA 8B takes 20 hours weekly").profile.current_usd_per_hour == 9.5


def test_a_rate_behind_a_machine_that_is_not_at_hand_is_not() -> None:
    assert reading("should we rent a g5.48xlarge at $9.50/hour?").profile.current_usd_per_hour is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2 H100*8 machines to deploy DeepSeek-R1", (16, 2)),
        ("three A100 nodes (8 x 80GB each) for DeepSeek-R1", (24, 3)),
        ("two nodes of 8 H100 for a 70B", (16, 2)),
        ("2 nodes with 4x 80GB A100 each for a 70B", (8, 2)),
        ("a cluster of 96 DGX-A100 (8X40G)", (768, 96)),
    ],
)
def test_chips_of_each_of_several_machines_are_counted_together(text: str, expected: tuple[int, int]) -> None:
    found = reading(text)
    assert (found.profile.accelerator_count, found.profile.instance_count) == expected
    assert found.hardware[0].chips == expected[0]


def test_of_two_numbers_of_chips_the_one_asked_about_is_the_number() -> None:
    found = reading("16 x H100 they say is needed for DeepSeek-R1, could 8 H200 do it?")
    assert found.profile.accelerator_count == 8
    assert "accelerator_count" not in found.ambiguous


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("we run on 8 A100 today, would 4 H200 be faster?", ["owned", "asked"]),
        ("no TPU please, does it fit on 8 H100?", ["asked"]),
        ("according to the paper 64 A100 were used, is 8 x H100 enough?", ["quoted", "asked"]),
        ("how many H100 are needed for a 70B?", ["asked"]),
    ],
)
def test_each_machine_is_named_in_a_role(text: str, roles: list[str]) -> None:
    assert [one.role for one in reading(text).hardware] == roles


@pytest.mark.parametrize(
    ("text", "chip"),
    [
        ("Is it worth moving our BERT-large inference (about 300 requests per second) from g4dn to inf2?", "t4"),
        ("should we switch from H100 to TPU v5p?", "h100-sxm"),
        ("thinking about migrating off our A100s to trn2", "a100"),
        ("should we move off g5 to inf2?", "a10g"),
    ],
)
def test_what_a_move_would_leave_runs_today_and_where_it_goes_does_not(text: str, chip: str) -> None:
    result = reading(text)
    today = result.profile.current_instances
    assert len(today) == 1 and today[0].split("-")[0] == chip.split("-")[0]
    assert not result.ruled_out


@pytest.mark.parametrize(
    ("text", "chips", "machines"),
    [
        ("our 8 A100 80GB node", 8, None),
        ("8 A100 80GB nodes", None, 8),
        ("2 machines with 8 A100 40GB each", 16, 2),
        ("3 machines of 8 H100", 24, 3),
        ("2 x 8 A100 80GB", 16, None),
        ("2x 8xH100", 16, None),
        ("two servers of 4x A100 (40G) each", 8, 2),
        ("Would 3 A100 nodes (8x 80GB each) be enough", 24, 3),
        ("8 x 24GB 4090", 8, None),
        ("Qwen 32B with 32k Kontext auf zwei A100", 2, None),
        ("a 32k contexte sur une L4", None, None),
        ("2台8xA100 80G", 16, 2),
        ("4 H100 (80GB) machines", None, 4),
        ("4 H100 (80GB)", 4, None),
        ("单机16卡*32G显存 * 4机", 64, 4),
        ("how many 3090", None, None),
    ],
)
def test_chips_and_machines_are_counted_apart(text: str, chips: int | None, machines: int | None) -> None:
    profile = reading(f"full fine-tuning of a 13B on {text}, does it fit?").profile
    assert (profile.accelerator_count, profile.instance_count) == (chips, machines)


@pytest.mark.parametrize(
    ("text", "roles", "count"),
    [
        (
            "The paper used 64 H100 but I only have 2x A6000. Will a 7B run?",
            {"h100": "quoted", "a6000": "owned"},
            2,
        ),
        (
            "Works on A100 80GB but I only have V100 32GB x4. Will a 13B run?",
            {"a100-80": "compared", "v100-32gb": "owned"},
            4,
        ),
        (
            "How many A100 80GB for a 70B? They used 96 A100 for the 7B.",
            {"a100-80": "quoted"},  # the same chip asked about, without a number
            None,
        ),
        ("Requirements mention V100. Does a 7B fit on a T4?", {"v100": "quoted", "t4": "asked"}, None),
        ("8*24G 4090 or 8*48G A6000 for an 11B?", {"rtx4090": "asked", "a6000": "asked"}, 8),
    ],
)
def test_the_number_is_that_of_the_chips_asked_about(text: str, roles: dict[str, str], count: int | None) -> None:
    found = reading(text)
    assert {one.id: one.role for one in found.hardware} == roles
    assert found.profile.accelerator_count == count
    assert all(not one.others for one in found.hardware)


def test_each_of_two_speeds_is_that_of_its_machine() -> None:
    found = reading("We see 3000 tokens/s on 8 A100 and 9000 tokens/s on 8 H100; 2B tokens to train").hardware
    assert [(one.id, one.tokens_per_second) for one in found] == [("a100", 3000), ("h100", 9000)]
    found = reading("8 A100: 2.1 s/it, 8 H100: 0.9 s/it, 30k steps of a 7B").hardware
    assert [(one.id, one.seconds_per_step) for one in found] == [("a100", 2.1), ("h100", 0.9)]


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("I train on a 2080 Ti and it runs out of memory. Would an A100 help?", {"a100": "remedy"}),
        ("Out of memory on my 3090. Should I upgrade to an A100?", {"rtx3090": "owned", "a100": "remedy"}),
        ("It fails on my 11 GB card. Is an A100 necessary?", {"a100": "remedy"}),
        ("Would an A100 help?", {"a100": "asked"}),  # of nothing else
        ("Does it run on a card slightly worse than a 3090?", {"rtx3090": "yardstick"}),
        ("Will a GPU weaker than an RTX 4090 do?", {"rtx4090": "yardstick"}),
        ("Does it work on something below a 3060?", {"rtx3060": "yardstick"}),
        ("Is a T4 slower than an A10G?", {"t4": "asked", "a10g": "compared"}),
    ],
)
def test_remedies_and_yardsticks_are_told_from_what_is_at_hand(text: str, roles: dict[str, str]) -> None:
    found = {one.id: one.role for one in reading(text).hardware}
    assert {name: found[name] for name in roles} == roles


@pytest.mark.parametrize(
    ("text", "gigabytes"),
    [
        ("a v3-8 TPU has 128GB of memory", None),
        ("My TPU v2-8 has 64 GB", None),
        ("A v4-8 slice with 128 GB HBM", None),
        ("an A100 with 80 GB", 80.0),
    ],
)
def test_the_sum_of_a_slice_is_the_memory_of_no_chip(text: str, gigabytes: float | None) -> None:
    assert reading(text).profile.chip_memory_gb == gigabytes


@pytest.mark.parametrize(
    "text",
    [
        "Best provider for an A100? I checked GCP provides it for $4/hr",
        "We looked at AWS: where is an A100 cheapest?",
        "Google charges $4 for an A100, who is cheaper?",
    ],
)
def test_the_cloud_of_a_quoted_price_is_no_restriction(text: str) -> None:
    assert reading(text).profile.clouds == ()


@pytest.mark.parametrize(
    "text",
    [
        "Is using 4 GPUs with 11 GB memory really necessary? I wonder if 24 GB memory will be sufficient",
        "Is it necessary to have 4x 11GB GPUs as in the paper? I have one 24GB card",
        "They trained with 4x 11 GB. Is a 24GB GPU enough?",
    ],
)
def test_the_memory_of_the_authors_cards_is_not_the_askers(text: str) -> None:
    assert reading(text).profile.chip_memory_gb == 24


@pytest.mark.parametrize(
    "others",
    [
        "The paper trained on 8 {}.",
        "Paper: 8x {}, batch 64.",
        "The README lists 8 {}.",
        "My colleague has 8 {}.",
        "It says tested on 8 {}.",
        "The maintainers use 8 {}.",
        "You used 8 {}.",
        "论文里用了8张{}。",
    ],
)
@pytest.mark.parametrize(("theirs", "mine"), [("A100", "3090"), ("V100", "2080 Ti"), ("RTX 4090", "4070")])
def test_a_card_of_others_is_not_the_askers(others: str, theirs: str, mine: str) -> None:
    said = reading(f"{others.format(theirs)} I only have a {mine}. Can it train ResNet-50?")
    roles = {one.role for one in said.hardware if one.chips == 8}
    assert roles <= {"quoted"}, said.hardware
    assert said.profile.accelerator_count is None
    assert [one.role for one in said.hardware if one.role != "quoted"] == ["owned"]


@pytest.mark.parametrize(
    ("text", "gb"),
    [
        (
            "According to the docs a V100 32GB is recommended, but I've got a Quadro RTX 5000 16GB. Enough for a 7B?",
            16,
        ),
        ("They used an A100 80GB. I have a 3090 24GB. Does LoRA of a 7B fit?", 24),
    ],
)
def test_the_memory_of_ones_own_card_counts(text: str, gb: float) -> None:
    assert reading(text).profile.chip_memory_gb == gb
