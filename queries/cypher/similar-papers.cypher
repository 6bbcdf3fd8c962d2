// Papers that share most entities with a given one.
//
// Group
//   Papers
// Parameters
//   paper (string, required): the paper's id or title
//   limit (int, default 10): rows at most
// Columns
//   id: the other paper
//   paper: its title or display name
//   shared: entities that both mention
//   weight: the same, each entity counted as one over its papers, so that rare ones count more
// Example
//   paperatlas query similar-papers -p paper=inv-01

MATCH (p:Paper)-[:MENTIONS]->(e:Method|Dataset|Concept)<-[:MENTIONS]-(other:Paper)
WHERE (p.id = $paper OR toLower(p.title) = toLower($paper) OR toLower(p.display_name) = toLower($paper))
  AND p.id <> other.id
RETURN other.id AS id, other.display_name AS paper, count(DISTINCT e.id) AS shared, sum(1.0 / e.papers) AS weight
ORDER BY shared DESC, id
LIMIT $limit
