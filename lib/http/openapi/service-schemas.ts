import type { JsonObject } from "@/lib/schema/json";
import { schemaRef } from "@/lib/schema/openapi/kind-schemas";

const text = { type: "string" };
const id = schemaRef("ObjectId");
const maybe = (schema: JsonObject): JsonObject => ({ anyOf: [schema, { type: "null" }] });
const list = (items: JsonObject): JsonObject => ({ type: "array", items });

function object(
  properties: Record<string, JsonObject>,
  optional: readonly string[] = [],
): JsonObject {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", properties, required, additionalProperties: false };
}

const count = { type: "integer", minimum: 0 };
const query = { type: "object", description: "The query of a list that counts the same." };
const counted = { count, query };
const kind = { type: "string", description: "The path of a resource." };

/** The results of a search. */
export const hitsSchema = object({
  data: list(
    object(
      {
        ...{ resource: kind, _id: id, label: text, number: text, color: text },
        ...{ projectId: maybe(id), createdAt: maybe(text) },
        matched: {
          enum: ["label", "number", "slug", "email", "description", "customFields", "id"],
        },
        excerpt: { ...text, description: "The match, with the words around it." },
      },
      ["number", "color", "excerpt"],
    ),
  ),
});

const byId = (schema: JsonObject): JsonObject => ({ type: "object", additionalProperties: schema });

/** Names by resource and id. */
export const labelsSchema = object({
  data: byId(
    byId(
      object({ label: text, number: text, color: text, isOutside: { const: true } }, [
        "number",
        "color",
        "isOutside",
      ]),
    ),
  ),
});

const named = { _id: text, label: text, color: maybe(text) };
const latest = object({ data: list({ type: "object" }), query });
const minutes = { type: "integer", minimum: 0 };

const open = {
  ...counted,
  unacknowledged: object(counted),
  bySeverity: list(object({ ...named, ...counted })),
  byAge: list(object({ fromMinutes: minutes, toMinutes: maybe(minutes), ...counted })),
};

/** The numbers of the overview. */
export const summarySchema = object({
  projectId: id,
  at: text,
  incidents: maybe(
    object({
      ...open,
      unowned: maybe(object({ ...counted, hasMore: { type: "boolean" } })),
      ...{ newest: latest, oldest: latest },
    }),
  ),
  alerts: maybe(object({ ...open, recent: latest })),
  monitors: maybe(
    object({
      ...counted,
      notOperational: object(counted),
      byStatus: list(object({ ...named, isOperational: { type: "boolean" }, ...counted })),
    }),
  ),
  changes: maybe(latest),
});

/** The explanation of why an operation is allowed or not. */
export const accessSchema = object({
  allowed: { type: "boolean" },
  decides: { ...maybe(text), description: "The title or role held that permits it." },
  missing: { ...maybe(text), description: "The title that would be needed." },
  sufficient: list(text),
  held: { ...list(text), description: "The roles and permissions that they hold in the project." },
  reason: text,
});

const truth = { type: "boolean" };

/** The findings of the checks on a project. */
export const integritySchema = object({
  ...{ projectId: id, at: text, isComplete: truth, unreadable: list(kind) },
  checks: list(
    object({
      kind: {
        enum: [
          ...["danglingReference", "overlappingEvents", "openWithoutOwner"],
          ...["unorderedList", "repeatedNumber"],
          ...["gappedEvents", "milderStatus", "staleStatus"],
          ...["repeatedRecord", "selfDependency", "dependencyCycle"],
        ],
      },
      ...{ resource: kind, column: text, ...counted, hasMore: truth, isComplete: truth },
    }),
  ),
});

/** The changes of one slice of a repair. */
export const repairSchema = object({
  events: { ...count, description: "Monitor status events that end at another time now." },
  statuses: { ...count, description: "Monitors that have another status now." },
  nextCursor: { ...maybe(text), description: "Send it for the next slice; null: all is done." },
});

/** The state of the deployment. */
export const deploymentSchema = object({
  ...{ version: maybe(text), node: text, startedAt: text, lastChangeAt: maybe(text) },
  database: object({
    ...{ engine: { enum: ["sqlite", "postgres"] }, inMemory: truth, bytes: count },
    walBytes: maybe(count),
  }),
  downloadLacks: maybe(text),
  lastBackup: maybe(
    object({ at: text, by: { enum: ["command", "download"] }, bytes: maybe(count) }),
  ),
});

/** The references to a record. */
export const referencesSchema = object({
  data: list(
    object({
      ...{ resource: kind, column: text, ...counted },
      whenTargetGoes: { enum: ["removed", "cleared", "refused", "kept"] },
    }),
  ),
  unreadable: list(kind),
});
