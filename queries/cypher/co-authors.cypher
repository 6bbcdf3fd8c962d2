// Authors who write together, and the concepts and methods that their papers share.
//
// Group
//   People and venues
// Parameters
//   least (int, default 1): papers that both must have written
//   limit (int, default 100): rows at most
// Columns
//   one: an author's name
//   other: the other's name
//   papers: papers by both
//   entities: entities that these papers name
//   one_id: the one
//   other_id: the other
// Example
//   paperatlas query co-authors -p least=2

MATCH (a:Author)<-[:WRITTEN_BY]-(p:Paper)-[:WRITTEN_BY]->(b:Author)
WHERE a.id < b.id
OPTIONAL MATCH (p)-[:MENTIONS]->(e:Method|Dataset|Concept)
WITH a, b, count(DISTINCT p.id) AS papers, count(DISTINCT e.id) AS entities
WHERE papers >= $least
RETURN a.name AS one, b.name AS other, papers, entities, a.id AS one_id, b.id AS other_id
ORDER BY papers DESC, one_id, other_id
LIMIT $limit
