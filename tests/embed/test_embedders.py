"""Each embedder gives unit rows that depend on the text alone, or says what is wrong."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from netnew.embed.choice import load_embedder
from netnew.embed.endpoint import EndpointEmbedder
from netnew.embed.unit import unit_rows
from netnew.foundation.errors import InputError, MissingExtraError, SettingError
from netnew.kernel.int8 import quantize_vectors

offline = cache(lambda: load_embedder("wordllama"))
TEXTS = ["The pump is loud.", "", "the pump is loud", "Ferries run on Sundays."]


class Server(BaseHTTPRequestHandler):
    """Answers as its path says."""

    seen: list[dict[str, Any]] = []  # noqa: RUF012  (one list for the one server of a test)

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.seen.append(body | {"authorization": self.headers["Authorization"]})
        rows = [
            {"index": i, "embedding": [float(len(text)), 1.0]}
            for i, text in enumerate(body["input"])
        ]
        answers = {
            "/good/embeddings": {"data": rows[::-1]},
            "/short/embeddings": {"data": rows[:-1]},
            "/odd/embeddings": {"vectors": []},
        }
        answer = answers.get(self.path)
        text = b"<html>" if self.path == "/html/embeddings" else json.dumps(answer).encode()
        self.send_response(200 if answer or text == b"<html>" else 404)
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002
        """Say nothing."""


@pytest.fixture
def server() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Server) as running:
        Server.seen.clear()
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{running.server_address[1]}"
        running.shutdown()
        thread.join()


def test_an_endpoint_gives_unit_rows_in_the_order_of_the_texts(server: str) -> None:
    embedder = EndpointEmbedder(f"{server}/good/", "m", key="secret")

    rows = embedder.embed(["abc", "a"])

    assert np.allclose(rows, [[3 / 10**0.5, 1 / 10**0.5], [1 / 2**0.5, 1 / 2**0.5]])
    assert rows.dtype == np.float32
    assert Server.seen == [{"model": "m", "input": ["abc", "a"], "authorization": "Bearer secret"}]


@pytest.mark.parametrize(
    ("path", "why"),
    [("short", "1 vectors for 2"), ("odd", "data"), ("html", "no JSON"), ("nowhere", "HTTP 404")],
)
def test_an_endpoint_that_answers_otherwise_is_one_line(server: str, path: str, why: str) -> None:
    with pytest.raises(InputError, match=why):
        EndpointEmbedder(f"{server}/{path}", "m").embed(["abc", "a"])


def test_an_endpoint_that_is_not_there_is_one_line() -> None:
    with pytest.raises(InputError, match="gives no answer"):
        EndpointEmbedder("http://127.0.0.1:9", "m").embed(["abc"])


def test_only_web_addresses_are_endpoints() -> None:
    with pytest.raises(SettingError, match="http"):
        EndpointEmbedder("file:///etc/passwd", "m")


@pytest.mark.needs("embedder")
def test_wordllama_gives_each_text_its_own_row() -> None:
    embedder = offline()

    together = embedder.embed(TEXTS)

    assert together.shape == (4, 256)
    lengths = np.sqrt((together.astype(np.float64) ** 2).sum(axis=1))
    assert np.allclose(lengths, [1, 0, 1, 1])
    for text, row in zip(TEXTS, together, strict=True):
        assert np.array_equal(embedder.embed([text])[0], row)


@pytest.mark.needs("embedder")
@given(st.lists(st.text(st.characters(codec="utf-8"), max_size=60), min_size=1, max_size=12))
def test_wordllama_gives_a_text_the_same_bytes_in_any_company(texts: list[str]) -> None:
    embedder = offline()

    together = quantize_vectors(embedder.embed(texts))

    for text, row in zip(texts, together, strict=True):
        assert np.array_equal(quantize_vectors(embedder.embed([text]))[0], row)


@pytest.mark.needs("embedder")
def test_a_wordllama_vector_is_the_one_that_its_package_makes_of_the_text_alone() -> None:
    import wordllama

    folder = Path(wordllama.__file__).parent
    package = wordllama.WordLlama.load(dim=256, cache_dir=folder, disable_download=True)
    words = "loud pumps, 200 ms; naïve façades ☂ 漢字 don't stop".split()
    texts = [" ".join(words[:many] * times) for many in range(1, 9) for times in (1, 7, 60)]

    found = load_embedder("wordllama").embed(texts)

    assert np.array_equal(found, unit_rows([package.embed([text])[0] for text in texts]))


@pytest.mark.needs("embedder")
def test_loading_wordllama_leaves_the_root_logger_as_it_was() -> None:
    code = (
        "import logging; from netnew import load_embedder; load_embedder('wordllama'); "
        "print(logging.getLogger().level, logging.getLogger().handlers)"
    )
    # In a process of its own: another test may have imported it already.
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert (run.stdout, run.stderr) == (f"{logging.WARNING} []\n", "")


def test_an_embedder_that_is_not_installed_names_its_package() -> None:
    with pytest.raises(MissingExtraError, match="sentence-transformers"):
        load_embedder("sentence-transformers:all-MiniLM-L6-v2")
