import type { Fault } from "@/lib/errors";
import type { FieldKind } from "./field";
import type { SortKey } from "./filter";
import { isJsonObject, type JsonValue } from "./json";
import { faultAt, unknownField } from "./pointer";
import type { Resource } from "./resource";
import { shapeOf } from "./shape";

const directions: ReadonlyMap<string, SortKey["direction"]> = new Map([
  ["1", "asc"],
  ["-1", "desc"],
  ["asc", "asc"],
  ["desc", "desc"],
]);

/** Whether records can be put in order by a kind. */
export const sortable: Readonly<Record<FieldKind, boolean>> = {
  id: true,
  date: true,
  text: true,
  longText: true,
  veryLongText: true,
  markdown: true,
  slug: true,
  boolean: true,
  number: true,
  smallNumber: true,
  json: false,
  color: true,
  email: true,
  hashed: false,
  url: true,
  file: false,
  textList: false,
  relation: true,
  relationList: false,
};

/** Reads a sort, adding what is wrong to `faults`. Absent or `{}`: newest first. */
export function readSort(
  resource: Resource,
  sort: JsonValue | undefined,
  faults: Fault[],
): readonly SortKey[] {
  const newestFirst: SortKey[] = [{ column: resource.timeField, direction: "desc" }];
  if (sort === undefined || sort === null) return newestFirst;
  if (!isJsonObject(sort)) {
    faults.push(faultAt(["sort"], "sort", 'must be an object such as {"createdAt": -1}'));
    return newestFirst;
  }
  const keys = Object.entries(sort).map(([name, wanted]) =>
    readKey(resource, name, wanted, faults),
  );
  const sorted = keys.filter((key) => key !== undefined);
  return sorted.length === 0 ? newestFirst : sorted;
}

function readKey(
  resource: Resource,
  name: string,
  wanted: JsonValue,
  faults: Fault[],
): SortKey | undefined {
  const { byName } = shapeOf(resource);
  const target = byName.get(name);
  if (!target) {
    faults.push(unknownField(["sort", name], resource.name, byName.keys(), faults));
    return undefined;
  }
  const direction =
    typeof wanted === "object" ? undefined : directions.get(String(wanted).toLowerCase());
  if (!sortable[target.column.field.kind]) {
    faults.push(faultAt(["sort", name], name, "cannot be sorted by"));
    return undefined;
  }
  if (direction === undefined) {
    faults.push(faultAt(["sort", name], name, 'must be 1, -1, "ASC" or "DESC"'));
    return undefined;
  }
  return { column: target.column.name, direction };
}
