"""Embeddings over HTTP, from any server that answers like OpenAI's `/embeddings`."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from netnew.embed.unit import unit_rows
from netnew.foundation.errors import InputError, SettingError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class EndpointEmbedder:
    """A model behind a URL; nothing is sent anywhere unless a caller makes one of these.

    Parameters
    ----------
    url
        The base, such as `http://127.0.0.1:8080/v1`; `/embeddings` is added.
    model
        The model's name, which is also its id for thresholds.
    key
        Sent as a bearer token.
    """

    def __init__(
        self, url: str, model: str, *, key: str | None = None, timeout_seconds: float = 30
    ) -> None:
        if not url.startswith(("http://", "https://")):
            raise SettingError(
                f"the embedder's URL is {url!r}", "give one with http:// or https://"
            )
        self._url = url.rstrip("/") + "/embeddings"
        self._key, self._timeout = key, timeout_seconds
        self.model_id = model
        self.implementation_version = f"endpoint/1 {model}"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One unit row for each text."""
        answer = self._ask({"model": self.model_id, "input": list(texts)})
        try:
            rows = sorted(answer["data"], key=lambda row: row["index"])
            vectors = [row["embedding"] for row in rows]
        except (KeyError, TypeError) as error:
            raise self._unusable("has no data[].embedding") from error
        if len(vectors) != len(texts):
            raise self._unusable(f"has {len(vectors)} vectors for {len(texts)} texts")
        return unit_rows(vectors)

    def _ask(self, question: dict[str, Any]) -> Any:
        headers = {"Content-Type": "application/json"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        # The scheme was checked when the embedder was made.
        request = urllib.request.Request(  # noqa: S310
            self._url, json.dumps(question).encode("ascii"), headers
        )
        try:
            with urllib.request.urlopen(request, timeout=self._timeout) as reply:  # noqa: S310
                return json.load(reply)
        except urllib.error.HTTPError as error:
            raise self._unusable(f"is HTTP {error.code}") from error
        except OSError as error:
            raise InputError(
                f"the embedder at {self._url} gives no answer ({error})", "see whether it runs"
            ) from error
        except (ValueError, RecursionError) as error:
            raise self._unusable("is no JSON") from error

    def _unusable(self, why: str) -> InputError:
        return InputError(
            f"the answer of the embedder at {self._url} {why}", "see whether it serves embeddings"
        )
