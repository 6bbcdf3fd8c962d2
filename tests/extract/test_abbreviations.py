import pytest

from paperatlas.extract.abbreviations import find_definitions


@pytest.mark.parametrize(
    "text, expected",
    [
        ("We use mindful memoization (MM) here.", [("MM", "mindful memoization")]),
        ("Mindful memoization (MM) is new.", [("MM", "Mindful memoization")]),
        ("Our graph convolutional networks (GCNs) learn.", [("GCNs", "graph convolutional networks")]),
        ("It needs retrieval-augmented generation (RAG).", [("RAG", "retrieval-augmented generation")]),
        ("We compare our agent on a rough local arena (CARLA).", []),
        ("It is made of looms that men are good enough to (ImageNet).", []),
        ("It is loosely optimized and mostly neat (LoomNet).", [("LoomNet", "loosely optimized and mostly neat")]),
        ("A new non-negative matrix factorization (NMF).", [("NMF", "non-negative matrix factorization")]),
        ("We grow our random forest (RF).", [("RF", "random forest")]),
        ("They live at high altitudes (Spenner et al., 1995).", []),
        ("SBMA (Spinal and bulbar muscular atrophy) is rare.", [("SBMA", "Spinal and bulbar muscular atrophy")]),
        ("We present Deep Diffusion Denoising (D^3).", [("D^3", "Deep Diffusion Denoising")]),
        ("We fit it by expectation maximization (i.e., EM).", [("EM", "expectation maximization")]),
        ("Large language models (LLMs, for short) talk.", [("LLMs", "Large language models")]),
        ("It is measured by the mean squared error (`MSE').", [("MSE", "mean squared error")]),
        ("A k-nearest neighbors (k-NN) baseline.", [("k-NN", "k-nearest neighbors")]),
        ("It was shown (see Figure 2) and (ours) wins.", []),
        ("", []),
    ],
)
def test_abbreviations_are_found_with_their_whole_long_form(text, expected):
    found = [(text[d.short_start : d.short_end], text[d.long_start : d.long_end]) for d in find_definitions(text)]
    assert found == expected
