import type { Field, FieldKind } from "@/lib/schema/field";
import type { JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import { writableColumns } from "@/lib/schema/record/writable";
import type { Resource } from "@/lib/schema/resource";
import { newId } from "@/lib/store/port/new-id";

/** Accepted values, different for each seed, in the form of responses. */
const goodValues: Partial<Record<FieldKind, (seed: number, field: Field) => JsonValue>> = {
  id: () => newId(),
  date: (seed) => new Date(Date.UTC(2026, 0, 1 + (seed % 300), 9, seed % 60)).toISOString(),
  // Some of the fields with suggestions accept no other text.
  text: (seed, { suggestions = [] }) =>
    suggestions[seed % suggestions.length] ?? `Short text ${seed} 🔔`,
  longText: (seed) => `A longer text, ${seed}\r\nwith ümlauts, عربي and "quotes"`,
  veryLongText: (seed) => `Very long ${seed} `.repeat(50),
  markdown: (seed) => `# Heading ${seed}\n\n* item <b>not bold</b>`,
  slug: (seed) => `slug-${seed}-${newId().slice(-6)}`,
  boolean: (seed) => seed % 2 === 0,
  number: (seed, field) => Math.min(field.max ?? Number.MAX_VALUE, seed),
  smallNumber: (seed) => (seed % 100) + 1,
  json: (seed) => ({ b: seed, a: [1, null, { __type: "x" }], _type: "ObjectID", value: "data" }),
  color: (seed) => `#${(seed % 0xffffff).toString(16).padStart(6, "0")}`,
  email: (seed) => `Mia.${seed}.${newId().slice(-6)}@Example.com`,
  hashed: (seed) => `secret ${seed}`,
  url: (seed) => `https://example.com/pull/${seed}?a=b#c`,
  file: () => [newId(), newId()],
  textList: () => ["Project Member"],
  relation: () => newId(),
  relationList: () => [newId(), newId()],
};

/** Returns data that a create accepts: the required fields only. */
export function requiredBody(
  resource: Resource,
  projectId: string,
  seed = 1,
): Record<string, JsonValue> {
  return bodyOf(
    resource,
    projectId,
    seed,
    (field) => field.required === true && !field.madeByServer,
  );
}

/** Returns data that a create accepts: every writable field but `_id`, with the project's id. */
export function fullBody(
  resource: Resource,
  projectId: string,
  seed = 1,
): Record<string, JsonValue> {
  return bodyOf(resource, projectId, seed, () => true);
}

/** Returns a value of a field, different for each seed; else the example of its kind. */
export function goodValue(field: Field, seed: number): JsonValue {
  const example = () => kindOf(field).example(field, () => newId());
  return goodValues[field.kind]?.(seed, field) ?? example();
}

function bodyOf(
  resource: Resource,
  projectId: string,
  seed: number,
  wanted: (field: Field) => boolean,
): Record<string, JsonValue> {
  const columns = writableColumns(resource).filter(
    ({ name, field }) => name !== "_id" && wanted(field),
  );
  const entries = columns.map(({ name, field }): [string, JsonValue] => [
    name,
    name === "projectId" ? projectId : goodValue(field, seed),
  ]);
  return Object.fromEntries(entries);
}
