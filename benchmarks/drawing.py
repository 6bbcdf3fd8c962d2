"""The picture of what confidences are worth: reliability, and precision against recall."""

from collections.abc import Iterator, Mapping, Sequence

from confidence import Bin

from paperatlas.extract.evaluate import Score

SIDE, LEFT, TOP, GAP = 240, 50, 30, 80
_STYLE = (
    "text{font:12px sans-serif;fill:#222}.axis{fill:none;stroke:#888}.mark{fill:#0072b2}.line{fill:none;stroke:#0072b2}"
)


def draw_curves(bins: Sequence[Bin], curve: Mapping[float, Score]) -> str:
    """Return an SVG picture of two panels with axes from 0 to 1.

    Left: share of right mentions against their mean confidence, a dot's area growing with its mentions; on the dashed
    line confidence and share are equal. Right: labelled precision against recall at each value of --min-confidence.
    """
    second = LEFT + SIDE + GAP
    width, height = second + SIDE + 30, TOP + SIDE + 50
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">',
            f'<style>{_STYLE}</style><rect width="{width}" height="{height}" fill="#fff"/>',
            *_axes(LEFT, "mean confidence", "share right"),
            *_reliability(bins),
            *_axes(second, "recall", "precision"),
            *_precision(second, {at: (score.labelled.recall, score.labelled.precision) for at, score in curve.items()}),
            "</svg>\n",
        ]
    )


def _axes(left: int, below: str, beside: str) -> Iterator[str]:
    yield f'<rect class="axis" x="{left}" y="{TOP}" width="{SIDE}" height="{SIDE}"/>'
    for tenth in (0, 5, 10):
        x, y = _place(left, tenth / 10, tenth / 10)
        yield f'<text x="{x}" y="{TOP + SIDE + 16}" text-anchor="middle">{tenth / 10}</text>'
        yield f'<text x="{left - 6}" y="{y}" text-anchor="end" dominant-baseline="middle">{tenth / 10}</text>'
    yield f'<text x="{left + SIDE / 2}" y="{TOP + SIDE + 36}" text-anchor="middle">{below}</text>'
    yield f'<text x="{left}" y="{TOP - 10}">{beside}</text>'


def _reliability(bins: Sequence[Bin]) -> Iterator[str]:
    yield f'<line class="axis" stroke-dasharray="4" x1="{LEFT}" y1="{TOP + SIDE}" x2="{LEFT + SIDE}" y2="{TOP}"/>'
    most = max((held.mentions for held in bins), default=1)
    for held in bins:
        x, y = _place(LEFT, held.confidence, held.right)
        yield f'<circle class="mark" cx="{x}" cy="{y}" r="{2 + 8 * (held.mentions / most) ** 0.5:.1f}"/>'


def _precision(left: int, points: Mapping[float, tuple[float, float]]) -> Iterator[str]:
    places = {at: _place(left, *point) for at, point in sorted(points.items())}
    yield f'<polyline class="line" points="{" ".join(f"{x},{y}" for x, y in places.values())}"/>'
    for at, (x, y) in places.items():
        yield f'<circle class="mark" cx="{x}" cy="{y}" r="3"/><text x="{x + 6}" y="{y - 6}">{at:g}</text>'


def _place(left: int, across: float, up: float) -> tuple[float, float]:
    return round(left + SIDE * across, 1), round(TOP + SIDE * (1 - up), 1)
