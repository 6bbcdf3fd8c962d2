"""Choose papers for teachers to label: in the order of the SHA-1 of their ids, none that a gold file holds.

    python -m training.unlabelled PAPERS.jsonl.gz --without train.jsonl --without dev.jsonl --without seeds/*.txt > OUT

PAPERS has id, title, abstract and year a line. The first --skip papers, by which scale is measured, are left alone.
"""

import argparse
import gzip
import json
import re
import sys
from collections.abc import Iterable, Iterator
from hashlib import sha1
from itertools import islice
from pathlib import Path
from typing import Any

SHORTEST, PROBE = 300, 60


def main() -> None:
    parser = unseen_parser(__doc__)
    parser.add_argument("--limit", type=int, default=3_000)
    parser.add_argument("--since", type=int, default=2016, help="year of the earliest paper")
    arguments = parser.parse_args()
    papers = read_unseen(arguments.papers, without=arguments.without, skip=arguments.skip)
    late = (paper for paper in papers if int(paper.get("year") or 0) >= arguments.since)
    for paper in islice(late, arguments.limit):
        row = {name: paper[name] for name in ("id", "title", "abstract")}
        sys.stdout.write(json.dumps(row) + "\n")


def unseen_parser(doc: str) -> argparse.ArgumentParser:
    """Return a parser of what `read_unseen` needs, for a module with the docstring given."""
    parser = argparse.ArgumentParser(description=doc.splitlines()[0])
    parser.add_argument("papers", type=Path)
    parser.add_argument("--without", type=Path, nargs="+", action="extend", default=[], help="texts to keep out")
    parser.add_argument("--skip", type=int, default=10_000)
    return parser


def read_unseen(path: Path, *, without: Iterable[Path], skip: int) -> Iterator[dict[str, Any]]:
    """Return the papers past the first `skip`, by the SHA-1 of their ids, that stand in no file of `without`."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        papers = [json.loads(line) for line in lines]
    papers.sort(key=lambda paper: sha1(paper["id"].encode()).hexdigest())
    return unseen(papers[skip:], "\n".join(other.read_text(encoding="utf-8") for other in without))


def unseen(papers: Iterable[dict[str, Any]], kept_out: str) -> Iterator[dict[str, Any]]:
    """Yield the papers with an abstract of SHORTEST letters of which neither beginning nor end is in a text.

    Examples
    --------
    >>> paper = {"abstract": "We show that " + "x" * 400}
    >>> list(unseen([paper], "Elsewhere: we show  that " + "x" * 400)), len(list(unseen([paper], "We show that y")))
    ([], 1)
    """
    known = _letters(kept_out)
    for paper in papers:
        letters = _letters(paper["abstract"])
        if len(letters) >= SHORTEST and letters[:PROBE] not in known and letters[-PROBE:] not in known:
            yield paper


def _letters(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())


if __name__ == "__main__":
    main()
