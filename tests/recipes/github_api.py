"""A stand-in for GitHub's API on this machine: comments of one pull request, by pages."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

COMMENTS = "/repos/acme/models/issues/7/comments"
ONE = "/repos/acme/models/issues/comments/"


class GitHub:
    """`comments` as they stand, `calls` as they came. `may_write`: what the token may; `busy`: so many 502s first."""

    def __init__(self) -> None:
        self.comments: list[dict[str, Any]] = []
        self.calls: list[str] = []
        self.may_write = True
        self.busy = 0
        self.others: set[int] = set()  # comments that only their authors may change
        self.address = ""

    @property
    def written(self) -> list[str]:
        return [call for call in self.calls if not call.startswith("GET")]

    def says(self, body: str, *, by_another: bool = False) -> None:
        number = len(self.comments) + 1
        self.comments.append({"id": number, "body": body})
        if by_another:
            self.others.add(number)

    def answer(self, method: str, path: str, body: str | None) -> tuple[int, Any]:
        there = urlsplit(path)
        self.calls.append(f"{method} {there.path}")
        if self.busy:
            self.busy -= 1
            return 502, {"message": "Bad Gateway"}
        if method == "GET" and there.path == COMMENTS:
            asked = parse_qs(there.query)
            size, page = int(asked["per_page"][0]), int(asked["page"][0])
            return 200, self.comments[(page - 1) * size : page * size]
        if not self.may_write:
            return 403, {"message": "Resource not accessible by integration"}
        if method == "POST" and there.path == COMMENTS:
            if len(body or "") > 65_536:
                return 422, {"message": "Body is too long"}
            self.says(body or "")
            return 201, self.comments[-1]
        if method == "PATCH" and there.path.startswith(ONE):
            number = int(there.path.removeprefix(ONE))
            if number in self.others:
                return 403, {"message": "Must have admin rights"}
            self.comments[number - 1]["body"] = body
            return 200, self.comments[number - 1]
        return 404, {"message": "Not Found"}


@contextmanager
def running() -> Iterator[GitHub]:
    """The stand-in on a free port of the loopback address."""
    github = GitHub()

    class Handler(BaseHTTPRequestHandler):
        def respond(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            body = json.loads(self.rfile.read(length))["body"] if length else None
            if self.headers["Authorization"] != "Bearer t0ken":
                status, said = 401, {"message": "Bad credentials"}
            else:
                status, said = github.answer(self.command, self.path, body)
            content = json.dumps(said).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = do_PATCH = respond  # noqa: N815 - the names that http.server calls

        def log_message(self, *_: object) -> None:
            """Nothing on stderr."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    github.address = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield github
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
