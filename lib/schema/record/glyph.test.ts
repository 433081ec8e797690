import { expect, test } from "vitest";
import { incident } from "@/lib/resources/incidents/incident";
import { incidentSeverity } from "@/lib/resources/incidents/incident-severity";
import { incidentState } from "@/lib/resources/incidents/incident-state";
import { glyphOf } from "./glyph";

test("the ring of a state fills from the first state to the resolved one", () => {
  const of = (flag: string) => glyphOf(incidentState, { [flag]: true });
  expect(["isCreatedState", "isAcknowledgedState", "isResolvedState"].map(of)).toEqual([
    "state-0",
    "state-2",
    "state-4",
  ]);
  expect(glyphOf(incidentState, { isCreatedState: false })).toBe("state-3");
});

test("the worst severity has three bars, a severity without a rank has one", () => {
  const of = (order: number | null) => glyphOf(incidentSeverity, { order });
  expect([1, 2, 3, 9].map(of)).toEqual(["severity-3", "severity-2", "severity-1", "severity-1"]);
  expect(glyphOf(incidentSeverity, {})).toBe("severity-1");
  expect(glyphOf(incident, { order: 1 })).toBeUndefined();
});
