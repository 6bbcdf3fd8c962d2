// Chains of "extends": a new method, what it builds on, and what that built on before.
//
// Group
//   Methods and datasets
// Parameters
//   limit (int, default 100): rows at most
// Columns
//   method: the newer method's name
//   extends: the method that its paper extends
//   which_extends: what the paper that proposed that one extends, where there is such a paper
//   paper: the paper of the newer method
//   year: its year, where known
//   method_id: the newer method
//   extends_id: the method that it extends
//   which_id: the oldest of the three
//   paper_id: the paper of the newer method
// Example
//   paperatlas query extends-chains

MATCH (new:Method)<-[:PROPOSES]-(p:Paper)-[:EXTENDS]->(old:Method)
OPTIONAL MATCH (old)<-[:PROPOSES]-(:Paper)-[:EXTENDS]->(oldest:Method)
WHERE oldest.id <> new.id
RETURN DISTINCT new.name AS method, old.name AS extends, oldest.name AS which_extends, p.display_name AS paper,
       p.year AS year, new.id AS method_id, old.id AS extends_id, oldest.id AS which_id, p.id AS paper_id
ORDER BY method_id, extends_id, which_id, paper_id
LIMIT $limit
