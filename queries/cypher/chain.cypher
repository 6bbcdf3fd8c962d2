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

// The ends are told in one MATCH with the path and without lists, else the engine searches from every node.
MATCH path = (a:Paper|Method|Dataset|Concept)
  -[ways:MENTIONS|SUBCLASS_OF|EVALUATED_ON|USED_FOR|COMPARED_WITH|PART_OF* ALL SHORTEST 1..8]-
  (b:Paper|Method|Dataset|Concept)
WHERE (a.id = $from OR toLower(a.name) = toLower($from)
    OR toLower(a.title) = toLower($from) OR toLower(a.display_name) = toLower($from)
    OR ('\n' + toLower(list_to_string('\n', a.aliases)) + '\n') CONTAINS ('\n' + toLower($from) + '\n'))
  AND (b.id = $to OR toLower(b.name) = toLower($to)
    OR toLower(b.title) = toLower($to) OR toLower(b.display_name) = toLower($to)
    OR ('\n' + toLower(list_to_string('\n', b.aliases)) + '\n') CONTAINS ('\n' + toLower($to) + '\n'))
WITH min(length(ways)) AS least,
     collect({ids: properties(nodes(path), 'id'), names: properties(nodes(path), 'name'),
              titles: properties(nodes(path), 'display_name'), ways: rels(ways)}) AS found
UNWIND found AS chain
WITH chain, least
WHERE size(chain.ways) = least
UNWIND range(1, least) AS step
WITH list_to_string(' > ', chain.ids) AS chain, step, chain.ids AS ids, chain.names AS names,
     chain.titles AS titles, list_extract(chain.ways, step) AS way
RETURN chain, step, coalesce(list_extract(names, step), list_extract(titles, step)) AS source_name,
       label(way) AS relationship,
       coalesce(list_extract(names, step + 1), list_extract(titles, step + 1)) AS target_name,
       list_extract(ids, step) AS source_id, list_extract(ids, step + 1) AS target_id
ORDER BY chain, step, relationship, source_id
LIMIT $limit
