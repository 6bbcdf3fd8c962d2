"""A picture of the graph that stands still: SVG, PNG or PDF through matplotlib, for papers and READMEs."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import hypot
from pathlib import Path
from typing import TYPE_CHECKING, Any

import networkx as nx

from paperatlas.errors import InputError, MissingExtra
from paperatlas.viz.data import LABELS, page_data
from paperatlas.viz.focus import part_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PICTURES = (".svg", ".png", ".pdf")
"""File names that end so are pictures."""

_COLOURS = {"Paper": "#4a4d55", "Method": "#0072b2", "Dataset": "#d55e00", "Concept": "#009e73"}
_SHAPES = {"Paper": "s", "Method": "o", "Dataset": "D", "Concept": "^"}
_INK, _GROUND = "#1f2023", "#fcfbf8"
_WIDE, _HIGH, _DPI = 11.0, 7.5, 160
_NAMES = 40
_ALONE = 3.5
"""Size of an entity of one paper."""
_FIXED: Mapping[str, Mapping[str, Any]] = {
    ".svg": {"Date": None, "Creator": "PaperAtlas"},
    ".png": {"Software": "PaperAtlas"},
    ".pdf": {"CreationDate": None, "Producer": "PaperAtlas", "Creator": "PaperAtlas"},
}


def write_picture(
    graph: "nx.MultiDiGraph[str]",
    path: Path,
    *,
    focus: str | None = None,
    top: int | None = None,
    only: Iterable[str] | None = None,
    heading: str = "",
) -> None:
    """Draw `graph` into an SVG, PNG or PDF file, as `write_page` lays it out; equal graphs give equal bytes.

    From 2,000 papers on the names and their strongest pairs are drawn, else papers and names. `focus`, `top`, `only`
    and `heading` are those of `write_page`.

    Raises
    ------
    MissingExtra
        If matplotlib is not installed.
    QueryError
        If nothing is called `focus`, or no node has an id of `only`.
    InputError
        If the file can't be written, or its name ends neither in .svg nor in .png or .pdf.
    """
    if path.suffix.lower() not in PICTURES:
        raise InputError(f"{path.name} is no picture; end its name in {', '.join(PICTURES)}")
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError as error:
        raise MissingExtra("matplotlib", "plot") from error
    part, node = part_of(graph, focus=focus, top=top, only=only)
    settings: dict[Any, Any] = {
        "svg.hashsalt": "paperatlas",
        "svg.fonttype": "none",
        "font.family": "sans-serif",
        "text.parse_math": False,
    }
    with mpl.rc_context(settings):
        figure = Figure(figsize=(_WIDE, _HIGH), dpi=_DPI, facecolor=_GROUND)
        axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
        data = page_data(part)
        first = data.texts["id"].index(str(node)) if node is not None else -1
        _draw(axes, data.columns, heading, first)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            figure.savefig(path, facecolor=_GROUND, metadata=dict(_FIXED[path.suffix.lower()]))
        except OSError as error:
            reason = error.strerror or str(error)
            raise InputError(f"the picture can't be written to {path}: {reason}; name a file you own") from error


def _draw(axes: "Axes", columns: Mapping[str, Any], heading: str, first: int) -> None:
    axes.set_axis_off()
    axes.invert_yaxis()
    axes.set_aspect("equal", adjustable="datalim")
    papers = len(columns["year"])
    crowd = columns["view"] == "entities"
    ends = columns["pairs"] if crowd else {"from": columns["paper"], "to": columns["entity"]}
    links = list(zip(ends["from"], ends["to"], strict=True))
    shown = sorted({at for link in links for at in link} | (set() if crowd else set(range(len(columns["name"])))))
    _lines(axes, columns, links)
    _nodes(axes, columns, shown)
    for label in LABELS:
        if any(LABELS[columns["label"][at]] == label for at in shown):
            axes.scatter([], [], s=40, c=_COLOURS[label], marker=_SHAPES[label], label=label)
    if shown:
        axes.legend(loc="lower right", frameon=False, ncols=4, labelcolor=_INK)
    else:
        axes.text(0.5, 0.5, "No papers here yet", transform=axes.transAxes, ha="center", color=_INK)
    if heading:
        axes.set_title(_plain(heading, 100), x=0.02, y=0.955, loc="left", color=_INK, fontfamily="serif")
    axes.autoscale_view()
    entities = [at for at in shown if at >= papers]
    shared = [at for at in entities if at == first or columns["size"][at] > _ALONE]
    _names(axes, columns, shared or entities, first)


def _lines(axes: "Axes", columns: Mapping[str, Any], links: Sequence[tuple[int, int]]) -> None:
    from matplotlib.collections import LineCollection

    segments = [[(columns["x"][one], columns["y"][one]) for one in link] for link in links]
    colours = [_COLOURS[LABELS[columns["label"][second]]] for _, second in links]
    alpha = 0.4 if len(links) < 1500 else 0.12
    axes.add_collection(LineCollection(segments, colors=colours, linewidths=0.6, alpha=alpha, zorder=1))


def _nodes(axes: "Axes", columns: Mapping[str, Any], shown: Sequence[int]) -> None:
    groups = defaultdict(list)
    for at in shown:
        groups[LABELS[columns["label"][at]]].append(at)
    scale = 5200 / max(600.0, _reach(columns, shown))
    for label, members in sorted(groups.items()):
        axes.scatter(
            [columns["x"][at] for at in members],
            [columns["y"][at] for at in members],
            s=[max(3.0, min(200.0, 0.1 * (columns["size"][at] * scale) ** 2)) for at in members],
            c=_COLOURS[label],
            marker=_SHAPES[label],
            edgecolors=_GROUND,
            linewidths=0.4,
            zorder=2,
        )


def _reach(columns: Mapping[str, Any], shown: Sequence[int]) -> float:
    if not shown:
        return 1.0
    wide = [columns["x"][at] for at in shown]
    high = [columns["y"][at] for at in shown]
    return hypot(max(wide) - min(wide), max(high) - min(high))


def _names(axes: "Axes", columns: Mapping[str, Any], entities: Sequence[int], first: int) -> None:
    """Write the name of `first` and those of the largest nodes, none over another."""
    ground = {"facecolor": _GROUND, "edgecolor": "none", "alpha": 0.75, "pad": 0.6}
    ranked = sorted(entities, key=lambda at: (at != first, -columns["size"][at], at))[: 5 * _NAMES]
    taken: list[tuple[float, float, float, float]] = []
    for at in ranked:
        name = _plain(columns["name"][at], 34)
        x, y = axes.transData.transform((columns["x"][at], columns["y"][at]))
        half, high = 3.4 * len(name) * _DPI / 100, 15 * _DPI / 100
        box = (x - half, x + half, y - 1.7 * high, y - 0.5 * high)
        if len(taken) < _NAMES and not any(_meet(box, other) for other in taken):
            taken.append(box)
            place = (columns["x"][at], columns["y"][at])
            style: dict[str, Any] = {"ha": "center", "va": "top", "size": 8, "color": _INK, "bbox": ground, "zorder": 3}
            axes.annotate(name, place, (0, -5), textcoords="offset points", **style)


def _meet(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[1] and other[0] < one[1] and one[2] < other[3] and other[2] < one[3]


def _plain(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"
