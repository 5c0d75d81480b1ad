"""A tool whose refusals are one sentence each, and whose arguments are the fields of a type."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from operator import getitem
from typing import Annotated, Any

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.server.mcpserver.tools import Tool
from pydantic import BaseModel, Field, ValidationError

from bot.api.problems import of_arguments
from bot.wording.errors import UserError
from bot.wording.nearest import nearest
from bot.wording.surface import speaking_to
from bot.wording.words import error

REPLY = "Resolver "  # how the SDK names a reply to a form that does not fit it


class OneSentence(Tool):
    """Says what is wrong in our words, without the name of the tool before it."""

    async def run(self, arguments: dict[str, Any], context: Context[Any, Any], convert_result: bool = False) -> Any:
        known = self.parameters.get("properties", {})
        with speaking_to("program"):
            for name in arguments.keys() - known.keys():
                near = nearest(name, known)
                raise ToolError(
                    error(UserError("bad_argument", place=name, kind="unknown", near=near, known=tuple(known)))
                )
            try:
                return await super().run(arguments, context, convert_result)
            except UnexpectedToolError as ours:
                raise UnexpectedToolError(error(UserError("ours_there"))) from ours
            except ToolError as wrong:
                cause = wrong.__cause__
                if str(cause or wrong).startswith(REPLY):
                    raise ToolError(error(UserError("bad_reply"))) from wrong
                if isinstance(cause, ValidationError):
                    raise ToolError(error(of_arguments(cause))) from cause
                raise ToolError(str(cause or wrong)) from cause


def with_fields(kind: type[BaseModel], call: Callable[..., Any]) -> Callable[..., Any]:
    """`call(ctx, given)` as a function of `ctx` and the fields of `kind`, each with its default and its limits."""

    def told(ctx: Any, **fields: Any) -> Any:
        return call(ctx, kind.model_validate(fields))

    shown = inspect.signature(call, eval_str=True)
    parameters = [next(iter(shown.parameters.values()))]
    for name, field in kind.model_fields.items():
        annotation = getitem(Annotated, (field.annotation, *field.metadata, Field(description=field.description)))
        default = inspect.Parameter.empty if field.is_required() else field.default
        parameters.append(
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
        )
    told.__name__ = call.__name__
    told.__signature__ = shown.replace(parameters=parameters)  # type: ignore[attr-defined]  # what inspect reads
    told.__annotations__ = {each.name: each.annotation for each in parameters} | {"return": shown.return_annotation}
    return told
