"""Closing the SDK's own Socket Mode client, which two threads may do at once."""

from __future__ import annotations

from slack_bolt.adapter.socket_mode import SocketModeHandler


def close(handler: SocketModeHandler) -> None:
    """As `handler.close()`.

    Its reader closes a connection the server has cut, and so do we: whoever comes second finds no socket any more
    and stumbles over it (slack-sdk 3.47). Then nothing is left to close there, and the rest is closed again.
    """
    handler.client.auto_reconnect_enabled = False
    try:
        handler.close()
    except AttributeError:
        session = getattr(handler.client, "current_session", None)
        if session is not None and session.sock is not None:
            raise
        handler.close()
