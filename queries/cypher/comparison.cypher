// Comparison table for a task: methods by the datasets that papers on the task evaluate them on.
//
// Group
//   Methods and datasets
// Parameters
//   task (string, required): the concept's name, alias or id
//   limit (int, default 200): rows at most
// Columns
//   method: the method's name
//   dataset: the dataset's name
//   papers: papers on the task with both
//   proposed_by: those that propose the method
//   compared_by: those that compare with it
//   method_id: the method
//   dataset_id: the dataset
// Example
//   paperatlas query comparison -p task="node classification"

WITH toLower($task) AS wanted
MATCH (c:Concept)<-[:MENTIONS]-(p:Paper)-[m:MENTIONS]->(e:Method), (p)-[:EVALUATES_ON]->(d:Dataset)
WHERE (c.id = $task OR toLower(c.name) = wanted OR any(alias IN c.aliases WHERE toLower(alias) = wanted))
  AND m.role IN ['proposes', 'compares_with']
RETURN e.name AS method, d.name AS dataset, count(DISTINCT p.id) AS papers,
       sum(CASE WHEN m.role = 'proposes' THEN 1 ELSE 0 END) AS proposed_by,
       sum(CASE WHEN m.role = 'compares_with' THEN 1 ELSE 0 END) AS compared_by, e.id AS method_id, d.id AS dataset_id
ORDER BY papers DESC, proposed_by DESC, method_id, dataset_id
LIMIT $limit
