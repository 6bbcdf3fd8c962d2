// What a paper proposes, uses and compares: its entities by role, the strongest role first.
//
// Group
//   Papers
// Parameters
//   paper (string, required): the paper's id or title
// Columns
//   role: what the entity does in the paper
//   name: the entity's name
//   id: the entity
//   count: places where the paper names it
// Example
//   paperatlas query paper -p paper=inv-01

MATCH (p:Paper)-[m:MENTIONS]->(e:Method|Dataset|Concept)
WHERE p.id = $paper OR toLower(p.title) = toLower($paper) OR toLower(p.display_name) = toLower($paper)
RETURN m.role AS role, e.name AS name, e.id AS id, m.count AS count
ORDER BY CASE m.role
    WHEN 'proposes' THEN 1 WHEN 'introduces' THEN 2 WHEN 'extends' THEN 3 WHEN 'evaluates_on' THEN 4
    WHEN 'compares_with' THEN 5 WHEN 'uses' THEN 6 WHEN 'addresses' THEN 7 WHEN 'measures' THEN 8 ELSE 9 END,
  count DESC, id
