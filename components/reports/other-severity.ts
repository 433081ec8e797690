import type { IncidentNumbers } from "@/lib/contract/report";

type Severities = IncidentNumbers["severities"];

/**
 * Returns the severities of a report, and one more for incidents whose severity is none of them, such
 * as a deleted one.
 */
export function withOtherSeverity({ count, query, ...more }: IncidentNumbers): Severities {
  const { severities, acknowledged, resolved } = more;
  const others = count - severities.reduce((sum, { total }) => sum + total.count, 0);
  const [first] = severities;
  if (others <= 0 || !first) return severities;
  const incidentSeverityId = { _type: "IncludesNone", value: severities.map(({ _id }) => _id) };
  const inWeeks = (acknowledged ?? resolved)?.perWeek ?? [];
  const perWeek = first.perWeek.map((week, place) => {
    const known = severities.reduce((sum, one) => sum + (one.perWeek[place]?.count ?? 0), 0);
    const all = (inWeeks[place]?.count ?? 0) + (inWeeks[place]?.open.count ?? 0);
    return { count: Math.max(0, all - known), query: { ...week.query, incidentSeverityId } };
  });
  const total = { count: others, query: { ...query, incidentSeverityId } };
  return [...severities, { _id: "other", label: "Other severity", color: null, total, perWeek }];
}
