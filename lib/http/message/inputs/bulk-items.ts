import { type Fault, invalid } from "@/lib/errors";
import { versionsIn } from "@/lib/http/message/etag";
import type { BulkItem } from "@/lib/operations/bulk/bulk";
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import { faultAt, fieldFault } from "@/lib/schema/pointer";
import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";
import { isUuid } from "@/lib/schema/values/uuid";

/** Maximum number of records per bulk write. */
export const mostItems = 500;

/** Maximum for creates with a password: each hash takes 0.1 s of processor time. */
const mostHashed = 50;

/** Returns the maximum number of records of a resource that one request may create. */
export function mostCreated(resource: Resource): number {
  const isHashed = shapeOf(resource).columns.some(({ field }) => kindOf(field).isSecret);
  return isHashed ? mostHashed : mostItems;
}

/** One item as sent. */
interface Item {
  readonly id?: JsonValue;
  readonly etag?: JsonValue;
  readonly data?: JsonValue;
}

/**
 * Returns the `items` of a bulk create. Throws a 400 unless they are a list of 1 to 500 (or 50)
 * objects with only `data`.
 */
export function newItems(resource: Resource, body: JsonObject): readonly Item[] {
  return itemsIn(body, ["data"], mostCreated(resource));
}

/**
 * Returns the `items` of a bulk update or delete: unique ids, each with an optional ETag to match.
 * Throws a 400 that lists the faults.
 */
export function namedItems(body: JsonObject, writing: "update" | "delete"): readonly BulkItem[] {
  const faults: Fault[] = [];
  const seen = new Set<string>();
  const names =
    writing === "update" ? (["id", "etag", "data"] as const) : (["id", "etag"] as const);
  const items = itemsIn(body, names).map(({ id, etag, data }, place): BulkItem => {
    const known = typeof id === "string" && isUuid(id) ? id.toLowerCase() : "";
    const problem = known === "" ? "must be an id (a UUID)" : "names a record a second time";
    if (known === "" || seen.has(known))
      faults.push(faultAt(["items", place, "id"], "id", problem));
    seen.add(known);
    const versions = versionsOf(etag, place, faults);
    return { id: known, ...(versions && { versions }), ...(data !== undefined && { data }) };
  });
  if (faults.length > 0) throw invalid(faults);
  return items;
}

function itemsIn(
  { items }: JsonObject,
  names: readonly (keyof Item)[],
  most = mostItems,
): readonly Item[] {
  if (!Array.isArray(items) || items.length === 0 || items.length > most) {
    const problem = `must be an array of 1 to ${most} items`;
    throw invalid([fieldFault("items", problem)]);
  }
  const faults = items.flatMap((item: JsonValue, place): Fault[] => {
    if (!isJsonObject(item)) return [faultAt(["items", place], "items", "must hold objects only")];
    const others = Object.keys(item).filter((name) => !names.some((known) => known === name));
    const shape = names.map((name) => `"${name}": …`).join(", ");
    const problem = `may hold only ${names.join(", ")} here, as in {"items": [{${shape}}]}`;
    return others.map((name) => faultAt(["items", place, name], "items", problem));
  });
  if (faults.length > 0) throw invalid(faults);
  return items;
}

function versionsOf(
  etag: JsonValue | undefined,
  place: number,
  faults: Fault[],
): readonly number[] | undefined {
  if (etag === undefined) return undefined;
  const isTag = typeof etag === "string" && /^(?:W\/)?"\d{1,15}-[^"]*"$/.test(etag);
  if (isTag) return versionsIn(etag);
  faults.push(faultAt(["items", place, "etag"], "etag", "must be the ETag of an earlier reply"));
  return undefined;
}
