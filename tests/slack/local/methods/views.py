"""The Web API's views.* and assistant.*."""

from __future__ import annotations

from bot.blockkit.check.shapes import slack_limits
from tests.slack.local import payloads
from tests.slack.local.core import Core
from tests.slack.local.methods.core import method, required
from tests.slack.local.records import Json, SlackError, View


@method("views.open")
def views_open(core: Core, args: Json) -> Json:
    required(args, "trigger_id", "view")
    modal_only(args["view"])
    user = core.world.use_trigger(args["trigger_id"])
    for view in list(core.world.stacks.get(user, [])):
        core.close(view)
    return {"view": payloads.view_json(core.show(user, args["view"]))}


@method("views.push")
def views_push(core: Core, args: Json) -> Json:
    required(args, "trigger_id", "view")
    modal_only(args["view"])
    user = core.world.use_trigger(args["trigger_id"])
    return {"view": payloads.view_json(push(core, user, args["view"]))}


def push(core: Core, user: str, body: Json) -> View:
    """A modal on top of the user's modals, of which there may be three."""
    stack = core.world.stacks.get(user, [])
    if len(stack) >= slack_limits().view.stack_max:
        raise SlackError("push_limit_reached")
    return core.show(user, body, previous=stack[-1] if stack else None)


@method("views.update")
def views_update(core: Core, args: Json) -> Json:
    required(args, "view")
    wanted, external = args.get("view_id"), args.get("external_id")
    if not wanted and not external:
        raise SlackError("invalid_arguments")
    for view in core.world.views.values():
        if view.is_open and (view.id == wanted or (external and view.body.get("external_id") == external)):
            same(view, args)
            core.change(view, args["view"])
            return {"view": payloads.view_json(view)}
    raise SlackError("not_found")


@method("views.publish")
def views_publish(core: Core, args: Json) -> Json:
    required(args, "user_id", "view")
    user = str(args["user_id"])
    if user not in core.world.users:
        raise SlackError("user_not_found")
    if isinstance(args["view"], dict) and args["view"].get("type") != "home":
        raise SlackError(
            "invalid_arguments", response_metadata={"messages": ["[ERROR] must be home [json-pointer:/view/type]"]}
        )
    view = core.world.homes.get(user)
    if view is None:
        view = core.show(user, args["view"])
    else:
        same(view, args)
        core.change(view, args["view"])
    return {"view": payloads.view_json(view)}


def modal_only(body: object) -> None:
    if isinstance(body, dict) and body.get("type") != "modal":
        raise SlackError(
            "invalid_arguments", response_metadata={"messages": ["[ERROR] must be modal [json-pointer:/view/type]"]}
        )


def same(view: View, args: Json) -> None:
    if args.get("hash") and args["hash"] != view.hash:
        raise SlackError("hash_conflict")


# ---- assistant ---------------------------------------------------------------------------------------------------


@method("assistant.threads.setStatus", "assistant:write", "chat:write")
def set_status(core: Core, args: Json) -> Json:
    required(args, "channel_id", "thread_ts")
    core.world.channel_of(args["channel_id"])
    core.world.statuses.append(args)
    return {}


@method("assistant.threads.setSuggestedPrompts", "assistant:write")
def set_prompts(core: Core, args: Json) -> Json:
    required(args, "channel_id", "prompts")
    if not isinstance(args["prompts"], list) or not 1 <= len(args["prompts"]) <= 4:
        raise SlackError("invalid_arguments")
    core.world.suggested_prompts[core.world.channel_of(args["channel_id"]).id] = args
    return {}


@method("assistant.threads.setTitle", "assistant:write")
def set_title(core: Core, args: Json) -> Json:
    required(args, "channel_id", "thread_ts", "title")
    core.world.channel_of(args["channel_id"])
    return {}
