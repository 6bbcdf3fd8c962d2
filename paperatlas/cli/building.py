"""The verbs that extract: build, demo, extract, evaluate."""

import os
import sys
import webbrowser
from contextlib import ExitStack
from dataclasses import asdict
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import click

from paperatlas.atlas import PAGE, REPORT, Atlas
from paperatlas.cli.options import (
    aliases_option,
    atlas_option,
    confidence_option,
    files_argument,
    format_option,
    json_option,
    lexicon_option,
    workers_option,
)
from paperatlas.cli.printing import note_problems, print_json, whole_output
from paperatlas.cli.progress import shown_progress


@click.command()
@files_argument
@click.option("-o", "--output", default="atlas", show_default=True, type=click.Path(path_type=Path), help="The folder.")
@click.option("--add", is_flag=True, help="Keep the papers that are in the atlas.")
@workers_option
@format_option
@lexicon_option
@confidence_option
@aliases_option
@click.option("--co-occur-min", type=click.IntRange(min=1), help="Papers that two entities must share for an edge.")
@click.option("--co-occur-top", type=click.IntRange(min=1), help="Edges to keep of each entity, the strongest.")
@json_option
def build(files: tuple[str, ...], output: Path, as_json: bool, **settings: Any) -> None:
    """Read FILES, extract, and write an atlas folder.

    FILES are text lists, JSON, BibTeX, CSV, Markdown with front matter or the ACL Anthology's XML; - is standard input.
    A former atlas is replaced whole or not at all; no other file is touched.

    \b
    Examples:
      paperatlas build papers.bib more.jsonl -o atlas
      paperatlas build newer.bib --add -o atlas
    """
    from paperatlas.building import build_atlas

    with shown_progress() as progress:
        atlas = build_atlas(files, output, progress=progress, **settings)
    _print_report(atlas, as_json)


@click.command()
@click.option(
    "-o", "--output", default="paperatlas-demo", show_default=True, type=click.Path(path_type=Path), help="The folder."
)
@click.option("--no-open", is_flag=True, help="Never open the page.")
@json_option
def demo(output: Path, no_open: bool, as_json: bool) -> None:
    """Build the abstracts that come with PaperAtlas.

    They are 57 of NeurIPS 2024. The page is opened only where there is a display and a terminal.

    \b
    Example:
      paperatlas demo --no-open
    """
    from paperatlas.building import build_atlas

    with ExitStack() as stack, shown_progress() as progress:
        seeds = sorted(
            stack.enter_context(as_file(seed))
            for seed in files("paperatlas.seeds").iterdir()
            if seed.name[-4:] == ".txt"
        )
        atlas = build_atlas(seeds, output, progress=progress)
    _print_report(atlas, as_json)
    if not no_open and sys.stdout.isatty() and _has_display():
        webbrowser.open((atlas.path / PAGE).resolve().as_uri())


@click.command()
@files_argument
@click.option("-o", "--output", default="-", show_default=True, help="The file to write; - is standard output.")
@workers_option
@format_option
@lexicon_option
@confidence_option
def extract(files: tuple[str, ...], output: str, input_format: str | None, **options: Any) -> None:
    """Extract alone, one paper a line.

    A line has the paper's entities and where they stand. Lines come in the order of the input, ids as the input gives
    them. Offsets count characters of the raw title or abstract.

    \b
    Examples:
      paperatlas extract papers.txt -o out.jsonl
      cat papers.jsonl | paperatlas extract - | head -1
    """
    from paperatlas.extract.pipeline import extract_papers
    from paperatlas.extract.readers import read_papers
    from paperatlas.rows import extraction_row, json_line

    reading = read_papers(files, input_format=input_format)
    extractions = extract_papers(reading.papers, **options)
    with shown_progress() as progress, whole_output(output) as file:
        for done, extraction in enumerate(extractions, start=1):
            file.write(json_line(extraction_row(extraction)))
            if progress:
                progress("extract", done, len(reading.papers))
    note_problems("skipped", map(asdict, reading.skipped))
    note_problems("failed", map(asdict, reading.failed))


@click.command()
@click.argument("gold", type=click.Path(path_type=Path))
@click.option("--texts", multiple=True, metavar="FILES", help="Papers with the ids of GOLD, where GOLD has no texts.")
@workers_option
@lexicon_option
@confidence_option
@json_option
def evaluate(gold: Path, texts: tuple[str, ...], as_json: bool, **options: Any) -> None:
    """Score the extraction on annotated papers.

    The texts of GOLD are extracted and the entities compared. Each line of GOLD has id and entities, and title and
    abstract unless --texts has the paper.

    \b
    Example:
      paperatlas evaluate gold.jsonl --texts papers.jsonl
    """
    from paperatlas.evaluating import evaluate_pipeline
    from paperatlas.extract.evaluate import score_lines

    with shown_progress() as progress:
        score = evaluate_pipeline(gold, texts=texts, progress=progress, **options)
    if as_json:
        print_json(asdict(score))
    else:
        click.echo("\n".join(score_lines(score)))


def _has_display() -> bool:
    return sys.platform in ("win32", "darwin") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))


@click.command()
@click.argument("ids", nargs=-1, required=True, metavar="ID...")
@atlas_option
@json_option
def remove(ids: tuple[str, ...], folder: Path, as_json: bool) -> None:
    """Take papers out of the atlas, with all that only they brought.

    \b
    Example:
      paperatlas remove lecun1998 --atlas atlas
    """
    from paperatlas.building import remove_papers

    with shown_progress() as progress:
        atlas = remove_papers(folder, ids, progress=progress)
    _print_report(atlas, as_json)


def _print_report(atlas: Atlas, as_json: bool) -> None:
    report = atlas.report
    if as_json:
        print_json({"atlas": str(atlas.path), "page": str(atlas.path / PAGE), **report})
        return
    counts = report["counts"]
    click.echo(f"read {counts['read']}: {counts['used']} used, {counts['skipped']} skipped, {counts['failed']} failed")
    for word in ("skipped", "failed"):
        note_problems(word, report[word])
    if report["notes"]:
        click.echo(f"notes: {len(report['notes'])}, in {atlas.path / REPORT}", err=True)
    sizes = "  ".join(f"{label} {count}" for label, count in counts["nodes"].items())
    click.echo(f"nodes {sum(counts['nodes'].values())}: {sizes}")
    click.echo(f"edges {sum(counts['edges'].values())}")
    click.echo(f"page {atlas.path / PAGE}")
