import { type Fault, invalid } from "@/lib/errors";
import type { AccessQuery } from "@/lib/operations/explain-access/explain-access";
import type { SearchRequest } from "@/lib/operations/search/search";
import { resourceAt, resources } from "@/lib/resources";
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/schema/json";
import { wholeDeployment } from "@/lib/schema/permission-titles";
import { faultAt, nearest } from "@/lib/schema/pointer";
import { everyOperation, type Resource } from "@/lib/schema/resource";
import { isStorable } from "@/lib/schema/values/text-checks";
import { isUuid } from "@/lib/schema/values/uuid";

const longestQuestion = 2_000;
const mostHits = 50;
const mostLabels = 2_000;

/** Reads `q`, `projectId` and `limit` of a search. Throws a 400 that lists every fault. */
export function readQuestion(query: URLSearchParams): SearchRequest {
  const faults: Fault[] = [];
  const text = query.get("q") ?? "";
  if (text.trim() === "") faults.push(faultAt(["q"], "q", "is missing: say what to look for"));
  if (text.length > longestQuestion) {
    faults.push(faultAt(["q"], "q", `may be at most ${longestQuestion} characters long`));
  }
  if (!isStorable(text)) faults.push(faultAt(["q"], "q", "holds characters that no record has"));
  const projectId = idNamed("projectId", query, faults);
  const limit = query.get("limit") ?? "20";
  if (!/^\d{1,9}$/.test(limit) || Number(limit) === 0) {
    faults.push(faultAt(["limit"], "limit", "must be a whole number, 1 or more"));
  }
  if (faults.length > 0) throw invalid(faults);
  return {
    text,
    limit: Math.min(Number(limit), mostHits),
    ...(projectId !== undefined && { projectId }),
  };
}

/** Reads the required `projectId`. Throws a 400. */
export function readProject(query: URLSearchParams): string {
  const faults: Fault[] = [];
  const projectId = idNamed("projectId", query, faults);
  if (projectId === undefined && faults.length === 0) {
    faults.push(faultAt(["projectId"], "projectId", "is missing: name a project by its id"));
  }
  if (projectId === undefined) throw invalid(faults);
  return projectId;
}

/** Reads the parameters of an access query. Throws a 400 that lists every fault. */
export function readAccess(query: URLSearchParams): AccessQuery {
  const faults: Fault[] = [];
  const path = query.get("resource") ?? "";
  const operation = everyOperation.find((one) => one === query.get("operation"));
  const resource = path === wholeDeployment ? path : resourceAt(path);
  if (!resource) faults.push(unknownResource(path, ["resource"]));
  if (operation === undefined) {
    const problem = `must be one of ${everyOperation.join(", ")}`;
    faults.push(faultAt(["operation"], "operation", problem));
  }
  const projectId = idNamed("projectId", query, faults);
  const key = idNamed("key", query, faults);
  const user = idNamed("user", query, faults);
  if (key !== undefined && user !== undefined) {
    faults.push(faultAt(["user"], "user", "cannot stand beside key: ask about one of them"));
  }
  if (!resource || operation === undefined || faults.length > 0) throw invalid(faults);
  return {
    resource,
    operation,
    ...(projectId !== undefined && { projectId }),
    ...(key !== undefined && { key }),
    ...(user !== undefined && { user }),
  };
}

/** Reads `ids`, lists of ids by the path of their resource. Throws a 400 that lists every fault. */
export function readIdsByResource(body: JsonObject): Map<Resource, string[]> {
  const { ids } = body;
  if (!isJsonObject(ids)) {
    throw invalid([faultAt(["ids"], "ids", 'must be an object such as {"incident": ["…"]}')]);
  }
  const faults: Fault[] = [];
  const wanted = new Map<Resource, string[]>();
  let amount = 0;
  for (const [path, list] of Object.entries(ids)) {
    const resource = resourceAt(path);
    if (!resource) faults.push(unknownResource(path, ["ids", path]));
    else wanted.set(resource, idList(path, list, faults));
    amount += Array.isArray(list) ? list.length : 0;
  }
  if (amount > mostLabels) {
    faults.push(faultAt(["ids"], "ids", `may hold at most ${mostLabels} ids at once`));
  }
  if (faults.length > 0) throw invalid(faults);
  return wanted;
}

/** Returns a fault for an unknown resource name. */
function unknownResource(path: string, at: readonly string[]): Fault {
  const near = nearest(path, resources.keys());
  const hint = near === undefined ? "" : `; did you mean ${near}?`;
  return faultAt(at, String(at[0]), `must name a resource by its path${hint}`);
}

function idList(path: string, list: JsonValue, faults: Fault[]): string[] {
  if (!Array.isArray(list)) {
    faults.push(faultAt(["ids", path], path, "must be an array of ids"));
    return [];
  }
  return list.flatMap((id: JsonValue, index) => {
    if (typeof id === "string" && isUuid(id)) return [id.toLowerCase()];
    faults.push(faultAt(["ids", path, index], path, "must hold ids (UUIDs) only"));
    return [];
  });
}

function idNamed(name: string, query: URLSearchParams, faults: Fault[]): string | undefined {
  const id = query.get(name);
  if (id === null) return undefined;
  if (isUuid(id)) return id.toLowerCase();
  faults.push(faultAt([name], name, "must be an id (a UUID)"));
  return undefined;
}
