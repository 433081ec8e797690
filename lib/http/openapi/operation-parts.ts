import { type RecordOperation, recordOperations } from "@/lib/http/routing/route-table";
import type { JsonObject } from "@/lib/schema/json";
import { sufficientTitles } from "@/lib/schema/permission-titles";
import type { Resource } from "@/lib/schema/resource";

/** The description of an operation besides its route, the same for every resource. */
export interface OperationParts {
  /** Component names of the parameters of every method. */
  readonly parameters: readonly string[];
  /** Parameters of GET only. */
  readonly onGet?: readonly string[];
  /** The component of the request body: this text after the resource's name. */
  readonly body?: string;
  readonly bodyRequired?: boolean;
  /** The component of the response: a full name, or `…` for the resource's name and a suffix. */
  readonly reply: string;
  readonly problems: readonly number[];
}

const always = [400, 401, 403, 413, 415, 429, 500, 503];
const onOne = [...always, 404];

/** Request and response of each operation on records. */
export const operationParts: Readonly<Record<RecordOperation, OperationParts>> = {
  list: {
    parameters: ["limit", "skip", "cursor", "count"],
    onGet: ["select", "query", "sort"],
    body: "List",
    reply: "…List",
    problems: always,
  },
  get: {
    parameters: [],
    onGet: ["select", "ifNoneMatch"],
    body: "Get",
    reply: "…",
    problems: onOne,
  },
  count: {
    parameters: [],
    onGet: ["query"],
    body: "Count",
    reply: "Count",
    problems: always,
  },
  create: {
    parameters: ["idempotencyKey"],
    body: "Create",
    bodyRequired: true,
    reply: "…Created",
    problems: [...onOne, 409],
  },
  update: {
    parameters: ["ifMatch"],
    body: "Update",
    bodyRequired: true,
    reply: "Updated",
    problems: [...onOne, 409, 412],
  },
  delete: {
    parameters: ["ifMatch"],
    reply: "Deleted",
    problems: [...onOne, 409, 412],
  },
  bulkCreate: {
    parameters: ["idempotencyKey"],
    body: "BulkCreate",
    bodyRequired: true,
    reply: "…BulkCreated",
    problems: always,
  },
  bulkUpdate: {
    parameters: [],
    body: "BulkUpdate",
    bodyRequired: true,
    reply: "BulkDone",
    problems: always,
  },
  bulkDelete: {
    parameters: [],
    body: "BulkDelete",
    bodyRequired: true,
    reply: "BulkDone",
    problems: always,
  },
  versions: { parameters: [], body: "Versions", reply: "…Versions", problems: always },
  rotate: {
    parameters: [],
    body: "Rotate",
    reply: "…Rotated",
    problems: [...onOne, 409],
  },
  export: {
    parameters: ["format", "labels", "headers"],
    onGet: ["select", "query", "sort"],
    body: "List",
    reply: "Export",
    problems: always,
  },
  references: { parameters: [], reply: "References", problems: onOne },
  upload: {
    parameters: ["fileName", "fileProject"],
    body: "Upload",
    bodyRequired: true,
    reply: "…Uploaded",
    problems: [...onOne, 409],
  },
  download: { parameters: [], reply: "…Content", problems: onOne },
};

/** Returns a short description of an operation. */
export function summaryOf(operation: RecordOperation, { name, plural }: Resource): string {
  return {
    list: `List ${plural}`,
    get: `Get ${article(name)} ${name}`,
    count: `Count ${plural}`,
    create: `Create ${article(name)} ${name}`,
    update: `Update ${article(name)} ${name}`,
    delete: `Delete ${article(name)} ${name}`,
    bulkCreate: `Create many ${plural}`,
    bulkUpdate: `Update many ${plural}`,
    bulkDelete: `Delete many ${plural}`,
    versions: `All matching ${plural} with their versions`,
    rotate: `Give ${article(name)} ${name} a new secret`,
    export: `Export ${plural}`,
    references: `Records that refer to ${article(name)} ${name}`,
    upload: `Upload ${article(name)} ${name}`,
    download: `Download ${article(name)} ${name}`,
  }[operation];
}

/** Returns the titles and roles of which a caller needs one. */
export function titlesFor(operation: RecordOperation, resource: Resource): readonly string[] {
  return sufficientTitles(resource, recordOperations[operation].right);
}

/** Returns the same as a sentence of Markdown, the resource's own title first. */
export function permissionText(operation: RecordOperation, resource: Resource): JsonObject {
  const titles = titlesFor(operation, resource);
  const own = resource.permission[recordOperations[operation].right];
  const roles = titles.filter((title) => title !== own);
  if (own === undefined) return { description: "For people who are signed in: their own." };
  return {
    description: `Needs **${own}**, or a role: ${roles.join(", ")}.`,
    "x-permissions": titles,
  };
}

function article(name: string): string {
  return /^(?:[AEIO]|API|SCIM|User)/.test(name) && !name.startsWith("User") ? "an" : "a";
}
