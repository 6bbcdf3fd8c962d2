"""The records that flow from files to the graph: Paper, Mention, Relation, Extraction, and what reading reports."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Paper:
    """One paper as its file gives it; `abstract` and `title` are raw text.

    `source` names the file and the position in it. `abstract` may be empty where the record has only a title.
    """

    id: str
    title: str | None = None
    abstract: str = ""
    authors: tuple[str, ...] = ()
    venue: str | None = None
    year: int | None = None
    url: str | None = None
    keywords: tuple[str, ...] = ()
    source: str = ""


@dataclass(frozen=True, slots=True)
class Mention:
    """One place where a paper names an entity.

    `field` is "title" or "abstract"; `start` and `end` are half-open characters of that RAW field, and `text` is that
    slice. `entity` groups the mentions of one entity within the paper: an index from 0. `name` is its clean form to
    show. `confidence` lies in 0 to 1, rounded to 3 places. `extractor` is "model", "lexicon" or "annotation".
    """

    paper_id: str
    entity: int
    name: str
    text: str
    label: str
    kind: str | None
    role: str
    field: str
    start: int
    end: int
    sentence_start: int
    sentence_end: int
    confidence: float = 1.0
    extractor: str = "model"


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation between two mentions of one paper, with the sentence that states it."""

    head: Mention
    tail: Mention
    type: str
    evidence: str
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Abbreviation:
    """A short form that a paper defines, with its long form, both as cleaned text."""

    short: str
    long: str


@dataclass(frozen=True, slots=True)
class Problem:
    """Something passed over: `where` (file, line or record) and `reason` (one line)."""

    where: str
    reason: str


@dataclass(frozen=True, slots=True)
class Extraction:
    """All that was found in one paper. `mentions` stand in text order, title first."""

    paper: Paper
    mentions: tuple[Mention, ...] = ()
    relations: tuple[Relation, ...] = ()
    abbreviations: tuple[Abbreviation, ...] = ()
    skipped: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """What reading files gave: `read` records = papers + skipped + failed.

    `skipped` are records with nothing to use (no text), `failed` are records that could not be parsed, `notes` speak of
    papers that are used all the same (no abstract, no year that can be read, a repeated id).
    """

    papers: tuple[Paper, ...] = ()
    skipped: tuple[Problem, ...] = ()
    failed: tuple[Problem, ...] = ()
    notes: tuple[Problem, ...] = ()

    @property
    def read(self) -> int:
        """Count of records seen."""
        return len(self.papers) + len(self.skipped) + len(self.failed)
