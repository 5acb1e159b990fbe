"""Type-checked, never run: a twin's methods take and give what the synchronous ones do."""

from collections.abc import Sequence
from typing import assert_type

from netnew import Context, Fact, FactInput, Learned, Settings, TurnContext, TurnInput, aio, connect


async def use() -> None:
    nn = await aio.offload(connect, "sqlite://", settings=Settings())
    memory = aio.Memory(nn.memory(agent_id="a1"))
    assert_type(await memory.learn(FactInput("api", "It is public")), Learned)
    assert_type(await memory.pre_turn(TurnInput("Which store?")), TurnContext)
    assert_type(await memory.context("store", budget_tokens=100), Context)
    assert_type(await memory.facts.search("api", limit=3), Sequence[Fact])
    assert_type(await memory.undo("fact_1", steps=2), Sequence[str])
    ratchet = aio.Ratchet(nn.ratchet("demo"))
    await ratchet.prune(days=30)

    await memory.learn("text")  # error: arg-type
    await memory.context("store", budget="100")  # error: call-arg
    await memory.remember("x")  # error: attr-defined
    print(memory.learn(FactInput("api", "x")).outcome)  # error: attr-defined
    aio.Memory(nn)  # error: arg-type
