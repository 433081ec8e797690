import { expect, test } from "vitest";
import type { IncidentNumbers } from "@/lib/contract/report";
import type { Timing } from "@/lib/contract/report-parts";
import { withOtherSeverity } from "./other-severity";

const weeks = [1, 2].map((n) => ({ declaredAt: `week ${n}` }));

function timing(count: number, open: number, place: number): Timing {
  const none = { median: null, p90: null, mean: null, values: [] };
  return {
    ...none,
    count,
    query: {},
    open: { count: open, query: { ...weeks[place], open: true } },
  };
}

function numbers(counts: readonly [number, number]): IncidentNumbers {
  const perWeek = counts.map((count, place) => ({ count, query: { ...weeks[place] } }));
  const total = { count: counts[0] + counts[1], query: {} };
  const severity = { _id: "s1", label: "Critical", color: null, total, perWeek };
  const times = { all: timing(4, 1, 0), perWeek: [timing(2, 1, 0), timing(2, 0, 1)] };
  const acknowledged = { ...times, bySeverity: [] };
  const query = { declaredAt: "both" };
  return { count: 5, query, severities: [severity], acknowledged, resolved: null };
}

test("incidents of an unknown severity are a part of their weeks", () => {
  const [known, other] = withOtherSeverity(numbers([1, 2]));
  expect(known?.label).toBe("Critical");
  const incidentSeverityId = { _type: "IncludesNone", value: ["s1"] };
  expect(other).toMatchObject({
    label: "Other severity",
    total: { count: 2, query: { declaredAt: "both", incidentSeverityId } },
    perWeek: [
      { count: 2, query: { declaredAt: "week 1", incidentSeverityId } },
      { count: 0, query: { declaredAt: "week 2", incidentSeverityId } },
    ],
  });
});

test("there is no other severity if all are known, or none may be read", () => {
  expect(withOtherSeverity(numbers([3, 2]))).toHaveLength(1);
  expect(withOtherSeverity({ ...numbers([1, 2]), severities: [] })).toEqual([]);
});
