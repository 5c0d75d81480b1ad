"""The EC2 query API in small, and its neighbors that speak JSON: a page at a time; strict where EC2 is strict."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl
from xml.sax.saxutils import escape

NAMESPACE = "http://ec2.amazonaws.com/doc/2016-11-15/"
SCOPE = re.compile(r"Credential=\w+/\d{8}/([\w-]+)/ec2/aws4_request")
Row = Mapping[str, str]


@dataclass
class Ec2:
    """What each region holds, and what is to go wrong. `asked` are the forms that came, with their region."""

    page_size: int = 2
    spot: dict[str, list[Row]] = field(default_factory=dict)
    blocks: dict[str, list[Row]] = field(default_factory=dict)
    refuse_with: str = ""
    fail_first: int = 0  # so many requests are answered 503
    answer_with: bytes = b""  # whatever is asked
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    replies: list[object] = field(default_factory=list)  # to the next queries in JSON
    queried: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    url: str = ""

    def answer(self, region: str, form: dict[str, str]) -> tuple[int, bytes]:
        self.asked.append((region, form))
        if self.answer_with:
            return 200, self.answer_with
        if len(self.asked) <= self.fail_first:
            return 503, error("RequestLimitExceeded")
        if self.refuse_with:
            return 403, error(self.refuse_with)
        if form["Action"] == "DescribeSpotPriceHistory":
            types = several(form, "Filter.1.Value")
            systems = several(form, "ProductDescription")
            rows = [
                row
                for row in self.spot.get(region, [])
                if any(fnmatchcase(row["instanceType"], each) for each in types)
                and row["productDescription"] in systems
            ]
            return 200, self.page("DescribeSpotPriceHistory", "spotPriceHistorySet", rows, form)
        assert form["Action"] == "DescribeCapacityBlockOfferings"
        assert form["CapacityDurationHours"] == "24"
        rows = [row for row in self.blocks.get(region, []) if row["instanceType"] == form["InstanceType"]]
        if not rows:
            return 400, error("InvalidParameterValue")
        return 200, self.page("DescribeCapacityBlockOfferings", "capacityBlockOfferingSet", rows, form)

    def page(self, action: str, listed: str, rows: list[Row], form: dict[str, str]) -> bytes:
        start = int(form.get("NextToken", "token-0").removeprefix("token-"))
        end = start + self.page_size
        items = "".join(f"<item>{''.join(element(*each) for each in row.items())}</item>" for row in rows[start:end])
        token = f"token-{end}" if end < len(rows) else ""
        return (
            f'<?xml version="1.0" encoding="UTF-8"?>\n<{action}Response xmlns="{NAMESPACE}">'
            f"<requestId>59dbff89-35bd-4eac-99ed-be587EXAMPLE</requestId>"
            f"<{listed}>{items}</{listed}><nextToken>{token}</nextToken></{action}Response>"
        ).encode()


def several(form: Mapping[str, str], name: str) -> list[str]:
    return [value for key, value in form.items() if re.fullmatch(rf"{re.escape(name)}\.\d+", key)]


def element(name: str, value: str) -> str:
    return f"<{name}>{escape(value)}</{name}>"


def error(code: str) -> bytes:
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<Response><Errors><Error><Code>{code}</Code>'
        f"<Message>refused</Message></Error></Errors><RequestID>ea966190-f9aa-478e-9ede-example</RequestID></Response>"
    ).encode()


@contextmanager
def serving(ec2: Ec2) -> Iterator[Ec2]:
    """The API at `ec2.url`, while it is needed."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            if self.headers["Content-Type"].startswith(("application/json", "application/x-amz-json")):
                self._query()
                return
            form = dict(parse_qsl(self.rfile.read(int(self.headers["Content-Length"])).decode()))
            signed = SCOPE.search(self.headers["Authorization"] or "")
            status, body = ec2.answer(signed[1], form) if signed else (401, error("AuthFailure"))
            self.send_response(status)
            self.send_header("Content-Type", "text/xml;charset=UTF-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def _query(self) -> None:
            """The price list and the Savings Plans speak JSON."""
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            ec2.queried.append((self.headers.get("X-Amz-Target") or self.path, asked))
            body = json.dumps(ec2.replies.pop(0)).encode()
            self.send_response(200)
            self.send_header("Content-Type", self.headers["Content-Type"])
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Silent."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    ec2.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield ec2
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
