"""Positions: near is alike, nothing lies on anything, the same input gives the same places."""

import numpy as np
import pytest

from paperatlas.viz.layout import lay_out

NONE = np.empty((0, 2), dtype=np.int64)


def two_groups(papers: int) -> np.ndarray:
    """Papers of two groups, each with its own four shared entities and one entity alone."""
    shared = [(paper, 4 * (paper % 2) + entity) for paper in range(papers) for entity in range(4)]
    alone = [(paper, 8 + paper) for paper in range(papers)]
    return np.array(shared + alone, dtype=np.int64)


def sizes(count: int) -> np.ndarray:
    return np.full(count, 6.0)


def test_papers_of_one_group_lie_nearer_than_others():
    xy, _ = lay_out(30, 38, two_groups(30), NONE, sizes(68))
    papers = xy[:30]
    far = np.hypot(*(papers[:, None] - papers[None]).transpose(2, 0, 1))
    same = np.equal.outer(np.arange(30) % 2, np.arange(30) % 2)
    assert far[same].mean() < 0.6 * far[~same].mean()


def test_papers_do_not_touch():
    xy, reach = lay_out(30, 38, two_groups(30), NONE, sizes(68))
    far = np.hypot(*(xy[:30, None] - xy[None, :30]).transpose(2, 0, 1)) + 1e9 * np.eye(30)
    assert (far > 0.95 * np.add.outer(reach[:30], reach[:30])).all()


def test_entity_of_one_paper_stays_with_it():
    xy, reach = lay_out(30, 38, two_groups(30), NONE, sizes(68))
    assert (np.hypot(*(xy[:30] - xy[38:]).T) < reach[:30]).all()


def test_words_in_common_draw_papers_together():
    links = np.array([(paper, paper) for paper in range(12)], dtype=np.int64)
    words = np.array([(paper, paper % 2) for paper in range(12)], dtype=np.int64)
    xy, _ = lay_out(12, 12, links, words, sizes(24))
    even, odd = xy[:12:2].mean(axis=0), xy[1:12:2].mean(axis=0)
    within = np.hypot(*(xy[:12:2] - even).T).mean()
    assert np.hypot(*(even - odd)) > within


@pytest.mark.parametrize(("papers", "entities"), [(0, 0), (1, 0), (0, 3), (2, 0)])
def test_little_or_nothing_has_a_place_too(papers, entities):
    xy, reach = lay_out(papers, entities, NONE, NONE, sizes(papers + entities))
    assert xy.shape == (papers + entities, 2)
    assert np.isfinite(xy).all()
    assert len(np.unique(xy, axis=0)) == papers + entities == len(reach)


def test_same_input_gives_same_places():
    first, second = (lay_out(30, 38, two_groups(30), NONE, sizes(68))[0] for _ in range(2))
    assert first.tobytes() == second.tobytes()
