"""The terms of a base, agreed with its first item: its name, what its ids are, how it reads."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from netnew.bases.items import ID_TYPES, IdType
from netnew.bases.manifest import Manifest
from netnew.bases.recipe import Embedding, Recipe
from netnew.embed.protocol import Embedder
from netnew.foundation.errors import ConflictError, InputError

DEFAULT_ID_TYPE: Final[IdType] = "knowledge_item_id"

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}", re.ASCII)


def founded(id_type: IdType | None, recipe: Recipe | None, embedder: Embedder | None) -> Manifest:
    """The empty state of a new base."""
    embedding = None if embedder is None else Embedding.of(embedder)
    chosen = replace(recipe or Recipe(), embedding=embedding)
    return Manifest(id_type or DEFAULT_ID_TYPE, chosen.check())


def check_terms(
    name: str,
    head: Manifest,
    id_type: IdType | None,
    recipe: Recipe | None,
    embedder: Embedder | None,
) -> None:
    """Raise InputError unless a base that exists is what was asked for."""
    if id_type not in (None, head.id_type):
        raise ConflictError(
            f"the ids of `{name}` are {head.id_type}, not {id_type}", "put these in another base"
        )
    if recipe is not None and with_vectors(recipe, head) != head.recipe:
        raise ConflictError(
            f"`{name}` reads {_reads(head.recipe)}, not {_reads(recipe)}",
            f"leave that out, or first `netnew base compact {name}` with the new one",
        )
    if embedder is not None and head.recipe.embedding is None:
        raise ConflictError(f"`{name}` was made without vectors", "make a base with this embedder")


def with_vectors(recipe: Recipe, head: Manifest) -> Recipe:
    """The recipe with the vectors that the base has: those do not depend on the n-grams."""
    return replace(recipe, embedding=head.recipe.embedding)


def _reads(recipe: Recipe) -> str:
    return f"{', '.join(recipe.lex_impl_versions)} of {recipe.normalizer_version}"


def check_name(name: object, id_type: str | None) -> None:
    """Raise InputError for a name that no base can have, or an id type that nobody knows."""
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise InputError(
            f"a base cannot be called {name!r:.40}",
            "use 1 to 100 letters, digits, dots, dashes and underscores, a letter or digit first",
        )
    if id_type not in (None, *ID_TYPES):
        raise InputError(
            f"no id type is called {id_type!r:.60}", f"choose one of {', '.join(ID_TYPES)}"
        )
