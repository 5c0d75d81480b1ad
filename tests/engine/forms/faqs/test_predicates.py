"""What a question asks for decides what stands first: no verdict on whether something fits answers another."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from knowledge.facts import Facts

ASKED = {  # of each: other wordings than its examples, in two languages and more
    "saturated": [
        "I run a Whisper API on a T4. Above 6 requests per second the response time increases. Is it normal?",
        "On my 24GB card latency rises as soon as 8 clients send requests, is that expected?",
        "用T4 16G做语音识别，并发超过5个以后延迟增加，正常吗？",
    ],
    "memory-per-copy": [
        "How much GPU memory does each environment take if I run several simulators in parallel?",
        "How many parallel envs can I run on one GPU, what does each need?",
        "同时运行多个环境，每个环境大概需要多少显存？",
    ],
    "lower-memory": [
        "Is there any way to lower VRAM usage?",
        "How can we decrease the GPU memory footprint, any tips?",
        "有什么办法可以减少显存占用吗？",
        "Как уменьшить потребление видеопамяти?",
    ],
    "memory-rule": [
        "How can I estimate the GPU memory needed for training?",
        "How is the VRAM of a model computed?",
        "怎么估算训练模型需要的显存？",
        "Wie berechne ich den Speicher, den das Training auf der GPU braucht?",
    ],
    "needed-or-faster": [
        "Are 4 GPUs needed, or is it just to accelerate training?",
        "Is it mandatory to use 8 cards or only for faster training?",
        "一定需要4张显卡吗，还是为了加速？",
    ],
    "several-cards-support": [
        "Do you plan to add multi-GPU support?",
        "Will multiple GPUs be supported?",
        "请问支持多卡吗？",
    ],
    "split-over-cards": [
        "Could the pipeline be split across two GPUs?",
        "How do I spread it over several cards?",
        "可以把显存占用分摊到多卡吗？",
    ],
    "gpu-not-faster": [
        "Inference takes 5 s on the GPU and is slower than on my CPU, is this expected?",
        "Why is the GPU slower than the CPU here?",
        "为什么用显卡反而比CPU慢？",
    ],
    "memory-grows": [
        "VRAM grows with every image I process in inference, why?",
        "GPU memory keeps increasing over time while predicting, how can I stop that?",
        "为什么推理的时候显存不断增加？",
    ],
    "gpu-needed": [
        "Is a GPU necessary or is a CPU enough?",
        "Do we need a graphics card, or would a CPU do?",
        "必须要有显卡吗，CPU可以吗？",
    ],
    "cpu-against-gpu": [
        "Why is a GPU only 3x faster than my CPU?",
        "How many times faster is a 4090 than a CPU?",
        "显卡比CPU快多少倍？",
    ],
    "so-long-normal": [
        "Inference took 5 hours, is this normal?",
        "Is it usual that the generation runs so slow, or am I doing something wrong?",
        "处理很慢，这是正常的吗？",
    ],
    "frames-on-device": [
        "What FPS does it reach on a Jetson Nano?",
        "Is real time possible on Jetson Orin Nano?",
        "Jetson Xavier上能达到多少帧率？",
    ],
    "data-link": [
        "Is my internet connection fast enough to upload 20 TB of training data?",
        "Will the network be a bottleneck when the dataset is stored on premises?",
        "数据有10TB，上传带宽够吗？",
    ],
    "memory-and-speed": [
        "Would more VRAM speed up training?",
        "Is training faster with a larger GPU memory?",
        "更大的显存会让训练更快吗？",
    ],
    "memory-and-results": [
        "Does a smaller batch because of less VRAM affect the accuracy?",
        "Will the results be worse on a GPU with less memory?",
        "显存小会影响模型的精度吗？",
    ],
    "restarts-under-load": [
        "My PC reboots when the GPU is under load, why?",
        "The computer shuts down as soon as I start training on my 3090",
        "一训练电脑就重启，是显卡的问题吗？",
    ],
}


@pytest.mark.parametrize(("faq", "text"), [(faq, text) for faq, texts in ASKED.items() for text in texts])
def test_what_is_asked_stands_first(faq: str, text: str, advisor: Advisor, facts: Facts) -> None:
    told = " ".join(card_text(advisor.ask(text)).split())
    says = facts.faqs[faq].says
    assert told.startswith(says[:90]), told[:200]
    assert "To rent" not in told


@pytest.mark.parametrize(
    "text",
    [
        "Does Llama 3.1 8B fit on one RTX 3090 for serving?",
        "How many H100 for a full fine-tune of a 70B?",
        "How do I calculate the VRAM a 7B needs for LoRA?",
        "How long does LoRA of a 7B on 100M tokens take on one A100, is that normal?",
        "8B fine-tuning, 1B tokens a run, 40 runs a year, PyTorch, AWS: Trainium or GPU?",
    ],
)
def test_a_sum_that_is_asked_for_is_no_predicate(text: str, advisor: Advisor) -> None:
    first = advisor.ask(text).facts.headline
    assert first is None or first.code != "faq_told"


def test_phrases_of_a_predicate_stand_in_one_sentence(advisor: Advisor) -> None:
    """ "Normal" of one sentence and "requests" of another ask nothing together."""
    apart = "Requests come in all day. Our latency is fine. We use A100 cards. Is a normal price known for them?"
    assert "saturated" not in advisor.parse(apart).faqs


@pytest.mark.parametrize(
    "text",
    [
        "How many users can one A100 80GB serve at once with Llama 2 13B? Two were queued.",
        "Llama 2 13B on one A100 80GB: two users at once get queued. How many users can the GPU serve concurrently?",
        "Llama 2 13B推理，一张A100 80GB能支持多少用户并发？",
    ],
)
def test_how_many_at_once_is_no_number_that_was_tried(text: str, advisor: Advisor) -> None:
    """72 usable GiB - 24.2 of weights - 10% of activations and buffers leave room for 30 caches of 1.56 GiB."""
    first = advisor.ask(text).facts.headline
    assert first is not None and first.code == "most_fits" and first.values["most"] == 30


@pytest.mark.parametrize(
    "text",
    [
        "What's the lowest cost way for enthusiasts to run this model?",
        "how long it was to train? and how much it is to pay?",
        "How much VRAM is required for local execution? Does it run on Windows?",
        "Is there any means by which we can reduce VRAM usage?",
        "Will the RX7900 series be supported?",
        "Memory occupation\n\nHow much video memory is used in training?",
        "нехватка памяти\n\nМожно с этим сделать что-то?",
        "运行这个项目需要什么显卡？",
        "Wie viel Grafikspeicher brauche ich?",
        "Is ROCm supported?",
        "Can I use a TPU?",
    ],
)
def test_who_speaks_of_cards_or_their_memory_is_no_outsider(text: str, advisor: Advisor) -> None:
    first = advisor.ask(text).facts.headline
    assert first is None or first.code != "not_ours"
