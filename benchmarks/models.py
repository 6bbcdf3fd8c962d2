"""Models side by side: what each finds, how many megabytes it has, and how fast the pipeline is with it."""

from pathlib import Path
from statistics import median

import click
from annotated import SEEDS_GOLD, read_annotated
from console import run, texts_option
from quality import scored
from speed import SEEDS, texts_of, time_in_turn

from paperatlas.cli.printing import print_table
from paperatlas.extract.evaluate import Score
from paperatlas.extract.pipeline import extract_papers, load_pipeline
from paperatlas.extract.readers import read_papers
from paperatlas.extract.tagger import MODEL

HEAD = ("model", "MB", "tokens/s", "labelled", "found", "Method", "Dataset", "Concept", "role", "proposes", "aliases")


@click.command()
@click.argument("models", nargs=-1, type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option(
    "--gold",
    default=SEEDS_GOLD,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Papers to score on. The annotated seeds without.",
)
@texts_option
@click.option("--rounds", default=5, show_default=True, type=click.IntRange(min=1), help="Rounds of timing.")
def main(models: tuple[Path, ...], gold: Path, texts: tuple[str, ...], rounds: int) -> None:
    """Compare the shipped model with MODELS, folders that training.export wrote.

    All read the 57 seeds in turn, on two cores in this one process, after a round that is not counted.

    \b
    Example:
      python benchmarks/models.py RUNS/four-layers --gold dev.jsonl
    """
    papers = read_annotated(gold, texts=texts)
    folders = {"shipped": MODEL, **{str(folder): folder for folder in models}}
    pipelines = {name: load_pipeline(model=folder) for name, folder in folders.items()}
    speed = time_in_turn(pipelines, texts_of(read_papers(SEEDS).papers, limit=300), rounds=rounds)
    rows = []
    for name, nlp in pipelines.items():
        score = scored(papers, list(extract_papers((paper for paper, _ in papers), nlp=nlp))).score
        size = sum(path.stat().st_size for path in folders[name].iterdir() if path.suffix in (".onnx", ".json"))
        rows.append([name, f"{size / 1e6:.1f}", round(median(speed.rates(name))), *_figures(score)])
    print_table(HEAD, rows)


def _figures(score: Score) -> list[str]:
    figures = (score.labelled, score.found, *score.labels.values())
    values = [*(figure.f1 for figure in figures), score.role, score.roles["proposes"].f1, score.aliases]
    return ["none" if value is None else f"{value:.3f}" for value in values]


if __name__ == "__main__":
    run(main)
