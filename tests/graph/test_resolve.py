"""Which mentions become one entity, and why."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperatlas.extract.annotations import annotated_extraction
from paperatlas.graph.acronyms import meaning_of
from paperatlas.graph.resolve import resolve_mentions
from paperatlas.records import Abbreviation, Paper


def paper(number, *entities, text=None, label="Method"):
    """Extract a paper of the entities given, each a surface, a list of surfaces or a (surfaces, label) pair."""
    rows = []
    for entity in entities:
        surfaces, own = entity if isinstance(entity, tuple) else (entity, label)
        surfaces = [surfaces] if isinstance(surfaces, str) else surfaces
        rows.append({"name": surfaces[0], "label": own, "kind": None, "role": "mentions", "surfaces": surfaces})
    shown = text or "We study " + ", and ".join(surface for row in rows for surface in row["surfaces"]) + "."
    return annotated_extraction(Paper(id=f"p{number}", abstract=shown), rows)


def names(*extractions):
    return {entity.name for entity in resolve_mentions(extractions).entities}


@pytest.mark.parametrize(
    ("one", "other", "label"),
    [
        ("ImageNet", "ImageNet dataset", "Dataset"),
        ("Cora", "Cora dataset", "Dataset"),
        ("COCO", "COCO benchmark", "Dataset"),
        ("Adam", "Adam optimizer", "Method"),
        ("LoomBERT", "LoomBERT language model", "Method"),
        ("BERT", "BERT model", "Method"),
        ("Transformer", "Transformer architecture", "Method"),
        ("gradient descent", "gradient descent algorithm", "Method"),
        ("F1", "F1 score", "Concept"),
        ("actor-critic", "actor-critic algorithm", "Method"),
        ("Baxter", "Baxter robot", "Method"),
        ("Jacobian", "Jacobian matrix", "Concept"),
        ("softmax", "softmax function", "Concept"),
        ("EKF", "EKF filter", "Method"),
        ("triplet loss", "triplet loss functions", "Method"),
        ("Gaussian process", "Gaussian process models", "Method"),
    ],
)
def test_a_suffix_that_adds_nothing_joins(one, other, label):
    assert names(paper(1, one, label=label), paper(2, other, label=label)) == {one}


@pytest.mark.parametrize(
    ("one", "other", "label"),
    [
        ("diffusion", "diffusion model", "Method"),
        ("language", "language model", "Method"),
        ("inception", "inception score", "Concept"),
        ("Hopfield", "Hopfield network", "Method"),
        ("Multi-Loom", "multi-loom framework", "Method"),
        ("Loomer", "Loomer language model", "Method"),
        ("LOOM", "LOOM robot", "Method"),
        ("kernel", "kernel matrix", "Concept"),
        ("GPS", "GPS receiver", "Method"),
    ],
)
def test_a_suffix_that_is_part_of_the_name_stays(one, other, label):
    assert len(names(paper(1, one, label=label), paper(2, other, label=label))) == 2


def test_a_suffix_stays_where_the_rest_is_a_thing_of_another_label():
    assert names(paper(1, ("RL", "Concept")), paper(2, "RL algorithm")) == {"RL", "RL algorithm"}


@pytest.mark.parametrize("alone", ["GCN", "GCNs"])
def test_an_acronym_alone_joins_the_one_long_form_of_the_corpus(alone):
    defining = paper(1, ["graph convolutional networks", "GCN"])
    resolved = resolve_mentions([defining, paper(2, alone)])
    assert [entity.id for entity in resolved.entities] == ["Method:graph-convolutional-network"]
    assert resolved.entities[0].name == "graph convolutional network"


def test_a_dataset_of_words_run_together_is_not_what_the_words_say_elsewhere():
    papers = [paper(1, ("LoomFlow", "Dataset")), paper(2, ("loom flow", "Concept")), paper(3, ("loom flow", "Concept"))]
    assert names(*papers) == {"LoomFlow", "loom flow"}
    assert names(papers[0], paper(2, ("Loom Flow", "Dataset"))) == {"LoomFlow"}


def test_a_short_form_in_small_letters_goes_where_nearly_all_papers_have_it():
    defining = [paper(n, ["loom light ranging", "LLR"]) for n in range(10, 19)]
    assert names(paper(1, "llr"), *defining) == {"loom light ranging"}
    assert names(*(paper(n, "llr") for n in range(1, 5)), *defining) == {"loom light ranging", "llr"}


def test_what_one_paper_misreads_as_a_long_form_names_no_other_paper():
    misread = replace(paper(1, "LoomNet"), abbreviations=(Abbreviation("LoomNet", "long looms of old men and a tent"),))
    others = [paper(n, "LoomNet") for n in range(10, 30)]
    assert resolve_mentions([misread, *others]).entity_ids["p10", 0, "LoomNet"] == "Method:loomnet"


def test_a_group_is_not_its_algebra():
    assert names(paper(1, ("SE(3)", "Concept")), paper(2, ("se(3)", "Concept"))) == {"SE(3)", "se(3)"}


def test_two_long_forms_that_textbooks_have_for_one_short_form_are_one_thing():
    assert len(names(paper(1, "hybrid Monte Carlo"), paper(2, "Hamiltonian Monte Carlo"))) == 1
    assert len(names(paper(1, "model predictive control"), paper(2, "model predictive controller"))) == 2


@pytest.mark.parametrize(("short", "one"), [("LFT", True), ("LFTM", False)])
def test_a_long_form_with_a_last_word_that_its_short_form_lacks_is_the_one_without(short, one):
    defined = (Abbreviation(short, "loom feature transfer module"),)
    defining = replace(paper(1, ["loom feature transfer", short]), abbreviations=defined)
    assert (len(names(defining)) == 1) is one


def test_the_words_of_a_paper_speak_against_a_guess_of_what_a_short_form_means():
    text = (
        "We study MT by multilingual training. English and German sentences, source and target, with BLEU, a parallel "
    )
    guessed = paper(
        1, ["MT", "multilingual training"], text=text + "corpus, and bilingual translation of sentence pairs."
    )
    papers = [guessed, paper(2, ("machine translation", "Concept"))]
    assert resolve_mentions(papers).entity_ids["p1", 0, "MT"] == "Method:machine-translation"
    told = paper(1, ["MT", "multilingual training"], text=text.replace("by", "is") + "multilingual training (MT).")
    assert resolve_mentions([told, papers[1]]).entity_ids["p1", 0, "MT"] == "Method:multilingual-training"


def test_an_acronym_of_two_senses_goes_with_its_own_paper_else_stays_by_itself():
    first = paper(1, ["mindful memoization", "MM"])
    second = paper(2, ["mirror majorization", "MM"])
    resolved = resolve_mentions([first, second, paper(3, "MM")])
    assert {key[0]: entity for key, entity in resolved.entity_ids.items()} == {
        "p1": "Method:mindful-memoization",
        "p2": "Method:mirror-majorization",
        "p3": "Method:mm",
    }


def test_a_paper_that_defines_an_acronym_without_naming_both_forms_is_heard():
    short = replace(paper(1, "QRN"), abbreviations=(Abbreviation("QRN", "query reduction networks"),))
    assert names(short, paper(2, "query reduction network")) == {"query reduction network"}


def test_a_word_in_lower_case_is_no_acronym():
    assert names(paper(1, ["region adjacency graph", "RAG"]), paper(2, "rag")) == {"region adjacency graph", "rag"}


def test_a_grouping_error_never_joins_two_long_forms():
    wrong = paper(1, ["graph neural network", "neural network", "GNN"])
    right = [paper(2, ["graph neural network", "GNN"]), paper(3, "neural network"), paper(4, ["neural network", "NN"])]
    assert {"graph neural network", "neural network"} <= names(wrong, *right)


def test_what_one_paper_calls_by_a_longer_name_does_not_blur_an_acronym():
    deep = paper(1, ["deep convolutional neural network", "CNN"])
    plain = [paper(number, ["convolutional neural network", "CNN"]) for number in (2, 3)]
    resolved = resolve_mentions([deep, *plain, paper(4, "CNN")])
    assert resolved.entity_ids["p4", 0, "CNN"] == "Method:convolutional-neural-network"


def test_one_name_has_one_label_by_weighed_votes():
    papers = [paper(1, ("dropout", "Concept")), paper(2, ("dropout", "Method")), paper(3, ("dropout", "Method"))]
    assert [entity.id for entity in resolve_mentions(papers).entities] == ["Method:dropout"]


def test_an_unsure_majority_loses_to_a_sure_mention():
    unsure = [paper(1, ("dropout", "Concept")), paper(2, ("dropout", "Concept"))]
    unsure = [replace(one, mentions=tuple(replace(m, confidence=0.3) for m in one.mentions)) for one in unsure]
    assert [entity.label for entity in resolve_mentions([*unsure, paper(3, "dropout")]).entities] == ["Method"]


@pytest.mark.parametrize(
    ("surfaces", "name"),
    [
        (["ImageNet", "ImageNet", "Imagenet"], "ImageNet"),
        (["fine-tuning", "fine-tuning", "finetuning"], "fine-tuning"),
        (["Markov chains", "Markov chain"], "Markov chain"),
    ],
)
def test_the_name_is_the_form_of_most_papers(surfaces, name):
    papers = [paper(number, surface) for number, surface in enumerate(surfaces)]
    assert names(*papers) == {name}


def test_a_capital_that_only_starts_a_sentence_does_not_count():
    start = paper(1, "Contrastive learning", text="Contrastive learning works.")
    assert names(start, replace_id(start, "p2"), paper(3, "contrastive learning")) == {"contrastive learning"}


def test_the_only_form_of_a_name_loses_a_capital_that_only_starts_a_sentence():
    row = {"label": "Concept", "kind": "task", "role": "addresses", "surfaces": ["Graph generation"]}
    first = Paper(id="p1", abstract="Graph generation is hard.")
    assert names(annotated_extraction(first, [row | {"name": "graph generation"}])) == {"graph generation"}
    assert names(annotated_extraction(first, [row | {"name": "Graph generation"}])) == {"Graph generation"}


def test_ids_do_not_depend_on_how_often_a_spelling_is_used():
    few = [paper(1, "finetuning"), paper(2, "fine-tuning")]
    many = [*few, *(paper(number, "fine-tuning") for number in range(3, 9))]
    assert {entity.id for entity in resolve_mentions(few).entities} == {e.id for e in resolve_mentions(many).entities}


def test_merges_say_by_which_rule_each_surface_joined():
    papers = [
        paper(1, ["graph convolutional networks", "GCN"]),
        paper(2, "GCN"),
        paper(3, "graph convolutional network"),
    ]
    rules = {(merge.surface, merge.papers): merge.rule for merge in resolve_mentions(papers).merges}
    assert rules == {
        ("graph convolutional networks", ("p1",)): "form",
        ("GCN", ("p1",)): "acronym",
        ("GCN", ("p2",)): "acronym-elsewhere",
        ("graph convolutional network", ("p3",)): "name",
    }


def test_order_of_papers_changes_nothing(invented):
    shuffled = random.Random(7).sample(invented, len(invented))
    assert resolve_mentions(shuffled) == resolve_mentions(invented)


def test_the_invented_corpus_has_the_entities_that_its_readers_see(invented):
    resolved = resolve_mentions(invented)
    entities = {entity.id: entity for entity in resolved.entities}
    assert {at[0]: id for at, id in resolved.entity_ids.items() if at[2] == "RAG"} == {
        "inv-03": "Method:region-adjacency-graph",
        "inv-09": "Method:retrieval-augmented-generation",
        "inv-12": "Method:retrieval-augmented-generation",
        "inv-15": "Method:retrieval-augmented-generation",
        "inv-18": "Method:region-adjacency-graph",
    }
    assert {id for id, entity in entities.items() if "CP" in entity.aliases} == {
        "Method:conformal-prediction",
        "Method:constraint-programming",
    }
    assert entities["Dataset:papercites"].aliases == ("PaperCites corpus",)
    assert entities["Method:c++"].name == "C++"


def test_no_papers_give_nothing():
    assert resolve_mentions([]).entities == ()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Principal Components Analysis", "principal component analysis"),
        ("robotic grasping", "robot grasping"),
        ("neural implicit representation", "implicit neural representations"),
        ("rate of convergence", "convergence rates"),
        ("temporal and spatial information", "spatial-temporal information"),
        ("mobile loom control", "control of mobile looms"),
        ("detection of the lane marks", "lane mark detection"),
        ("center of mass", "mass centre"),
        ("kinematics models", "kinematic model"),
        ("micro air vehicle", "micro aerial vehicles"),
        ("robotics weaving", "robot weaving"),
        ("cluttered backgrounds", "clutter background"),
        ("manoeuvring", "maneuvering"),
        ("generative adversarial networks (GANs)", "generative adversarial network"),
        ("region-growing)-based", "region growing"),
    ],
)
def test_forms_that_differ_by_words_that_say_the_same_join(one, other):
    assert len(names(paper(1, one), paper(2, other))) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("time of flight", "flight time"),
        ("text-to-image generation", "image-to-text generation"),
        ("point of interest", "interest point"),
        ("detection and tracking", "tracking detection"),
        ("graph matching", "matching graph"),
        ("energy-based model", "energy"),
        ("Gaussian model", "Gaussian"),
        ("multi-armed bandit", "contextual bandit"),
    ],
)
def test_forms_that_differ_by_words_that_tell_stay_apart(one, other):
    assert len(names(paper(1, one), paper(2, other))) == 2


def test_capitals_tell_an_acronym_from_an_ordinary_word():
    words = [paper(1, "feature map"), paper(2, "depth map"), paper(3, "maps")]
    resolved = resolve_mentions([*words, paper(4, ("mAP", "Concept"))])
    assert {"Method:map", "Concept:MAP"} <= {entity.id for entity in resolved.entities}


def test_a_short_form_in_a_name_is_written_out_where_the_long_name_is_known():
    papers = [
        paper(1, ["reinforcement learning", "RL"]),
        paper(2, "offline RL"),
        paper(3, "offline reinforcement learning"),
    ]
    assert names(*papers) == {"reinforcement learning", "offline reinforcement learning"}


def test_a_short_form_of_two_senses_goes_with_what_stands_beside_it():
    vision = [paper(n, ["region adjacency graph", "RAG"], "leaf segmentation", "watershed") for n in (1, 2, 3)]
    language = [paper(n, ["retrieval-augmented generation", "RAG"], "question answering") for n in (4, 5, 6)]
    others = [paper(n, "gradient descent") for n in range(8, 30)]
    resolved = resolve_mentions([*vision, *language, *others, paper(7, "RAG", "leaf segmentation", "watershed")])
    assert resolved.entity_ids["p7", 0, "RAG"] == "Method:region-adjacency-graph"
    assert "context" in {merge.rule for merge in resolved.merges if "p7" in merge.papers}


def test_senses_whose_words_only_begin_alike_are_told_apart_by_what_stands_beside():
    points = [paper(n, ["point network", "PN"], "point cloud") for n in (1, 2, 3)]
    pointers = [paper(n, ["pointer network", "PN"], "summarization") for n in (4, 5, 6, 7)]
    others = [paper(n, "gradient descent") for n in range(9, 90)]
    resolved = resolve_mentions([*points, *pointers, *others, paper(8, "PN", "point cloud")])
    assert resolved.entity_ids["p8", 0, "PN"] == "Method:point-network"


@pytest.mark.parametrize(
    ("short", "long", "label"),
    [
        ("CNN", "convolutional neural network", "Method"),
        ("CNNs", "convolutional neural networks", "Method"),
        ("RL", "reinforcement learning", "Method"),
        ("mAP", "mean average precision", "Concept"),
        ("RANSAC", "Random Sample Consensus", "Method"),
        ("MLE", "maximum likelihood estimators", "Method"),
    ],
)
def test_a_well_known_short_form_that_no_paper_defines_joins_its_long_form(short, long, label):
    resolved = resolve_mentions([paper(1, long, label=label), paper(2, short, label=label)])
    assert len(resolved.entities) == 1
    assert {merge.surface: merge.rule for merge in resolved.merges}[short] == "well-known"


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("LDA", "latent Dirichlet allocation"),
        ("LDA", "linear discriminant analysis"),
        ("CRF", "conditional random field"),
        ("MM", "majorization minimization"),
        ("MAP", "mean average precision"),
        ("CNN", "common neighbor network"),
    ],
)
def test_a_short_form_of_many_meanings_or_of_another_stays_by_itself(short, long):
    assert len(names(paper(1, long), paper(2, short))) == 2


@pytest.mark.parametrize(("venue", "joined"), [("ICML 2009", True), ("ICRA 2009", False), (None, False)])
def test_a_well_known_short_form_with_a_rival_needs_a_venue_that_is_sure_of_it(venue, joined):
    alone = paper(2, "ODE")
    placed = replace(alone, paper=replace(alone.paper, venue=venue))
    assert (len(names(paper(1, "ordinary differential equation"), placed)) == 1) is joined


def test_what_is_well_known_adds_no_name():
    assert names(paper(1, "CNN"), paper(2, "CNN"), paper(3, "graph")) == {"CNN", "graph"}


@pytest.mark.parametrize(
    ("defining", "others", "label"), [(1, 0, "cnn"), (2, 400, "cnn"), (1, 400, "convolutional-neural-network")]
)
def test_what_papers_define_comes_before_what_is_well_known_but_for_one_of_very_many(defining, others, label):
    papers = [paper(n, ["common neighbor network", "CNN"]) for n in range(defining)]
    papers += [paper(n, "CNN") for n in range(10, 30)] + [paper(n, "gradient descent") for n in range(50, 50 + others)]
    resolved = resolve_mentions([*papers, paper(40, "convolutional neural network")])
    assert resolved.entity_ids["p20", 0, "CNN"] == f"Method:{label}"


@pytest.mark.parametrize("others", [0, 400])
def test_definitions_of_a_short_form_that_is_no_name_of_theirs_bar_what_is_well_known(others):
    defined = (Abbreviation("CNN", "common neighbor network"),)
    papers = [replace(paper(n, "common neighbor network"), abbreviations=defined) for n in range(4)]
    papers += [paper(n, "CNN") for n in range(10, 30)] + [paper(n, "gradient descent") for n in range(50, 50 + others)]
    resolved = resolve_mentions([*papers, paper(40, "convolutional neural network")])
    assert resolved.entity_ids["p20", 0, "CNN"] == "Method:cnn"


def test_what_is_well_known_goes_to_the_long_form_that_papers_define():
    papers = [paper(1, ["convolutional network", "CNN"]), paper(2, "convolutional neural network")]
    papers += [paper(n, "CNN") for n in range(10, 30)]
    resolved = resolve_mentions(papers)
    nodes = {entity for (_, _, surface), entity in resolved.entity_ids.items() if surface == "CNN"}
    assert nodes == {"Method:convolutional-network"}


def test_the_one_definition_of_few_papers_holds_for_all():
    defining = paper(2, ["common neighbor network", "CNN"])
    resolved = resolve_mentions([paper(1, "convolutional neural network"), defining, paper(3, "CNN")])
    short = {key[0]: entity for key, entity in resolved.entity_ids.items() if key[2] == "CNN"}
    assert short == dict.fromkeys(("p2", "p3"), "Method:common-neighbor-network")


def test_what_a_paper_proposes_is_not_what_is_well_known():
    rows = [{"name": "CNN", "label": "Method", "kind": None, "role": "proposes", "surfaces": ["CNN"]}]
    proposing = annotated_extraction(Paper(id="p2", abstract="We propose CNN."), rows)
    assert len(names(paper(1, "convolutional neural network"), proposing)) == 2


def test_a_dataset_is_no_well_known_method_of_the_same_letters():
    assert len(names(paper(1, "convolutional neural network"), paper(2, "CNN", label="Dataset"))) == 2


def test_a_well_known_short_form_in_a_name_is_written_out():
    assert names(paper(1, "Gaussian process prior"), paper(2, "GP priors")) == {"Gaussian process prior"}


@pytest.mark.parametrize(
    ("defined", "short", "long"),
    [
        (["common neighbor network", "CNN"], "CNN classifier", "convolutional neural network classifier"),
        (["graph policy", "GP"], "GP prior", "Gaussian process prior"),
    ],
)
@pytest.mark.parametrize("known", [0, 4])
def test_a_short_form_in_a_name_is_written_out_as_its_own_paper_defines_it_alone(defined, short, long, known):
    meant = [paper(n, [long.rsplit(maxsplit=1)[0], defined[1]]) for n in range(10, 10 + known)]
    resolved = resolve_mentions([*meant, paper(1, defined, short), paper(2, long)])
    assert resolved.entity_ids["p1", 1, short] != resolved.entity_ids["p2", 0, long]


@pytest.mark.parametrize(("beside", "joined"), [("graph policy", False), ("loom policy", True)])
def test_a_short_form_in_a_name_is_not_written_out_against_a_name_of_the_paper_with_its_initials(beside, joined):
    meant = [paper(n, ["Gaussian process", "GP"]) for n in range(10, 14)]
    resolved = resolve_mentions([*meant, paper(1, "GP prior", beside), paper(2, "Gaussian process prior")])
    assert (resolved.entity_ids["p1", 0, "GP prior"] == "Method:gaussian-process-prior") is joined


def test_a_name_is_written_out_for_others_than_the_paper_that_means_another_thing():
    meant = [paper(n, ["Gaussian process", "GP"]) for n in range(10, 14)]
    papers = [
        *meant,
        paper(1, ["graph policy", "GP"], "GP prior"),
        paper(2, "GP prior"),
        paper(3, "Gaussian process prior"),
    ]
    resolved = resolve_mentions(papers)
    assert {resolved.entity_ids["p2", 0, "GP prior"]} == {"Method:gaussian-process-prior"}
    assert resolved.entity_ids["p1", 1, "GP prior"] == "Method:gp-prior"


@pytest.mark.parametrize(
    ("venue", "others", "joined"),
    [
        ("ICML 2009", [], True),
        ("ICML 2009", [["camera response function", "CRF"]], True),
        ("ICML 2009", [["camera response function", "CRF"]] * 3, False),
        (None, [], False),
        (None, [["camera response function", "CRF"]], False),
    ],
)
def test_a_well_known_short_form_in_a_name_is_written_out_where_it_is_clear(venue, others, joined):
    alone = paper(2, "CRF loss")
    placed = replace(alone, paper=replace(alone.paper, venue=venue))
    defining = [paper(n, entity) for n, entity in enumerate(others, 3)]
    assert ("CRF loss" not in names(paper(1, "conditional random field loss"), placed, *defining)) is joined


def test_names_that_one_paper_takes_for_one_thing_stay_apart():
    slip = paper(1, ["feed-forward network", "large language model"], ["AdamA", "LionB", "SophiaC"])
    found = names(slip, paper(2, "large language model"))
    assert {"feed-forward network", "large language model", "AdamA", "LionB", "SophiaC"} <= found


def test_what_the_text_defines_comes_before_a_title_with_the_same_initials():
    entity = ["Multi-thread Loom Control", "MLC"]
    defining = replace(paper(1, entity), abbreviations=(Abbreviation("MLC", "mechanical loom control"),))
    resolved = resolve_mentions([defining, paper(2, "mechanical loom control")])
    assert resolved.entity_ids["p1", 0, "MLC"] == "Method:mechanical-loom-control"


def test_a_word_in_capitals_gives_all_its_letters():
    assert names(paper(1, ["generalized CLT", "GCLT"])) == {"generalized CLT"}


def test_a_long_form_that_does_not_spell_the_short_one_is_no_rival_of_the_one_that_does():
    wrong = replace(
        paper(1, "PLNR"), abbreviations=(Abbreviation("PLNR", "pace in loom mending with a few number rules"),)
    )
    wrong = replace(
        wrong, mentions=(*wrong.mentions, *paper(1, "pace in loom mending with a few number rules").mentions)
    )
    defining = paper(2, ["peak loom noise ratio", "PLNR"])
    others = [paper(number, "gradient descent") for number in range(10, 400)]
    resolved = resolve_mentions([wrong, defining, *others, paper(3, "PLNR")])
    assert resolved.entity_ids["p3", 0, "PLNR"] == "Method:peak-loom-noise-ratio"


def test_words_that_the_letters_skip_are_no_rival_of_a_sense_that_more_papers_spell():
    defining = [paper(number, ["mesh of xylems", "MoX"]) for number in range(2)]
    rival = replace(
        paper(2, "mesh of loomed xylems", "MoX"), abbreviations=(Abbreviation("MoX", "mesh of loomed xylems"),)
    )
    others = [paper(number, "gradient descent") for number in range(10, 400)]
    resolved = resolve_mentions([*defining, rival, *others, paper(3, "MoX")])
    assert resolved.entity_ids["p3", 0, "MoX"] == "Method:mesh-of-xylem"


@pytest.mark.parametrize(("short", "joined"), [("LoomNet", True), ("LOOMN", False)])
def test_a_thing_of_one_paper_that_many_use_is_meant_where_its_name_mixes_small_letters(short, joined):
    own = {"name": "loom network", "label": "Method", "kind": None, "role": "proposes"}
    proposing = annotated_extraction(
        Paper(id="p1", abstract=f"We propose loom network ({short}) on WeaveSet."),
        [
            {**own, "surfaces": ["loom network", short]},
            {**own, "name": "WeaveSet", "role": "mentions", "surfaces": ["WeaveSet"]},
        ],
    )
    using = [paper(number, short, "WeaveSet") for number in range(10, 30)]
    others = [paper(number, "gradient descent") for number in range(100, 500)]
    resolved = resolve_mentions([proposing, *using, *others])
    assert (resolved.entity_ids["p15", 0, short] == "Method:loom-network") == joined


def test_a_definition_that_begins_inside_a_word_is_no_name():
    entity = ["Mono-matter mesh weaving", "MMW"]
    defining = replace(paper(1, entity), abbreviations=(Abbreviation("MMW", "matter mesh weaving"),))
    assert names(defining) == {"Mono-matter mesh weaving"}


def test_what_a_verb_does_is_not_its_noun_though_one_acronym_stands_for_both():
    papers = [paper(1, ["hidden loom model", "HLM"]), paper(2, ["hidden loom modeling", "HLM"]), paper(3, "HLM")]
    assert names(*papers) == {"hidden loom model", "hidden loom modeling"}


@pytest.mark.parametrize(
    ("venue", "label", "joined"),
    [
        ("Weaving 2020", "Method", True),
        ("Robots 2016", "Method", False),
        (None, "Method", True),
        ("Weaving 2020", "Dataset", False),
    ],
)
def test_in_a_large_corpus_three_letters_need_a_venue_that_knows_them_or_a_name_beside_them(venue, label, joined):
    def at(place, extraction):
        return replace(extraction, paper=replace(extraction.paper, venue=place))

    defining = [at("Weaving 2019", paper(n, ["ordinary loom equation", "OLE"])) for n in range(4)]
    others = [at("Robots 2015", paper(n, "gradient descent")) for n in range(10, 400)]
    resolved = resolve_mentions([*defining, *others, at(venue, paper(5, ("OLE", label)))])
    assert (resolved.entity_ids["p5", 0, "OLE"] == "Method:ordinary-loom-equation") == joined


@pytest.mark.parametrize(("label", "joined"), [("Dataset", True), ("Method", False)])
def test_in_a_large_corpus_four_letters_of_another_sort_and_venue_are_not_the_one_sense(label, joined):
    def at(place, extraction):
        return replace(extraction, paper=replace(extraction.paper, venue=place))

    defining = at("Weaving 2019", paper(1, (["loom data kinds set", "LDKS"], "Dataset")))
    others = [at("Robots 2015", paper(n, "gradient descent")) for n in range(10, 400)]
    resolved = resolve_mentions([defining, *others, at("Robots 2016", paper(5, ("LDKS", label)))])
    assert (resolved.entity_ids["p5", 0, "LDKS"] == "Dataset:loom-data-kinds-set") == joined


def test_in_a_large_corpus_what_can_be_spoken_as_a_word_is_not_what_one_paper_elsewhere_defines():
    defining = paper(1, (["loom of useful dyes", "LOUD"], "Dataset"))
    defining = replace(defining, paper=replace(defining.paper, venue="Weaving 2019"))
    using = paper(5, ("LOUD", "Dataset"))
    using = replace(using, paper=replace(using.paper, venue="Robots 2016"))
    resolved = resolve_mentions([defining, using, *(paper(n, "gradient descent") for n in range(10, 400))])
    assert resolved.entity_ids["p5", 0, "LOUD"] == "Dataset:loud"


def test_the_name_of_two_orders_is_the_one_that_most_papers_use():
    papers = [paper(1, "detection of faults"), paper(2, "fault detection"), paper(3, "fault detection")]
    assert names(*papers) == {"fault detection"}


def test_spellings_that_two_short_forms_rank_differently_join():
    one, other = "neural looming network", "neural loom networks"
    papers = [paper(n, [one, "NLN"]) for n in (1, 2)] + [paper(3, [other, "NLN"])]
    papers += [paper(n, [other, "NLoN"]) for n in (4, 5)] + [paper(6, [one, "NLoN"])]
    assert len(resolve_mentions(papers).entities) == 1


@pytest.mark.parametrize(
    ("short", "one", "other", "joined"),
    [
        ("WPU", "warp processing unit", "warp processor unit", True),
        ("LTM", "loom transfer machine", "loom transmission machine", False),
        ("LLP", "linear loom programming", "linear loom program", False),
        ("EWG", "electroweavogram", "electroweavography", True),
    ],
)
def test_long_forms_of_one_short_form_that_differ_by_endings_before_the_last_word_join(short, one, other, joined):
    resolved = resolve_mentions([paper(1, [one, short]), paper(2, [other, short]), paper(3, one), paper(4, other)])
    assert (len(resolved.entities) == 1) is joined


def test_long_forms_of_small_words_alone_are_read():
    papers = [paper(1, ["in on", "IO"]), paper(2, ["in of", "IO"])]
    assert names(*papers) >= {"in on", "in of"}


def test_what_two_papers_propose_by_such_long_forms_is_two_things():
    def proposed(number, long):
        rows = [{"name": long, "label": "Method", "kind": None, "role": "proposes", "surfaces": [long, "LPN"]}]
        return annotated_extraction(Paper(id=f"p{number}", abstract=f"We present {long} (LPN)."), rows)

    papers = [proposed(1, "loom processing network"), proposed(2, "loom processor network")]
    assert len(resolve_mentions(papers).entities) == 2


@pytest.mark.parametrize(("text", "joined"), [("{} ({}) weaves.", True), ("{} and {} weave.", False)])
def test_a_second_name_may_begin_with_the_word_that_the_first_begins_with(text, joined):
    both = ["3D-aware Loom-Guided Weaving Model", "3D-LGAN"]
    papers = [paper(1, both, text=text.format(*both)), paper(2, "gradient descent")]
    assert (len(resolve_mentions(papers).entities) == 2) is joined


def test_a_second_name_that_the_text_gives_is_an_alias():
    title = paper(1, ["Stripformer", "woven transformer"], text="Stripformer: woven transformer. Stripformer learns.")
    assert names(title) == {"woven transformer"} or names(title) == {"Stripformer"}


def test_a_name_that_is_a_method_here_and_a_dataset_there_is_two():
    rows = {"name": "Gibson", "kind": None, "surfaces": ["Gibson"]}
    method, data = {**rows, "label": "Method", "role": "proposes"}, {**rows, "label": "Dataset", "role": "evaluates_on"}
    papers = [
        annotated_extraction(Paper(id=f"p{number}", abstract="We see Gibson."), [method if number % 2 else data])
        for number in range(6)
    ]
    assert {entity.id for entity in resolve_mentions(papers).entities} == {"Method:gibson", "Dataset:gibson"}


@given(st.randoms(use_true_random=False), st.integers(0, 19))
@settings(max_examples=20, deadline=None)
def test_any_order_of_any_papers_gives_the_same(invented, shuffler, count):
    papers = shuffler.sample(invented, min(count, len(invented)))
    assert resolve_mentions(papers) == resolve_mentions(sorted(papers, key=lambda one: one.paper.id))


@given(st.lists(st.lists(st.text(min_size=1, max_size=12), min_size=1, max_size=3), max_size=4))
@settings(max_examples=60, deadline=None)
def test_any_names_have_one_node_each(entities):
    papers = [paper(number, *held, text=" ".join(held)) for number, held in enumerate(entities)]
    resolved = resolve_mentions(papers)
    assert all(resolved.entity_of(mention) for one in papers for mention in one.mentions)
    assert len({entity.id for entity in resolved.entities}) == len(resolved.entities)


@pytest.mark.parametrize(
    ("short", "long", "meaning"),
    [
        ("SSL", "self-supervised learning", "self-supervised learning"),
        ("OOD", "out-of-distribution detection", "out-of-distribution"),
        ("VAE", "deep variational autoencoders", "variational autoencoders"),
        ("DropBP", "Dropping Backward Propagation", "Dropping Backward Propagation"),
        ("ViT", "vision transformer", "vision transformer"),
        ("GAN", "GAN loss", None),
        ("GCN", "language model", None),
    ],
)
def test_the_part_of_a_long_form_that_an_acronym_means(short, long, meaning):
    assert meaning_of(short, long) == meaning


@pytest.mark.parametrize(
    ("longs", "senses"),
    [
        (["convolutional neural network", "convolution neural network"], 1),
        (["convolutional neural network", "convolutional network"], 1),
        (["cellular neural network", "convolutional neural network"], 2),
    ],
)
def test_spellings_of_one_meaning_are_no_second_meaning(longs, senses):
    papers = [paper(number, [long, "CNN"]) for number, long in enumerate(longs)]
    resolved = resolve_mentions(papers)
    assert len({entity for at, entity in resolved.entity_ids.items() if at[2] == "CNN"}) == senses


def replace_id(extraction, identifier):
    mentions = tuple(replace(mention, paper_id=identifier) for mention in extraction.mentions)
    return replace(extraction, paper=replace(extraction.paper, id=identifier), mentions=mentions)
