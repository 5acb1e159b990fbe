"""`connect`: settings → stores → instruments. The file and the environment are read here, once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, cast

from netnew.foundation.clock import Clock, system_clock, timestamp
from netnew.foundation.config_file import CONFIG_FILE, find_config, read_config
from netnew.foundation.errors import NotFoundError
from netnew.foundation.ledger import Entry, Fault, Head, Row
from netnew.foundation.settings import Settings, environment_of, resolve
from netnew.kernel.implementation import Choice, use
from netnew.stores import ledger as ledger_store
from netnew.stores.database import Database

if TYPE_CHECKING:
    from netnew.access.answers import Answers
    from netnew.access.tokens import Tokens
    from netnew.bases.bases import Bases
    from netnew.embed.protocol import Embedder
    from netnew.gate.desk import GateDesk
    from netnew.memory.memory import Memory
    from netnew.memory.remembered import Remembered
    from netnew.meter.sessions import MeterSessions
    from netnew.ratchet.ratchet import Ratchet
    from netnew.ratchet.values import Values
    from netnew.review.notices import Notices
    from netnew.review.queue import ReviewQueue
    from netnew.review.teller import Teller


class Ledger:
    """The append-only record of one workspace, a hash chain per stream."""

    def __init__(self, database: Database, workspace: str, clock: Clock) -> None:
        self._database, self._workspace, self._clock = database, workspace, clock

    def append(self, stream: str, entries: Iterable[Entry]) -> list[Row]:
        """Append in order, all or nothing; an entry whose key is known returns its first row."""
        now = timestamp(self._clock())
        with self._database.write(self._workspace) as scope:
            return ledger_store.append(scope, stream, list(entries), now)

    def rows(self, stream: str, *, after: int = 0) -> Iterator[Row]:
        """The rows of `stream` in order, from behind place `after`."""
        with self._database.read(self._workspace) as scope:
            yield from ledger_store.rows(scope, stream, after=after)

    def newest(self, stream: str, *, limit: int = 50, before: int | None = None) -> list[Row]:
        """The last rows of `stream`, newest first, from in front of place `before`."""
        with self._database.read(self._workspace) as scope:
            return ledger_store.newest(scope, stream, limit, before)

    def find(self, row_id: str) -> Row:
        """The row with this id."""
        with self._database.read(self._workspace) as scope:
            row = ledger_store.find(scope, row_id)
        if row is None:
            raise NotFoundError(
                f"no row `{row_id}` in workspace `{self._workspace}`",
                "`netnew ledger list` shows the streams",
            )
        return row

    def heads(self) -> list[Head]:
        """The last place and seal of every stream."""
        with self._database.read(self._workspace) as scope:
            return ledger_store.heads(scope)

    def verify(
        self, streams: Sequence[str] | None = None, *, anchors: Sequence[Head] = ()
    ) -> dict[str, list[Fault]]:
        """What is wrong, by stream; an empty list for each stream that is whole.

        `anchors` are heads kept from earlier: a stream must still go through each, which
        finds even a chain that was rewritten from end to end.
        """
        with self._database.read(self._workspace) as scope:
            names = ledger_store.streams(scope)
            missing = sorted(set(streams or ()) - set(names))
            if missing:
                raise NotFoundError(
                    f"no stream `{missing[0]}` in workspace `{self._workspace}`",
                    f"there are {', '.join(names) or 'none yet'}",
                )
            found = {
                name: ledger_store.verify(scope, name)
                for name in (names if streams is None else streams)
            }
            for anchor in anchors:
                faults = ledger_store.check_anchor(scope, anchor)
                found.setdefault(anchor.stream, []).extend(faults)
        return found


class Netnew:
    """Everything in one workspace of one database; close it, or use it in a `with`."""

    def __init__(
        self,
        database: Database,
        settings: Settings,
        clock: Clock,
        *,
        owner: bool = True,
        teller: Teller | None = None,
    ) -> None:
        self._database, self._clock, self._owner = database, clock, owner
        self._teller = teller
        self.settings = settings
        # What this process has read of each memory, by workspace and agent.
        self._remembered: dict[tuple[str, str], Remembered] = {}
        self.ledger = Ledger(database, settings.workspace, clock)

    def in_workspace(self, workspace: str) -> Netnew:
        """Another workspace of the same database, through the same connections.

        It closes with this one, and needs no closing of its own.

        >>> with connect("sqlite://") as nn:
        ...     _ = nn.ledger.append("notes", [Entry("note", {"text": "hello"})])
        ...     nn.in_workspace("team").ledger.heads()
        []
        """
        settings = replace(self.settings, workspace=workspace)
        other = Netnew(self._database, settings, self._clock, owner=False)
        other._remembered = self._remembered
        return other

    @cached_property
    def tokens(self) -> Tokens:
        """Who may use the service."""
        from netnew.access.tokens import Tokens
        from netnew.stores.access import TokenStore

        workspace = self.settings.workspace
        return Tokens(TokenStore(self._database, workspace, self._clock), workspace, self._clock)

    @cached_property
    def answers(self) -> Answers:
        """Answers kept for requests that may come twice."""
        from netnew.access.answers import Answers
        from netnew.stores.answers import AnswerStore

        return Answers(AnswerStore(self._database, self.settings.workspace), self._clock)

    def ratchet(self, harness: str, *, profile: str = "1.1", flake_tolerance: int = 0) -> Ratchet:
        """The ratchet of the harness of this name.

        >>> with connect("sqlite://") as nn:
        ...     cycle = {"cycle_id": "c1", "metrics": {"regression_pass_rate": 1}}
        ...     nn.ratchet("demo").record_cycle(cycle)["consistency"]["reason"]
        'Insufficient data: 1 cycles'
        """
        from netnew.ratchet.cycles import check_name
        from netnew.ratchet.profiles import profile_named
        from netnew.ratchet.ratchet import Ratchet
        from netnew.stores.ratchet import RatchetArchive

        archive = RatchetArchive(self._database, self.settings.workspace, check_name(harness))
        known = profile_named(profile)
        return Ratchet(harness, archive, self._clock, known, flake_tolerance=flake_tolerance)

    def harnesses(self) -> list[str]:
        """The names of the harnesses that have cycles or expansions."""
        from netnew.stores.ratchet import harness_names

        return harness_names(self._database, self.settings.workspace)

    def check_ready(self) -> None:
        """Raise a StorageError unless the database answers with the tables of this version."""
        self._database.check_ready()

    def memory(
        self,
        *,
        agent_id: str,
        profile: str = "default",
        embedder: Embedder | None = None,
        weights: Path | str | None = None,
        by: str | None = None,
    ) -> Memory:
        """What the agent of this name remembers.

        Parameters
        ----------
        weights
            A file that `python -m audits.decisions.training` made of your people's verdicts; None:
            the weights that come with this version.
        by
            Who writes; None: the agent itself. Nobody reviews what they wrote.

        >>> from netnew import FactInput
        >>> with connect("sqlite://") as nn:
        ...     memory = nn.memory(agent_id="a1")
        ...     _ = memory.learn(FactInput("api", "The API allows 100 requests"))
        ...     memory.learn(FactInput("api", "The API allows 250 requests")).outcome
        'superseded'
        """
        from netnew.memory.desk import Desk
        from netnew.memory.intake import checked_agent
        from netnew.memory.memory import Memory, profile_named
        from netnew.memory.remembered import Remembered
        from netnew.memory.scoring.weights import read
        from netnew.stores.memory import MemoryArchive

        workspace = self.settings.workspace
        archive = MemoryArchive(self._database, workspace, checked_agent(agent_id), by)
        # One for all that ask for this agent here: what it has read once it need not read again.
        known = self._remembered.setdefault((workspace, agent_id), Remembered())
        desk = Desk(workspace, agent_id, archive, self._clock, known, embedder)
        own = None if weights is None else read(Path(weights))
        return Memory(desk, profile=profile_named(profile), weights=own)

    @cached_property
    def values(self) -> Values:
        """Values by project and key, with who set them, when and why."""
        from netnew.ratchet.cycles import check_name
        from netnew.ratchet.values import Values
        from netnew.stores.ratchet import RatchetArchive

        def archive(project: str) -> RatchetArchive:
            return RatchetArchive(self._database, self.settings.workspace, check_name(project))

        return Values(archive, self._clock)

    def agents(self) -> list[str]:
        """Every agent that has a memory in this workspace, by name."""
        from netnew.stores.memory import agents

        with self._database.read(self.settings.workspace) as scope:
            return agents(scope)

    @property
    def database_name(self) -> str:
        """The database's URL without its password."""
        return self._database.name

    @cached_property
    def bases(self) -> Bases:
        """The knowledge bases; their segments lie beside the database, or in `home`."""
        from netnew.bases.bases import Bases
        from netnew.stores.bases import BaseStore

        store = BaseStore(self._database, self.settings.workspace, self._clock)
        durable = self.settings.durability == "full"
        return Bases(store, self._segments_folder(), self._clock, durable=durable)

    @cached_property
    def gate(self) -> GateDesk:
        """The gate: opens gates on bases by name, and records every judgement."""
        from netnew.gate.desk import GateDesk
        from netnew.stores.gate import JudgementStore

        store = JudgementStore(self._database, self.settings.workspace, self._clock)
        verify_first = self.settings.gate_hashing == "first_use"
        return GateDesk(store, self.bases, self._clock, verify_first=verify_first)

    @cached_property
    def sessions(self) -> MeterSessions:
        """Meters that any process may go on with."""
        from netnew.meter.sessions import MeterSessions
        from netnew.stores.meter import SessionStore

        return MeterSessions(SessionStore(self._database, self.settings.workspace), self._clock)

    @cached_property
    def review(self) -> ReviewQueue:
        """What waits for people."""
        from netnew.review.queue import ReviewQueue
        from netnew.stores.review import ReviewStore

        return ReviewQueue(ReviewStore(self._database, self.settings.workspace, self._clock))

    @cached_property
    def notices(self) -> Notices:
        """What waits for people and nobody was told of."""
        from netnew.review.notices import Notices
        from netnew.stores.notices import NoticeStore

        settings = self.settings
        store = NoticeStore(self._database, settings.workspace)
        return Notices(
            store, settings.workspace, settings.review_command, settings.review_command_seconds,
            self._clock,
        )  # fmt: skip

    def _segments_folder(self) -> Path:
        return (self._database.folder or Path(self.settings.home)) / "bases"

    def close(self) -> None:
        """Give the database connections back."""
        if self._owner:
            if self._teller is not None:
                self._teller.close()
            self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def connect(
    url: str | None = None,
    *,
    workspace: str | None = None,
    settings: Settings | None = None,
    clock: Clock = system_clock,
) -> Netnew:
    """Open the database at `url` (by default the project's own SQLite file), made on first use.

    Parameters
    ----------
    url
        `sqlite:///FILE` or `postgresql+psycopg://…`; None: what the settings say.
    workspace
        Whose rows to read and write; None: what the settings say.
    settings
        Use these and read neither `netnew.toml` nor the environment.

    >>> with connect("sqlite://") as nn:
    ...     _ = nn.ledger.append("notes", [Entry("note", {"text": "hello"})])
    ...     nn.ledger.verify()
    {'notes': []}
    """
    if settings is None:
        settings = read_settings(db=url, workspace=workspace)
    else:
        settings = replace(
            settings, db=url or settings.db, workspace=workspace or settings.workspace
        )
    use(cast(Choice, settings.kernel))
    database = Database(database_url(settings), settings)
    return Netnew(database, settings, clock, teller=_teller(database, settings))


def _teller(database: Database, settings: Settings) -> Teller | None:
    """Who tells people what waits; a database that passes away is too short-lived for that."""
    if not settings.review_command or database.passes_away:
        return None
    from netnew.review.teller import Teller

    there = replace(settings, db=database_url(settings))
    teller = Teller({**os.environ, **environment_of(there)})
    database.on_landing = teller.landed
    return teller


def read_settings(
    start: Path | None = None,
    environment: Mapping[str, str] | None = None,
    **flags: Any,
) -> Settings:
    """Settings for a program that starts in `start` (here): file, environment, then flags."""
    here = (start or Path.cwd()).resolve()
    file = find_config(here)
    values = {} if file is None else read_config(file)
    known = os.environ if environment is None else environment
    settings = resolve(values, known, flags, file_name=str(file or CONFIG_FILE))
    home = Path(settings.home).expanduser()
    if not home.is_absolute():
        home = (file.parent if file else here) / home
    return replace(settings, home=str(home))


def database_url(settings: Settings) -> str:
    """The database that the settings name, or the SQLite file in their home."""
    return settings.db or f"sqlite:///{Path(settings.home) / 'netnew.db'}"
