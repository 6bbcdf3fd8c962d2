"""The tree of a Cypher text, read with the grammar of the embedded engine itself."""

from collections.abc import Iterator
from itertools import accumulate
from typing import Any

from antlr4 import CommonTokenStream, InputStream, Token
from antlr4.error.ErrorListener import ErrorListener
from antlr4.tree.Tree import TerminalNode

from paperatlas.errors import QueryError
from paperatlas.graph.cypher_grammar.CypherLexer import CypherLexer
from paperatlas.graph.cypher_grammar.CypherParser import CypherParser

DEEPEST = 50
"""Brackets and CASEs within one another that are read: ANTLR takes minutes for many more."""
_OPENING, _CLOSING = frozenset(("(", "[", "{", "CASE")), frozenset((")", "]", "}", "END"))

Tree = Any
"""A node of the tree that ANTLR builds; its classes carry no types."""


def parse_cypher(text: str) -> Tree:
    """Return the tree of `text`; its rules are those of ladybug's grammar.

    Raises
    ------
    QueryError
        If the text is no Cypher in the engine's dialect, with the line and column (both from 1) of the first fault.

    Examples
    --------
    >>> [rule_name(found) for found in walk(parse_cypher("MATCH (p:Paper) RETURN p.id")) if "Match" in rule_name(found)]
    ['oC_Match']
    """
    lexer = CypherLexer(InputStream(text))
    tokens = CommonTokenStream(lexer)
    parser = CypherParser(tokens)
    for recognizer in (lexer, parser):
        recognizer.removeErrorListeners()
        recognizer.addErrorListener(_FirstFault())
    tokens.fill()
    words = [token.text.upper() for token in tokens.tokens]
    if max(accumulate((word in _OPENING) - (word in _CLOSING) for word in words)) > DEEPEST:
        raise QueryError(
            f"this Cypher has more than {DEEPEST} brackets or CASEs within one another; write it with fewer"
        )
    try:
        return parser.iC_Statements()  # type: ignore[no-untyped-call]  # generated
    except RecursionError:
        raise QueryError("this Cypher is nested too deeply to be read; write it with fewer levels") from None


def walk(tree: Tree) -> Iterator[Tree]:
    """Yield `tree` and all rules below it in text order; terminals are left out."""
    pending = [tree]
    while pending:
        node = pending.pop()
        yield node
        pending += [child for child in reversed(node.children or ()) if not isinstance(child, TerminalNode)]


def find(tree: Tree, *rules: str) -> list[Tree]:
    """Return the nodes of these rules in text order."""
    return [node for node in walk(tree) if rule_name(node) in rules]


def children(tree: Tree, rule: str) -> list[Tree]:
    """Return the nodes of this rule that stand right below `tree`."""
    return [child for child in tree.children or () if not isinstance(child, TerminalNode) and rule_name(child) == rule]


def rule_name(tree: Tree) -> str:
    """Return the grammar's name of a node's rule, such as "oC_Match"."""
    return str(CypherParser.ruleNames[tree.getRuleIndex()])


def source(tree: Tree) -> str:
    """Return the text that a node stands for, as it was written.

    Examples
    --------
    >>> [source(item) for item in find(parse_cypher("RETURN 1  + 1 AS two"), "oC_ProjectionItem")]
    ['1  + 1 AS two']
    """
    return str(tree.start.getInputStream().getText(tree.start.start, tree.stop.stop))


def place(tree: Tree) -> str:
    """Return where a node begins, for messages."""
    return _place(tree.start.line, tree.start.column)


def place_of_word(tree: Tree, message: str) -> str | None:
    """Return the place of the longest word of an engine's `message` that stands in the query as a name."""
    names = {source(name).strip("`").lower(): name for name in reversed(find(tree, "oC_SymbolicName"))}
    words = [word.strip("`'\".,:").lower() for word in message.split()]
    named = sorted((word for word in words if word in names), key=len)
    return place(names[named[-1]]) if named else None


def _place(line: int, column: int) -> str:
    return f"line {line}, column {column + 1}"


class _FirstFault(ErrorListener):  # type: ignore[misc]  # ANTLR carries no types
    """Ends the reading at the first fault: what a parser makes of the rest is a guess."""

    def syntaxError(self, recognizer: Any, symbol: Any, line: int, column: int, message: str, error: Any) -> None:  # noqa: N802
        found = "the end of the text" if symbol is None or symbol.type == Token.EOF else repr(symbol.text)
        detail = message if len(message) <= 200 else f"{message[:200]} ..."
        raise QueryError(
            f"this is no Cypher that the embedded store reads: {found} is unexpected at {_place(line, column)}: "
            + " ".join(detail.split())
        )
