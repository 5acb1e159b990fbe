"""`Idempotency-Key`: a change that comes twice is carried out once, whichever process gets it."""

from __future__ import annotations

import hashlib
from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import netnew
from netnew.doors.http.access import Workspaces
from netnew.doors.http.bodies import STREAMS
from netnew.doors.http.guard import SAFE, current
from netnew.doors.http.methods import methods_at
from netnew.doors.http.offload import offload
from netnew.doors.http.problems import Problem, of_error

HEADER: Final = "idempotency-key"
REPEATED: Final = (b"idempotent-replayed", b"true")


class Retries:
    """Stands behind the guard and the bodies, which it needs."""

    def __init__(self, app: ASGIApp, workspaces: Workspaces) -> None:
        self._app, self._workspaces = app, workspaces

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Carry the request out, or repeat the first answer."""
        key = None
        if scope["type"] == "http" and scope["method"] not in SAFE:
            key = Headers(scope=scope).get(HEADER)
        # A method that the path does not take is told so, whatever the key stands for.
        if key is not None and scope["method"] not in methods_at(scope):
            key = None
        # A stream passes its key on to each of its lines; forms of the console bring none.
        if key is None or scope["path"] in STREAMS or scope["state"]["is_page"]:
            await self._app(scope, receive, send)
            return
        try:
            await self._once(key, scope, receive, send)
        except Problem as problem:
            await problem.response()(scope, receive, send)
        except netnew.NetnewError as error:
            await of_error(error).response()(scope, receive, send)

    async def _once(self, key: str, scope: Scope, receive: Receive, send: Send) -> None:
        caller = current(scope)
        answers = self._workspaces.of(caller.workspace).answers
        begun = await offload(answers.begin, caller.key, key, _digest(scope))
        if begun.standing == "other":
            raise Problem(
                422,
                f"the idempotency key {key!r:.80} stands for another request",
                "give each request a key of its own",
                title="InputError",
            )
        if begun.standing == "running":
            raise Problem(
                409,
                f"the request of key {key!r:.80} is still being carried out",
                "ask again in a moment",
                headers={"Retry-After": "1"},
            )
        if begun.answer is not None:
            await _repeat(begun.answer, send)
            return
        capture = _Capture()
        try:
            await self._app(scope, receive, capture.take)
        finally:
            # A refusal or a failure changed nothing: the same key may try again.
            answer = capture.answer()
            if answer is None:
                await offload(answers.release, caller.key, key, begun.owner)
            else:
                # Kept before it is sent: whoever has seen it will see the same again.
                await offload(answers.finish, caller.key, key, begun.owner, answer)
        for message in capture.messages:
            await send(message)


class _Capture:
    """An answer on its way out, held back."""

    def __init__(self) -> None:
        self.messages: list[Message] = []

    async def take(self, message: Message) -> None:
        """Hold one message."""
        self.messages.append(message)

    def answer(self) -> netnew.Answer | None:
        """The whole answer, where it tells of success."""
        if not self.messages or self.messages[-1].get("more_body", False):
            return None
        start = self.messages[0]
        if not 200 <= start["status"] < 300:
            return None
        media_type = Headers(raw=start["headers"]).get("content-type", "")
        body = b"".join(message.get("body", b"") for message in self.messages[1:])
        return netnew.Answer(start["status"], media_type, body)


def _digest(scope: Scope) -> str:
    asked = hashlib.sha256()
    parts = (scope["method"].encode(), scope["path"].encode(), scope["query_string"],
             scope["state"]["body"])  # fmt: skip
    for part in parts:
        asked.update(len(part).to_bytes(8, "big") + part)
    return asked.hexdigest()


async def _repeat(answer: netnew.Answer, send: Send) -> None:
    headers = [REPEATED, (b"content-length", str(len(answer.body)).encode())]
    if answer.media_type:
        headers.append((b"content-type", answer.media_type.encode()))
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": answer.body})
