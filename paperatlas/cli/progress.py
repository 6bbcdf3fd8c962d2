"""Progress on stderr, only where a person looks at it."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from paperatlas.atlas import Progress


@contextmanager
def shown_progress() -> Iterator[Progress | None]:
    """Give a callback that draws a bar for each stage; None where stderr is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TaskID, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    columns = (TextColumn("{task.description:<10}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Bars(*columns, console=Console(stderr=True)) as bars:
        stages: dict[str, TaskID] = {}

        def show(stage: str, done: int, total: int | None) -> None:
            for other, task in stages.items():
                if other != stage and not bars.tasks[task].finished:
                    bars.update(task, total=1, completed=1)
            if stage not in stages:
                stages[stage] = bars.add_task(stage, total=total)
            bars.update(stages[stage], completed=done, total=total)

        yield show
