// Papers that bridge two topics: they name both, or entities that relate to both.
//
// Group
//   Gaps and bridges
// Parameters
//   one (string, required): an entity's name, alias or id
//   other (string, required): an entity's name, alias or id
//   limit (int, default 50): rows at most
// Columns
//   paper: the paper's title or display name
//   year: its year, where known
//   both: whether it names both topics itself
//   near_one: entities of the paper that share papers with the one
//   near_other: entities that share papers with the other
//   id: the paper
// Example
//   paperatlas query bridging-papers -p one="node classification" -p other="word embedding"

WITH toLower($one) AS wanted, toLower($other) AS goal
MATCH (a:Method|Dataset|Concept), (b:Method|Dataset|Concept)
WHERE a.id <> b.id
  AND (a.id = $one OR toLower(a.name) = wanted OR any(alias IN a.aliases WHERE toLower(alias) = wanted))
  AND (b.id = $other OR toLower(b.name) = goal OR any(alias IN b.aliases WHERE toLower(alias) = goal))
MATCH (a)-[:CO_OCCURS]-(x:Method|Dataset|Concept)<-[:MENTIONS]-(p:Paper)
MATCH (b)-[:CO_OCCURS]-(y:Method|Dataset|Concept)<-[:MENTIONS]-(p)
WHERE x.id <> b.id AND y.id <> a.id
WITH a, b, p, count(DISTINCT x.id) AS near_one, count(DISTINCT y.id) AS near_other
RETURN p.display_name AS paper, p.year AS year,
       EXISTS { MATCH (a)<-[:MENTIONS]-(p) } AND EXISTS { MATCH (b)<-[:MENTIONS]-(p) } AS both,
       near_one, near_other, p.id AS id
ORDER BY both DESC, near_one + near_other DESC, id
LIMIT $limit
