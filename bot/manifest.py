"""The Slack app manifest: what a person pastes to install chipscout in a workspace."""

from __future__ import annotations

from importlib import resources


def manifest_text() -> str:
    """YAML, as Slack takes it. The file at the top of the repository is the same."""
    return resources.files("templates").joinpath("slack", "manifest.yaml").read_text(encoding="utf-8")
