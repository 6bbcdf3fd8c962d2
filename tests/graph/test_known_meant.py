"""Which sense of a well-known short form a paper means that does not define it."""

from dataclasses import replace

import pytest

from paperatlas.extract.annotations import annotated_extraction
from paperatlas.graph.resolve import resolve_mentions
from paperatlas.records import Paper

DEFINED = ["coarse rooted decision tree", "CRDT"]
KNOWN = "conflict-free replicated data type"
LARGE = 400


def paper(number, *entities, label="Method", role="mentions", venue=None, kind=None):
    """Extract a paper of the entities given, each a surface or a list of surfaces."""
    held = [[entity] if isinstance(entity, str) else entity for entity in entities]
    rows = [{"name": own[0], "label": label, "kind": kind, "role": role, "surfaces": own} for own in held]
    text = "We study " + ", and ".join(surface for own in held for surface in own) + "."
    extracted = annotated_extraction(Paper(id=f"p{number}", abstract=text), rows)
    return replace(extracted, paper=replace(extracted.paper, venue=venue))


def others(count=LARGE):
    return [paper(f"other{number}", "gradient descent") for number in range(count)]


def node(number, surface, *papers):
    return resolve_mentions(papers).entity_ids[f"p{number}", 0, surface].split(":")[1]


@pytest.mark.parametrize(("surface", "long"), [("CRDTs", KNOWN), ("CRDT store", f"{KNOWN} store")])
@pytest.mark.parametrize("count", [0, LARGE])
def test_what_textbooks_use_for_one_thing_joins_it(surface, long, count):
    assert node(1, surface, paper(1, surface), paper(2, long), *others(count)) == long.replace(" ", "-")


@pytest.mark.parametrize(("count", "meant"), [(0, "coarse-rooted-decision-tree"), (LARGE, "crdt")])
def test_it_stays_alone_where_a_paper_defines_another_thing(count, meant):
    papers = [paper(1, "CRDT"), paper(2, KNOWN), paper(3, DEFINED), *others(count)]
    assert node(1, "CRDT", *papers) == meant
    assert node(3, "CRDT", *papers) == "coarse-rooted-decision-tree"


def test_it_joins_against_another_definition_where_the_other_names_speak_for_it():
    papers = [paper(n, KNOWN, "gossip protocol") for n in range(10, 14)]
    assert node(1, "CRDT", paper(1, "CRDT", "gossip protocol"), paper(2, DEFINED), *papers, *others()) == (
        KNOWN.replace(" ", "-")
    )


@pytest.mark.parametrize(("beside", "meant"), [("loom entropy", "mutual-information"), ("loom heart", "mi")])
def test_of_several_senses_the_other_names_must_speak_for_one(beside, meant):
    papers = [paper(n, "mutual information", "loom entropy") for n in range(10, 14)]
    papers += [paper(n, "myocardial infarction", "loom artery") for n in range(20, 24)]
    assert node(1, "MI", paper(1, "MI", beside), *papers, *others()) == meant


def test_two_letters_of_another_sort_than_the_sense_do_not_join_it():
    papers = [paper(n, "mutual information", "loom entropy") for n in range(10, 14)]
    measured = paper(1, "MI", "loom entropy", label="Dataset")
    assert node(1, "MI", measured, *papers, *others()) == "mi"


@pytest.mark.parametrize(
    ("beside", "meant"),
    [("programmable chip", "digital-signal-processor"), ("biped walking", "dsp"), ("loom entropy", "dsp")],
)
def test_of_several_senses_the_words_of_the_paper_must_speak_for_one(beside, meant):
    papers = [paper(1, "DSP", beside), paper(2, ["digital signal processor", "DSP"]), *others()]
    assert node(1, "DSP", *papers) == meant


@pytest.mark.parametrize(("venue", "meant"), [("ICRA 2020", "concentric-tube-robot"), (None, "ctr")])
def test_a_venue_where_papers_define_one_sense_alone_tells_it(venue, meant):
    papers = [paper(2, "concentric tube robot"), paper(3, "click-through rate")]
    assert node(1, "CTR", paper(1, "CTR", venue=venue), *papers, *others()) == meant


@pytest.mark.parametrize(
    ("role", "count", "meant"),
    [("proposes", LARGE, KNOWN.replace(" ", "-")), ("introduces", LARGE, "crdt"), ("proposes", 0, "crdt")],
)
def test_what_a_paper_seems_to_propose_is_what_textbooks_know_in_a_large_corpus(role, count, meant):
    assert node(1, "CRDT", paper(1, "CRDT", role=role), paper(2, KNOWN), *others(count)) == meant


@pytest.mark.parametrize(("count", "meant"), [(0, "coarse-rooted-decision-tree"), (LARGE, "crdt")])
def test_in_a_large_corpus_no_one_else_means_what_a_paper_calls_by_a_well_known_form(count, meant):
    assert node(1, "CRDT", paper(1, "CRDT"), paper(3, DEFINED), *others(count)) == meant


@pytest.mark.parametrize("count", [0, LARGE])
def test_a_name_is_not_written_out_by_what_one_paper_calls_by_a_well_known_form(count):
    defining = paper(3, ["loom penetration depth", "LPD"], ["penetration depth", "PD"])
    papers = [paper(1, "PD control"), paper(2, "penetration depth control"), defining, *others(count)]
    assert node(1, "PD control", *papers) == "pd-control"


def test_a_sense_of_another_sort_is_no_rival_of_the_first():
    measured = [paper(n, ["frames per second", "FPS"], label="Concept", kind="metric") for n in (2, 3)]
    papers = [*measured, paper(4, "farthest point sampling"), *others()]
    fast = paper(1, "FPS", "fast tracking", label="Concept", kind="metric")
    assert node(1, "FPS", fast, *papers) == "frames-per-second"
    assert node(1, "FPS", paper(1, "FPS"), *papers) == "fps"


def test_a_venue_that_is_sure_of_a_sense_tells_it_from_another_that_one_paper_defines():
    papers = [paper(2, "concentric tube robot"), paper(3, ["click-through rate", "CTR"])]
    assert node(1, "CTR", paper(1, "CTR", venue="ICRA 2020"), *papers, *others()) == "concentric-tube-robot"


@pytest.mark.parametrize(("short", "meant"), [("mLP", "mean-loom-precision"), ("MLP", "mlp")])
def test_small_letters_beside_capitals_tell_what_is_seen_as_another_sort(short, meant):
    measured = [
        paper(n, ["mean loom precision", short], "loom entropy", label="Concept", kind="metric") for n in range(10, 14)
    ]
    used = paper(1, short, "loom entropy", label="Dataset")
    assert node(1, short, used, *measured, *others()) == meant


@pytest.mark.parametrize(("venue", "meant"), [("ICML 2018", "mpc"), ("ICRA 2018", "model-predictive-control")])
def test_what_most_papers_define_is_not_meant_at_a_venue_that_means_other_things(venue, meant):
    defining = [paper(n, ["model predictive control", "MPC"], venue="RSS 2019") for n in range(10, 20)]
    elsewhere = [paper(30, ["multi-party computation", "MPC"], venue="ICLR 2020")]
    assert node(1, "MPC", paper(1, "MPC", venue=venue), *defining, *elsewhere, *others()) == meant
