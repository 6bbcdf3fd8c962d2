"""Values that go into a query: what both engines take, checked before a query runs."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from paperatlas.errors import QueryError


def check_parameters(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters as a dict.

    Raises
    ------
    QueryError
        For a value that an engine can't take: an integer beyond 64 bits, text with a lone surrogate, or anything but
        None, bool, int, float, str, dates, and lists and mappings of these.

    Examples
    --------
    >>> check_parameters({"year": 2**70})
    Traceback (most recent call last):
    paperatlas.errors.QueryError: the parameter year holds 1180591620717411303424; integers have at most 64 bits
    """
    for name, value in parameters.items():
        _check(value, name)
    return dict(parameters)


def _check(value: Any, name: str) -> None:
    if isinstance(value, Mapping):
        for key, item in value.items():
            _check(str(key), name)
            _check(item, name)
    elif isinstance(value, list | tuple):
        for item in value:
            _check(item, name)
    elif isinstance(value, int):
        if not -(2**63) <= value < 2**63:
            raise QueryError(f"the parameter {name} holds {value!s:.60}; integers have at most 64 bits")
    elif isinstance(value, str):
        if any("\ud800" <= character <= "\udfff" for character in value):
            raise QueryError(f"the parameter {name} holds {value!a:.60}; text may have no lone surrogates")
    elif value is not None and not isinstance(value, float | date):
        raise QueryError(
            f"the parameter {name} holds {value!r:.60}; expected text, a number, a date, a list or a mapping"
        )
