"""Type-checked, never run."""

from typing import assert_type

from netnew import Entry, Fault, Head, Netnew, Row, Settings, connect

with connect("sqlite://", settings=Settings(workspace="team")) as nn:
    assert_type(nn, Netnew)
    assert_type(nn.ledger.append("notes", [Entry("note", {"n": 1})]), list[Row])
    assert_type(nn.ledger.verify(), dict[str, list[Fault]])
    assert_type(nn.ledger.heads(), list[Head])

connect(5)  # error: arg-type
nn.ledger.append("notes", {"n": 1})  # error: dict-item
Entry("note")  # error: call-arg
Settings(nonsense=1)  # error: call-arg
