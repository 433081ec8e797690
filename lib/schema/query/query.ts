import type { Fault } from "@/lib/errors";
import type { Filter, Projects } from "@/lib/schema/filter";
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/schema/json";
import { faultAt, fieldFault, unknownField } from "@/lib/schema/pointer";
import type { Resource } from "@/lib/schema/resource";
import { type ColumnName, shapeOf } from "@/lib/schema/shape";
import { operatorCondition, plainCondition } from "./query-conditions";
import { jsonCondition } from "./query-json";

const depthMax = 5;
const conditionsMax = 50;

/** The context for reading a query: resources and the caller's visibility. */
export interface QueryScope {
  readonly resolve: (path: string) => Resource | undefined;
  /** Returns the projects in which the caller may read a related resource. Throws a 403 if none. */
  readonly readableProjects: (resource: Resource) => Projects;
}

/** The state of reading one query: faults so far and counts of conditions. */
export interface QueryReading extends QueryScope {
  readonly faults: Fault[];
  conditions: number;
  /** Number of text-search conditions: Search, NotContains, StartsWith, EndsWith. */
  textConditions: number;
}

/** A path within the query, for pointers. */
export type Path = readonly (string | number)[];

/**
 * Reads a query into a checked filter and adds errors to `faults`. Returns undefined if it matches
 * all records: absent or `{}`. Throws a 403 if it refers to records that the caller may not read.
 */
export function readQuery(
  resource: Resource,
  query: JsonValue | undefined,
  scope: QueryScope,
  faults: Fault[],
): Filter | undefined {
  if (query === undefined || query === null) return undefined;
  if (!isJsonObject(query)) {
    faults.push(fieldFault("query", "must be an object of fields and values"));
    return undefined;
  }
  if (Object.keys(query).length === 0) return undefined;
  const reading: QueryReading = { ...scope, faults, conditions: 0, textConditions: 0 };
  const filter = readGroup(resource, query, ["query"], 1, reading);
  if (reading.conditions > conditionsMax) {
    faults.push(fieldFault("query", `may hold at most ${conditionsMax} conditions`));
  }
  return filter;
}

function readGroup(
  resource: Resource,
  query: JsonObject,
  path: Path,
  depth: number,
  reading: QueryReading,
): Filter | undefined {
  if (depth > depthMax) {
    reading.faults.push(faultAt(path, "query", `may be nested at most ${depthMax} deep`));
    return undefined;
  }
  const entries = Object.entries(query);
  if (entries.length === 0) {
    const problem = "is empty here, which would match everything: name a field or leave it out";
    reading.faults.push(faultAt(path, String(path.at(-1)), problem));
  }
  const filters = entries
    .map(([name, value]) => readEntry(resource, name, value, [...path, name], depth, reading))
    .filter((filter) => filter !== undefined);
  return filters.length === 1 ? filters[0] : { op: "and", filters };
}

function readEntry(
  resource: Resource,
  name: string,
  value: JsonValue,
  path: Path,
  depth: number,
  reading: QueryReading,
): Filter | undefined {
  if (name === "_and" || name === "_or") {
    return readBranches(resource, name, value, path, depth, reading);
  }
  if (name === "_not") {
    const filter = readBranch(resource, value, path, depth, reading);
    return filter && { op: "not", filter };
  }
  const target = shapeOf(resource).byName.get(name);
  reading.conditions += 1;
  if (reading.conditions > conditionsMax) return undefined;
  if (target) return readCondition(target, value, path, depth, reading);
  const known = [...shapeOf(resource).byName.keys(), "_and", "_or", "_not"];
  reading.faults.push(unknownField(path, resource.name, known, reading.faults));
  return undefined;
}

function readBranches(
  resource: Resource,
  name: "_and" | "_or",
  value: JsonValue,
  path: Path,
  depth: number,
  reading: QueryReading,
): Filter | undefined {
  if (!Array.isArray(value) || value.length === 0) {
    reading.faults.push(faultAt(path, name, "must be an array of at least one query"));
    return undefined;
  }
  if (value.length > conditionsMax) reading.conditions += value.length;
  const filters = value
    .slice(0, conditionsMax + 1)
    .map((branch, index) => readBranch(resource, branch, [...path, index], depth, reading));
  return {
    op: name === "_and" ? "and" : "or",
    filters: filters.filter((filter) => filter !== undefined),
  };
}

function readBranch(
  resource: Resource,
  branch: JsonValue,
  path: Path,
  depth: number,
  reading: QueryReading,
): Filter | undefined {
  if (isJsonObject(branch)) return readGroup(resource, branch, path, depth + 1, reading);
  reading.faults.push(faultAt(path, "query", "must be an object of fields and values here"));
  return undefined;
}

function readCondition(
  target: ColumnName,
  value: JsonValue,
  path: Path,
  depth: number,
  reading: QueryReading,
): Filter | undefined {
  const { column } = target;
  if (!isJsonObject(value)) return plainCondition(column, value, path, reading);
  if (typeof value._type === "string") {
    const filter = operatorCondition(column, value._type, value, path, reading);
    if (filter !== "unknown") return filter;
  }
  const related = column.field.to === undefined ? undefined : reading.resolve(column.field.to);
  if (related && column.relation !== undefined) {
    const id = value._id ?? value.id;
    if (typeof id === "string" && Object.keys(value).length === 1) {
      return plainCondition(column, id, path, reading);
    }
    const projects = reading.readableProjects(related);
    const filter = readGroup(related, value, path, depth + 1, reading);
    return filter && { op: "related", column: column.name, to: related.path, filter, projects };
  }
  return jsonCondition(column, value, path, reading);
}
