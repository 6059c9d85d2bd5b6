"""Pairs of words of which one takes the place of the other when a statement is turned around."""

from __future__ import annotations

from qasper_eval.agents.retrieval import stem

_PAIRS = """
above below
accept reject
acquire lose
active passive
adult child
agree disagree
allow forbid
ancient modern
medieval modern
appear disappear
arrive leave
ascend descend
attack defend
begin end
start end
best worst
better worse
birth death
born died
buy sell
cause prevent
classical modern
complex simple
complexity simplicity
deep shallow
difficult easy
difficulty ease
difficulty simplicity
direct indirect
directly indirectly
early late
east west
eastern western
encode decode
enemy ally
enter leave
even odd
export import
external internal
fast slow
female male
find lose
first last
formal informal
gain lose
general specific
grow shrink
happy sad
hard easy
heavy light
high low
higher lower
highest lowest
hot cold
income expense
increase decrease
increase reduce
input output
inside outside
interior exterior
join leave
junior senior
large small
larger smaller
largest smallest
legal illegal
long short
longer shorter
longest shortest
major minor
manual automatic
manual mechanical
many few
maternal paternal
maximum minimum
mother father
more less
most least
near far
new old
newest oldest
north south
northern southern
oppose support
parent child
past future
peace war
permanent temporary
positive negative
possible impossible
private public
push pull
question answer
quantitative qualitative
rich poor
rural urban
safe dangerous
same different
strength weakness
strong weak
stronger weaker
succeed fail
teacher student
theory practice
top bottom
true false
upper lower
victory defeat
wife husband
win lose
winner loser
young old
youngest oldest
"""


def _table() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for line in _PAIRS.strip().split("\n"):
        one, other = (stem(word) for word in line.split())
        found[one] = found.get(one, frozenset()) | {other}
        found[other] = found.get(other, frozenset()) | {one}
    return found


OPPOSITES: dict[str, frozenset[str]] = _table()
"""Index term -> terms that mean the opposite; written from general English, fitted on no dataset."""
