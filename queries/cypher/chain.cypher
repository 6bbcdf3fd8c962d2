// The shortest chains between two names: all of the least length, up to 8 steps, one row for each step.
//
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
MATCH (a:Paper|Method|Dataset|Concept), (b:Paper|Method|Dataset|Concept)
WHERE a.id <> b.id
  AND (a.id = $from OR toLower(a.name) = wanted OR any(alias IN a.aliases WHERE toLower(alias) = wanted)
    OR toLower(a.title) = wanted OR toLower(a.display_name) = wanted)
  AND (b.id = $to OR toLower(b.name) = goal OR any(alias IN b.aliases WHERE toLower(alias) = goal)
    OR toLower(b.title) = goal OR toLower(b.display_name) = goal)
MATCH path = (a)-[ways:MENTIONS|SUBCLASS_OF|EVALUATED_ON|USED_FOR|COMPARED_WITH|PART_OF* ALL SHORTEST 1..8]-(b)
WITH min(length(ways)) AS least, collect({stops: nodes(path), ways: rels(ways)}) AS found
UNWIND found AS chain
WITH chain.stops AS stops, chain.ways AS ways, least
WHERE size(ways) = least
UNWIND range(1, least) AS step
WITH list_to_string(' > ', properties(stops, 'id')) AS chain, step, properties(stops, 'id') AS ids,
     properties(stops, 'name') AS names, properties(stops, 'display_name') AS titles, list_extract(ways, step) AS way
RETURN chain, step, coalesce(list_extract(names, step), list_extract(titles, step)) AS source_name,
       label(way) AS relationship, coalesce(list_extract(names, step + 1), list_extract(titles, step + 1)) AS target_name,
       list_extract(ids, step) AS source_id, list_extract(ids, step + 1) AS target_id
ORDER BY chain, step, relationship, source_id
LIMIT $limit
