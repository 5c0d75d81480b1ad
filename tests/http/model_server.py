"""A language model's server on 127.0.0.1 that gives the replies of a test, and remembers what it was sent."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

Reply = Mapping[str, Any] | str | int  # an object for the message, its text as it is, or a status


class ModelServer:
    """`reply` is what it says; `sent` the requests with their headers."""

    def __init__(self, reply: Reply) -> None:
        self.reply: Reply = reply
        self.sent: list[dict[str, Any]] = []
        self.headers: list[Mapping[str, str]] = []
        self.url = ""

    def texts(self) -> list[str]:
        """What was asked about, in order."""
        return [request["messages"][-1]["content"] for request in self.sent]

    def body(self) -> tuple[int, bytes]:
        if isinstance(self.reply, int):
            return self.reply, b""
        content = self.reply if isinstance(self.reply, str) else json.dumps(self.reply)
        return 200, json.dumps({"choices": [{"message": {"role": "assistant", "content": content}}]}).encode()


@contextmanager
def model_server(reply: Reply) -> Iterator[ModelServer]:
    made = ModelServer(reply)

    class Handler(BaseHTTPRequestHandler):
        server_of: ClassVar[ModelServer] = made

        def do_POST(self) -> None:
            made.headers.append(dict(self.headers))
            made.sent.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            status, body = made.body()
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_args: object) -> None:
            """Quiet."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        made.url = f"http://127.0.0.1:{server.server_address[1]}/v1/chat/completions"
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield made
        finally:
            server.shutdown()
            thread.join()
