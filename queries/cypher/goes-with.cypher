// Entities that go with a given one: named in the same papers.
//
// Group
//   Network
// Parameters
//   name (string, required): an entity's name, alias or id
//   limit (int, default 25): rows at most
// Columns
//   name: the other entity's name
//   papers: papers that name both
//   npmi: how much more often than by chance, from -1 to 1
//   id: the other entity
// Example
//   paperatlas query goes-with -p name=Cora

WITH toLower($name) AS wanted
MATCH (e:Method|Dataset|Concept)-[c:CO_OCCURS]-(other:Method|Dataset|Concept)
WHERE e.id = $name OR toLower(e.name) = wanted OR any(alias IN e.aliases WHERE toLower(alias) = wanted)
RETURN other.name AS name, c.papers AS papers, c.npmi AS npmi, other.id AS id
ORDER BY papers DESC, npmi DESC, id
LIMIT $limit
