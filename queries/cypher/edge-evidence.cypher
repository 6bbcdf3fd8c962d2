// Evidence for an edge: the sentences that relate two entities.
//
// Group
//   Evidence
// Parameters
//   one (string, required): an entity's name, alias or id
//   other (string, required): an entity's name, alias or id
//   limit (int, default 50): rows at most
// Columns
//   source: the name that the edge leads from
//   relationship: the type of the edge
//   target: the name that it leads to
//   sentence: a sentence behind it
//   source_id: the entity that it leads from
//   target_id: the entity that it leads to
// Example
//   paperatlas query edge-evidence -p one=DeepWeave -p other=Cora

WITH toLower($one) AS wanted, toLower($other) AS goal
MATCH (a:Method|Dataset|Concept)-[r:SUBCLASS_OF|EVALUATED_ON|USED_FOR|COMPARED_WITH|PART_OF]->(b:Method|Dataset|Concept)
WHERE ((a.id = $one OR toLower(a.name) = wanted OR any(alias IN a.aliases WHERE toLower(alias) = wanted))
    AND (b.id = $other OR toLower(b.name) = goal OR any(alias IN b.aliases WHERE toLower(alias) = goal)))
  OR ((b.id = $one OR toLower(b.name) = wanted OR any(alias IN b.aliases WHERE toLower(alias) = wanted))
    AND (a.id = $other OR toLower(a.name) = goal OR any(alias IN a.aliases WHERE toLower(alias) = goal)))
UNWIND r.evidence AS sentence
RETURN a.name AS source, type(r) AS relationship, b.name AS target, sentence, a.id AS source_id, b.id AS target_id
ORDER BY relationship, sentence, source_id, target_id
LIMIT $limit
