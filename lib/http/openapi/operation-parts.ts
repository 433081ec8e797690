import { storyQuery } from "@/lib/contract/records/story";
import { type RecordOperation, recordOperations } from "@/lib/http/routing/route-table";
import type { JsonObject } from "@/lib/schema/json";
import { sufficientTitles } from "@/lib/schema/permission-titles";
import type { Resource, Right } from "@/lib/schema/resource";
import { usualStatuses } from "./error-responses";

/** The description of an operation besides its route, the same for every resource. */
export interface OperationParts {
  /** Component names of the parameters of every method. Absent: none. */
  readonly parameters?: readonly string[];
  /** Parameters of GET only. */
  readonly onGet?: readonly string[];
  /** The component of the request body: this text after the resource's name. */
  readonly body?: string;
  /** The component of the response: a full name, or `…` for the resource's name and a suffix. */
  readonly reply: string;
  /** The statuses of its problems. Absent: those that every operation has. */
  readonly problems?: readonly number[];
}

const onOne = [...usualStatuses, 404];
const onWrite = [...onOne, 409];
const storyParameters = Object.keys(storyQuery.shape).map(storyParameter);
const wanted = ["querySelect", "queryQuery", "querySort"];
const paging = ["queryLimit", "querySkip", "queryCursor", "queryCount"];

/** Request and response of each operation on records. */
export const operationParts: Readonly<Record<RecordOperation, OperationParts>> = {
  list: { onGet: [...paging, ...wanted], body: "List", reply: "…List" },
  get: { onGet: ["querySelect", "ifNoneMatch"], body: "Get", reply: "…", problems: onOne },
  count: { onGet: ["queryQuery"], body: "Count", reply: "Count" },
  create: {
    ...{ parameters: ["idempotencyKey"], body: "Create", reply: "…Created" },
    problems: onWrite,
  },
  update: {
    ...{ parameters: ["ifMatch"], body: "Update", reply: "Updated" },
    problems: [...onWrite, 412],
  },
  delete: { parameters: ["ifMatch"], reply: "Deleted", problems: [...onWrite, 412] },
  bulkCreate: { parameters: ["idempotencyKey"], body: "BulkCreate", reply: "…BulkCreated" },
  bulkUpdate: { body: "BulkUpdate", reply: "BulkDone" },
  bulkDelete: { body: "BulkDelete", reply: "BulkDone" },
  versions: { body: "Versions", reply: "…Versions" },
  rotate: {
    ...{ parameters: ["ifMatch"], body: "Rotate", reply: "…Rotated" },
    problems: [...onWrite, 412],
  },
  export: {
    parameters: ["format", "labels", "headers"],
    ...{ onGet: wanted, body: "List", reply: "Export" },
  },
  references: { reply: "References", problems: onOne },
  story: { parameters: storyParameters, reply: "Story", problems: onOne },
  upload: {
    ...{ parameters: ["fileName", "fileProject"], body: "Upload", reply: "…Uploaded" },
    problems: onWrite,
  },
  download: { reply: "…Content", problems: onOne },
};

/** Returns the component name of a query parameter of a story. */
export function storyParameter(name: string): string {
  return `story${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** Returns a short description of an operation. */
export function summaryOf(operation: RecordOperation, { name, plural }: Resource): string {
  const one = `${article(name)} ${name}`;
  const own: Partial<Record<RecordOperation, string>> = {
    versions: `All matching ${plural} with their versions`,
    rotate: `Give ${one} a new secret`,
    story: `Events of ${one} and around it, in one order`,
    references: `Records that refer to ${one}`,
  };
  const { verb } = recordOperations[operation];
  return own[operation] ?? `${verb} ${ofSeveral.has(operation) ? plural : one}`;
}

/** Operations on several records at once. */
export const ofSeveral: ReadonlySet<RecordOperation> = new Set([
  ...(["list", "count", "export", "versions"] as const),
  ...(["bulkCreate", "bulkUpdate", "bulkDelete"] as const),
]);

/** Returns the titles and roles of which a caller needs one. */
export function titlesFor(operation: RecordOperation, resource: Resource): readonly string[] {
  return sufficientTitles(resource, recordOperations[operation].right);
}

/** Returns the resource's own title as a sentence of Markdown. */
export function permissionText(operation: RecordOperation, resource: Resource): JsonObject {
  const own = resource.permission[recordOperations[operation].right];
  if (own === undefined) return { description: "For people who are signed in: their own." };
  return { description: `Needs **${own}** or a role.` };
}

/** Returns the permissions and roles of which a caller needs one, by right. */
export function permissionsOf(resource: Resource): JsonObject {
  const rights = Object.keys(resource.permission) as Right[];
  return Object.fromEntries(rights.map((right) => [right, sufficientTitles(resource, right)]));
}

function article(name: string): string {
  return /^(?:[AEIO]|API|SCIM|User)/.test(name) && !name.startsWith("User") ? "an" : "a";
}
