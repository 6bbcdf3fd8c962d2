// Papers on a concept, those where it is a task or a measure first.
//
// Group
//   Concepts
// Parameters
//   concept (string, required): the concept's name, alias or id
//   limit (int, default 100): rows at most
// Columns
//   paper: the paper's title or display name
//   year: its year, where known
//   role: what the concept is in the paper
//   count: places where the paper names it
//   id: the paper
// Example
//   paperatlas query papers-on -p concept="node classification"

WITH toLower($concept) AS wanted
MATCH (c:Concept)<-[m:MENTIONS]-(p:Paper)
WHERE c.id = $concept OR toLower(c.name) = wanted OR any(alias IN c.aliases WHERE toLower(alias) = wanted)
RETURN p.display_name AS paper, p.year AS year, m.role AS role, m.count AS count, p.id AS id
ORDER BY role, count DESC, id
LIMIT $limit
