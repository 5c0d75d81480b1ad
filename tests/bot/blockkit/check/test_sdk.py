"""Whatever slack_sdk's own model classes refuse, the checker refuses too: one case for each of their validators."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import pytest
from slack_sdk.errors import SlackObjectFormationError
from slack_sdk.models import views
from slack_sdk.models.blocks import basic_components, block_elements, blocks

from bot.blockkit.check import check_message, check_view
from tests.bot.block_samples import (
    Json,
    button,
    card,
    menu,
    message,
    modal,
    mrkdwn,
    on,
    option,
    plain,
    section,
    table,
)

MODULES = (basic_components, block_elements, blocks, views)
OPTIONS = [option()] * 101
GROUPS = [{"label": plain(1), "options": [option()]}] * 101
BOTH = {"options": [option()], "option_groups": [{"label": plain(1), "options": [option()]}]}
CONFIRM = {"title": plain(1), "text": plain(1), "confirm": plain(1), "deny": plain(1)}
IMAGE = {"image_url": "u", "alt_text": "a"}
MARKS = {"text": plain(1), "value": "v"}
VIDEO = {"alt_text": "a", "title": plain(1), "video_url": "https://e.example", "thumbnail_url": "t"}
AUTH = {"value": "v", "name": plain(1), "is_connected": True}
BOX = {"title": plain(1), "child_blocks": [section()]}
TASK = {"task_id": "1", "title": "t", "status": "done"}
MODAL = modal(section())


def without(whole: Json, key: str) -> Json:
    return {each: value for each, value in whole.items() if each != key}


# class and validator, what the class is made from
CASES: dict[str, Json] = {
    "RawNumberObject._validate_text_min_length": {"value": 1, "text": ""},
    "RawTextObject._validate_text_min_length": {"text": ""},
    "Option._validate_label_length": {"text": plain(76), "value": "v"},
    "Option._validate_text_length": {"text": plain(76), "value": "v"},
    "Option._validate_value_length": option("v" * 151),
    "OptionGroup._validate_label_length": {"label": plain(76), "options": [option()]},
    "OptionGroup._validate_options_length": {"label": plain(1), "options": OPTIONS},
    "ConfirmObject.title_length": CONFIRM | {"title": plain(101)},
    "ConfirmObject.text_length": CONFIRM | {"text": plain(301)},
    "ConfirmObject.confirm_length": CONFIRM | {"confirm": plain(31)},
    "ConfirmObject.deny_length": CONFIRM | {"deny": plain(31)},
    "ConfirmObject._validate_confirm_style": CONFIRM | {"style": "loud"},
    "FeedbackButtonObject.text_length": MARKS | {"text": plain(76)},
    "FeedbackButtonObject.value_length": MARKS | {"value": "v" * 2001},
    "InteractiveElement._validate_action_id_length": {"type": "button", "text": plain(1), "action_id": "a" * 256},
    "InputInteractiveElement._validate_placeholder_length": {"type": "users_select", "placeholder": plain(151)},
    "ButtonElement._validate_text_length": {"text": plain(76)},
    "ButtonElement._validate_url_length": {"text": plain(1), "url": "u" * 3001},
    "ButtonElement._validate_value_length": {"text": plain(1), "value": "v" * 2001},
    "ButtonElement._validate_style_valid": {"text": plain(1), "style": "loud"},
    "ButtonElement._validate_accessibility_label_length": {"text": plain(1), "accessibility_label": "l" * 76},
    "ButtonElement._validate_agent_prompt_length": {"text": plain(1), "agent_prompt": "p" * 4001},
    "DatePickerElement._validate_initial_date_valid": {"initial_date": "2026-13-01"},
    "TimePickerElement._validate_initial_time_valid": {"initial_time": "25:00"},
    "DateTimePickerElement._validate_initial_date_time_valid": {"initial_date_time": 10**10},
    "ImageElement._validate_image_url_length": IMAGE | {"image_url": "u" * 3001},
    "ImageElement._validate_alt_text_length": IMAGE | {"alt_text": "a" * 2001},
    "StaticSelectElement._validate_options_length": {"options": OPTIONS},
    "StaticSelectElement._validate_option_groups_length": {"option_groups": GROUPS},
    "StaticSelectElement._validate_options_and_option_groups_both_specified": BOTH,
    "StaticSelectElement._validate_neither_options_or_option_groups_is_specified": {},
    "StaticMultiSelectElement._validate_options_length": {"options": OPTIONS},
    "StaticMultiSelectElement._validate_option_groups_length": {"option_groups": GROUPS},
    "StaticMultiSelectElement._validate_options_and_option_groups_both_specified": BOTH,
    "StaticMultiSelectElement._validate_neither_options_or_option_groups_is_specified": {},
    "SelectElement._validate_options_length": {"options": OPTIONS},
    "SelectElement._validate_option_groups_length": {"option_groups": GROUPS},
    "SelectElement._validate_options_and_option_groups_both_specified": BOTH,
    "SelectElement._validate_neither_options_or_option_groups_is_specified": {},
    "OverflowMenuElement._validate_options_length": {"options": [option()] * 6},
    "Block._validate_block_id_length": {"type": "divider", "block_id": "b" * 256},
    "SectionBlock._validate_text_or_fields_populated": {},
    "SectionBlock._validate_fields_length": {"fields": [mrkdwn(1)] * 11},
    "SectionBlock._validate_alt_text_length": {"text": mrkdwn(3001)},
    "ImageBlock._validate_image_url_length": IMAGE | {"image_url": "u" * 3001},
    "ImageBlock._validate_alt_text_length": IMAGE | {"alt_text": "a" * 2001},
    "ImageBlock._validate_title_length": IMAGE | {"title": plain(2001)},
    "ActionsBlock._validate_elements_length": {"elements": [button()] * 26},
    "ContextBlock._validate_elements_length": {"elements": [mrkdwn(1)] * 11},
    "ContextActionsBlock._validate_elements": {"elements": []},
    "ContextActionsBlock._validate_elements_length": {
        "elements": [{"type": "icon_button", "icon": "trash", "text": plain(1)}] * 6
    },
    "InputBlock._validate_label_length": {"label": plain(2001), "element": {"type": "plain_text_input"}},
    "InputBlock._validate_hint_length": {
        "label": plain(1),
        "hint": plain(2001),
        "element": {"type": "plain_text_input"},
    },
    "InputBlock._validate_element_type": {"label": plain(1), "element": button()},
    "HeaderBlock._validate_text": {},
    "HeaderBlock._validate_alt_text_length": {"text": plain(151)},
    "MarkdownBlock._validate_text": {"text": ""},
    "MarkdownBlock._validate_alt_text_length": {"text": "x" * 12_001},
    "VideoBlock._validate_alt_text": without(VIDEO, "alt_text"),
    "VideoBlock._validate_video_url": without(VIDEO, "video_url"),
    "VideoBlock._validate_thumbnail_url": without(VIDEO, "thumbnail_url"),
    "VideoBlock._validate_title": without(VIDEO, "title"),
    "VideoBlock._validate_title_length": VIDEO | {"title": plain(200)},
    "VideoBlock._validate_author_name_length": VIDEO | {"author_name": "a" * 50},
    "TableBlock._validate_rows": table(rows=0),
    "TaskCardBlock._validate_rows": TASK,
    "AlertBlock._validate_text": {},
    "AlertBlock._validate_level": {"text": mrkdwn(1), "level": "loud"},
    "CardBlock._validate_content": {},
    "CardBlock._validate_title_length": card(title=mrkdwn(151)),
    "CardBlock._validate_subtitle_length": card(subtitle=mrkdwn(151)),
    "CardBlock._validate_body_length": card(body=mrkdwn(201)),
    "ContainerBlock._validate_title_or_rich_text_title": without(BOX, "title"),
    "ContainerBlock._validate_title_length": BOX | {"title": plain(151)},
    "ContainerBlock._validate_subtitle_length": BOX | {"subtitle": mrkdwn(151)},
    "ContainerBlock._validate_child_blocks_present": BOX | {"child_blocks": []},
    "ContainerBlock._validate_child_blocks_length": BOX | {"child_blocks": [section()] * 11},
    "ContainerBlock._validate_width": BOX | {"width": "huge"},
    "ContainerBlock._validate_header_divider_collapsible": BOX | {"is_collapsible": True, "has_header_divider": True},
    "CarouselBlock._validate_elements_present": {"elements": []},
    "CarouselBlock._validate_elements_length": {"elements": [card()] * 11},
    "AuthProviderBlock._validate_value": AUTH | {"value": ""},
    "AuthProviderBlock._validate_value_length": AUTH | {"value": "v" * 151},
    "AuthProviderBlock._validate_name": without(AUTH, "name"),
    "AuthProviderBlock._validate_name_length": AUTH | {"name": plain(76)},
    "AuthProviderBlock._validate_is_connected": without(AUTH, "is_connected"),
    "AuthProviderBlock._validate_description_length": AUTH | {"description": plain(151)},
    "AuthProviderBlock._validate_connected_identity_length": AUTH | {"connected_identity": plain(76)},
    "AuthProviderBlock._validate_connected_context_length": AUTH | {"connected_context": plain(76)},
    "AuthProviderBlock._validate_icon_url_length": AUTH | {"icon_url": "u" * 3001},
    "AuthProviderBlock._validate_auth_url_length": AUTH | {"auth_url": "u" * 3001},
    "AuthProviderBlock._validate_disconnect_url_length": AUTH | {"disconnect_url": "u" * 3001},
    "AuthProviderBlock._validate_accessory": AUTH | {"accessory": button()},
    "View._validate_type": MODAL | {"type": "window"},
    "View._validate_title_length": MODAL | {"title": plain(25)},
    "View._validate_blocks_length": MODAL | {"blocks": [section()] * 101},
    "View._validate_home_tab_structure": {"type": "home", "blocks": [section()], "close": plain(1)},
    "View._validate_close_length": MODAL | {"close": plain(25)},
    "View._validate_submit_length": MODAL | {"submit": plain(25)},
    "View._validate_private_metadata_max_length": MODAL | {"private_metadata": "m" * 3001},
    "View._validate_callback_id_max_length": MODAL | {"callback_id": "c" * 256},
}


def validators() -> Iterator[str]:
    for module in MODULES:
        for name, kind in vars(module).items():
            if inspect.isclass(kind) and kind.__module__ == module.__name__:
                yield from (f"{name}.{key}" for key, value in vars(kind).items() if hasattr(value, "validator"))


def test_every_validator_of_the_sdk_has_its_case() -> None:
    assert set(validators()) == set(CASES)


def model(name: str) -> Any:
    """The class; for the two abstract ones, one that inherits the validator."""
    stands_in = {
        "InteractiveElement": "ButtonElement",
        "InputInteractiveElement": "UserSelectElement",
        "Block": "DividerBlock",
    }
    wanted = stands_in.get(name, name)
    return next(getattr(module, wanted) for module in MODULES if hasattr(module, wanted))


def refused_by_the_sdk(key: str) -> bool:
    name, _, validator = key.partition(".")
    kind, given = model(name), CASES[key]
    if validator == "_validate_label_length" and name == "Option":  # the SDK's old name for the text of an option
        given = {"label": given["text"]["text"], "value": given["value"]}
    parameters = inspect.signature(kind.__init__).parameters
    needed = [each for each, parameter in parameters.items() if parameter.default is parameter.empty]
    missing = {each: None for each in needed if each not in ("self", "others", "kwargs", *given)}
    try:
        getattr(kind(**missing | (given if name == "View" else without(given, "type"))), validator)()
    except SlackObjectFormationError:
        return True
    return False


def refused_by_us(key: str) -> bool:
    name, _, _ = key.partition(".")
    kind, given = model(name), CASES[key]
    match name:
        case "View":
            return bool(check_view(given))
        case "AlertBlock":
            return bool(check_view(modal(given | {"type": "alert"})))
        case "RawNumberObject" | "RawTextObject":
            return bool(check_message(message(table() | {"rows": [[given | {"type": kind.type}]]})))
        case "Option":
            return bool(check_message(menu(options=[given])))
        case "OptionGroup":
            return bool(check_message(menu(option_groups=[given])))
        case "ConfirmObject":
            return bool(check_message(on(button(confirm=given))))
        case "FeedbackButtonObject":
            feedback = {"type": "feedback_buttons", "positive_button": given, "negative_button": MARKS}
            return bool(check_message(message({"type": "context_actions", "elements": [feedback]})))
        case "ImageElement":
            return bool(check_message(message({"type": "context", "elements": [given | {"type": "image"}]})))
        case _:
            typed = given | {"type": kind.type}
            return bool(check_message(message(typed) if name.endswith("Block") else on(typed)))


@pytest.mark.parametrize("key", CASES)
def test_what_the_sdk_refuses_is_refused_here(key: str) -> None:
    assert refused_by_the_sdk(key), "the case does not trip the validator"
    assert refused_by_us(key)


@pytest.mark.parametrize(
    "key", ["on", "confirm", "option", "group", "raw", "card", "alert", "video", "auth", "box", "modal"]
)
def test_the_cases_start_from_what_we_take(key: str) -> None:
    """Otherwise a case would prove nothing."""
    whole: dict[str, Json] = {
        "on": on(button()),
        "confirm": on(button(confirm=CONFIRM)),
        "option": menu(options=[option()]),
        "group": menu(option_groups=[{"label": plain(1), "options": [option()]}]),
        "raw": message(table()),
        "card": message(card()),
        "alert": modal({"type": "alert", "text": mrkdwn(1)}),
        "video": message(VIDEO | {"type": "video"}),
        "auth": message(AUTH | {"type": "auth_provider"}),
        "box": message(BOX | {"type": "container"}),
        "modal": MODAL,
    }
    assert (check_view if key in ("modal", "alert") else check_message)(whole[key]) == ()
