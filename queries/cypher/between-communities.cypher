// Papers between communities: those whose entities belong to most of them.
//
// Group
//   Gaps and bridges
// Parameters
//   limit (int, default 25): rows at most
// Columns
//   paper: the paper's title or display name
//   communities: communities that its entities belong to
//   entities: its entities that have a community
//   own: the community of most of them
//   id: the paper
// Example
//   paperatlas query between-communities

MATCH (p:Paper)-[:MENTIONS]->(e:Method|Dataset|Concept)
WHERE e.community IS NOT NULL
WITH p, count(DISTINCT e.community) AS communities, count(DISTINCT e.id) AS entities
WHERE communities > 1
RETURN p.display_name AS paper, communities, entities, p.community_name AS own, p.id AS id
ORDER BY communities DESC, entities, id
LIMIT $limit
