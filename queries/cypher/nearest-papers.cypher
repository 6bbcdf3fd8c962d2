// Papers nearest to a given one, by the entities they share, weighted by rarity.
//
// Group
//   Papers
// Parameters
//   paper (string, required): the paper's id or title
//   limit (int, default 10): rows at most
// Columns
//   paper: the other paper's title or display name
//   score: how near it is, from 0 to 1
//   shared: entities that both mention
//   id: the other paper
// Example
//   paperatlas query nearest-papers -p paper=inv-01

MATCH (p:Paper)-[s:SIMILAR_TO]-(other:Paper)
WHERE p.id = $paper OR toLower(p.title) = toLower($paper) OR toLower(p.display_name) = toLower($paper)
RETURN other.display_name AS paper, s.score AS score, s.shared AS shared, other.id AS id
ORDER BY score DESC, id
LIMIT $limit
