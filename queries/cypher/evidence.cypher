// Sentences that name an entity.
//
// Group
//   Evidence
// Parameters
//   name (string, required): an entity's name, alias or id
//   limit (int, default 50): rows at most
// Columns
//   paper: the paper's title or display name
//   role: what the entity does in the paper
//   sentence: a sentence that names it
//   paper_id: the paper
//   id: the entity
// Example
//   paperatlas query evidence -p name=Cora

WITH toLower($name) AS wanted
MATCH (e:Method|Dataset|Concept)<-[m:MENTIONS]-(p:Paper)
WHERE e.id = $name OR toLower(e.name) = wanted OR any(alias IN e.aliases WHERE toLower(alias) = wanted)
UNWIND m.sentences AS sentence
RETURN DISTINCT p.display_name AS paper, m.role AS role, sentence, p.id AS paper_id, e.id AS id
ORDER BY paper_id, sentence, id
LIMIT $limit
