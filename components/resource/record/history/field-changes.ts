import { bidiIsolate } from "@/components/words/bidi-isolate";
import type { ChangeChannel } from "@/lib/resources/system/change-log";
import { isJsonObject, type JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { type Column, shapeOf } from "@/lib/schema/shape";

/** One field changed by an entry of the change log. */
export interface FieldChange {
  readonly column: Column;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/**
 * Returns the fields that an entry of the change log changed, in the definition's order, without
 * times and versions.
 */
export function fieldChanges(resource: Resource, entry: Row): readonly FieldChange[] {
  const before = partsOf(entry.before);
  const after = partsOf(entry.after);
  return loggedColumns(resource)
    .filter(({ name }) => Object.hasOwn(before, name) || Object.hasOwn(after, name))
    .map((column) => ({
      column,
      before: before[column.name] ?? null,
      after: after[column.name] ?? null,
    }))
    .filter(
      (change) =>
        JSON.stringify(change.before) !== JSON.stringify(change.after) || isSecret(change),
    );
}

/** Returns the columns whose changes are shown. */
export function loggedColumns(resource: Resource): readonly Column[] {
  return shapeOf(resource).columns.filter(
    ({ name, field }) => !field.hidden && !ignoredColumns.has(name),
  );
}

const ignoredColumns: ReadonlySet<string> = new Set(["_id", "updatedAt", "createdAt", "projectId"]);

/** Secrets are logged as the word "changed", before and after alike. */
function isSecret({ column }: FieldChange): boolean {
  return kindOf(column.field).isSecret === true;
}

function partsOf(value: JsonValue | undefined): Row {
  return isJsonObject(value) ? value : {};
}

/** Returns the operation of an entry as a verb in the past. */
export function pastVerb(operation: JsonValue | undefined): string {
  return verbs[String(operation)] ?? String(operation);
}

const verbs: Readonly<Record<string, string>> = {
  create: "created this",
  update: "changed",
  delete: "deleted this",
};

/** Returns the display text of a change's channel. */
export function channelText(channel: JsonValue | undefined): string {
  return channels.get(String(channel)) ?? String(channel);
}

const texts: Readonly<Record<ChangeChannel, string>> = {
  api: "through the API",
  console: "in the console",
  system: "by the system",
  rule: "through another change",
  import: "by an import",
};

const channels: ReadonlyMap<string, string> = new Map(Object.entries(texts));

/** Returns the operation as it follows "by"; undefined for one that changed no record. */
export function gerundOf(operation: JsonValue | undefined): string | undefined {
  return doings.get(String(operation));
}

const doings: ReadonlyMap<string, string> = new Map([
  ["create", "adding"],
  ["update", "changing"],
  ["delete", "deleting"],
]);

/**
 * The author of a change: text before the name, the name, and the path of their page within the
 * project.
 */
export interface Actor {
  readonly before: string;
  readonly name: string;
  readonly path?: string;
}

/** Returns the author of the change in an entry. */
export function actorOf({ actorType, actorId, actorName }: Row): Actor {
  const own = actorType === "system" ? "Tocsin" : "Unknown user";
  const isNamed = typeof actorName === "string" && actorName !== "";
  const path = actorPaths[String(actorType)];
  return {
    before: isNamed || actorType === "apiKey" ? (kindsBefore[String(actorType)] ?? "") : "",
    name: bidiIsolate(isNamed ? actorName : own),
    ...(path !== undefined && typeof actorId === "string" && { path: `/${path}/${actorId}` }),
  };
}

/** Distinguishes a user from a system step of the same name. */
const kindsBefore: Readonly<Record<string, string>> = { apiKey: "API key ", system: "System: " };

const actorPaths: Readonly<Record<string, string>> = { apiKey: "api-key", user: "user" };
