"""A local server that gives each file as asked, or lies, or says nothing."""

import gzip
import socket
import threading
import time
from contextlib import contextmanager, suppress
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PAGE = b"<!DOCTYPE html>\n<html><body>Please log in to the network.</body></html>\n"


class Handler(BaseHTTPRequestHandler):
    """Answers by the server's `lie`, a function of the handler and the file's content."""

    def do_GET(self):
        self.server.asked.append(self.path)
        content = self.server.files.get(self.path.lstrip("/"))
        with suppress(OSError):  # the client may have gone
            self.server.lie(self, content)

    do_HEAD = do_GET

    def log_message(self, *arguments):
        pass


class Server(ThreadingHTTPServer):
    """A server. files: name -> bytes. asked: the requested paths."""

    def __init__(self, files, port=0):
        super().__init__(("127.0.0.1", port), Handler)
        self.files, self.lie, self.asked = files, honest, []

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, request, address):
        pass


@contextmanager
def serving(files, port=0):
    """Run a server in this context; afterwards its port refuses connections."""
    server = Server(files, port)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


def answer(handler, body, status=200, length=None, **headers):
    """Send a whole answer. length: a false Content-Length, if any."""
    handler.send_response(status)
    handler.send_header("Content-Length", len(body) if length is None else length)
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    if handler.command == "GET":
        handler.wfile.write(body)


def honest(handler, content):
    answer(handler, content or b"", 200 if content else 404)


def says_nothing(handler, content):
    time.sleep(5)


def drips(handler, content):
    """Send one byte at a time; the whole file would take half an hour."""
    handler.send_response(200)
    handler.send_header("Content-Length", len(content))
    handler.end_headers()
    for byte in content:
        handler.wfile.write(bytes([byte]))
        time.sleep(0.02)


def drips_headers(handler, content):
    handler.send_response(200)
    for number in range(90):
        handler.send_header(f"X-{number}", "0")
        handler.flush_headers()
        time.sleep(0.1)


def has_status(status):
    return lambda handler, content: answer(handler, PAGE, status)


def gives_a_page(handler, content):
    answer(handler, PAGE, Content_Type="text/html")


def gives_nothing(handler, content):
    answer(handler, b"")


def cuts_short(handler, content):
    answer(handler, content[: len(content) // 2], length=len(content))
    handler.close_connection = True


def cuts_short_unsaid(handler, content):
    """Send no Content-Length, so that the end of the connection seems the end of the file."""
    handler.send_response(200)
    handler.end_headers()
    handler.wfile.write(content[: len(content) // 2])


def closes(handler, content):
    handler.connection.shutdown(socket.SHUT_RDWR)


def says_less(handler, content):
    answer(handler, content, length=len(content) // 3)
    handler.close_connection = True


def says_nonsense(handler, content):
    answer(handler, content, length="many")
    handler.close_connection = True


def is_no_web_server(handler, content):
    handler.wfile.write(b"220 smtp.invalid ESMTP\r\n")


def gives_more(handler, content):
    answer(handler, content + content.splitlines(keepends=True)[-1])


def gives_without_end(handler, content):
    handler.send_response(200)
    handler.end_headers()
    while True:
        handler.wfile.write(content)


def gives_a_bomb(handler, content):
    answer(handler, gzip.compress(bytes(20_000_000)))


def flips_a_bit(handler, content):
    """Change the 2 of the first number to a 3, or its point to a slash."""
    at = content.index(b".")
    answer(handler, content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])


def flips_a_bit_of_a_digit(handler, content):
    at = content.index(b".") + 1
    answer(handler, content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])


def gives_another(handler, content):
    """Send the other file."""
    answer(handler, next(other for other in handler.server.files.values() if other != content))


def gives_fewer(handler, content):
    """Send the file without one line."""
    answer(handler, b"".join(content.splitlines(keepends=True)[:-1]))


def redirects(handler, content, to):
    answer(handler, b"", 302, Location=to.format(url=handler.server.url, path=handler.path))


def redirects_to(location):
    return partial(redirects, to=location)


def says_it_is_compressed(handler, content):
    answer(handler, content, Content_Encoding="gzip")


def has_a_wrong_chunk(handler, content):
    handler.send_response(200)
    handler.send_header("Transfer-Encoding", "chunked")
    handler.end_headers()
    handler.wfile.write(b"10\r\n" + content[:16] + b"\r\nxyz\r\n" + content[16:])
    handler.close_connection = True
