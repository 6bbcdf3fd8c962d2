// Methods that papers compare with a given one.
//
// Group
//   Methods and datasets
// Parameters
//   method (string, required): the method's name, alias or id
//   limit (int, default 25): rows at most
// Columns
//   method: the other method's name
//   papers: papers with a sentence that compares them
//   sentence: the first such sentence
//   id: the other method
// Example
//   paperatlas query compared-with -p method="graph weaving network"

WITH toLower($method) AS wanted
MATCH (m:Method)-[r:COMPARED_WITH]-(other:Method)
WHERE m.id = $method OR toLower(m.name) = wanted OR any(alias IN m.aliases WHERE toLower(alias) = wanted)
UNWIND r.evidence AS sentence
RETURN other.name AS method, r.papers AS papers, min(sentence) AS sentence, other.id AS id
ORDER BY papers DESC, id
LIMIT $limit
