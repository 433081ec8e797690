import { z } from "zod";
import { resourceAt } from "@/lib/resources";
import { isJsonObject } from "@/lib/schema/json";
import { schemaRef } from "@/lib/schema/openapi/kind-schemas";
import type { Resource } from "@/lib/schema/resource";
import { isUuid } from "@/lib/schema/values/uuid";
import { endpoint, type ReplyOf } from "./endpoint";
import { unknownResource } from "./inputs";
import { labelsById } from "./parts";

const mostLabels = 2_000;

/** Lists of ids by the path of their resource. */
type IdsByPath = Readonly<Record<string, readonly string[]>>;

const ids = z
  .custom<IdsByPath>(isJsonObject, { error: 'must be an object such as {"incident": ["…"]}' })
  .transform(idsByResource)
  .meta({
    type: "object",
    description: "Lists of ids by the path of their resource.",
    additionalProperties: { type: "array", items: schemaRef("ObjectId") },
  });

export const labels = endpoint({
  ...{ method: "POST", path: "/api/labels", tag: "Service", caller: "caller", effect: "reads" },
  summary: "Names for ids",
  about:
    "How records are named to people, for at most 2,000 ids at once. Ids of nothing, and of what the caller may not read, are left out.",
  body: z.object({ ids }),
  example: { ids: { "incident-state": ["46c25a83-0000-7000-8000-000000000001"] } },
  reply: z.object({ data: labelsById }),
  answer: "The names.",
});

/** Labels of records, by resource path and id. */
export type LabelsById = ReplyOf<typeof labels>["data"];

/** Display name of a record: its label, and its color and number if it has them. */
export type RecordLabel = LabelsById[string][string];

type Faults = z.core.$RefinementCtx;

/**
 * Reads all lists, in lower case, and adds a fault for each path and id that is none. Too many ids
 * are one fault, because a hundred thousand would hold the event loop for seconds.
 */
function idsByResource(sent: IdsByPath, faults: Faults): ReadonlyMap<Resource, readonly string[]> {
  const wanted = new Map<Resource, readonly string[]>();
  const amount = Object.values(sent).reduce((sum, list) => sum + lengthOf(list), 0);
  if (amount > mostLabels) {
    addFault(faults, [], `may hold at most ${mostLabels} ids at once`);
    return wanted;
  }
  for (const [path, list] of Object.entries(sent)) {
    const resource = resourceAt(path);
    if (resource) wanted.set(resource, idList(path, list, faults));
    else addFault(faults, [path], unknownResource(path, faults.issues.length), "ids");
  }
  return wanted;
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

function idList(path: string, list: unknown, faults: Faults): readonly string[] {
  if (!Array.isArray(list)) {
    addFault(faults, [path], "must be an array of ids");
    return [];
  }
  return list.flatMap((id: unknown, index) => {
    if (typeof id === "string" && isUuid(id)) return [id.toLowerCase()];
    addFault(faults, [path, index], "must hold ids (UUIDs) only");
    return [];
  });
}

/** Adds a fault. Absent a `field`, it is the innermost name of the path. */
function addFault(faults: Faults, path: (string | number)[], message: string, field?: string) {
  faults.issues.push({ code: "custom", path, message, params: { field }, input: undefined });
}
