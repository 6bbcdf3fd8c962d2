// Short names with several meanings: a form that leads to more than one entity.
//
// Group
//   Gaps and bridges
// Parameters
//   longest (int, default 8): letters that such a form has at most
//   limit (int, default 100): rows at most
// Columns
//   form: the form, in small letters
//   meaning: the name of an entity that it leads to
//   papers: papers that mention the entity
//   id: the entity
// Example
//   paperatlas query acronyms

MATCH (e:Method|Dataset|Concept)
UNWIND e.aliases + [e.name] AS surface
WITH DISTINCT toLower(surface) AS form, e.id AS found
WHERE size(form) <= $longest
WITH form, count(*) AS meanings
WHERE meanings > 1
MATCH (e:Method|Dataset|Concept)
WHERE toLower(e.name) = form OR any(alias IN e.aliases WHERE toLower(alias) = form)
RETURN form, e.name AS meaning, e.papers AS papers, e.id AS id
ORDER BY form, papers DESC, id
LIMIT $limit
