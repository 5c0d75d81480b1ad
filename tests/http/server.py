"""A server on 127.0.0.1 that misbehaves to order: real sockets, bytes as written, every request remembered."""

from __future__ import annotations

import gzip
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from itertools import repeat
from typing import NamedTuple

HOST = "127.0.0.1"


class Request(NamedTuple):
    """`path` with its query; the names of headers in lower case."""

    path: str
    headers: Mapping[str, str]


Deed = Callable[[Request, socket.socket], None]


class Site:
    """What each path does. Several deeds are done one a request, the last of them from then on."""

    def __init__(self) -> None:
        self._deeds: dict[str, list[Deed]] = {}
        self.requests: list[Request] = []
        self._listening = socket.create_server((HOST, 0))
        self._threads: list[threading.Thread] = []
        self.is_over = threading.Event()
        self.port: int = self._listening.getsockname()[1]

    def at(self, path: str, *deeds: Deed) -> str:
        """The address at which they will be done."""
        self._deeds[path] = list(deeds)
        return f"http://{HOST}:{self.port}{path}"

    def paths(self) -> list[str]:
        return [request.path for request in self.requests]

    def serve(self) -> None:
        while True:
            try:
                connection, _ = self._listening.accept()
            except OSError:
                return
            thread = threading.Thread(target=self._answer, args=(connection,), daemon=True)
            thread.start()
            self._threads.append(thread)

    def close(self) -> None:
        if self.is_over.is_set():
            return
        self.is_over.set()
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        for thread in self._threads:
            thread.join(5)

    def _answer(self, connection: socket.socket) -> None:
        with connection:
            try:
                request = _read(connection)
                if request is None:
                    return
                self.requests.append(request)
                deeds = self._deeds.get(request.path, [answer(b"", status=404)])
                (deeds.pop(0) if len(deeds) > 1 else deeds[0])(request, connection)
            except OSError:
                return  # whoever asked has gone: that is what many tests are about


def _read(connection: socket.socket) -> Request | None:
    text = b""
    while b"\r\n\r\n" not in text:
        chunk = connection.recv(65536)
        if not chunk:
            return None
        text += chunk
    first, *rest = text.split(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")
    headers = dict(line.split(": ", 1) for line in rest)
    return Request(first.split(" ")[1], {name.lower(): value for name, value in headers.items()})


def head(status: int, headers: Mapping[str, object]) -> bytes:
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}", "Connection: close"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode()


def answer(body: bytes, *, status: int = 200, **headers: object) -> Deed:
    """A whole answer, with its length."""

    def deed(_request: Request, connection: socket.socket) -> None:
        connection.sendall(head(status, {"Content-Length": len(body)} | headers) + body)

    return deed


def zipped(body: bytes, **headers: object) -> Deed:
    return answer(gzip.compress(body), Content_Encoding="gzip", **headers)


def redirect(to: str, status: int = 302) -> Deed:
    return answer(b"", status=status, Location=to)


def cut_off(body: bytes, promised: int) -> Deed:
    """Says how long it is, and ends before."""
    return raw(head(200, {"Content-Length": promised}) + body)


def cut_off_chunked(body: bytes) -> Deed:
    """A chunk of it, and no last one."""
    return raw(head(200, {"Transfer-Encoding": "chunked"}) + f"{len(body):x}\r\n".encode() + body + b"\r\n")


def raw(text: bytes) -> Deed:
    def deed(_request: Request, connection: socket.socket) -> None:
        connection.sendall(text)

    return deed


def dripping(site: Site, body: bytes, seconds: float, *, in_head: bool = False) -> Deed:
    """A byte at a time; in the head already, if so told. Stops when the site closes."""

    def deed(_request: Request, connection: socket.socket) -> None:
        start = head(200, {"Content-Length": len(body)})
        whole = start + body
        sent = 0 if in_head else len(start)
        connection.sendall(whole[:sent])
        for place in range(sent, len(whole)):
            if site.is_over.wait(seconds):
                return
            connection.sendall(whole[place : place + 1])

    return deed


def endless(start: bytes, chunk: bytes) -> Deed:
    """Never ends; without a length."""

    def deed(_request: Request, connection: socket.socket) -> None:
        connection.sendall(head(200, {}) + start)
        for piece in repeat(chunk):
            connection.sendall(piece)

    return deed


def silent(site: Site) -> Deed:
    """Takes the request and says nothing."""

    def deed(_request: Request, _connection: socket.socket) -> None:
        site.is_over.wait(30)

    return deed


def tagged(body: bytes, etag: str) -> Deed:
    """304 to whoever has this version already."""

    def deed(request: Request, connection: socket.socket) -> None:
        if request.headers.get("if-none-match") == etag:
            connection.sendall(head(304, {"ETag": etag}))
        else:
            answer(body, ETag=etag)(request, connection)

    return deed


@contextmanager
def running() -> Iterator[Site]:
    site = Site()
    thread = threading.Thread(target=site.serve, daemon=True)
    thread.start()
    try:
        yield site
    finally:
        site.close()
        thread.join(5)
