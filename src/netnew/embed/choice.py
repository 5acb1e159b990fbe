"""Embedders by name, as a setting or a flag gives them."""

from __future__ import annotations

from netnew.embed.protocol import Embedder
from netnew.foundation.errors import MissingExtraError, SettingError


def load_embedder(name: str) -> Embedder:
    """The embedder that `name` stands for.

    `wordllama` (offline, weights in its wheel), `sentence-transformers:MODEL` (local), or
    `openai:MODEL@URL` (any endpoint that answers like OpenAI's `/embeddings`).

    >>> load_embedder("magic")
    Traceback (most recent call last):
    netnew.foundation.errors.SettingError: no embedder is called 'magic'; choose wordllama, \
sentence-transformers:MODEL or openai:MODEL@URL
    """
    kind, _, rest = name.partition(":")
    if name == "wordllama":
        from netnew.embed.wordllama import WordLlamaEmbedder

        return WordLlamaEmbedder()
    if kind == "sentence-transformers" and rest:
        from netnew.embed.sentence_transformers import SentenceTransformersEmbedder

        return SentenceTransformersEmbedder(rest)
    model, _, url = rest.partition("@")
    if kind == "openai" and model and url:
        from netnew.embed.endpoint import EndpointEmbedder

        return EndpointEmbedder(url, model)
    raise SettingError(
        f"no embedder is called {name!r}",
        "choose wordllama, sentence-transformers:MODEL or openai:MODEL@URL",
    )


def offline_embedder(model_id: str) -> Embedder | None:
    """The embedder of this model where it is installed and needs nothing but its wheel.

    >>> offline_embedder("a-model-behind-an-endpoint") is None
    True
    """
    if not model_id.startswith("wordllama-"):
        return None
    try:
        found = load_embedder("wordllama")
    except MissingExtraError:
        return None
    return found if found.model_id == model_id else None
