import { rightFor } from "@/lib/http/routing/right-for";
import type { RecordOperation } from "@/lib/http/routing/route-table";
import { sufficientTitles } from "@/lib/schema/access";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";

/** What is said of an operation besides its route: the same for every resource. */
export interface OperationParts {
  /** Parameters by their component, where the method is the one given or any. */
  readonly parameters: readonly string[];
  /** Parameters that only GET has. */
  readonly onGet?: readonly string[];
  /** The request body's component: this after the resource's name. */
  readonly body?: string;
  readonly bodyRequired?: boolean;
  /** The response's component: a name of its own, or `…` and what follows the resource's name. */
  readonly reply: string;
  readonly problems: readonly number[];
}

const always = [400, 401, 403, 413, 415, 429, 500, 503];
const onOne = [...always, 404];

/** How each operation on records is asked and answered. */
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

/** What an operation does, in a few words. */
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

/** The titles and roles of which a caller needs one. */
export function titlesFor(operation: RecordOperation, resource: Resource): readonly string[] {
  return sufficientTitles(resource, rightFor(operation));
}

/** The same as a sentence of Markdown, the resource's own title first. */
export function permissionText(operation: RecordOperation, resource: Resource): JsonObject {
  const titles = titlesFor(operation, resource);
  const own = resource.permission[rightFor(operation)];
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
