"""Items that this process has read lately, so that the database is not asked for them again.

It holds what stood in the newest snapshot that was read. Whoever holds it learns of every change
first, whichever process made it (`remembered.py`, by the numbers of the changes), and renews here
what a change has touched.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from netnew.memory.ports import Item

# Some ten megabytes of facts: what the contexts of a long session have in common.
MOST: Final = 4_096


class ReadLately:
    """At most so many items; of more, those asked for longest ago are dropped.

    >>> held = ReadLately(most=2)
    >>> held.keep(Item(name, "fact", "", {}, {}) for name in "abc")
    >>> sorted(held.among(["a", "b", "c"]))
    ['b', 'c']
    >>> held.renew(Item("b", "fact", "", {"state": "superseded"}, {}))
    >>> held.among("b")["b"].state
    'superseded'
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._items: dict[str, Item] = {}

    def among(self, ids: Iterable[str]) -> dict[str, Item]:
        """Those of these ids that are held."""
        found = {one: self._items.pop(one) for one in ids if one in self._items}
        self._items.update(found)
        return found

    def keep(self, items: Iterable[Item]) -> None:
        """Hold what was just read."""
        self._items.update((item.item_id, item) for item in items)
        while len(self._items) > self._most:
            del self._items[next(iter(self._items))]

    def renew(self, item: Item) -> None:
        """An item has changed: where it is held, it is held as it stands now."""
        if item.item_id in self._items:
            self._items[item.item_id] = item
