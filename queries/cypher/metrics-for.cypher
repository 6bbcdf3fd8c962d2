// Measures that papers on a task report.
//
// Group
//   Concepts
// Parameters
//   task (string, required): the concept's name, alias or id
//   limit (int, default 25): rows at most
// Columns
//   metric: the measure's name
//   papers: papers on the task that measure with it
//   id: the measure
// Example
//   paperatlas query metrics-for -p task="node classification"

WITH toLower($task) AS wanted
MATCH (c:Concept)<-[:ADDRESSES]-(p:Paper)-[:MEASURES]->(m:Concept)
WHERE c.id = $task OR toLower(c.name) = wanted OR any(alias IN c.aliases WHERE toLower(alias) = wanted)
RETURN m.name AS metric, count(DISTINCT p.id) AS papers, m.id AS id
ORDER BY papers DESC, id
LIMIT $limit
