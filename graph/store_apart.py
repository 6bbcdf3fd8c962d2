"""The store in a process of its own: what ends the engine ends the query alone, and time can be up at any moment."""

import multiprocessing
import signal
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from paperatlas.errors import AtlasError, PaperAtlasError, QueryError
from paperatlas.graph.result import Result

_ROWS, _GRACE = 500, 2.0
_ERRORS = {"AtlasError": AtlasError, "QueryError": QueryError}


class StoreApart:
    """A store read by a process of its own; `open_store_apart` makes one. It is a context manager."""

    dialect = "embedded"

    def __init__(self, path: Path) -> None:
        self._path = path
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    def rows(self, cypher: str, parameters: Mapping[str, Any] | None = None, *, timeout: float | None = None) -> Result:
        """Run Cypher as `Store.rows` does.

        Rows come as they are read; one result is read to its end, or closed, before the next query.

        Raises
        ------
        QueryError
            As `Store.rows` does, and where the engine ends on the query.
        """
        pipe = self._started()
        pipe.send((cypher, dict(parameters or {}), timeout))
        _, columns = self._received(timeout)
        return Result(columns, self._read(timeout))

    def close(self) -> None:
        """End the process."""
        if self._process and self._pipe:
            self._process.terminate()
            self._process.join()
            self._pipe.close()
        self._process = self._pipe = None

    def __enter__(self) -> Self:
        """Return the store itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the process."""
        self.close()

    def _started(self) -> Connection:
        if self._pipe is None:
            context = multiprocessing.get_context("spawn")
            self._pipe, other = context.Pipe()
            self._process = context.Process(target=_serve, args=(self._path, other), daemon=True)
            self._process.start()
            other.close()
            self._received(None)
        return self._pipe

    def _received(self, timeout: float | None) -> tuple[str, Any]:
        assert self._pipe and self._process
        try:
            if timeout and not self._pipe.poll(timeout + _GRACE):
                raise QueryError(f"the query took longer than {timeout:g} s (--timeout)")
            kind, value = self._pipe.recv()
        except BaseException as error:
            if isinstance(error, EOFError | OSError):
                self._process.join()
                code = self._process.exitcode
                self.close()
                raise QueryError(
                    f"the embedded engine itself ended on this query (exit code {code}); nothing is changed: "
                    "write it in another way"
                ) from None
            self.close()
            raise
        if kind in _ERRORS:
            raise _ERRORS[kind](value)
        return kind, value

    def _read(self, timeout: float | None) -> Iterator[tuple[Any, ...]]:
        ended = False
        try:
            while True:
                kind, rows = self._received(timeout)
                if kind == "end":
                    ended = True
                    return
                yield from rows
        finally:
            if not ended:
                self.close()


def open_store_apart(path: Path) -> StoreApart:
    """Return the store at `path`, to be read in a process of its own that starts with the first query.

    Examples
    --------
    >>> with open_store_apart(Path("none.lbug")) as store:
    ...     store.rows("RETURN 1")
    Traceback (most recent call last):
    paperatlas.errors.AtlasError: no database at none.lbug: paperatlas build writes one
    """
    return StoreApart(Path(path))


def _serve(path: Path, pipe: Connection) -> None:
    from paperatlas.graph.store import open_store

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        try:
            with open_store(path) as store:
                pipe.send(("opened", None))
                while True:
                    cypher, parameters, timeout = pipe.recv()
                    try:
                        result = store.rows(cypher, parameters, timeout=timeout)
                        pipe.send(("columns", result.columns))
                        while rows := tuple(islice(result.rows, _ROWS)):
                            pipe.send(("rows", rows))
                        pipe.send(("end", None))
                    except QueryError as error:
                        pipe.send(("QueryError", str(error)))
        except PaperAtlasError as error:
            pipe.send((type(error).__name__, str(error)))
