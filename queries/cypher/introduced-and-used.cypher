// Who proposed a method or introduced a dataset, and which other papers used it then.
//
// Group
//   Methods and datasets
// Parameters
//   limit (int, default 100): rows at most
// Columns
//   name: the method's or dataset's name
//   introduced_by: the paper that brought it
//   introduced_in: the year of that paper, where known
//   used_by: a paper of the same year or later that uses, extends, compares or evaluates on it
//   used_in: the year of that paper, where known
//   id: the method or dataset
//   introduced_id: the paper that brought it
//   used_id: the paper that used it
// Example
//   paperatlas query introduced-and-used -p limit=20

MATCH (first:Paper)-[:PROPOSES|INTRODUCES]->(e:Method|Dataset)
MATCH (e)<-[:USES|EXTENDS|COMPARES_WITH|EVALUATES_ON]-(later:Paper)
WHERE first.id <> later.id AND coalesce(later.year >= first.year, true)
RETURN DISTINCT e.name AS name, first.display_name AS introduced_by, first.year AS introduced_in,
       later.display_name AS used_by, later.year AS used_in, e.id AS id, first.id AS introduced_id, later.id AS used_id
ORDER BY id, introduced_id, used_id
LIMIT $limit
