import pytest

from paperatlas.extract.evaluate import fold, score_entities, score_lines


def entity(*surfaces, label="Method", kind=None, role="uses", **more):
    return {"name": surfaces[0], "label": label, "kind": kind, "role": role, "surfaces": list(surfaces), **more}


@pytest.mark.parametrize(
    "surface, expected",
    [
        ("our Graph-Convolutional Networks", "graph convolutional network"),
        (r"$\text{ID}^3$", "id^3"),
        ("Policies", "policy"),
        ("loss", "loss"),
    ],
)
def test_fold_sets_aside_what_annotators_write_differently(surface, expected):
    assert fold(surface) == expected


def test_match_needs_half_of_the_predicted_surfaces():
    gold = {"1": [entity("graph network")]}
    assert score_entities(gold, {"1": [entity("graph network", "GN")]}).found.hits == 1
    assert score_entities(gold, {"1": [entity("graph network", "GN", "net")]}).found.hits == 0


def test_optional_entity_costs_nothing_found_or_missed():
    gold = {"1": [entity("BERT"), entity("noise", label="Concept", kind="term", optional=True)]}
    for predicted in ([entity("BERT")], [entity("BERT"), entity("noise", label="Concept", kind="term")]):
        assert score_entities(gold, {"1": predicted}).labelled.f1 == 1


def test_paper_without_prediction_counts_as_missed():
    score = score_entities({"1": [entity("BERT")], "2": [entity("GAN")]}, {"1": [entity("BERT")]})
    assert (score.found.recall, score.found.precision) == (0.5, 1)


def test_figures_of_labels_kinds_roles_and_aliases():
    gold = {
        "1": [
            entity("graph convolutional network", "GCN", role="proposes"),
            entity("Cora", label="Dataset", role="evaluates_on"),
            entity("accuracy", label="Concept", kind="metric", role="measures"),
        ]
    }
    predicted = {
        "1": [
            entity("graph convolutional network", "GCN", role="proposes"),
            entity("Cora", label="Method"),
            entity("accuracy", label="Concept", kind="term", role="mentions"),
        ]
    }
    score = score_entities(gold, predicted)
    assert (score.found.hits, score.labelled.hits, score.labels["Dataset"].hits) == (3, 2, 0)
    assert (score.kind, score.role, score.aliases) == (0.0, 0.5, 1.0)
    assert (score.roles["proposes"].f1, score.roles["evaluates_on"].recall) == (1.0, 0.0)


def test_score_of_nothing_prints_without_division():
    assert score_lines(score_entities({}, {}))[-1] == "aliases        none"


def test_entities_without_a_role_count_once():
    rows = {"1": [{"name": "BERT", "label": "Method", "surfaces": ["BERT"]}]}
    assert (score_entities(rows, rows).found.gold, score_entities(rows, rows).found.predicted) == (1, 1)
