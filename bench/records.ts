import { incident } from "@/lib/resources/incidents/incident";
import { incidentSeverity } from "@/lib/resources/incidents/incident-severity";
import { incidentState } from "@/lib/resources/incidents/incident-state";
import { monitor } from "@/lib/resources/monitoring/monitor";
import { onCallDutyPolicy } from "@/lib/resources/on-call/on-call-duty-policy";
import { label } from "@/lib/resources/settings/label";
import { project } from "@/lib/resources/settings/project";
import type { JsonValue } from "@/lib/schema/json";
import { emptyValue } from "@/lib/schema/kinds/empty-value";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";
import { randomFrom } from "./prose";

type Values = { readonly [column: string]: JsonValue };

const start = Date.parse("2024-01-01T00:00:00.000Z");

/** Returns a time as stored, in seconds after the first record. */
export function timeAt(seconds: number): string {
  return new Date(start + seconds * 1_000).toISOString();
}

/** Returns a UUID of version 7 for a time and a number; the same for the same ones. */
export function idAt(seconds: number, seed: number): string {
  const random = randomFrom(seed ^ 0x5bd1e995);
  const hex = (length: number) =>
    Math.floor(random() * 16 ** length)
      .toString(16)
      .padStart(length, "0");
  const stamp = (start + seconds * 1_000).toString(16).padStart(12, "0");
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${hex(3)}-8${hex(3)}-${hex(6)}${hex(6)}`;
}

/** Returns a complete row of a resource: the given values, and null in every other column. */
export function rowOf(resource: Resource, values: Values): Row {
  const entries = shapeOf(resource).columns.map(({ name, field }): [string, JsonValue] => [
    name,
    values[name] ?? field.default ?? emptyValue(field),
  ]);
  return Object.fromEntries(entries);
}

/** A record that incidents refer to, with its row. */
export interface Related {
  readonly resource: Resource;
  readonly row: Row;
}

/** The project of nine in ten incidents; the tenth is in the other project. */
export const mainProject = idAt(0, 1);
const otherProject = idAt(0, 2);

/** Returns the project of the n-th incident. */
export function projectAt(n: number): string {
  return n % 10 === 9 ? otherProject : mainProject;
}

const ids = (count: number, seed: number) =>
  Array.from({ length: count }, (_, index) => idAt(0, seed + index));

/** The ids that incidents refer to. */
export const states = ids(3, 100);
export const severities = ids(3, 200);
export const monitors = ids(40, 300);
export const labels = ids(20, 400);
const policies = ids(5, 500);
export const monitorStatus = idAt(0, 600);

/** The records to which an incident refers, as ids. */
export interface References {
  readonly projectId: string;
  readonly states: readonly string[];
  readonly severities: readonly string[];
  readonly monitors: readonly string[];
  readonly labels: readonly string[];
  readonly policies: readonly string[];
}

/** Returns the records to which the incidents of a project refer. */
export function referencesIn(projectId: string): References {
  return { projectId, states, severities, monitors, labels, policies };
}

/** Returns the records that incidents refer to, in an order in which they can be written. */
export function relatedRecords(): Related[] {
  return [
    ...[mainProject, otherProject].map((id, index) =>
      related(project, id, `Project ${index + 1}`, { projectId: id }),
    ),
    ...named(incidentState, states, ["Identified", "Acknowledged", "Resolved"], (index) => ({
      isCreatedState: index === 0,
      isAcknowledgedState: index === 1,
      isResolvedState: index === 2,
      order: index + 1,
    })),
    ...named(incidentSeverity, severities, ["Critical", "Major", "Minor"], (index) => ({
      order: index + 1,
    })),
    ...named(monitor, monitors, [], () => ({
      monitorType: "Website",
      currentMonitorStatusId: monitorStatus,
    })),
    ...named(label, labels, [], () => ({})),
    ...named(onCallDutyPolicy, policies, [], () => ({})),
  ];
}

function named(
  resource: Resource,
  those: readonly string[],
  names: readonly string[],
  more: (index: number) => Values,
): Related[] {
  return those.map((id, index) =>
    related(resource, id, names[index] ?? `${resource.name} ${index + 1}`, more(index)),
  );
}

function related(resource: Resource, id: string, name: string, more: Values): Related {
  const slug = `${resource.path}-${name}`.toLowerCase().replaceAll(" ", "-");
  const values = {
    ...{ _id: id, createdAt: timeAt(0), updatedAt: timeAt(0), projectId: mainProject, version: 1 },
    ...{ name, slug, color: "#3366cc", ...more },
  };
  return { resource, row: rowOf(resource, values) };
}

/** The path of incidents. */
export const incidents = `/api/${incident.path}`;
