"""Blocks as a page: every kind we use is drawn, and nothing anybody writes becomes markup of the page."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.blockkit.check.shapes import slack_limits
from bot.preview import html
from tests.bot.block_samples import button, container, data_table, field, line, option, pie, plain, raw, rich
from tests.bot.test_cli import refused, run
from tests.share import examples

SCRIPT = "<script>alert(1)</script>"


class Tags(HTMLParser):
    """The tags of a page and the addresses it leads to."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.links: list[str] = []
        self.handlers: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]
        self.handlers += [name for name, _ in attrs if name.startswith("on")]


def said(text: str) -> dict[str, Any]:
    return {"type": "section", "text": {"type": "mrkdwn", "text": text}}


HOSTILE = st.one_of(
    st.text(max_size=80), st.sampled_from([SCRIPT, '"><img src=x onerror=alert(1)>', "<https://a|<b>>"])
)


@settings(max_examples=examples(200), deadline=None)
@given(words=HOSTILE)
def test_no_words_become_markup_of_the_page(words: str) -> None:
    text = {"type": "plain_text", "text": words}
    blocks: list[dict[str, Any]] = [
        said(words),
        {"type": "header", "text": text},
        {"type": "context", "elements": [text, {"type": "mrkdwn", "text": words}]},
        {"type": "actions", "elements": [{"type": "button", "text": text, "accessibility_label": words}]},
        data_table() | {"caption": words, "rows": [[{"type": "raw_text", "text": words}]] * 2},
        {"type": "image", "alt_text": words, "image_url": words},
        rich(words),
        {
            "type": "rich_text",
            "elements": [{"type": "rich_text_section", "elements": [{"type": "link", "url": words}]}],
        },
        container(said(words), title=text, subtitle=text),
        line() | {"title": words},
        {"type": f"unknown {words}"},
    ]
    page = Tags(html(blocks, text=words, title=words))
    plainest = Tags(html([said("a")], text="b", title="c"))
    drawn = {
        "h2",
        "strong",
        "em",
        "s",
        "code",
        "pre",
        "blockquote",
        "br",
        "a",
        "img",
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
    }
    drawn |= {"td", "figure", "figcaption", "svg", "line", "text", "path", "details", "summary", "hr", "button"}
    assert page.tags - plainest.tags <= drawn and "script" not in page.tags and page.handlers == []
    assert all(link.lower().startswith(("https://", "http://", "mailto:")) for link in page.links)


WORD = "x" * 7


def sample(kind: str) -> dict[str, Any]:
    """The smallest block of a kind."""
    image = {"image_url": "https://a.example/a.png", "alt_text": WORD}
    samples: dict[str, dict[str, Any]] = {
        "section": said(WORD) | {"fields": [plain(len(WORD))], "accessory": button()},
        "divider": {},
        "header": {"text": plain(len(WORD))},
        "context": {"elements": [plain(len(WORD)), {"type": "image", **image}]},
        "actions": {"elements": [button(), {"type": "overflow", "options": [option(text=plain(len(WORD)))]}]},
        "context_actions": {
            "elements": [
                {
                    "type": "feedback_buttons",
                    "positive_button": {"text": plain(len(WORD))},
                    "negative_button": {"text": plain(len(WORD))},
                },
                {"type": "icon_button", "icon": "trash", "text": plain(len(WORD))},
            ]
        },
        "image": image | {"title": plain(len(WORD))},
        "markdown": {"text": WORD},
        "rich_text": rich(WORD),
        "table": {"rows": [[raw(WORD)]] * 2},
        "data_table": data_table() | {"caption": WORD},
        "data_visualization": pie() | {"title": WORD},
        "container": container(said(WORD)),
        "input": field(
            {"type": "static_select", "options": [option()], "initial_option": option(text=plain(len(WORD)))}
        ),
        "alert": {"text": plain(len(WORD))},
        "card": {"title": plain(len(WORD)), "actions": [button()]},
        "carousel": {"elements": [{"type": "card", "title": plain(len(WORD))}]},
        "plan": {"title": WORD, "tasks": [{"type": "task_card", "title": WORD, "status": "in_progress"}]},
        "task_card": {"title": WORD, "status": "complete"},
    }
    return samples[kind] | {"type": kind}


DRAWN = sorted(set(slack_limits().block) - {"video", "file", "call", "auth_provider"})  # which we do not use


@pytest.mark.parametrize("kind", DRAWN)
def test_every_kind_of_block_is_drawn(kind: str) -> None:
    page = html([sample(kind)])
    assert f"[{kind}]" not in page and (WORD in page or "<hr>" in page)


def test_a_kind_unknown_here_is_named_rather_than_lost() -> None:
    assert "[hologram]" in html([{"type": "hologram"}])


@pytest.mark.parametrize(
    "kind", ["checkboxes", "radio_buttons", "plain_text_input", "datepicker", "multi_static_select"]
)
def test_what_is_filled_in_is_drawn(kind: str) -> None:
    chosen = {"text": plain(len(WORD)), "value": "v"}
    more = {"options": [chosen], "initial_options": [chosen], "placeholder": plain(len(WORD))}
    page = html([field({"type": kind} | more)], surface="modal", title="Refine")
    assert WORD in page and "Refine</p>" in page


def test_the_command_writes_a_page_that_needs_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "card.html"
    done = run(
        "preview", "repeated Llama fine-tune, PyTorch, AWS", "--out", str(file), "--theme", "dark", "--width", "375"
    )
    assert done.returncode == 0 and "Page: " in done.stdout
    page = file.read_text(encoding="utf-8")
    assert 'data-theme="dark"' in page and "max-width: 375px" in page
    assert not {"script", "link", "img", "iframe"} & Tags(page).tags and "@import" not in page and "url(" not in page
    assert "cannot be written" in refused(run("preview", "Llama fine-tune", "--out", str(tmp_path / "no" / "c.html")))
    assert "Tell me about" in run("preview", "--surface", "help").stdout
