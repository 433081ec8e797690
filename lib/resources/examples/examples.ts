import { sampleId } from "@/lib/resources/sample/sample-row";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { emptyValue } from "@/lib/schema/kinds/empty-value";
import { kindOf } from "@/lib/schema/kinds/index";
import { fullSelection } from "@/lib/schema/query/select";
import { writableColumns } from "@/lib/schema/record/writable";
import type { Resource } from "@/lib/schema/resource";
import { type Column, shapeOf } from "@/lib/schema/shape";
import { onIncidents } from "./incident-examples";
import { onTheRest } from "./other-examples";
import { onRelatedKinds } from "./related-examples";

/** Returns the id of a resource's record in examples: that of the first sample record. */
export function exampleId(resource: Resource): string {
  return sampleId(resource.path, 1);
}

/** Returns realistic data for a create, always the same. A request with it succeeds as is. */
export function exampleData(resource: Resource): JsonObject {
  const written = { ...onIncidents, ...onTheRest, ...onRelatedKinds }[resource.path];
  const own = written ?? requiredOf(resource);
  const hasProject = writableColumns(resource).some(({ name }) => name === "projectId");
  return hasProject ? { projectId: sampleId("project", 1), ...own } : own;
}

/** Returns data for an update: one field that users typically change. */
export function exampleChange(resource: Resource): JsonObject {
  const data = exampleData(resource);
  const changes = Object.entries(changesTo).filter(([name]) => hasColumn(resource, name));
  const [first] = changes;
  if (first) return Object.fromEntries([first]);
  const own = Object.entries(data).filter(([name]) => name !== "projectId");
  return Object.fromEntries(own.slice(0, 1));
}

/** Returns the record that `exampleData` creates, as in a response. */
export function exampleRecord(resource: Resource): JsonObject {
  const { byColumn } = shapeOf(resource);
  const data = resource.path === "project" ? ofItself(resource) : exampleData(resource);
  const entries = fullSelection(resource).fields.map(({ name }): [string, JsonValue] => {
    const column = byColumn.get(name);
    return [name, data[name] ?? (column ? absent(resource, column, data) : null)];
  });
  return Object.fromEntries([["_id", exampleId(resource)], ...entries.slice(1)]);
}

/** Values for updates, the most typical first. */
const changesTo: JsonObject = {
  note: "Corrected: the cause lies with the supplier.",
  isOwnerNotified: true,
  title: "Checkout is slow for customers in the EU",
  notes: "Handed over to the evening shift.",
  description: "Changed after the review of last week.",
  color: "#4f46e5",
  rootCause: "A certificate had run out.",
  escalateAfterInMinutes: 20,
  barColor: "#4f46e5",
  pullRequestState: "merged",
  severity: "Warning",
  name: "Acme",
  isSsoUser: true,
};

function hasColumn(resource: Resource, name: string): boolean {
  return writableColumns(resource).some((column) => column.name === name);
}

function ofItself(resource: Resource): JsonObject {
  return { ...exampleData(resource), projectId: exampleId(resource) };
}

const moment = "2026-03-02T09:15:04.218Z";

function absent(resource: Resource, { name, field }: Column, data: JsonObject): JsonValue {
  if (name === "createdAt" || name === "updatedAt") return moment;
  if (name === "prefix" && resource.path === "api-key") return "toc_Vq3k";
  if (field.default !== undefined) return field.default;
  if (field.slugFrom !== undefined) return slugOf(String(data[field.slugFrom]));
  if (field.counts) return 43;
  return numberWithPrefix(resource, name) ?? emptyValue(field);
}

function numberWithPrefix(resource: Resource, name: string): string | undefined {
  const counted = Object.values(resource.fields).find(({ counts }) => counts?.prefixed === name);
  return counted?.counts && `${counted.counts.prefix}43`;
}

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** Returns values for the required fields of a resource without an example of its own. */
function requiredOf(resource: Resource): JsonObject {
  const columns = writableColumns(resource).filter(
    ({ name, field }) => field.required && !field.madeByServer && name !== "projectId",
  );
  return Object.fromEntries(
    columns.map(({ name, field }) => [
      name,
      field.suggestions?.[0] ?? kindOf(field).example(field, (path) => sampleId(path, 1)),
    ]),
  );
}
