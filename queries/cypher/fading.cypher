// Entities that fade: their later papers are fewer than all papers' years let expect.
//
// Group
//   Over time
// Parameters
//   least (float, default -1.0): the trend at most, in standard deviations
//   limit (int, default 25): rows at most
// Columns
//   name: the entity's name
//   trend: how far its later papers are from what is expected, in standard deviations
//   papers: papers that mention it
//   first_year: the first year
//   last_year: the last year
//   id: the entity
// Example
//   paperatlas query fading -p least=-1.5

MATCH (e:Method|Dataset|Concept)
WHERE e.trend <= $least
RETURN e.name AS name, e.trend AS trend, e.papers AS papers, e.first_year AS first_year, e.last_year AS last_year,
       e.id AS id
ORDER BY trend, papers DESC, id
LIMIT $limit
