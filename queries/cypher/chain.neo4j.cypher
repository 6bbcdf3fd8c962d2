// The shortest chains between two names: all of the least length, up to 8 steps, one row for each step.
//
// Group
//   Network
// Parameters
//   from (string, required): a paper's id or title, or an entity's name, alias or id
//   to (string, required): the other end, likewise
//   limit (int, default 200): rows at most
// Columns
//   chain: the ids along the chain
//   step: the step's number, from 1
//   source_name: the name or title that the step leads from
//   relationship: the type of the edge
//   target_name: the name or title that it leads to
//   source_id: the node that the step leads from
//   target_id: the node that it leads to
// Example
//   paperatlas query chain -p from=DeepWalk -p to=word2vec

WITH toLower($from) AS wanted, toLower($to) AS goal
MATCH (a:Paper|Entity), (b:Paper|Entity)
WHERE a.id <> b.id
  AND (a.id = $from OR toLower(a.name) = wanted OR any(alias IN a.aliases WHERE toLower(alias) = wanted)
    OR toLower(a.title) = wanted OR toLower(a.display_name) = wanted)
  AND (b.id = $to OR toLower(b.name) = goal OR any(alias IN b.aliases WHERE toLower(alias) = goal)
    OR toLower(b.title) = goal OR toLower(b.display_name) = goal)
MATCH path = allShortestPaths(
  (a)-[:MENTIONS|SUBCLASS_OF|EVALUATED_ON|USED_FOR|COMPARED_WITH|PART_OF*..8]-(b))
WITH min(length(path)) AS least, collect(path) AS paths
UNWIND paths AS path
WITH path, least
WHERE length(path) = least
UNWIND range(1, least) AS step
WITH reduce(chain = head(nodes(path)).id, stop IN tail(nodes(path)) | chain + ' > ' + stop.id) AS chain, step,
     nodes(path)[step - 1] AS source, relationships(path)[step - 1] AS way, nodes(path)[step] AS target
RETURN chain, step, coalesce(source.name, source.display_name) AS source_name, type(way) AS relationship,
       coalesce(target.name, target.display_name) AS target_name, source.id AS source_id, target.id AS target_id
ORDER BY chain, step, relationship, source_id
LIMIT $limit
